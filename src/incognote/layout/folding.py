"""A text as detectors read it: the same to a reader's eye, written the usual way.

Letters with accents of their own become one letter, no-break hyphens become hyphens, full-width letters and digits
plain ones, and what can't be seen is left out. Where each character comes from is kept.

Zero-width spaces between two words part them, and inside a word they don't. Both readings are given where both may be.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from incognote.layout.characters import INVISIBLE
from incognote.types import Document, Span

if TYPE_CHECKING:
    from incognote.types import Ints

_UNSEEN = (0xAD, 0x61C, 0x180E, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF)
_ACCENTS = (*range(0x300, 0x370), *range(0x20D0, 0x20F1), *range(0xFE00, 0xFE10))
_USUAL = {
    **dict.fromkeys((*_UNSEEN, *_ACCENTS), ""),
    **dict.fromkeys(map(ord, "\u2010\u2011"), "-"),
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},  # full width
}
_ANY = re.compile(f"[{''.join(map(chr, _USUAL))}]")
_UNUSUAL = re.compile(rf"\w[{''.join(map(chr, _ACCENTS))}]+|{_ANY.pattern}")
_PARTING = re.compile(rf"(?<=\S)[{INVISIBLE}](?=\S)")


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

    def folded(self, span: Span) -> Span | None:
        """A span of the text that this was made of as one of this text, if it has any characters here."""
        start, end = int(self.ends.searchsorted(span.start, "right")), int(self.starts.searchsorted(span.end))
        return Span(start, end, span.label, span.score, span.source) if start < end else None


def readings(doc: Document) -> list[tuple[Document, Folded]]:
    """A note as detectors may read it, without its spans; nothing where it is written the usual way."""
    if _is_usual(doc.text):
        return []
    ways = ("", " ") if _PARTING.search(doc.text) else ("",)
    return [_reading(doc, _folded(doc.text, zero_width)) for zero_width in ways]


def usual(doc: Document) -> Document:
    """A note written the usual way, with its spans."""
    if _is_usual(doc.text):
        return doc
    reading, folded = _reading(doc, _folded(doc.text))
    return reading.with_spans(filter(None, map(folded.folded, doc.spans)))


def usual_text(text: str) -> str:
    return text if _is_usual(text) else _folded(text).text


def _is_usual(text: str) -> bool:
    return text.isascii() or not _ANY.search(text)


def _reading(doc: Document, folded: Folded) -> tuple[Document, Folded]:
    return Document(doc.id, folded.text, (), doc.patient, doc.meta), folded


def _folded(text: str, zero_width: str = "") -> Folded:
    kept = np.ones(len(text), dtype=bool)
    ends = np.arange(len(text)) + 1

    def usual(found: re.Match[str]) -> str:
        start, end = found.span()
        char = zero_width if found[0] in INVISIBLE else _usual(found[0])
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
