#!/bin/sh
# Installs Debian's packages that some tests need, where that is allowed; elsewhere it does nothing, and never fails.
# tools/debian.sh WHAT CHECK PACKAGE…: if CHECK succeeds, WHAT is there already.
what=$1 check=$2
shift 2
sh -c "$check" >/dev/null 2>&1 && exit 0
[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || exit 0
export DEBIAN_FRONTEND=noninteractive
quiet="apt-get -qq -o Acquire::Retries=0 -o Acquire::http::Timeout=20"
install="$quiet install -y --no-install-recommends $*"
echo "installing $*"
{ $install || { $quiet update && $install; }; } >/dev/null 2>&1 ||
	echo "$what can't be installed here, so its tests will be skipped"
exit 0
