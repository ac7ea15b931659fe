"""Notes of dates, for tests."""

import re

from incognote.replace.date_notes import shift_dates
from incognote.replace.edits import apply
from incognote.types import Document, Span


def note(*texts, between="; seen "):
    """A note of dates with other words between them."""
    doc, spans = "", []
    for text in texts:
        doc += between
        spans.append(Span(len(doc), len(doc) + len(text), "DATE"))
        doc += text
    return Document("1", doc + " again.", tuple(spans))


def shift(doc, by, day_first=False):
    """The note with all of its dates shifted; none may fail."""
    new, reasons = shift_dates(doc, by, day_first)
    assert not reasons
    return apply(doc, [new[i] for i in range(len(doc.spans))]).doc


def one(text, by, day_first=False):
    """A shifted date, or why it isn't."""
    new, reasons = shift_dates(note(text), by, day_first)
    return new[0] if new else next(iter(reasons))


def loosely(text):
    """A text without what a shifted date may fail to show: leading zeros, and how short a month's name is."""
    return re.sub(r"([^\W\d_]{3})[^\W\d_]*", r"\1", re.sub(r"(?<!\d)0(?=\d)", "", text))
