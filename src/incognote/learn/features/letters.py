"""How much likelier a word's letters are in a name than in a word, by three letters in a row: for words on no list."""

from __future__ import annotations

import gzip
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from incognote.lexicons import normal

LIKE_NAME = "like-name"
_STEPS = 3  # values for a ratio of e
_FARTHEST = 6  # steps


def threes(word: str) -> list[str]:
    """All three letters in a row of a word, without accents, with its ends."""
    if not word.isascii():
        word = "".join(char for char in unicodedata.normalize("NFKD", word) if not unicodedata.combining(char))
    marked = f"^{word}$"
    return [marked[at : at + 3] for at in range(len(marked) - 2)]


@cache
def _ratios() -> Mapping[str, float]:
    text = gzip.decompress(files("incognote.data").joinpath("words/letters.tsv.gz").read_bytes()).decode()
    return {three: float(ratio) for three, _, ratio in (line.partition("\t") for line in text.splitlines())}


def like_name(word: str) -> str:
    """The mean of the logarithms, in steps."""
    if len(word) < 3 or not word.isalpha():
        return ""
    found = threes(normal(word))
    ratios = _ratios()
    mean = sum([ratios.get(three, 0.0) for three in found]) / len(found)
    return str(max(-_FARTHEST, min(_FARTHEST, round(_STEPS * mean))))
