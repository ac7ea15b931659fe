"""Slots where PHI was taken out: `[REMOVED]`, `[**Known lastname 4567**]`, `<DATE>`, `Dr. X`, `MM/DD/YYYY`, `___`.

A mark's kind is told by its own words, else by what stands around it, else by the same mark elsewhere in the note. A
note with a mark whose kind none of these tells isn't used. A blank (`___`, `XXX`, `***`) may also be a word that wasn't
heard, so it is a slot only where its surroundings leave no doubt (`Dr. ___`, `MRN: ___`), and stays text elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

from incognote.data import load_toml
from incognote.labels import MAIN_CATEGORIES, main_category
from incognote.synth.slots import Slot, Template
from incognote.types import Document, Span

_REACH = 70  # characters on each side that tell a kind
_FAMILIES = {"name": "NAME", "place": "LOCATION", "number": "ID", "contact": "CONTACT"}
_PARTS = ("last", "first", "initial")
_SORTS = {"letters": "letters", "blank": "blank", "stars": "blank"}
_PEOPLE = {"patient": "PATIENT", "doctor": "DOCTOR"}
_OPEN = (*_FAMILIES, *_PARTS, *_PEOPLE, "any", "")
"""Kinds that the surroundings settle, or of which they tell the form: after a title, no bare first name."""

_BETWEEN_PARTS = re.compile(r",?[ \n]{0,2}")
_LETTERS = re.compile(r"[a-z]+")
_HE, _SHE = re.compile(r"\b(?:he|his|him|mr)\b", re.I), re.compile(r"\b(?:she|her|hers|mrs|ms)\b", re.I)
_TAG_DATE = re.compile(r"\s*(?:(?P<year>\d{4})-)?(?P<month>1[0-2]|0?[1-9])-(?P<day>3[01]|[12]\d|0?[1-9])\s*")
_TAG_MONTH = re.compile(r"\s*-?(?P<month>1[0-2]|0?[1-9])-?/(?P<year>\d{4})\s*")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_TAG_YEAR = re.compile(r"\s*(?:19|20|21|22)\d\d\s*")


@dataclass(frozen=True)
class Mark:
    """A place where PHI was taken out. `model` is there where the mark itself tells more than its kind."""

    start: int
    end: int
    sort: str
    inside: str
    kind: str
    model: str = ""
    label: str = ""


def written_out(doc: Document, rng: Random) -> Template | None:
    """The note with a model written in the place of each mark, or nothing if the kind of a mark can't be told."""
    marks = _settled(doc.text, find_marks(doc.text, rng))
    if marks is None:
        return None
    she = len(_SHE.findall(doc.text)) > len(_HE.findall(doc.text))
    text, end, slots = "", 0, []
    for number, mark in enumerate(marks):
        before, after = _more(doc.text, mark)
        text += doc.text[end : mark.start - len(before)]
        model = before + _model(doc.text, mark, rng, she) + after
        span = Span(len(text), len(text) + len(model), mark.label)
        slots.append(Slot(span, model, _whose(mark, number)))
        text, end = text + model, mark.end + len(after)
    return Template(Document(doc.id, text + doc.text[end:], (), doc.patient, doc.meta), tuple(slots))


def find_marks(text: str, rng: Random) -> list[Mark]:
    """The marks of a note in order; the parts of a name that stand together are one. Words in brackets may be none."""
    found: list[Mark] = []
    for match in sorted(_matches(text), key=lambda pair: (pair[1].start(), -pair[1].end())):
        if not found or match[1].start() >= found[-1].end:
            mark = _read(*match, rng)
            if mark.kind or mark.sort != "word":
                found.append(mark)
    joined: list[Mark] = []
    for mark in found:
        if joined and _one_name(text, joined[-1], mark):
            first = joined.pop()
            model = _part(first) + text[first.end : mark.start] + _part(mark)
            inside = mark.inside if mark.kind == "last" else first.inside
            mark = Mark(first.start, mark.end, first.sort, inside, "last", model)
        joined.append(mark)
    return joined


def _matches(text: str) -> Iterator[tuple[dict[str, Any], re.Match[str]]]:
    for rule in _rules("mark"):
        for match in rule["pattern"].finditer(text):
            yield rule, match


def _read(rule: dict[str, Any], match: re.Match[str], rng: Random) -> Mark:
    inside = next((group for group in match.groups() if group is not None), match[0])
    mark = Mark(match.start(), match.end(), rule["sort"], inside, rule.get("kind", ""))
    if mark.sort not in ("tag", "word"):
        return mark
    if model := _date(inside, rng):
        return replace(mark, kind="date", model=model)
    words = " ".join(_LETTERS.findall(inside.lower()))
    return replace(mark, kind=next((says["kind"] for says in _rules("says") if says["words"].fullmatch(words)), ""))


def _date(inside: str, rng: Random) -> str:
    """A date that a tag gives, in one of the forms of notes."""
    if date := _TAG_DATE.fullmatch(inside):
        month, day, year = int(date["month"]), int(date["day"]), date["year"]
        if year:
            return rng.choice((f"{month}/{day}/{year}", f"{_MONTHS[month - 1]} {day}, {year}", inside.strip()))
        return rng.choice((f"{month}/{day}", f"{_MONTHS[month - 1]} {day}"))
    if date := _TAG_MONTH.fullmatch(inside):
        return rng.choice((f"{int(date['month'])}/{date['year']}", f"{_MONTHS[int(date['month']) - 1]} {date['year']}"))
    return inside.strip() if _TAG_YEAR.fullmatch(inside) else ""


def _one_name(text: str, first: Mark, second: Mark) -> bool:
    between = text[first.end : second.start]
    return first.kind in _PARTS and second.kind in _PARTS and _BETWEEN_PARTS.fullmatch(between) is not None


def _part(mark: Mark) -> str:
    return mark.model or _kinds()[mark.kind]["models"][0]


def _settled(text: str, marks: list[Mark]) -> list[Mark] | None:
    """The marks that are slots, with kinds and labels; nothing if one that must be a slot has no kind."""
    told = [_told(text, mark) for mark in marks]
    known: dict[str, set[str]] = {}
    for mark in told:
        if mark.label:
            known.setdefault(mark.inside.lower(), set()).add(mark.label)
    settled = []
    for mark in told:
        mark = mark if mark.label else _as_elsewhere(mark, known.get(mark.inside.lower(), set()))
        if mark.label:
            settled.append(mark)
        elif not _is_text(text, mark, mark.inside.lower() in known):
            return None
    return settled


def _told(text: str, mark: Mark) -> Mark:
    """The mark with the label that its own words or its surroundings tell."""
    if mark.kind not in _OPEN:
        return replace(mark, label=_kinds()[mark.kind]["label"])
    sort = _SORTS.get(mark.sort, "tag")
    for rule, _, _ in _around(text, mark):
        label = _kinds()[rule["kind"]]["label"]
        if sort in rule["marks"] and _allowed(mark.kind, label):
            return replace(mark, label=label, kind=mark.kind if mark.kind in _PARTS else rule["kind"])
    return replace(mark, label=_usual(mark))


def _allowed(kind: str, label: str) -> bool:
    if kind in _PARTS:
        return label in ("PATIENT", "DOCTOR")
    if kind in _PEOPLE:
        return label == _PEOPLE[kind]
    return kind not in _FAMILIES or main_category(label) == _FAMILIES[kind]


def _usual(mark: Mark) -> str:
    """What a mark stands for wherever it is: PhysioNet's tags call the patient known and others by patterns."""
    inside = mark.inside.lower()
    if mark.kind in _PARTS or mark.kind == "name":
        if "known" in inside or "patient" in inside:
            return "PATIENT"
        return "DOCTOR" if "pattern" in inside or "doctor" in inside or "title" in inside else ""
    return _PEOPLE.get(mark.kind, "")


def _as_elsewhere(mark: Mark, labels: set[str]) -> Mark:
    """The mark as the note tells it in another place, if it names one there: Dr. XYZ, [**Last Name 5**]."""
    named = mark.sort == "letters" or any(map(str.isdigit, mark.inside))
    if not named or len(labels) != 1 or not _allowed(mark.kind, label := min(labels)):
        return mark
    kind = mark.kind if mark.kind in _PARTS else next(name for name in _kinds() if _kinds()[name]["label"] == label)
    return replace(mark, label=label, kind=kind)


def _is_text(text: str, mark: Mark, elsewhere: bool) -> bool:
    """Whether a mark that no kind was told of is none: a word that wasn't heard, or a word of medicine."""
    before, after = text[max(0, mark.start - _REACH) : mark.start], text[mark.end : mark.end + _REACH]
    if mark.sort in ("blank", "stars"):
        return not elsewhere or mark.inside.startswith("_")
    return mark.sort == "letters" and any(_fits(rule, before, after) for rule in _rules("text"))


def _around(text: str, mark: Mark) -> Iterator[tuple[dict[str, Any], str, str]]:
    """The rules that fit what stands around a mark, and what belongs to the slot before and after it."""
    before, after = text[max(0, mark.start - _REACH) : mark.start], text[mark.end : mark.end + _REACH]
    for rule in _rules("around"):
        if found := _fits(rule, before, after):
            yield rule, *found


def _fits(rule: dict[str, Any], before: str, after: str) -> tuple[str, str] | None:
    left = rule["before"].search(before) if "before" in rule else None
    right = rule["after"].match(after) if "after" in rule else None
    if ("before" in rule and not left) or ("after" in rule and not right):
        return None
    if "not_after" in rule and rule["not_after"].match(after):
        return None
    return _told_besides(left), _told_besides(right)


def _told_besides(match: re.Match[str] | None) -> str:
    return (match.groupdict().get("more") or "") if match else ""


def _more(text: str, mark: Mark) -> tuple[str, str]:
    """What belongs to the slot before and after a mark: the Hospital of `[REMOVED] Hospital`."""
    if mark.label not in MAIN_CATEGORIES["LOCATION"]:
        return "", ""
    fitting = (found for rule, *found in _around(text, mark) if _kinds()[rule["kind"]]["label"] == mark.label)
    return next(((left, right) for left, right in fitting if left or right), ("", ""))


def _model(text: str, mark: Mark, rng: Random, she: bool) -> str:
    model: str = mark.model or rng.choice(_kinds()[mark.kind]["models"])
    if mark.label == "PATIENT" and she and mark.kind != "relative":
        model = model.replace("John", "Mary").replace("J.", "M.")
    start, end = text.rfind("\n", 0, mark.start) + 1, text.find("\n", mark.end)
    line = text[start : mark.start] + text[mark.end : end if end >= 0 else len(text)]
    return model.upper() if line.isupper() and sum(map(str.isalpha, line)) > 3 else model


def _whose(mark: Mark, number: int) -> str:
    """Who or what was there: the same mark is the same again if it has letters or a number, else another each time."""
    label = mark.label.lower()
    if mark.model and mark.kind == "date":
        return ""
    if mark.sort == "letters" or (mark.sort == "tag" and mark.label != "PATIENT" and _numbered(mark)):
        return f"{label} {mark.inside.strip().lower()}"
    return label if mark.label == "PATIENT" and mark.kind != "relative" else f"{label} of mark {number}"


def _numbered(mark: Mark) -> bool:
    return mark.inside.strip()[-1:].isdigit()


@cache
def _rules(name: str) -> tuple[dict[str, Any], ...]:
    """Rules of the list with their patterns compiled; what stands before a mark ends where the mark begins."""
    compiled = []
    for rule in load_toml("synth/placeholders.toml")[name]:
        patterns = {key: rule[key] for key in ("pattern", "words", "before", "after", "not_after") if key in rule}
        if "before" in patterns:
            patterns["before"] = f"(?:{patterns['before']})\\Z"
        compiled.append({**rule, **{key: re.compile(pattern, re.I) for key, pattern in patterns.items()}})
    return tuple(compiled)


@cache
def _kinds() -> dict[str, dict[str, Any]]:
    kinds: dict[str, dict[str, Any]] = load_toml("synth/placeholders.toml")["kinds"]
    return kinds
