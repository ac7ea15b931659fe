#!/bin/sh
# De-identifies the example notes with a new key, with tags and with surrogates, shows them before and after, proves the
# output, takes it back, and measures an annotator and all engines.
set -eu
out=build/demo
rm -rf "$out"
mkdir -p "$out"

say() { printf '\n$ %s\n\n' "$*"; "$@"; }

say incognote key new --out "$out/demo.key"
say incognote deidentify examples/notes --key "$out/demo.key" --patient-of 'path:^(\d+)-' \
    --patients examples/patients.csv --providers examples/providers.csv --show --out "$out/notes"
say incognote deidentify examples/notes --key "$out/demo.key" --patient-of 'path:^(\d+)-' --style surrogates \
    --patients examples/patients.csv --providers examples/providers.csv --vault "$out/demo.vault" --show --out "$out/surrogates"
say incognote verify examples/notes "$out/surrogates" --patient-of 'path:^(\d+)-'
say incognote reidentify "$out/surrogates" --key "$out/demo.key" --vault "$out/demo.vault" --out "$out/back"
say diff -r examples/notes "$out/back"
say incognote deidentify examples/clinic.csv --columns id=note,patient=mrn --key "$out/demo.key" \
    --patients examples/patients.csv --providers examples/providers.csv --show --out "$out/clinic.csv"
say incognote evaluate --gold examples/gold --pred examples/annotators/ann --html "$out/ann.html"
say incognote evaluate --gold examples/gold --engine incognote@balanced --engine incognote-fast@balanced \
    --engine deid --engine heuristic-dictionary --engine stat-deid --engine sibanda-2006 --engine crfd \
    --engine wi-deid --engine aramaki --engine identifinder --engine snow

printf '\nThe de-identified notes are in %s/notes, %s/surrogates and %s/clinic.csv, the key in %s/demo.key.\n' \
    "$out" "$out" "$out" "$out"
printf 'Look at %s/ann.html for plots and the mistakes of an annotator in their context.\n' "$out"
