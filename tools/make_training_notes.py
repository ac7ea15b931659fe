"""Make notes to learn from: those of the open corpus, with other PHI and as other hands would have written them.

    PYTHONPATH=src python tools/make_training_notes.py --out FILE.jsonl.gz --seed N --refills K [--carrier NOTES.jsonl]

Of each note come K copies with other PHI and K of the PHI it has, all perturbed; of each note of the carrier, which has
no annotations (such as MTSamples: a JSON with `id` and `text` a line), K copies with PHI in the place of what was taken
out. Each line of FILE is a JSON: id, text, spans (start, end, label) and source, the id of the note it was made of. The
same call gives the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from incognote import corpus, formats
from incognote.synth.fill import fill
from incognote.synth.perturb import perturb
from incognote.synth.slots import Template, annotated
from incognote.synth.styles import make_style
from incognote.synth.templates import templates_of
from incognote.types import Document


def copies(template: Template, name: str, refills: int, seed: int) -> Iterator[Document]:
    """Perturbed copies of a note with other PHI."""
    for number in range(refills):
        rng = Random(f"{seed} {name} {number}")
        yield perturb(fill(template, make_style("training", rng), rng), rng)


def made(carrier: Path | None, refills: int, seed: int) -> Iterator[tuple[str, str, Document]]:
    """All notes, each with a name of the kind that it is and the id of its source."""
    for doc in corpus.read():
        for number, copy in enumerate(copies(annotated(doc), doc.id, refills, seed)):
            yield f"refilled-{number}", doc.id, copy
        for number in range(refills):
            yield f"perturbed-{number}", doc.id, perturb(doc, Random(f"{seed} {doc.id} as is {number}"))
    if carrier is None:
        return
    templates, left_out = templates_of(list(formats.read(carrier, "jsonl")), seed, progress)
    print(f"\n{len(templates)} carrier notes, {left_out} left out", flush=True)
    for template in templates:
        for number, copy in enumerate(copies(template, template.doc.id, refills, seed)):
            yield f"carrier-{number}", template.doc.id, copy


def progress(what: str, done: int, all: int) -> None:
    if done % 100 == 0:
        print(f"\r{what}: {done} of {all}", end="", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--refills", type=int, required=True)
    parser.add_argument("--carrier", type=Path)
    options = parser.parse_args()
    began, count = time.monotonic(), 0
    with options.out.open("wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as out:
        for count, (kind, source, doc) in enumerate(made(options.carrier, options.refills, options.seed), 1):
            spans = [[span.start, span.end, span.label] for span in doc.spans]
            line = {"id": f"{source}-{kind}", "text": doc.text, "spans": spans, "source": source}
            out.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
            if count % 500 == 0:
                print(f"\r{count} notes, {count / (time.monotonic() - began):.0f}/s", end="", flush=True)
    print(f"\n{count} notes in {time.monotonic() - began:.0f} s -> {options.out}")


if __name__ == "__main__":
    main()
