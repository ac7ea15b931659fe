"""Text with PHI tags inside it, as two formats have it."""

from __future__ import annotations

from collections.abc import Callable

from incognote.errors import CannotHoldError
from incognote.types import Document


def tagged(doc: Document, format_name: str, opening: Callable[[str], str], escape: Callable[[str], str] = str) -> str:
    """The text with a tag before and behind each span; spans that overlap are refused."""
    pieces: list[str] = []
    at = 0
    for span in doc.spans:
        if span.start < at:
            remedy = "choose another format, such as brat or jsonl"
            raise CannotHoldError(doc.id, format_name, "some of its spans overlap", remedy)
        pieces += [escape(doc.text[at : span.start]), opening(span.label), escape(doc[span]), "</PHI>"]
        at = span.end
    return "".join(pieces) + escape(doc.text[at:])
