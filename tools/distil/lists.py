"""Drafts of lexicons, the hand-written lists in `own/`, and how a lexicon is written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from incognote.lexicons import normal

OWN = Path(__file__).parent / "own"
OWN_SOURCE = "compiled for this project (Apache-2.0)"


@dataclass(frozen=True)
class Draft:
    """A lexicon before it is written: item -> the values of its columns."""

    what: str
    sources: tuple[str, ...]
    items: Mapping[str, tuple[str, ...]]
    columns: tuple[str, ...] = ()


def plain(items: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Items without columns, in normal form; empty ones are left out."""
    return {item: () for item in map(normal, items) if item}


def number(value: float) -> str:
    """A number with three digits that count; nothing at all for 0, which lists leave out."""
    return f"{float(f'{value:.3g}'):.10g}" if value else ""


def _lines(name: str) -> Iterator[tuple[str, str]]:
    """(section, line) of a hand-written list; the section is what the last `[...]` line said."""
    section = ""
    for line in (OWN / f"{name}.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[] ")
        elif line and not line.startswith("#"):
            yield section, line


def own(name: str) -> dict[str, str]:
    """A hand-written list: item -> the value of its section. Items stand between commas."""
    return {normal(item): section for section, line in _lines(name) for item in line.split(",") if item.strip()}


def own_sections(name: str) -> dict[str, list[str]]:
    """The items of each section of a hand-written list, as they are written."""
    sections: dict[str, list[str]] = {}
    for section, line in _lines(name):
        sections.setdefault(section, []).extend(item.strip() for item in line.split(","))
    return sections


def own_only() -> Iterator[tuple[str, Draft]]:
    """The lexicons that are hand-written and nothing else: their files begin with `# what`, and maybe `# column`."""
    for file in sorted(OWN.glob("*.txt")):
        head = file.read_text("utf-8").splitlines()[:2]
        if head[0].startswith("# what: "):
            column = head[1].removeprefix("# column: ") if head[1].startswith("# column: ") else ""
            values = own(file.stem)
            items = {item: (value,) if column else () for item, value in values.items()}
            what = head[0].removeprefix("# what: ")
            yield file.stem, Draft(what, (OWN_SOURCE,), items, (column,) if column else ())


def write(target: Path, name: str, draft: Draft, date: str) -> tuple[int, int]:
    """Write a lexicon; the number of its items and bytes."""
    folder = target / name
    folder.mkdir(parents=True, exist_ok=True)
    rows = sorted((normal(item), *values) for item, values in draft.items.items())
    text = "".join("\t".join(row).rstrip("\t") + "\n" for row in rows)
    (folder / "items.txt").write_text(text, "utf-8", newline="\n")
    sources = "".join(f"    {json.dumps(source, ensure_ascii=False)},\n" for source in draft.sources)
    (folder / "source.toml").write_text(
        f"what = {json.dumps(draft.what, ensure_ascii=False)}\nsources = [\n{sources}]\n"
        f'distilled = "{date}"\ncount = {len(rows)}\ncolumns = {json.dumps(list(draft.columns))}\n',
        "utf-8",
        newline="\n",
    )
    return len(rows), len(text.encode())
