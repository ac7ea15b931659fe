"""Templates of any notes: annotated ones, and those that PHI was taken out of."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from incognote.label_maps import in_ours
from incognote.learn.learner import Progress, no_progress
from incognote.synth.slots import Template, annotated
from incognote.synth.transcribed import engines, slotted
from incognote.types import Document


def templates_of(docs: Sequence[Document], seed: int, progress: Progress = no_progress) -> tuple[list[Template], int]:
    """The templates of notes, and how many notes were left out. Notes of which none is annotated have other slots."""
    if any(doc.spans for doc in docs):
        return [annotated(in_ours(doc)) for doc in docs], 0
    found: list[Template] = []
    for number, doc in enumerate(docs):
        progress("looking for slots", number, len(docs))
        if template := slotted(doc, Random(f"{seed} {doc.id}"), engines()):
            found.append(template)
    return found, len(docs) - len(found)
