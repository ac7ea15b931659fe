#!/bin/sh
# Measures three annotators of the example notes, converts notes, and describes the open corpus.
set -eu
out=build/demo
rm -rf "$out"
mkdir -p "$out"

say() { printf '\n$ %s\n\n' "$*"; "$@"; }

say incognote evaluate --gold examples/gold --pred examples/annotators/ann --html "$out/ann.html" --json "$out/ann.json"
say incognote evaluate --gold examples/gold --pred examples/annotators/ann --pred examples/annotators/ben --pred examples/annotators/cleo
say incognote convert examples/gold --to i2b2-2014 --out "$out/xml"
say incognote convert "$out/xml" --labels i2b2-2014:i2b2-2006 --out "$out/notes.jsonl"
say incognote stats corpus

printf '\nLook at %s/ann.html for plots and the mistakes in their context.\n' "$out"
