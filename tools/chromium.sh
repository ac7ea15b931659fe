#!/bin/sh
# Installs Debian's package of Chromium where that is allowed; elsewhere it does nothing, and never fails.
command -v chromium >/dev/null && exit 0
[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || exit 0
export DEBIAN_FRONTEND=noninteractive
quiet="apt-get -qq -o Acquire::Retries=0 -o Acquire::http::Timeout=20"
install="$quiet install -y --no-install-recommends chromium"
echo "installing chromium"
{ $install || { $quiet update && $install; }; } >/dev/null 2>&1 ||
	echo "Chromium can't be installed here, so the tests of the pages will be skipped"
exit 0
