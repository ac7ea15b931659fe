"""A text as detectors read it: the same to a reader's eye, written the usual way.

Letters with accents of their own become one letter, no-break hyphens become hyphens, full-width letters and digits
plain ones, and what can't be seen is left out. Where each character comes from is kept.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from incognote.types import Document, Span

if TYPE_CHECKING:
    from incognote.types import Ints

_USUAL = {
    **dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"), ""),  # what can't be seen
    **dict.fromkeys(range(0x300, 0x370), ""),  # accents without a letter
    **dict.fromkeys(map(ord, "\u2010\u2011"), "-"),
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},  # full width
}
_UNUSUAL = re.compile(rf"\w[\u0300-\u036f]+|[{''.join(map(chr, _USUAL))}]")


@dataclass(frozen=True, repr=False)
class Folded:
    """A text and, for each of its characters, where that starts and ends in the text that it was made of."""

    text: str
    starts: Ints
    ends: Ints

    def unfolded(self, span: Span) -> Span:
        """A span of this text as one of the text that it was made of."""
        start, end = int(self.starts[span.start]), int(self.ends[span.end - 1])
        return Span(start, end, span.label, span.score, span.source)


def fold(doc: Document) -> tuple[Document, Folded] | None:
    """A note as detectors read it, or None where it is written the usual way."""
    if doc.text.isascii() or not _UNUSUAL.search(doc.text):
        return None
    folded = _folded(doc.text)
    return Document(doc.id, folded.text, (), doc.patient, doc.meta), folded


def _folded(text: str) -> Folded:
    kept = np.ones(len(text), dtype=bool)
    ends = np.arange(len(text)) + 1

    def usual(found: re.Match[str]) -> str:
        start, end = found.span()
        char = _usual(found[0])
        kept[start:end] = False
        kept[start] = bool(char)
        ends[start] = end
        return char

    folded = _UNUSUAL.sub(usual, text)
    (starts,) = kept.nonzero()
    return Folded(folded, starts, ends[starts])


def _usual(unusual: str) -> str:
    """One character for a letter with its accents, a hyphen or a full-width character; none for what can't be seen."""
    return unicodedata.normalize("NFC", unusual[0].translate(_USUAL) + unusual[1:])[:1]
