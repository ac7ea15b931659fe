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
from incognote.synth.placeholders import written_out
from incognote.synth.slots import Slot, Template
from incognote.types import Document, Span

_TERMS = ("medical-words", "drugs", "eponyms", "device-words", "diseases", "abbreviations", "anatomy")
_NO_PLACES = ("languages", "nationalities", "religions", "months", "weekdays", "holidays")
_NUMBERED = (*MAIN_CATEGORIES["ID"], "PHONE", "FAX", "ROOM", "ZIP", "IPADDR")
_NAMES = ("last", "first-male", "first-female", "places-clear")
_COMMON, _COMMON_NAME, _VERY_COMMON = (
    3.0,
    4.0,
    5.0,
)  # how usual words are, on Zipf's scale, that aren't looked on as names
_FIRST_NAME = 200.0  # how many in a million have a first name that is looked on as one though it is a word too
_CAPITALISED = re.compile(r"(?<=[a-z0-9,;)] )[A-Z][a-z][\w’'-]*")
_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_POSSESSIVE = re.compile(r"[’']s?$")
_TITLE = re.compile(r"\b(?:Drs?|DR|Mr|Mrs|Ms|Miss|MRS|Doctor)\.? +$")
_DAY = re.compile(r"(?:\d{1,2}-)?\d{1,2}/\d{1,2}|\d{1,2}(?:st|nd|rd|th)")
_ON = re.compile(r"\b(?:on|dated|since|until|through|by|from|of|in|the|and)\s+$", re.I)
_MODEL = re.compile(r"(?:model|manufacturer|product|style)\s*[:#]?\s*#?\s*$", re.I)
_VITAL = re.compile(r"(?:BP|HR|RR|T|P) ?\d")
_BRAND = re.compile(r"(?!(?:Mc|Mac|De|Di|La|Le|Van|Von|Fitz)[A-Z])[A-Z][a-z]+[A-Z]\w*|[A-Z]\w+-[A-Z]\w+")
_FOLLOWING = re.compile(r"(?:[’']s)?(?:[ -]+[\w’'-]+){0,3}")


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
    return None if any(_suspects(whole)) else whole


@cache
def engines() -> Callable[[Document], Sequence[Span]]:
    """What finds the PHI that was left: two engines as far as their spans are likely in such notes, and our rules."""
    rules = recipes.build("deid", recipes.Parts(also=("all-ages",)))
    learned = recipes.build("wi-deid")

    def find(doc: Document) -> Sequence[Span]:
        ours = list(_by_rules(doc))
        sure = [span for span in rules.find(doc).spans if _likely(doc, span)]
        more = [span for span in learned.find(doc).spans if _likely(doc, span) and _says_so(doc[span], span.label)]
        found = resolve([*ours, *sure, *more])
        return [_placed(doc, span) for span in resolve([*found, *_again(doc, found)])]

    return find


def _by_rules(doc: Document) -> Iterator[Span]:
    for pattern, rule in _rules():
        for match in pattern.finditer(doc.text):
            span = Span(*match.span("phi"), rule["label"], source="transcribed")
            if not (rule.get("person") or rule.get("place")) or not _is_term(doc.text, *match.span("phi")):
                yield span


def _again(doc: Document, found: Sequence[Span]) -> Iterator[Span]:
    """Where the name of a place or an organisation stands again: the Terrace of someone living at Terrace."""
    labels = {doc[span]: span.label for span in found if span.label in ("HOSPITAL", "ORGANIZATION")}
    for text in sorted(labels):
        for match in re.finditer(rf"\b{re.escape(text)}\b", doc.text):
            yield Span(*match.span(), labels[text], 0.5)


def _says_so(text: str, label: str) -> bool:
    """Whether what the learned engine found has capitals and, if it is a facility, a word of facilities."""
    if label not in ("HOSPITAL", "ORGANIZATION"):
        return _capital(text)
    last = lexicons.normal(text).rpartition(" ")[2]
    return _capital(text) and any(last in lexicons.load(f"{kind}-words") for kind in ("hospital", "school", "company"))


def _likely(doc: Document, span: Span) -> bool:
    """Whether what an engine found is PHI in such a note: no term of medicine, no heading, no measure."""
    text, before = doc[span], doc.text[max(0, span.start - 20) : span.start]
    if span.label in ("DATE", "AGE"):
        return _is_time(text, before, doc.text[span.end : span.end + 2])
    if span.label in _NUMBERED:
        return sum(map(str.isdigit, text)) >= 5 and not _MODEL.search(before) and not _VITAL.match(text)
    if span.label in ("PROFESSION", "EMAIL", "URL"):
        return not text.isupper()
    if not _capital(text) or _MODEL.search(before):
        return False
    if _TITLE.search(before):
        return True
    if span.label in MAIN_CATEGORIES["NAME"] and (not _is_listed(text) or _ends_in_state(text)):
        return False
    return not _BRAND.fullmatch(text) and not _is_term(doc.text, span.start, span.end)


def _is_time(text: str, before: str, after: str) -> bool:
    """Whether a date or an age is none of a list's numbers, a strength of 4/5 or a pain of 5/10."""
    if _DAY.fullmatch(text):
        return bool(_ON.search(before)) and not text.endswith(("/5", "/10"))
    listed = after.startswith(".") and before.rstrip(" ").endswith("\n")
    return not listed and not before.endswith("-") and (any(map(str.isdigit, text)) or text[0].isupper())


def _is_listed(text: str) -> bool:
    """Whether words in small letters but the first have one that is a person's name."""
    words = [lexicons.normal(word) for word in _WORD.findall(text)]
    return not text.isupper() and any(word in lexicons.load(name) for word in words for name in _NAMES[:3])


def _ends_in_state(text: str) -> bool:
    """Whether a town and its state were taken for a last and a first name."""
    return "," in text and lexicons.normal(text.rpartition(",")[2]) in lexicons.load("states")


def _placed(doc: Document, span: Span) -> Span:
    """The span, with a place's label if it is the name of a place and of no person; who did something is staff."""
    if span.label in MAIN_CATEGORIES["NAME"]:
        span = replace(span, end=span.start + len(_POSSESSIVE.sub("", doc[span])))
    item, before = lexicons.normal(doc[span]), doc.text[max(0, span.start - 9) : span.start]
    if span.label in ("PATIENT", "DOCTOR", "CITY") and not _TITLE.search(before):
        for lexicon, label in (("states", "STATE"), ("countries", "COUNTRY"), ("places-clear", "CITY")):
            if item in lexicons.load(lexicon) and not any(item in lexicons.load(name) for name in _NAMES[:3]):
                return replace(span, label=label)
    return replace(span, label="DOCTOR") if span.label == "PATIENT" and before.endswith(" by ") else span


def _capital(text: str) -> bool:
    words = _WORD.findall(text)
    return bool(words) and words[0][0].isupper() and words[-1][0].isupper()


def _is_term(text: str, start: int, end: int) -> bool:
    """Whether words are no name by what they are or by what follows: Foley, a Heaney clamp, the Recovery Room."""
    if _makes_term(text[end : end + 60]):
        return True
    words = [_POSSESSIVE.sub("", lexicons.normal(word)) for word in _WORD.findall(text[start:end])]
    return not words or words[-1] in _term_words() or all(_is_known(word) for word in words)


def _makes_term(following: str) -> bool:
    words = _FOLLOWING.match(following)
    return words is not None and any(
        word in _term_words() or word.removesuffix("s") in _term_words() for word in _WORD.findall(words[0].lower())
    )


def _is_known(word: str) -> bool:
    """Whether a word is one of medicine or of every day."""
    if (usual := _usual().get(word, 0.0)) >= (_COMMON_NAME if word in lexicons.load("last") else _COMMON):
        return usual >= _VERY_COMMON or word not in _first_names()
    return word in _spared() or any(word in lexicons.load(name) for name in (*_TERMS, *_NO_PLACES))


def _suspects(template: Template) -> Iterator[int]:
    """Where a capitalised word inside a sentence looks like a name and lies in no slot."""
    text = template.doc.text
    taken = [(slot.span.start, slot.span.end) for slot in template.slots]
    for match in _CAPITALISED.finditer(text):
        word = _POSSESSIVE.sub("", lexicons.normal(match[0]))
        if any(start <= match.start() < end for start, end in taken) or _is_term(text, *match.span()):
            continue
        if any(word in lexicons.load(name) for name in _NAMES):
            yield match.start()


def _outside(doc: Document, span: Span, taken: Sequence[tuple[int, int]]) -> Iterator[Span]:
    """What of a span lies outside slots and is more than marks or little words."""
    for start, end in bare_parts(span.start, span.end, taken):
        if (start, end) == (span.start, span.end):
            yield span
            continue
        text = doc.text[start:end]
        start, end = end - len(text.lstrip(" ,.;:'’")), start + len(text.rstrip(" ,.;:"))
        if start < end and not _is_term(doc.text, start, end):
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


@cache
def _term_words() -> frozenset[str]:
    return frozenset(load_toml("synth/transcribed.toml")["terms"]) | lexicons.load("device-words").words


@cache
def _spared() -> frozenset[str]:
    return frozenset(load_toml("synth/transcribed.toml")["spared"])


@cache
def _usual() -> dict[str, float]:
    words = lexicons.load("common-words")
    return words.numbers(words.columns[0])


@cache
def _first_names() -> frozenset[str]:
    """First names that many have."""
    numbers = (lexicons.load(name).numbers("per_million") for name in ("first-male", "first-female"))
    return frozenset(name for column in numbers for name, number in column.items() if number >= _FIRST_NAME)
