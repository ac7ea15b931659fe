"""The tokeniser of WI-deId (He 2015, section 2.1): sentences, words, nine expressions, then punctuation.

A rule-based cutter in the manner of the Penn Treebank stands in for OpenNLP's trained one.
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

import numpy as np

from incognote.layout.sentences import keeps_its_stop

if TYPE_CHECKING:
    from incognote.types import Ints

# Table 1 of the paper; the empty group is where the token is cut. Repetitions that reach beyond the cut are left out,
# since they change no cut and would make a long token slow. The fifth expression is printed without its hyphen.
EXPRESSIONS = (
    r"()\d{2}/\d{2}/\d{4}",  # PEND|01/26/2098
    r"\d{2}()-year-old",  # 45|-year-old
    r"[A-Za-z]()\d/\d{2}",  # CABG|6/95
    r"[a-z]()\d{5}",  # x|76221
    r"[A-Z]()\d-\d{4}",  # X|1-1335
    r"()\d{3}[\-,]\d{3}[\-,]\d{4}",  # 47798|497-045-1949
    r"[A-Z]()[A-Z][a-z]{2}",  # AL|Marital
    r"\d()[A-Za-z]{2}",  # 34712|RadiologyExam
    r"[a-z]{2}()[A-Z]",  # Jaffrey|Marital
)
PUNCTUATION = '",:;#*-=/<>[]{}'

_CHUNK = re.compile(r"\S+")
_CUTS = [re.compile(expression) for expression in EXPRESSIONS]
_SINGLE = re.compile(f"[{re.escape(PUNCTUATION)}]")
_OPENING = "('`“‘$" + PUNCTUATION
_CLOSING = ")'`”’%!?…" + PUNCTUATION
_LONGEST_REMEMBERED = 40
_CLITIC = re.compile(r"(?i)(?=(?:n't|'s|'re|'ve|'ll|'d|'m)$)")


def token_bounds(text: str, sentence_starts: Ints, sentence_ends: Ints) -> tuple[Ints, Ints]:
    starts: list[int] = []
    ends: list[int] = []
    for first, last in zip(sentence_starts.tolist(), sentence_ends.tolist(), strict=True):
        for chunk in _CHUNK.finditer(text, first, last):
            at, end = chunk.span()
            find_cuts = _cuts if end - at > _LONGEST_REMEMBERED else _remembered_cuts
            cuts = find_cuts(chunk.group(), end == last)
            starts += [at + cut for cut in cuts[:-1]]
            ends += [at + cut for cut in cuts[1:]]
    return np.array(starts, dtype=np.int64), np.array(ends, dtype=np.int64)


def _cuts(chunk: str, ends_sentence: bool) -> list[int]:
    """Where to cut a stretch without blanks, its two ends included."""
    first = len(chunk) - len(chunk.lstrip(_OPENING))
    last = _core_end(chunk, first, ends_sentence)
    cuts = {0, len(chunk), *range(first + 1), *range(last, len(chunk))}
    for mark in _SINGLE.finditer(chunk):
        cuts.update(mark.span())
    for pattern in _CUTS:
        cuts.update(match.start(1) for match in pattern.finditer(chunk))
    clitic = _CLITIC.search(chunk, first, last)
    if clitic:
        cuts.add(clitic.start())
    return sorted(cuts)


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


_remembered_cuts = functools.lru_cache(maxsize=100_000)(_cuts)
