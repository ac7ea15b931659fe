#!/bin/sh
# De-identifies the example notes with a new key, with tags and with surrogates, shows them before and after, proves the
# output, takes it back, measures an annotator and all engines, and starts the service with the examples loaded.
set -eu
out=build/demo
if [ -f "$out/serve.pid" ]; then # of a demo before this one
    before=$(cat "$out/serve.pid")
    ps -p "$before" -o args= 2>/dev/null | grep -q 'incognote serve' && kill "$before" || true
fi
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

say incognote project new falls --data "$out/review" --notes examples/gold --annotators ann,ben,cleo --engine incognote
for name in ann ben cleo; do
    say incognote project add falls --data "$out/review" --notes "examples/annotators/$name" --as "$name"
done
say incognote project new yours --data "$out/review" --notes examples/notes --annotators ada --engine incognote
say incognote release new demo --data "$out/review" --output "$out/notes" --sample 4 --seed 1 --reviewers ada,eve
ada=$(incognote token new --tokens "$out/demo.tokens" --name ada --role admin 2>/dev/null)
eve=$(incognote token new --tokens "$out/demo.tokens" --name eve --role adjudicator 2>/dev/null)

printf '\nThe de-identified notes are in %s/notes, %s/surrogates and %s/clinic.csv, the key in %s/demo.key.\n' \
    "$out" "$out" "$out" "$out"
printf 'Look at %s/ann.html for plots and the mistakes of an annotator in their context.\n' "$out"

incognote serve --data "$out/review" --tokens "$out/demo.tokens" --key "$out/demo.key" --port 0 --stop-when-idle 30 \
    </dev/null >/dev/null 2>"$out/serve.log" &
echo $! >"$out/serve.pid"
until grep -q '^open ' "$out/serve.log"; do
    kill -0 $! 2>/dev/null || { cat "$out/serve.log"; exit 1; }
    sleep 0.2
done
page=$(sed -n 's/^open \([^ ]*\).*/\1/p' "$out/serve.log")
printf '\nThe page, with the examples loaded, as ada: %s#token=%s\n' "$page" "$ada"
printf 'In another tab as eve, since nobody can confirm what they marked themselves: %s#token=%s\n' "$page" "$eve"
printf 'It stops when nobody has used it for half an hour, or by: kill %s\n' $!
