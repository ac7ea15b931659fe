"""Slots of transcribed reports in which names were taken out and some PHI was left.

Marks are slots (see `placeholders`); what engines and rules find besides is a slot whose model is its own text. A note
in which a word still looks like a name isn't used: leaving it would teach that names are no PHI.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from incognote import lexicons, recipes
from incognote.data import load_toml
from incognote.evaluate.match import bare_parts
from incognote.labels import MAIN_CATEGORIES
from incognote.resolve import resolve
from incognote.synth.full_names import full_names, is_given
from incognote.synth.likely import (
    ARTICLE,
    NAMES,
    POSSESSIVE,
    TITLE,
    capital,
    is_department,
    is_named,
    is_term,
    likely,
    stands_alone,
)
from incognote.synth.placeholders import written_out
from incognote.synth.slots import Slot, Template
from incognote.types import Document, Span

_CAPITALISED = re.compile(r"(?<=[a-z0-9,;)] )[A-Z][a-z][\w’'-]*")
_WHENCE = re.compile(r"\b(?:from|(?:move|moved|return|returned|airlifted|flew|back) to|in|near) $")
_SAINT = re.compile(r"\b(?:St|Saint|Mount|North|South|New)\.? $")
_KIND = re.compile(
    r" (?:(?:Regional |General |Memorial |Community )?(?:Hospitals?|Medical Center)|Company|Corporation|Inc\.?)$"
)


def slotted(
    doc: Document, rng: Random, leftovers: Callable[[Document], Sequence[Span]] | None = None
) -> Template | None:
    """The note with slots for its marks and for the PHI left in it, or nothing if it isn't safe to use."""
    template = written_out(doc, rng)
    if template is None or leftovers is None:
        return template
    taken = [(slot.span.start, slot.span.end) for slot in template.slots]
    found = [part for span in leftovers(template.doc) for part in _outside(template.doc, span, taken)]
    slots = [*template.slots, *(Slot(span, template.doc[span]) for span in found)]
    slots.sort(key=lambda slot: slot.span)
    whole = Template(template.doc, tuple(_joined(template.doc, slots)))
    return whole if next(_suspects(whole), None) is None else None


@cache
def engines() -> Callable[[Document], Sequence[Span]]:
    """What finds the PHI that was left: two engines as far as their spans are likely in such notes, and our rules."""
    rules = recipes.build("deid", recipes.Parts(also=("all-ages",)))
    learned = recipes.build("wi-deid")

    def find(doc: Document) -> Sequence[Span]:
        ours = list(_by_rules(doc))
        sure = [span for span in rules.find(doc).spans if likely(doc, span)]
        more = [span for span in learned.find(doc).spans if likely(doc, span) and _says_so(doc[span], span.label)]
        found = resolve([*ours, *sure, *more])
        return [_placed(doc, span) for span in resolve([*found, *_again(doc, found)])]

    return find


def _by_rules(doc: Document) -> Iterator[Span]:
    for pattern, rule in _rules():
        for match in pattern.finditer(doc.text):
            start, end = match.span("phi")
            if "listed" in rule:
                end = _listed(doc.text, start, end, rule["listed"])
            if start < end and _holds(doc.text, start, end, rule):
                yield Span(start, end, rule["label"], source="transcribed")


def _holds(text: str, start: int, end: int, rule: dict[str, Any]) -> bool:
    if rule.get("given"):
        return _is_alone(text, start, end)
    if rule.get("person") or rule.get("place"):
        return not is_term(text, start, end)
    if rule.get("facility") and is_department(text[start:end]):
        return False
    return not rule.get("named") or is_named(text[end : end + 60])


def _is_alone(text: str, start: int, end: int) -> bool:
    """Whether a first name stands for a person: it follows no title, no saint and no article."""
    before = text[max(0, start - 30) : start]
    return is_given(text[start:end]) and not any(mark.search(before) for mark in (TITLE, ARTICLE, _SAINT))


def _listed(text: str, start: int, end: int, names: str) -> int:
    """Where the longest name ends that begins there and is in one of the lexicons."""
    while end > start and not any(lexicons.normal(text[start:end]) in lexicons.load(name) for name in names.split()):
        end = max(text.rfind(" ", start, end), start)
    return end


def _again(doc: Document, found: Sequence[Span]) -> Iterator[Span]:
    """Where the name of a place or an organisation stands again: the Terrace of someone living at Terrace."""
    labels = {doc[span]: span.label for span in found if span.label in ("HOSPITAL", "ORGANIZATION")}
    short = {_KIND.sub("", text): label for text, label in labels.items() if _KIND.search(text)}
    labels |= {name: label for name, label in short.items() if stands_alone(name)}
    for text in sorted(labels):
        for match in re.finditer(rf"\b{re.escape(text)}(?!\w)", doc.text) if len(text) > 2 else ():
            if is_named(doc.text[match.end() : match.end() + 60]):
                yield Span(*match.span(), labels[text], 0.5)
    for town in sorted({doc[span] for span in found if span.label == "CITY"}):  # in small letters too
        for match in re.finditer(rf"\b(?:in|to|from|near) ({re.escape(town)})(?!\w)", doc.text, re.IGNORECASE):
            yield Span(*match.span(1), "CITY", 0.5)


def _says_so(text: str, label: str) -> bool:
    """Whether what the learned engine found has capitals and, if it is a facility, a word of facilities."""
    if label not in ("HOSPITAL", "ORGANIZATION"):
        return capital(text)
    last = lexicons.normal(text).rpartition(" ")[2]
    return capital(text) and any(last in lexicons.load(f"{kind}-words") for kind in ("hospital", "school", "company"))


def _placed(doc: Document, span: Span) -> Span:
    """The span, with a place's label if it is the name of a place and of no person; who did something is staff."""
    if span.label in MAIN_CATEGORIES["NAME"]:
        span = replace(span, end=span.start + len(POSSESSIVE.sub("", doc[span]).removesuffix(" I")))
    if span.label in MAIN_CATEGORIES["LOCATION"] and doc[span].endswith(".") and len(doc[span]) > 4:
        span = replace(span, end=span.end - 1)
    before = doc.text[max(0, span.start - 20) : span.start]
    if span.label in ("PATIENT", "DOCTOR", "CITY", "LOCATION-OTHER", "ORGANIZATION") and not TITLE.search(before):
        span = replace(span, label=_kind_of_place(lexicons.normal(doc[span]), span.label, bool(_WHENCE.search(before))))
    return replace(span, label="DOCTOR") if span.label == "PATIENT" and before.endswith(" by ") else span


def _kind_of_place(item: str, label: str, whence: bool) -> str:
    """The label of a place if words are its name, else the given one; a person's name may be whence someone comes."""
    person = label in MAIN_CATEGORIES["NAME"] and any(item in lexicons.load(name) for name in NAMES[:3])
    if person and not whence:
        return label
    if item in lexicons.load("states") and len(item) > 2:
        return "STATE"
    if item in lexicons.load("countries"):
        return "COUNTRY"
    towns = ("places-clear", "places-ambiguous") if person else ("places-clear",)
    is_town = label != "ORGANIZATION" and any(item in lexicons.load(name) for name in towns)
    return "CITY" if is_town else label


def _suspects(template: Template) -> Iterator[int]:
    """Where a capitalised word inside a sentence looks like a name, or two anywhere are one, and lie in no slot."""
    text = template.doc.text
    taken = [(slot.span.start, slot.span.end) for slot in template.slots]
    for start, end in full_names(text):
        if is_named(text[end : end + 60]) and not _is_taken(text, start, end, taken):
            yield start
    for match in _CAPITALISED.finditer(text):
        word = POSSESSIVE.sub("", lexicons.normal(match[0]))
        if any(start <= match.start() < end for start, end in taken) or is_term(text, *match.span()):
            continue
        lists = NAMES[3:] if ARTICLE.search(text[max(0, match.start() - 30) : match.start()]) else NAMES
        if any(word in lexicons.load(name) for name in lists):
            yield match.start()


def _is_taken(text: str, start: int, end: int, taken: Sequence[tuple[int, int]]) -> bool:
    """Whether all letters of a stretch lie in slots."""
    parts = bare_parts(start, end, taken)
    return not any(map(str.isalpha, "".join(text[left:right] for left, right in parts)))


def _outside(doc: Document, span: Span, taken: Sequence[tuple[int, int]]) -> Iterator[Span]:
    """What of a span lies outside slots and is more than marks or little words."""
    for start, end in bare_parts(span.start, span.end, taken):
        if (start, end) == (span.start, span.end):
            yield span
            continue
        text = doc.text[start:end]
        start, end = end - len(text.lstrip(" ,.;:'’")), start + len(text.rstrip(" ,.;:"))
        if start < end and not is_term(doc.text, start, end):
            yield Span(start, end, span.label)


def _joined(doc: Document, slots: Sequence[Slot]) -> Iterator[Slot]:
    """Slots of one label with a blank between them are one name."""
    held: Slot | None = None
    for slot in slots:
        if held and held.span.label == slot.span.label and doc.text[held.span.end : slot.span.start] == " ":
            span = Span(held.span.start, slot.span.end, slot.span.label)
            held = Slot(span, doc[span], held.whose or slot.whose)
            continue
        if held:
            yield held
        held = slot
    if held:
        yield held


@cache
def _rules() -> tuple[tuple[re.Pattern[str], dict[str, Any]], ...]:
    return tuple((re.compile(rule["pattern"]), rule) for rule in load_toml("synth/transcribed.toml")["rule"])
