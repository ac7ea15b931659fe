#!/bin/sh
# Installs Debian's package of PostgreSQL where that is allowed; elsewhere it does nothing, and never fails.
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && exit 0
command -v initdb >/dev/null && exit 0
[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || exit 0
export DEBIAN_FRONTEND=noninteractive
quiet="apt-get -qq -o Acquire::Retries=0 -o Acquire::http::Timeout=20"
install="$quiet install -y --no-install-recommends postgresql"
echo "installing postgresql"
{ $install || { $quiet update && $install; }; } >/dev/null 2>&1 ||
	echo "PostgreSQL can't be installed here, so its tests will be skipped"
exit 0
