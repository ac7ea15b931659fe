"""Slots: the places of a note that PHI is put into."""

from __future__ import annotations

from dataclasses import dataclass

from incognote.resolve import resolve
from incognote.types import Document, Span


@dataclass(frozen=True, repr=False)
class Slot:
    """A place of a note and its label.

    What is put there has the form of the model: its words, order, marks, case and line breaks. `whose` tells apart what
    models alone don't: two doctors of a note whose names were both taken out.
    """

    span: Span
    model: str
    whose: str = ""

    def __repr__(self) -> str:
        return f"Slot({self.span!r})"


@dataclass(frozen=True, repr=False)
class Template:
    """A note with slots, which are disjoint and in order."""

    doc: Document
    slots: tuple[Slot, ...]

    def __repr__(self) -> str:
        return f"Template({self.doc.id!r}, {len(self.slots)} slots)"


def annotated(doc: Document) -> Template:
    """Each PHI of an annotated note is a slot whose model is the PHI itself; what overlaps is made disjoint."""
    return Template(doc, tuple(Slot(span, doc[span]) for span in resolve(doc.spans)))
