"""Make notes to learn from: gold notes (`gold_notes.py`) with other PHI and as other hands would have written them.

    PYTHONPATH=src python tools/make_training_notes.py --out FILE.jsonl.gz --seed N --refills K [--carrier NOTES.jsonl]

Of each note come K copies with other PHI and K with the PHI it has, and mixtures with other notes of its author, all
perturbed. The carrier's notes have no annotations (such as MTSamples: a JSON with `id` and `text` a line); of each come
K copies with PHI in the place of what was taken out. Each line of FILE is a JSON: id, text, spans (start, end, label)
and source, the id of the note it was made of. The same call gives the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, groupby
from pathlib import Path
from random import Random

from gold_notes import author, gold
from incognote import formats
from incognote.synth.fill import fill
from incognote.synth.perturb import perturb
from incognote.synth.perturb.mix import mixed
from incognote.synth.slots import Template, annotated
from incognote.synth.styles import make_style
from incognote.synth.templates import templates_of
from incognote.types import Document

MIXED = 0.5
"""How often a note is mixed with others."""


def refilled(template: Template, name: str, rng: Random) -> Document:
    """The note with other PHI."""
    return replace(fill(template, make_style("training", rng), rng), id=name)


def of_corpus(refills: int, seed: int) -> Iterator[tuple[str, Document]]:
    """Of each note: with other PHI, as it is, and mixed with others of its author, so that folds by author hold."""
    for _, by_author in groupby(gold(), author):
        docs = list(by_author)
        for number in range(refills):
            chances = [Random(f"{seed} {doc.id} {number}") for doc in docs]
            new = [refilled(annotated(doc), doc.id, rng) for doc, rng in zip(docs, chances, strict=True)]
            for doc, other, rng in zip(docs, new, chances, strict=True):
                yield f"refilled-{number}", perturb(other, rng)
                yield f"perturbed-{number}", perturb(doc, rng)
                if rng.random() < MIXED:
                    yield f"mixed-{number}", perturb(mixed([other, *rng.choices(new, k=rng.randint(1, 3))], rng), rng)


def of_carrier(path: Path, refills: int, seed: int) -> Iterator[tuple[str, Document]]:
    """Of each note that can be used: with PHI in the place of what was taken out."""
    templates, left_out = templates_of(list(formats.read(path, "jsonl")), seed, progress)
    print(f"\n{len(templates)} carrier notes, {left_out} left out", flush=True)
    for template in templates:
        for number in range(refills):
            rng = Random(f"{seed} {template.doc.id} {number}")
            yield f"carrier-{number}", perturb(refilled(template, template.doc.id, rng), rng)


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
        notes = of_corpus(options.refills, options.seed)
        if options.carrier:
            notes = chain(notes, of_carrier(options.carrier, options.refills, options.seed))
        for count, (kind, doc) in enumerate(notes, 1):
            spans = [[span.start, span.end, span.label] for span in doc.spans]
            line = {"id": f"{doc.id}-{kind}", "text": doc.text, "spans": spans, "source": doc.id}
            out.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
            if count % 500 == 0:
                print(f"\r{count} notes, {count / (time.monotonic() - began):.0f}/s", end="", flush=True)
    print(f"\n{count} notes in {time.monotonic() - began:.0f} s -> {options.out}")


if __name__ == "__main__":
    main()
