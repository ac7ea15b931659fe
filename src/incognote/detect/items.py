"""The items of lists: words, and several words in a row as notes are cut."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

_TOKEN = re.compile(r"[^\W\d_]+|\d+|(?P<mark>[^\w\s]|_)(?P=mark)*")


@dataclass(frozen=True)
class Items:
    """`cut` says whether any had to be cut into words, be it into a single one."""

    words: set[str]
    phrases: list[tuple[str, ...]]
    cut: bool


def divided(items: Collection[str]) -> Items:
    single = {item for item in items if item.isalpha() or len(item) == 1}
    several = [_words(item) for item in items if item not in single]
    single.update(words[0] for words in several if len(words) == 1)
    return Items(single, [words for words in several if len(words) > 1], bool(several))


def _words(item: str) -> tuple[str, ...]:
    words = tuple(item.split())
    if all(map(str.isalpha, words)):
        return words
    return tuple(token[0] for token in _TOKEN.finditer(item))
