"""Corpora as Uzuner 2008 made them: notes of one source, filled in one style, from a seed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import inf
from random import Random

from incognote.evaluate.words import joined_word_places
from incognote.experiments.classes import NAMED, class_of, in_classes
from incognote.experiments.described import Described, describe
from incognote.experiments.printed import uzuner2008
from incognote.synth.fill import fill
from incognote.synth.selection import select, words_by_label
from incognote.synth.slots import Template
from incognote.synth.styles import STYLES, Shares, make_style, shares_of
from incognote.synth.terms import medical_terms
from incognote.types import Document

SIZES = {"random": 20_000, "ambiguous": 20_000, "oov": 20_000, "challenge": 150_000}
"""Words of the papers' corpora, and the most that we make of the largest. Other styles fill all notes."""

AMBIGUOUS_TEXT = 20.0
"""Per cent of words outside PHI that are names elsewhere in the ambiguous corpus (section 5.2)."""
_LONG = 80
"""Words of a note that may stand for a discharge summary, where there are enough such notes."""
_TERMS = 500
_TRIES = 8
"""How often shares are corrected by what came of them; the nearest try is taken."""
_PLAIN = re.compile(r"[^\W\d_]{3,}(?:\W+[^\W\d_]{3,})*")

__all__ = ["SIZES", "STYLES", "synthesize"]


def synthesize(style: str, templates: Sequence[Template], seed: int, words: int | None = None) -> list[Document]:
    """Notes with invented PHI in a style; the same seed gives the same notes."""
    size = words or SIZES.get(style)
    chosen = _chosen(templates, size, seed) if size else list(templates)
    if style not in ("ambiguous", "challenge"):
        return _filled(chosen, style, seed)
    goals = shares_of(style)
    best, nearest, shares, wanted = list[Document](), inf, goals, AMBIGUOUS_TEXT
    outside = _words_outside(chosen)
    terms = medical_terms([_outside(template) for template in chosen])
    for _ in range(_TRIES):
        few = _with_share(terms, outside, wanted) if style == "ambiguous" else terms
        docs = _filled(chosen, style, seed, few, outside, shares)
        found = describe(docs)
        off = _differences(found, goals)
        text_off = AMBIGUOUS_TEXT - found.share("", found.ambiguous()) if style == "ambiguous" else 0.0
        far = sum(map(abs, (text_off, *(value for group in off.values() for value in group.values()))))
        if far < nearest:
            best, nearest = docs, far
        shares = _corrected(shares, off)
        wanted += text_off
    return best


def _chosen(templates: Sequence[Template], size: int, seed: int) -> list[Template]:
    """Notes with classes as near the paper's shares as can be: long ones whose locations are words, if they suffice."""
    by_id = {template.doc.id: template for template in templates}
    docs = [in_classes(_slotted(template)) for template in templates]
    long = [doc for doc in docs if words_by_label(doc).total() >= _LONG and _has_plain_places(doc)]
    enough = sum(words_by_label(doc).total() for doc in long) >= size
    printed = uzuner2008.COUNTS["1"].column("random")
    whole = sum(printed.values())
    shares = {"" if name == "Non-PHI" else name.upper(): number / whole for name, number in printed.items()}
    return [by_id[doc.id] for doc in select(long if enough else docs, size, shares, Random(f"{seed} notes"))]


def _filled(
    templates: Sequence[Template],
    style: str,
    seed: int,
    terms: Sequence[str] = (),
    outside: Mapping[str, int] | None = None,
    shares: Shares | None = None,
) -> list[Document]:
    words = make_style(style, Random(f"{seed} {style}"), terms, outside or {}, shares)
    return [fill(template, words, Random(f"{seed} {style} {template.doc.id}")) for template in templates]


def _slotted(template: Template) -> Document:
    return template.doc.with_spans(slot.span for slot in template.slots)


def _has_plain_places(doc: Document) -> bool:
    """Whether all locations are words, for which medical words can stand: no numbers, no codes of states."""
    return all(
        _PLAIN.fullmatch(doc[span]) and not doc[span].isupper() for span in doc.spans if span.label == "LOCATION"
    )


def _outside(template: Template) -> str:
    """The text of a note between the slots that are PHI in the papers."""
    pieces, at = [], 0
    for slot in template.slots:
        if class_of(slot.span.label):
            pieces.append(template.doc.text[at : slot.span.start])
            at = slot.span.end
    return "\n".join((*pieces, template.doc.text[at:]))


def _words_outside(templates: Sequence[Template]) -> Counter[str]:
    texts = map(_outside, templates)
    return Counter(text[start:end].casefold() for text in texts for start, end in joined_word_places(text))


def _with_share(terms: Sequence[str], outside: Counter[str], per_cent: float) -> list[str]:
    """So many terms, neighbours in frequency, whose words have this share of the text, or the most they can have."""
    ranked = sorted(terms, key=lambda term: (-outside[term], term))
    whole = outside.total() or 1
    first = 0
    while first + _TERMS < len(ranked):
        if 100 * sum(outside[term] for term in ranked[first : first + _TERMS]) / whole <= per_cent:
            break
        first += 1
    return ranked[first : first + _TERMS]


def _differences(found: Described, goals: Shares) -> dict[str, dict[str, float]]:
    """By how many points each share of a class is below its goal."""
    measures: dict[str, Callable[[], frozenset[str]]] = {
        "ambiguous": found.ambiguous,
        "unknown": found.out_of_vocabulary,
    }
    return {
        name.lower(): {
            kind: 100 * goal - found.share(name, measures[kind]()) for kind, goal in goals[name.lower()].items()
        }
        for name in NAMED
    }


def _corrected(shares: Shares, off: Mapping[str, Mapping[str, float]]) -> Shares:
    return {
        group: {kind: min(1.0, max(0.0, share + off[group][kind] / 100)) for kind, share in of.items()}
        for group, of in shares.items()
    }
