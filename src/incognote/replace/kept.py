"""What it takes to give a replaced note back as it was."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from typing import NamedTuple

from incognote.errors import VaultError, shown
from incognote.replace.edits import Alignment
from incognote.types import Document, Span


class Replacement(NamedTuple):
    """A stretch of the old note: where it began, its label, its text, and the text that took its place."""

    start: int
    label: str
    old: str
    new: str

    def __repr__(self) -> str:
        return f"Replacement({self.start}, {self.label})"


@dataclass(frozen=True, repr=False)
class KeptNote:
    """A note's new id, its old id and patient, a digest of its new text, and all that was replaced, in order."""

    new_id: str
    old_id: str
    patient: str | None
    digest: str
    replaced: tuple[Replacement, ...]

    def __repr__(self) -> str:
        return f"KeptNote({len(self.replaced)} replacements)"

    @classmethod
    def of(cls, before: Document, after: Document, alignment: Alignment) -> KeptNote:
        """What to keep of a note: as it was, with the spans that were replaced, and as it is written."""
        places = zip(before.spans, alignment.new_starts, alignment.new_ends, strict=True)
        replaced = (Replacement(s.start, s.label, before[s], after.text[start:end]) for s, start, end in places)
        kept = cls(after.id, before.id, before.patient, _digest(after.text), tuple(replaced))
        if kept.restore(after).text != before.text:  # it would be found out when the old note is gone
            raise ValueError("the new note is not the old one with its spans replaced")
        return kept

    def restore(self, doc: Document) -> Document:
        """The old note from the new one, which must be what was written, to the letter."""
        if _digest(doc.text) != self.digest:
            problem = "its text is not the one that was written, so the old one can't be put together"
            raise VaultError(f"note {shown(doc.id)}: {problem}; take it as deidentify wrote it")
        pieces: list[str] = []
        spans = []
        read = made = 0
        for start, label, old, new in self.replaced:
            unchanged = doc.text[read : read + start - made]
            pieces += (unchanged, old)
            read += len(unchanged) + len(new)
            made = start + len(old)
            spans.append(Span(start, made, label))
        text = "".join((*pieces, doc.text[read:]))
        return replace(doc, id=self.old_id, text=text, spans=tuple(spans), patient=self.patient)

    def to_bytes(self) -> bytes:
        values = (self.new_id, self.old_id, self.patient, self.digest, self.replaced)
        return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")

    @classmethod
    def from_bytes(cls, content: bytes) -> KeptNote:
        new_id, old_id, patient, digest, replaced = json.loads(content.decode("utf-8", "surrogatepass"))
        return cls(new_id, old_id, patient, digest, tuple(Replacement(*values) for values in replaced))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
