"""Notes put together of stretches of several, so that what stands around PHI varies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from incognote.types import Document

_GAP = re.compile(r"\n[ \t]*\n\s*")
_MOST = 3
"""So many paragraphs in a row come of one note at most."""


def mixed(docs: Sequence[Document], rng: Random) -> Document:
    """Some paragraphs of each note, one note after the other; its id is the first one's."""
    parts = [_stretch(doc, rng) for doc in docs]
    text, spans = "", []
    for part in parts:
        text += "\n\n" if text else ""
        spans += [replace(span, start=span.start + len(text), end=span.end + len(text)) for span in part.spans]
        text += part.text
    return Document(docs[0].id, text, tuple(spans))


def _stretch(doc: Document, rng: Random) -> Document:
    """A few paragraphs in a row; no span is cut."""
    gaps = [gap.span() for gap in _GAP.finditer(doc.text)]
    gaps = [gap for gap in gaps if not any(span.start < gap[1] and gap[0] < span.end for span in doc.spans)]
    starts, ends = [0, *(end for _, end in gaps)], [*(start for start, _ in gaps), len(doc.text)]
    first = rng.randrange(len(starts))
    last = min(len(starts), first + rng.randint(1, _MOST)) - 1
    start, end = starts[first], ends[last]
    inside = [span for span in doc.spans if start <= span.start and span.end <= end]
    spans = tuple(replace(span, start=span.start - start, end=span.end - start) for span in inside)
    return Document(doc.id, doc.text[start:end], spans)
