#!/bin/sh
# Installs Debian's packages of Link Grammar where that is allowed; elsewhere it does nothing, and never fails.
packages="liblink-grammar5 link-grammar-dictionaries-en"
dpkg -s $packages >/dev/null 2>&1 && exit 0
[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || exit 0
export DEBIAN_FRONTEND=noninteractive
quiet="apt-get -qq -o Acquire::Retries=0 -o Acquire::http::Timeout=20"
install="$quiet install -y --no-install-recommends $packages"
echo "installing $packages"
{ $install || { $quiet update && $install; }; } >/dev/null 2>&1 ||
	echo "Link Grammar can't be installed here, so the tests of syntax will be skipped"
exit 0
