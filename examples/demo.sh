#!/bin/sh
# Converts the example notes and describes the open corpus.
set -eu
out=build/demo
rm -rf "$out"
mkdir -p "$out"

say() { printf '\n$ %s\n\n' "$*"; "$@"; }

say incognote convert examples/gold --to i2b2-2014 --out "$out/xml"
say incognote convert "$out/xml" --labels i2b2-2014:i2b2-2006 --out "$out/notes.jsonl"
say incognote stats corpus
