"""`incognote convert`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from incognote import formats
from incognote.cli.reading import Reader, reading_options
from incognote.errors import CannotHoldError, ConfigError
from incognote.label_maps import NAMES, label_map, relabel
from incognote.types import Document

_BY_SUFFIX = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "tsv",
    ".text": "physionet",
    ".xml": "i2b2-2006",
}


@click.command()
@click.argument("path", type=click.Path(path_type=Path), metavar="IN")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="New file or folder to write.")
@click.option("--to", metavar="NAME", help="Format of the output; told by its suffix if not given.")
@click.option("--labels", metavar="FROM:TO", help=f"Change the label set; there are {', '.join(NAMES)}.")
@reading_options
def convert(path: Path, out: Path, to: str | None, labels: str | None, reader: Reader) -> None:
    """Read notes in one format and write them in another.

    The formats: text, inline, brat, i2b2-2014 (a note a file, below a folder); i2b2-2006, physionet, jsonl, csv, tsv
    (many notes in a file). All of the output is written, or nothing.

    \b
    incognote convert corpus/ --to i2b2-2014 --out xml/
    incognote convert meddocan/dev --labels meddocan:i2b2-2014 --out dev.jsonl
    incognote convert notes.csv --columns id=NOTE_ID,text=TEXT --to text --out notes/
    """
    name = to or _BY_SUFFIX.get(out.suffix.lower())
    if name is None:
        raise ConfigError("--to is missing, and the suffix of --out doesn't tell the format; name it with --to")
    target = formats.get(name)
    sets = _label_sets(labels) if labels else None
    tally = _Tally(target.holds)
    target.write(_fitting(path, sets, target, reader, tally), out, formats.Options())
    click.echo(tally.summary(out, target.name), err=True)
    reader.finish()


class _Tally:
    """Counts what is written and what the format can't hold."""

    def __init__(self, holds: frozenset[str]) -> None:
        self.holds = holds
        self.notes = self.spans = self.without_label = 0
        self.left_out = {"spans": 0, "patient": 0, "meta": 0}

    def add(self, doc: Document) -> None:
        self.notes += 1
        self.spans += len(doc.spans)
        present = {"spans": len(doc.spans), "patient": doc.patient is not None, "meta": not self.holds >= set(doc.meta)}
        for what, number in present.items():
            if what not in self.holds:
                self.left_out[what] += number

    def relabelled(self, before: Document, after: Document) -> None:
        self.without_label += len(before.spans) - len(after.spans)

    def summary(self, out: Path, name: str) -> str:
        written = f"{self.notes:,} notes, {self.spans - self.left_out['spans']:,} spans -> {out} ({name})"
        words = {"spans": "spans", "patient": "patient ids", "meta": "notes' other fields"}
        lost = [f"{number:,} {words[what]}" for what, number in self.left_out.items() if number]
        written += f"; {name} has no place for {', '.join(lost)}" if lost else ""
        return written + (f"; {self.without_label:,} spans have no label in the new set" if self.without_label else "")


def _label_sets(labels: str) -> tuple[str, str]:
    """The two label sets of an option; unknown ones are an error before anything is read."""
    source, _, target = labels.partition(":")
    return label_map(source).name, label_map(target).name


def _fitting(
    path: Path, sets: tuple[str, str] | None, target: formats.Format, reader: Reader, tally: _Tally
) -> Iterator[Document]:
    for doc in reader.read(path):
        changed = relabel(doc, *sets) if sets else doc
        tally.relabelled(doc, changed)
        if reader.keep_going:
            try:
                target.check(changed)
            except CannotHoldError as error:
                reader.aside(error)
                continue
        tally.add(changed)
        yield changed
