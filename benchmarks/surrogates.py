"""What surrogates cost beside detection, and how often one is by chance a name of the patient or of another.

    python benchmarks/surrogates.py [--notes 10000] [--engine incognote] [--engine incognote-fast]

The notes are those of the open corpus filled with other PHI again and again, three for each patient. Time is that of
one process: detection, and then date shifting and surrogates of what was found, with the words to avoid gathered first.
"""

from __future__ import annotations

import argparse
import platform
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from random import Random

import incognote
from incognote import corpus
from incognote.replace.dates import DateShifter, shift_of
from incognote.replace.edits import apply
from incognote.replace.keys import Key
from incognote.replace.surrogates.avoiding import words_to_avoid
from incognote.replace.surrogates.replacer import Surrogates
from incognote.replace.surrogates.scope import by_patient
from incognote.synth.fill import fill
from incognote.synth.forms import fold
from incognote.synth.slots import annotated
from incognote.synth.styles import make_style
from incognote.types import Document

KEY = Key(bytes(range(32)))
NAMES, PLACES = ("PATIENT", "DOCTOR"), ("CITY", "HOSPITAL", "STREET")
NOTES_A_PATIENT = 3
WORD = re.compile(r"[^\W\d_]{3,}")


def notes(number: int) -> Iterator[Document]:
    """Notes with the spans of the gold standard."""
    templates = [annotated(doc) for doc in corpus.read()]
    rng = Random(0)
    style = make_style("random", rng)
    filled = (fill(template, style, rng) for _ in count() for template in templates)
    for i, doc in enumerate(islice(filled, number)):
        yield replace(doc, id=f"{i}", patient=f"{i // NOTES_A_PATIENT}")


def cost(name: str, docs: list[Document]) -> None:
    """The seconds of detection, and those of all that makes surrogates of it."""
    engine = incognote.engine(name)
    engine.find(docs[0])
    begin = time.process_time()
    found = []
    for i, doc in enumerate(docs):
        found.append(engine.find(doc.with_spans(())))
        if i % 500 == 0:
            print(f"\r{name}: {i:,} of {len(docs):,} notes", end="", file=sys.stderr)
    detection = time.process_time() - begin
    begin = time.process_time()
    avoid = words_to_avoid(found, by_patient)
    shifter = DateShifter(lambda doc: shift_of(KEY, doc.patient or ""), Surrogates(KEY, avoid=avoid))
    for doc in found:
        apply(doc, shifter(doc))
    surrogates = time.process_time() - begin
    spans = sum(len(doc.spans) for doc in found)
    print(
        f"\r{name}: detection {detection:.1f} s, surrogates {surrogates:.1f} s ({surrogates / detection:.1%}; "
        f"{1e6 * surrogates / spans:.0f} µs a span, {spans:,} spans)"
    )


def words(text: str) -> set[str]:
    return {fold(word) for word in WORD.findall(text)}


def chances(docs: list[Document], labels: tuple[str, ...], avoiding: bool) -> str:
    """How many patients have a surrogate that is a name of their own, and how many new words are another's name."""
    surrogates = Surrogates(KEY, avoid=words_to_avoid(docs, by_patient) if avoiding else {})
    everyone = {word for doc in docs for span in doc.spans if span.label in labels for word in words(doc[span])}
    met = drawn = another = 0
    for start in range(0, len(docs), NOTES_A_PATIENT):
        old: set[str] = set()
        new: set[str] = set()
        for doc in docs[start : start + NOTES_A_PATIENT]:
            for span, text in zip(doc.spans, surrogates(doc), strict=True):
                if span.label in labels:
                    old |= words(doc[span])
                if span.label in labels and not text.startswith("[**"):
                    new |= words(text) - words(doc[span])  # kinds of places and titles stay
        met += not new.isdisjoint(old)
        drawn += len(new - old)
        another += len((new - old) & everyone)
    patients = -(-len(docs) // NOTES_A_PATIENT)
    return (
        f"{met:,} of {patients:,} patients meet a name of their own; {another / drawn:.1%} of new words are another's"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--engine", action="append", help="engines to measure [incognote, incognote-fast]")
    options = parser.parse_args()
    docs = list(notes(options.notes))
    megabytes = sum(len(doc.text.encode()) for doc in docs) / 1e6
    print(f"{len(docs):,} notes, {megabytes:.1f} MB; Python {platform.python_version()}, {platform.machine()}")
    for name in options.engine or ("incognote", "incognote-fast"):
        cost(name, docs)
    for labels in (NAMES, PLACES):
        for avoiding in (False, True):
            told = "with" if avoiding else "without"
            print(f"{', '.join(labels)}, {told} words to avoid: {chances(docs, labels, avoiding)}")


if __name__ == "__main__":
    main()
