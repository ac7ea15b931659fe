"""A note of an output beside its original: what was changed, what is left of what was replaced, what else is found."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from incognote.evaluate.match import bare_parts, covered
from incognote.labels import MAIN_CATEGORIES, main_category
from incognote.replace.alignment_file import Aligned, Stretch
from incognote.replace.date_names import WEEKDAY, names
from incognote.replace.earlier_tags import is_tag
from incognote.types import Document, Span
from incognote.verify import findings
from incognote.verify.findings import Finding, Reason, Verdict
from incognote.verify.originals import forms_of
from incognote.verify.search import Hit, Searcher, dates_of
from incognote.verify.unchanged import compared
from incognote.verify.words import is_common, kinds_of_places

_PLAIN_TAGS = frozenset({"[PHI]", *(f"[{category}]" for category in MAIN_CATEGORIES)})
_MAY_STAY = ("STATE", "COUNTRY", "DEPARTMENT")
_WORD = re.compile(r"[^\W\d_]+")
_GROUP = re.compile(r"90\+|9\d['’]?s\b")  # ages over 89 that are one
_SURE = 7  # letters and digits that no surrogate has by chance


def check(old: Document, new: Document, note: Aligned, searcher: Searcher) -> list[Finding]:
    """What is wrong with a note. The searcher knows what was replaced in all notes of its patient."""
    if len(old.text) != note.old_length:
        return [Finding(findings.NO_ORIGINAL)]
    difference, stretches = compared(old.text, new.text, note)
    found = [Finding(findings.CHANGED, findings.TEXT, *difference)] if difference else []
    left = [*_left(old, new, stretches, searcher), *_kept_ages(old, new, stretches), *_left_elsewhere(new, searcher)]
    return [*found, *_outermost([*left, *_kept(old, new, stretches)])]


def found_again(scanned: Document, note: Aligned, known: Sequence[Finding]) -> Iterator[Finding]:
    """What an engine finds in an output outside the replacements, and that isn't known."""
    places = [(stretch.new_start, stretch.new_end) for stretch in note.stretches]
    places += [(finding.start, finding.end) for finding in known if finding.where == findings.TEXT]
    cover = covered(Span(start, end, "x") for start, end in places if start < end)
    for span in scanned.spans:
        for start, end in bare_parts(span.start, span.end, cover):
            if any(map(str.isalnum, scanned.text[start:end])):
                yield Finding(findings.FOUND, findings.TEXT, start, end, span.label, round(span.score, 4))


def _left(old: Document, new: Document, stretches: Sequence[Stretch], searcher: Searcher) -> Iterator[Finding]:
    starts = [stretch.new_start for stretch in stretches]
    for (start, end), hit in searcher.find(new.text):
        last = bisect_left(starts, end) - 1  # the last stretch that begins before the end
        reason: Reason | None = hit.original.reason
        if last >= 0 and start < stretches[last].new_end:
            is_inside = stretches[last].new_start <= start and end <= stretches[last].new_end
            reason = _inside(hit, stretches[last], old, new) if is_inside else findings.BESIDE
        if reason:
            yield Finding(reason, findings.TEXT, start, end, hit.original.label)


def _outermost(left: Sequence[Finding]) -> Iterator[Finding]:
    """Findings but those that lie inside one that is as serious: a name's words inside the name."""
    outer: dict[tuple[str, Verdict], int] = {}
    for finding in sorted(left, key=lambda one: (one.where, one.start, -one.end, -one.reason.verdict)):
        verdicts = [verdict for verdict in Verdict if verdict >= finding.reason.verdict]
        if all(finding.end > outer.get((finding.where, verdict), 0) for verdict in verdicts):
            yield finding
        key = finding.where, finding.reason.verdict
        outer[key] = max(finding.end, outer.get(key, 0))


def _inside(hit: Hit, stretch: Stretch, old: Document, new: Document) -> Reason | None:
    """What an original is that is found inside a replacement: nothing where a surrogate may be the same.

    A shifted date may be another date of the patient; a state, a weekday or a ward may stay what it is. What only
    makes a person look counts where it is of the very text that was replaced: 12 Osei Street, 63 Osei Street.
    """
    replacement = new.text[stretch.new_start : stretch.new_end]
    if is_tag(replacement) or replacement in _PLAIN_TAGS:
        return None
    replaced = stretch.label, old.text[stretch.old_start : stretch.old_end]
    reason = hit.original.reason
    if main_category(stretch.label) == "DATE":
        is_same = hit.form in dates_of(*replaced) or hit.form in forms_of(*replaced)
        if not is_same or len(hit.form) == 1:  # a year or a month alone may stay
            return None
        return findings.NOT_REPLACED if reason is findings.FULL_DATE else reason
    if reason is findings.AGE:
        return None  # ages are looked at by themselves
    known = forms_of(*replaced)
    if isinstance(hit.form, str) and hit.form in known:
        if Verdict.FAIL in (reason.verdict, known[hit.form].reason.verdict):
            return findings.NOT_REPLACED
        return None if _may_stay(stretch.label, hit.form) else reason
    if reason.verdict is not Verdict.FAIL and reason is not findings.WORD:
        return None
    if reason is findings.NAME:
        return findings.SURROGATE
    return reason if reason is findings.NUMBER and len(hit.form) >= _SURE else findings.ALIKE


def _may_stay(label: str, form: str) -> bool:
    """Whether a surrogate may have what its original has: a state, a nurse, the Lake of a town's name."""
    is_kind = main_category(label) == "LOCATION" and form in kinds_of_places()
    return is_kind or label in _MAY_STAY or (label == "PROFESSION" and is_common(form))


def _kept(old: Document, new: Document, stretches: Sequence[Stretch]) -> Iterator[Finding]:
    """Weekdays, states and countries that stay by design: for a person to say whether they may."""
    for stretch in stretches:
        text = new.text[stretch.new_start : stretch.new_end]
        stays = text and text == old.text[stretch.old_start : stretch.old_end]
        if stays and (stretch.label in ("STATE", "COUNTRY") or (stretch.label == "DATE" and _has_weekday(text))):
            yield Finding(findings.KEPT, findings.TEXT, stretch.new_start, stretch.new_end, stretch.label)


def _has_weekday(text: str) -> bool:
    return any(names().kind(word.lower()) == WEEKDAY for word in _WORD.findall(text))


def _kept_ages(old: Document, new: Document, stretches: Sequence[Stretch]) -> Iterator[Finding]:
    """Ages over 89 whose replacement has the same age: no word beside them need tell that they are ages."""
    for stretch in stretches:
        if main_category(stretch.label) == "AGE":
            before = forms_of(stretch.label, old.text[stretch.old_start : stretch.old_end])
            after = forms_of(stretch.label, _GROUP.sub("", new.text[stretch.new_start : stretch.new_end]))
            if not before.keys().isdisjoint(after):
                yield Finding(findings.AGE, findings.TEXT, stretch.new_start, stretch.new_end, stretch.label)


def _left_elsewhere(new: Document, searcher: Searcher) -> Iterator[Finding]:
    """What is left in the names of note and patient, and in what was written beside the text."""
    for where, name in ((findings.ID, new.id), (findings.PATIENT, new.patient or "")):
        for (start, end), hit in searcher.find(name):
            if hit.original.reason.verdict is Verdict.FAIL and not _goes_on(name, start, end):
                yield Finding(hit.original.reason, where, start, end, hit.original.label)
    for field, value in new.meta.items():
        for text in _texts(value):
            for (start, end), hit in searcher.find(text):
                yield Finding(hit.original.reason, str(field), start, end, hit.original.label)


def _goes_on(name: str, start: int, end: int) -> bool:
    """Whether letters or digits go on around a place: a pseudonym may hold a short name by chance."""
    return name[max(0, start - 1) : start].isalnum() or name[end : end + 1].isalnum()


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from (*_texts(name), *_texts(inner))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)
    elif value is not None:
        yield str(value)
