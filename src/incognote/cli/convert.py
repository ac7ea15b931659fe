"""`incognote convert`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from incognote import formats
from incognote.cli.reading import PATH_TYPE, Reader, reading_options
from incognote.cli.writing import target
from incognote.errors import CannotHoldError, ConfigError, UnknownNameError
from incognote.label_maps import NAMES, label_map, relabel
from incognote.types import Document
from incognote.wording import number


@click.command()
@click.argument("path", type=PATH_TYPE, metavar="IN")
@click.option("--out", required=True, type=PATH_TYPE, help="New file or folder to write.")
@click.option("--to", metavar="NAME", help="Format of the output; told by its suffix if not given.")
@click.option("--labels", metavar="FROM:TO", help=f"Change the label set; there are {', '.join(NAMES)}.")
@reading_options
def convert(path: Path, out: Path, to: str | None, labels: str | None, reader: Reader) -> None:
    """Read notes in one format and write them in another.

    The formats: text, inline, brat, i2b2-2014 (a note a file, below a folder); i2b2-2006, physionet, conll, jsonl, csv,
    tsv (many notes in a file). All of the output is written, or nothing.

    \b
    incognote convert corpus/ --to i2b2-2014 --out xml/
    incognote convert meddocan/dev --labels meddocan:i2b2-2014 --out dev.jsonl
    incognote convert notes.csv --columns id=NOTE_ID,text=TEXT --to text --out notes/
    """
    name = target(out, to)
    sets = _label_sets(labels) if labels else None
    tally = _Tally(formats.get(name).holds)

    def refuse(error: CannotHoldError) -> None:
        reader.aside(error)
        tally.forget_last()

    formats.write(_docs(path, sets, reader, tally), out, name, reader.options, refuse)
    click.echo(tally.summary(out, name), err=True)
    reader.finish()


def _label_sets(labels: str) -> tuple[str, str]:
    """The two label sets of an option; unknown ones are an error before anything is read."""
    source, colon, target = labels.partition(":")
    if not colon:
        raise ConfigError("--labels takes two label sets: FROM:TO")
    return label_map(source).name, label_map(target).name


def _docs(path: Path, sets: tuple[str, str] | None, reader: Reader, tally: _Tally) -> Iterator[Document]:
    for doc in reader.read(path):
        try:
            changed = relabel(doc, *sets) if sets else doc
        except UnknownNameError as error:
            reader.aside(error)
            continue
        tally.add(doc, changed)
        yield changed


class _Tally:
    """Counts what is written, and what the new label set or the format has no place for."""

    def __init__(self, holds: frozenset[str]) -> None:
        self._holds = holds
        self._counts: list[dict[str, int]] = []

    def add(self, before: Document, doc: Document) -> None:
        present = {
            "spans": len(doc.spans),
            "scores": sum(span.score != 1 or bool(span.source) for span in doc.spans),
            "patient": doc.patient is not None,
            "meta": not self._holds - {"spans", "scores", "patient"} >= set(doc.meta),
        }
        left_out = {what: number for what, number in present.items() if what not in self._holds}
        self._counts.append({**left_out, "written": present["spans"], "unnamed": len(before.spans) - len(doc.spans)})

    def forget_last(self) -> None:
        """The last note was refused."""
        self._counts.pop()

    def summary(self, out: Path, name: str) -> str:
        sums = {
            what: sum(counts.get(what, 0) for counts in self._counts) for what in (*_LEFT_OUT, "written", "unnamed")
        }
        written = f"{number(len(self._counts), 'note')}, {number(sums['written'] - sums['spans'], 'span')}"
        lost = [number(sums[what], noun) for what, noun in _LEFT_OUT.items() if sums[what]]
        parts = [f"{written} -> {out} ({name})"]
        parts += [f"{name} has no place for {', '.join(lost)}"] if lost else []
        parts += [f"{number(sums['unnamed'], 'span')} without a label in the new set"] if sums["unnamed"] else []
        return "; ".join(parts)


_LEFT_OUT = {"spans": "span", "scores": "score", "patient": "id of a patient", "meta": "note with other fields"}
