"""Whether a prompt comes back as it was from a model that only echoes it."""

from __future__ import annotations

from collections.abc import Sequence, Set

from incognote.replace.edits import Alignment, apply
from incognote.roundtrip.restorer import Edit, Restorer, applied
from incognote.types import Document


def not_restored(doc: Document, sent: Sequence[str], restorer: Restorer, tagged: Set[int]) -> tuple[bool, set[int]]:
    """Whether any text doesn't come back as it was, and the spans by number that should have tags for that reason.

    They are those whose own text doesn't come back, else those whose pseudonyms change other text; none of `tagged`.
    """
    edited = apply(doc, sent)
    text, places = edited.doc.text, edited.alignment
    failed, culprits = False, set[int]()
    for start, end, edits in _stretches(restorer.edits(text), places):
        if applied(text, start, end, edits) != doc.text[places.to_old(start) : places.to_old(end)]:
            failed = True
            said = {new for edit in edits for new in edit.sent}
            inside = {i for i, at in enumerate(places.new_starts) if start <= at < end} - tagged
            culprits |= inside or {i for i, new in enumerate(sent) if new in said} - tagged
    return failed, culprits


def _stretches(edits: Sequence[Edit], places: Alignment) -> list[tuple[int, int, list[Edit]]]:
    """Stretches of the new text that no change and no span reaches out of, with the changes in them."""
    spans = [(start, end, None) for start, end in zip(places.new_starts, places.new_ends, strict=True)]
    changes = [(edit.start, edit.end, edit) for edit in edits]
    stretches: list[tuple[int, int, list[Edit]]] = []
    for start, end, edit in sorted([*spans, *changes], key=lambda change: change[:2]):
        inside = [edit] if edit else []
        if stretches and start < stretches[-1][1]:
            first, last, others = stretches.pop()
            stretches.append((first, max(last, end), others + inside))
        else:
            stretches.append((start, end, inside))
    return stretches
