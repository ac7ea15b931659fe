"""Groups of words that stand beside the same words, learned from text without annotations (`tools/train_words.py`)."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files

from incognote.learn.word_table import folded

NAMES = ("coarse-group", "group", "fine-group")


@cache
def _groups() -> Mapping[str, list[str]]:
    text = gzip.decompress(files("incognote.data").joinpath("words/clusters.tsv.gz").read_bytes()).decode()
    return {word: groups.split("\t") for word, _, groups in (line.partition("\t") for line in text.splitlines())}


def _group(place: int) -> Callable[[str], str]:
    def value(word: str) -> str:
        groups = _groups().get(folded(word))
        return groups[place] if groups else "unknown" if word.isalpha() else ""

    return value


CLUSTERS: dict[str, Callable[[str], str]] = {name: _group(place) for place, name in enumerate(NAMES)}
