"""Notes of pieces, some of them labelled, to put surrogates into."""

from __future__ import annotations

from incognote.replace.surrogates.facilities import LABELS as FACILITIES
from incognote.replace.surrogates.facilities import fill_facilities
from incognote.replace.surrogates.places import LABELS as PLACES
from incognote.replace.surrogates.places import Places
from incognote.replace.surrogates.scope import Scope
from incognote.types import Document, Span


def note(*parts: str | tuple[str, str]) -> Document:
    """A note of plain text and of pairs of a label and a text."""
    text, spans = "", []
    for part in parts:
        if isinstance(part, tuple):
            spans.append(Span(len(text), len(text) + len(part[1]), part[0]))
        text += part if isinstance(part, str) else part[1]
    return Document("1", text, tuple(spans))


def replaced(doc: Document, scope: Scope, keep_states: bool = False) -> list[str | None]:
    """The new text of each span, None for one that is left out."""
    found: dict[Span, str] = {}
    for labels, filler in ((PLACES, Places(keep_states)), (FACILITIES, fill_facilities)):
        found |= filler(doc, [span for span in doc.spans if span.label in labels], scope)
    return [found.get(span) for span in doc.spans]


def alone(label: str, text: str, scope: Scope, keep_states: bool = False) -> str | None:
    """What takes the place of a text by itself."""
    return replaced(note((label, text)), scope, keep_states)[0]
