"""How well engines find PHI, all in one table, on the open corpus and on annotated notes of your own.

    python benchmarks/accuracy.py --gold NOTES [--engines deid,wi-deid] [--intervals] [--out TABLE.md] [--plot DOTS.svg]
    python benchmarks/accuracy.py --gold NOTES --cases --cultures --ordinary TEXTS.jsonl

On the corpus each note is labelled by an engine that was trained on other authors (see _out_of_fold.py); on NOTES, in
any format that is read, by the engine as it is shipped. An engine that can't be had is left out, with a line that says
why. --cases adds copies of NOTES in capitals and in small letters, --cultures the same sentences with names of eight
groups of cultures, --ordinary texts with little PHI, of which 500 are taken: how many words are touched that aren't
annotated, so texts without annotation tell the most that it can be.

A token is a run of Latin letters or of digits; it is found if any of its characters is, whatever the label.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import _tables
from _counts import Note
from _cultures import GROUPS, filled
from _measured import CASES, Measured, Texts, in_case, measure
from _out_of_fold import Work, counted_out_of_fold
from incognote import corpus, formats, recipes
from incognote.cli.progress import shown_progress
from incognote.errors import IncognoteError
from incognote.experiments.plans import ENGINES
from incognote.learn.learner import Progress
from incognote.learn.models import seen
from incognote.report.sections import markdown_table
from incognote.report.terminal import print_tables

POINTS = ("balanced", "safe", "strict")
DEFAULT = ("concept-match", *ENGINES, "incognote-fast", *(f"incognote@{point}" for point in POINTS))
CORPUS = "open corpus"
ORDINARY = 500

T = TypeVar("T")


def texts_of(options: argparse.Namespace) -> Texts:
    gold = list(formats.read(options.gold))
    cases = {case: [in_case(doc, case) for doc in gold] for case in CASES if options.cases}
    cultures = {group: filled(group) for group in GROUPS if options.cultures}
    ordinary = list(formats.read(options.ordinary)) if options.ordinary else []
    return Texts(gold, cases, cultures, ordinary[:: max(1, len(ordinary) // ORDINARY)][:ORDINARY])


def each(engines: Sequence[str], where: str, work: Callable[[str], T]) -> dict[str, T]:
    """What comes of each engine; those that can't be had are left out."""
    done = {}
    for engine in engines:
        try:
            done[engine] = work(engine)
        except IncognoteError as error:
            print(f"{engine} is left out {where}: {error}", file=sys.stderr)
    return done


def on_corpus(engines: Sequence[str], work: Work) -> dict[str, list[Note]]:
    docs = list(corpus.read())
    return each(engines, "on the corpus", lambda engine: counted_out_of_fold(engine, docs, work))


def as_shipped(engines: Sequence[str], texts: Texts, progress: Progress) -> dict[str, Measured]:
    def work(engine: str) -> Measured:
        measured = measure(recipes.build(engine), texts, progress)
        if known := seen(engine, texts.gold):
            print(f"{engine} was trained on {known:,} of these notes: its figures say little", file=sys.stderr)
        return measured

    return each(engines, "as it is shipped", work)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gold", type=Path, required=True, help="annotated notes: a file or folder")
    parser.add_argument("--engines", default=",".join(DEFAULT), help="their names, with commas")
    parser.add_argument("--intervals", action="store_true", help="95 %% intervals, by drawing notes again")
    parser.add_argument("--cases", action="store_true", help="the notes in capitals and in small letters too")
    parser.add_argument("--cultures", action="store_true", help="recall of names by culture")
    parser.add_argument("--ordinary", type=Path, help="notes with little PHI: how much else is touched")
    parser.add_argument("--out", type=Path, help="write the tables to this Markdown file too")
    parser.add_argument("--plot", type=Path, help="write recall against precision to this SVG file")
    parser.add_argument("--workers", type=int, default=1, help="folds at a time, where some must be trained")
    parser.add_argument("--journal", type=Path, help="keep finished folds in this file; it tells where PHI is")
    parser.add_argument("--parses", type=Path, help="keep parses of sentences in this file; it holds text")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    engines = list(dict.fromkeys(options.engines.split(",")))
    texts = texts_of(options)
    with shown_progress() as progress:
        work = Work(options.workers, options.journal, options.parses, progress)
        crossed, shipped = on_corpus(engines, work), as_shipped(engines, texts, progress)
    found: _tables.Found = {CORPUS: crossed, options.gold.name: {name: one.gold for name, one in shipped.items()}}
    tables = [_tables.accuracy(found, {name: one.eponyms for name, one in shipped.items()}, options.intervals)]
    tables += _tables.probes(shipped)
    print_tables(tables)
    if options.out:
        options.out.write_text("".join(line for table in tables for line in markdown_table(table)), "utf-8")
    if options.plot:
        options.plot.write_text(_tables.plot(found).file(), "utf-8")


if __name__ == "__main__":
    main()
