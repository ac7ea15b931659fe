"""Groups of words that stand beside the same words, learned from text without annotations (`tools/train_words.py`)."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from functools import cache, lru_cache
from importlib.resources import files

from incognote.learn.word_table import folded
from incognote.sorted_lines import SortedLines

NAMES = ("coarse-group", "group", "fine-group")


@cache
def _groups() -> SortedLines:
    return SortedLines(gzip.decompress(files("incognote.data").joinpath("words/clusters.tsv.gz").read_bytes()))


@lru_cache(maxsize=4096)  # each place is asked for
def _groups_of(word: str) -> list[str] | None:
    return _groups().get(folded(word))


def _group(place: int) -> Callable[[str], str]:
    def value(word: str) -> str:
        groups = _groups_of(word)
        return groups[place] if groups else "unknown" if word.isalpha() else ""

    return value


CLUSTERS: dict[str, Callable[[str], str]] = {name: _group(place) for place, name in enumerate(NAMES)}
