"""Words and their labels. A word is a run of letters or of digits; it is PHI if any of its characters is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from incognote.types import Document, Span

NOT_PHI = ""

_WORD = re.compile(r"[^\W\d_]+|\d+")
_JOINED = re.compile(r"[^\W_]+(?:(?:[-/.,:&@]|['’](?![sS]\b))[^\W_]+)*")


def word_places(text: str) -> list[tuple[int, int]]:
    """Where each word starts and ends."""
    return [match.span() for match in _WORD.finditer(text)]


def joined_word_places(text: str) -> list[tuple[int, int]]:
    """Where each word starts and ends as Uzuner 2008 counts them: `12/02/99`, `J.K` and `beta-blocker` are one."""
    return [match.span() for match in _JOINED.finditer(text)]


def word_labels(spans: Sequence[Span], places: Sequence[tuple[int, int]]) -> list[str]:
    """The label of each word: the one with most of its characters, or none."""
    return [max(shares, key=lambda label: shares[label]) if shares else NOT_PHI for shares in _shares(spans, places)]


def _shares(spans: Sequence[Span], places: Sequence[tuple[int, int]]) -> Iterator[dict[str, int]]:
    """For each word, how many of its characters each label has."""
    waiting = sorted(spans)
    active: list[Span] = []
    at = 0
    for start, end in places:
        while at < len(waiting) and waiting[at].start < end:
            active.append(waiting[at])
            at += 1
        active = [span for span in active if span.end > start]
        shares: dict[str, int] = {}
        reached: dict[str, int] = {}
        for span in active:  # in order of their starts
            first, last = max(span.start, reached.get(span.label, start)), min(span.end, end)
            shares[span.label] = shares.get(span.label, 0) + max(0, last - first)
            reached[span.label] = max(first, last)
        yield shares


def words_with_labels(doc: Document) -> Iterator[tuple[str, str]]:
    """Each word of a document, case folded, with its label."""
    places = word_places(doc.text)
    for (start, end), label in zip(places, word_labels(doc.spans, places), strict=True):
        yield doc.text[start:end].casefold(), label
