"""What a new word is wanted for, and how one is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from incognote.synth.forms import Kind, fold

_TRIES = 500


@dataclass(frozen=True, repr=False)
class Need:
    """A word that is wanted: its kind, the class of its slot, the word it replaces and how often the record has it.

    `generic` says that the old word may stay. `of` is the new name of the one person of whom this is another name.
    """

    kind: Kind
    group: str
    like: str
    uses: int = 1
    words: int = 1
    generic: bool = False
    culture: str = ""
    of: str = ""
    avoid: frozenset[str] | set[str] = field(default=frozenset())

    def __repr__(self) -> str:
        return f"Need({self.kind!r}, {self.group!r})"


Source: TypeAlias = Callable[[Need, Random], str]


def allowed(need: Need, word: str) -> bool:
    """Whether a word is none of those to avoid; nor may it begin like the old one, or initials would stay."""
    folded = fold(word)
    return folded not in need.avoid and folded[:1] != fold(need.like)[:1]


def fresh(need: Need, draw: Callable[[], str]) -> str:
    """What is drawn until it is none of the words to avoid."""
    for _ in range(_TRIES):
        word = draw()
        if allowed(need, word):
            return word
    raise RuntimeError(f"no new word of the kind {need.kind} in {_TRIES} draws")
