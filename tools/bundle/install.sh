#!/bin/sh
# Installs incognote into a new virtual environment from the wheels beside this file. It uses no network.
#   sh install.sh PLACE                          for example /opt/incognote
#   PYTHON=/path/to/python3 sh install.sh PLACE  with a Python of your choice
set -eu

refuse() {
	printf 'install.sh: %s\n' "$*" >&2
	exit 1
}

[ $# = 1 ] && [ -n "$1" ] || refuse "say where to install: sh install.sh /opt/incognote"
case $1 in
/*) place=$1 ;;
*) place=$PWD/$1 ;;
esac
[ -z "$(ls -A "$place" 2>/dev/null)" ] || refuse "$place is there already: remove it, or name another place"
cd "$(dirname "$0")"
unset PYTHONPATH PYTHONHOME # what they lead to would be taken for installed

# Nothing of the bundle is used before it is checked, and nothing may lie among the wheels that has no sum.
command -v sha256sum >/dev/null && sum="sha256sum" || sum="shasum -a 256"
wrong=$(LC_ALL=C $sum -c SHA256SUMS 2>&1 | grep -v ': OK$' || true)
[ -z "$wrong" ] || refuse "files aren't those of SHA256SUMS: copy the bundle again
$wrong"
[ "$(find . -type f ! -name SHA256SUMS | wc -l)" -eq "$(wc -l <SHA256SUMS)" ] ||
	refuse "there are files here that SHA256SUMS doesn't name: unpack the bundle again into a new folder"

. ./TARGET # requirement, python, platform, glibc
if [ -z "${PYTHON:-}" ]; then
	command -v "python$python" >/dev/null && PYTHON=python$python || PYTHON=python3
fi
remedy="name one that fits (PYTHON=/path/to/python$python sh install.sh PLACE), or make a bundle on a machine like this one"
about='import platform as p, sys
print(p.python_implementation(), "%d.%d" % sys.version_info[:2] + sys.abiflags,
      p.system().lower() + "-" + p.machine(), p.libc_ver()[1] or "0.0")'
found=$("$PYTHON" -c "$about") || refuse "this bundle needs Python $python, and $PYTHON doesn't run: $remedy"
read -r kind version machine libc <<END
$found
END
[ "$kind $version" = "CPython $python" ] ||
	refuse "this bundle is for CPython $python, and $PYTHON is $kind $version: $remedy"
[ "$machine" = "$platform" ] || refuse "this bundle is for $platform, and this machine is $machine: $remedy"
minor=${libc#*.}
[ "${minor%%.*}" -ge "${glibc#*.}" ] ||
	refuse "this bundle needs glibc $glibc or later, and this machine has $libc (0.0: none): make the bundle on one like this"

mkdir -p "$place" || refuse "you may not write there: name another place"
trap 'rm -rf "$place"' EXIT # half an installation is none
trap 'exit 1' HUP INT TERM
"$PYTHON" -m venv --without-pip "$place" ||
	refuse "$PYTHON can't make a virtual environment: install its venv module (on Debian: python3-venv)"
set -- wheels/pip-*.whl # a wheel can be run where it lies
PIP_CONFIG_FILE=/dev/null "$place/bin/python" "$1/pip" --isolated --disable-pip-version-check install \
	--quiet --no-cache-dir --no-index --find-links wheels "$requirement" pip ||
	refuse "pip couldn't install the wheels, for the reason above; nothing was left in $place"
installed=$("$place/bin/incognote" --version) || refuse "the installed program doesn't run, for the reason above"
trap - EXIT

cat <<END
$installed is installed in $place. Next:
  $place/bin/incognote --help
  $place/bin/incognote key new --out site.key
  $place/bin/incognote deidentify NOTES --key site.key --out CLEAN
To call it without its path: . $place/bin/activate
END
