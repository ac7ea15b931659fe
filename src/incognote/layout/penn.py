"""Words in the manner of the Penn Treebank: marks at the ends of a word part from it, and some marks inside it.

`(12/02/99),` gives `(`, `12/02/99`, `)` and `,`; an abbreviation keeps its full stop, and `'s` is a word of its own.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from incognote.layout.sentences import keeps_its_stop

if TYPE_CHECKING:
    from incognote.types import Ints

PUNCTUATION = '",:;#*-=/<>[]{}'
"""The marks that He 2015 cuts off (section 2.1)."""

Cuts = Callable[[str, bool], list[int]]
"""Where to cut a stretch without blanks, its two ends included; says whether the stretch ends a sentence."""

_CHUNK = re.compile(r"\S+")
_OPENING = "('`“‘$" + PUNCTUATION
_CLOSING = ")'`”’%!?…" + PUNCTUATION
_LONGEST_REMEMBERED = 40
_INNER = re.compile(r"[:,](?!\d)|[()\[\]{}<>;?!\"]|--+|\.\.+")
_CLITIC = re.compile(r"(?i)(?=(?:n't|'s|'re|'ve|'ll|'d|'m)$)")


def penn_cuts(chunk: str, ends_sentence: bool) -> list[int]:
    first = len(chunk) - len(chunk.lstrip(_OPENING))
    last = _core_end(chunk, first, ends_sentence)
    cuts = {0, len(chunk), *range(first + 1), *range(last, len(chunk))}
    for mark in _INNER.finditer(chunk, first, last):
        cuts.update(mark.span())
    clitic = _CLITIC.search(chunk, first, last)
    if clitic:
        cuts.add(clitic.start())
    return sorted(cuts)


def tokenizer(find_cuts: Cuts) -> Callable[[str, Ints, Ints], tuple[Ints, Ints]]:
    """A tokeniser that cuts the stretches without blanks of each sentence."""
    remembered_cuts = functools.lru_cache(maxsize=100_000)(find_cuts)

    def token_bounds(text: str, sentence_starts: Ints, sentence_ends: Ints) -> tuple[Ints, Ints]:
        starts: list[int] = []
        ends: list[int] = []
        for first, last in zip(sentence_starts.tolist(), sentence_ends.tolist(), strict=True):
            for chunk in _CHUNK.finditer(text, first, last):
                at, end = chunk.span()
                cuts_of = find_cuts if end - at > _LONGEST_REMEMBERED else remembered_cuts
                cuts = cuts_of(chunk.group(), end == last)
                starts += [at + cut for cut in cuts[:-1]]
                ends += [at + cut for cut in cuts[1:]]
        return np.array(starts, dtype=np.int64), np.array(ends, dtype=np.int64)

    return token_bounds


def _core_end(chunk: str, first: int, ends_sentence: bool) -> int:
    """Where the word ends and closing marks and full stops begin; an abbreviation keeps its full stop."""
    last = len(chunk)
    while last > first and (chunk[last - 1] in _CLOSING or _is_stop(chunk, first, last, ends_sentence)):
        last -= 1
    return last


def _is_stop(chunk: str, first: int, last: int, ends_sentence: bool) -> bool:
    """Whether a full stop stands before `last` that isn't an abbreviation's."""
    if chunk[last - 1] != "." or chunk[last - 2 : last - 1] == ".":
        return chunk[last - 1] == "."
    word = chunk[max(first, last - _LONGEST_REMEMBERED) : last - 1]
    return not keeps_its_stop(word) or (ends_sentence and "." not in word)


token_bounds = tokenizer(penn_cuts)
