"""What adapting brings: an author's notes stand for a hospital, some to adapt by, and the others to measure on.

    python benchmarks/adapting.py [--engine incognote] [--authors t1 w4] [--notes 40] [--plain]

The notes are rewritten with habits that no training note has: staff are codes (`~kmo`), and buildings have nicknames
(`the Lantern`). With --plain they stay as they are, which says something only of an engine that hasn't learned from
them. It takes some minutes an author.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from gold_notes import author, gold
from incognote.adapt.engine import Adaptable, Parts
from incognote.adapt.trials import BEFORE, cross_validated, finished
from incognote.evaluate.match import compare
from incognote.learn.learner import no_progress
from incognote.report.adapting import adapting_table
from incognote.report.terminal import print_tables
from incognote.types import Document, Span

NICKNAMES = ("the Lantern", "the Old Mill", "the Annex", "the Orchard", "the Boathouse")


def with_habits(doc: Document) -> Document:
    """A note in which staff are codes and hospitals have nicknames, the same for the same name."""
    ways: dict[str, Callable[[bytes], str]] = {
        "DOCTOR": lambda sums: "~" + "".join(chr(ord("a") + number % 26) for number in sums[:3]),
        "HOSPITAL": lambda sums: NICKNAMES[sums[0] % len(NICKNAMES)],
    }
    text, spans, done = "", [], 0
    for span in doc.spans:
        if span.start < done:
            continue
        text += doc.text[done : span.start]
        said = doc[span]
        if span.label in ways:
            said = ways[span.label](hashlib.sha256(said.split()[-1].lower().encode()).digest())
        spans.append(Span(len(text), len(text) + len(said), span.label))
        text, done = text + said, span.end
    return Document(doc.id, text + doc.text[done:], tuple(spans))


def measured(engine: str, docs: Sequence[Document], count: int) -> None:
    """Adapt to the first notes, and print how the others are labelled before and after."""
    began, start = time.monotonic(), Adaptable(engine)
    some, others = docs[:count], docs[count:]
    lessons = start.lessons(some, no_progress)
    outcome = cross_validated(start, some, lessons, no_progress)
    first = next(iter(start.points))
    trials = {}
    for way, parts, points in (
        (BEFORE, Parts(), start.points),
        (outcome.best.way, finished(start, lessons, outcome.best.way), outcome.best.points),
    ):
        pipeline = start.pipeline(parts, points[first])
        pairs = [compare(doc, pipeline.find(doc.with_spans(()))) for doc in others]
        trials[way] = points[first]["all"], pairs
    taken = outcome.best.way if outcome.is_better else None
    which = f"{author(docs[0])}, to {len(some)} notes, measured on {len(others)} others"
    print_tables([adapting_table(trials, which, taken)])
    print(f"{time.monotonic() - began:.0f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="incognote")
    parser.add_argument("--authors", nargs="+", default=["t1", "w4"])
    parser.add_argument("--notes", type=int, default=40)
    parser.add_argument("--plain", action="store_true")
    options = parser.parse_args()
    for name in options.authors:
        docs = [doc if options.plain else with_habits(doc) for doc in gold() if author(doc) == name]
        measured(options.engine, docs, options.notes)


if __name__ == "__main__":
    main()
