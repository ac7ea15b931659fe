"""Notes as other hands, machines and places would have written them, for learners to learn from."""

from __future__ import annotations

from random import Random

from incognote.synth.perturb import case, dates, eponyms, lines, marks, names, numbers, places, slips
from incognote.synth.perturb.edits import Kind, edited
from incognote.types import Document

__all__ = ["KINDS", "perturb"]

KINDS: dict[Kind, float] = {
    numbers.free_phones: 0.8,
    numbers.free_ids: 0.5,
    numbers.free_domains: 0.8,
    dates.other_dates: 0.4,
    dates.other_ages: 0.4,
    names.other_names: 0.4,
    names.lost_titles: 0.2,
    names.new_titles: 0.12,
    places.other_places: 0.4,
    eponyms.new_eponyms: 0.15,
    marks.typographic: 0.08,
    marks.lost_marks: 0.15,
    marks.lost_blanks: 0.06,
    marks.blanks_before_marks: 0.03,
    marks.doubled_blanks: 0.05,
    marks.tabs: 0.05,
    marks.fused_words: 0.08,
    marks.hard_blanks: 0.03,
    slips.lost_accents: 0.15,
    slips.mistyped: 0.15,
    slips.misread: 0.06,
    lines.unwrapped: 0.08,
    lines.wrapped: 0.12,
    lines.indented: 0.06,
    lines.paged: 0.05,
    case.headings_in_case: 0.1,
    case.names_in_case: 0.12,
    case.lines_in_case: 0.06,
    case.title_case: 0.03,
    case.capitals: 0.08,
    case.small_letters: 0.1,
}
"""How likely each kind is, in the order in which they are done: what is said first, how it is written last."""


def perturb(doc: Document, rng: Random) -> Document:
    """The note with its text changed in some ways, and each span on what its PHI became."""
    for kind, share in KINDS.items():
        if rng.random() < share:
            doc = edited(doc, kind(doc, rng))
    return doc
