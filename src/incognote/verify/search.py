"""Looking for originals in a text: one walk over its words, each looked up in tables made once for a patient."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from incognote.known.dates import is_a_date
from incognote.known.words import word_list
from incognote.labels import main_category
from incognote.verify import ages, findings
from incognote.verify.days import Fields, ways_to_write, whens_of
from incognote.verify.originals import Original, forms_of
from incognote.verify.words import Words, is_common, is_eponym, is_frequent_surname, is_medical, is_word, words_of

_WIDEST = 3  # characters between two parts of a number, a name or a date
_FARTHEST = 4  # words from one number of a date to the next: `27th of December`
_SURE = 7  # letters and digits that stand in a row by chance hardly ever, whatever is between them
_HYPHENS = frozenset("-\u00ad\u2010\u2011\u2012\u2013'’‘`")
_BARE = re.compile(r"(?:^|[^\w/.-])\d+/\d+(?![\w/%-])")
_ORDINALS = frozenset({"st", "nd", "rd", "th", "of", "de"})
_AGE_BEHIND = frozenset({"year", "years", "yr", "yrs", "yo", "y", "yof", "yom"})
_AGE_BEFORE = frozenset({"age", "aged"})
_SHORT = 3
_AFTER_TITLE = (". ", ".", ".\n")  # `mr. may`, but neither `ms may` nor what is left of `Dr. Osei may`

Phi = tuple[str, str]
"""The label and the text of what was replaced."""


class Hit(NamedTuple):
    """What was found again: from which word to which, how it was known, and what it is of."""

    first: int
    last: int
    form: str | Fields
    original: Original

    def __repr__(self) -> str:
        return f"Hit({self.first}-{self.last}, {self.original.label})"


class Searcher:
    """Finds what was replaced, in any text."""

    def __init__(self, originals: Iterable[Phi]) -> None:
        self._forms: dict[str, Original] = {}
        self._dates: dict[Fields, Original] = {}
        for label, text in originals:
            for form, original in forms_of(label, text).items():
                known = self._forms.get(form)
                self._forms[form] = known | original if known else original
            if main_category(label) == "DATE":
                self._dates |= dates_of(label, text)
        self._begins = {form[:end] for form in self._forms for end in range(1, len(form) + 1)}
        self._fields = {field for fields in self._dates for field in fields}

    def find(self, text: str) -> Iterator[tuple[tuple[int, int], Hit]]:
        """Where something is, and what. Hits may overlap: what one is taken for must not hide another."""
        seen = set()
        for words in words_of(text):
            for hit in _judged(words, self._hits(words)):
                found = words.place(hit.first, hit.last), hit
                if (found[0], hit.form) not in seen:
                    seen.add((found[0], hit.form))
                    yield found

    def _hits(self, words: Words) -> Iterator[Hit]:
        for at, key in enumerate(words.keys):
            plain = key.lstrip("0") if key[0] == "0" else key
            if plain in self._fields:
                yield from self._date(words, at, plain)
            if key in self._begins:
                yield from self._from(words, at, key)
            if plain is not key and plain in self._begins:
                yield from self._from(words, at, plain)

    def _from(self, words: Words, first: int, so_far: str) -> Iterator[Hit]:
        """The forms that begin at a word."""
        last, between = first, ""
        while so_far in self._begins:
            original = self._forms.get(so_far)
            if original and (fitting := _spread(so_far, original, between, first == last)):
                yield Hit(first, last, so_far, fitting)
            if last + 1 == len(words.keys) or len(gap := words.gap(last)) > _WIDEST:
                return
            last += 1
            between += gap or "-"
            so_far += words.keys[last]

    def _date(self, words: Words, first: int, key: str) -> Iterator[Hit]:
        """The longest date that begins at a word."""
        fields, places = [key], [first]
        while len(fields) < 3 and (at := _next_field(words, places[-1])) is not None:
            places.append(at)
            fields.append(words.keys[at].lstrip("0") or "0")
        for size in range(len(fields), 0, -1):
            original = self._dates.get(tuple(fields[:size]))
            written = words.written(first, places[size - 1])
            if original and (size < 3 or is_a_date(written)) and not _is_ratio(fields[:size], words, first):
                yield Hit(first, places[size - 1], tuple(fields[:size]), original)
                return


def dates_of(label: str, text: str) -> dict[Fields, Original]:
    """The ways to write what a date says; of a full date also without its year."""
    found: dict[Fields, Original] = {}
    for when in whens_of(text):
        if when.is_full:
            named = (way for way in ways_to_write(when._replace(year=0)) if not all(map(str.isdecimal, way)))
            found |= dict.fromkeys(named, Original(label, findings.PART_OF_DATE))
    for when in whens_of(text):
        reason = findings.FULL_DATE if when.is_full else findings.PART_OF_DATE
        found |= dict.fromkeys(ways_to_write(when), Original(label, reason, small=text.islower()))
    return found


def _next_field(words: Words, at: int) -> int | None:
    for following in range(at + 1, min(at + _FARTHEST, len(words.keys))):
        if len(words.gap(following - 1)) > _WIDEST:
            return None
        if words.keys[following] not in _ORDINALS:
            return following
    return None


def _is_ratio(fields: list[str], words: Words, first: int) -> bool:
    """Whether two numbers are no day and month, but stand otherwise, or inside something longer: 1/2/3, CDK4/6."""
    if len(fields) != 2 or not all(map(str.isdecimal, fields)) or len(fields[1]) == 4:
        return False
    return words.gap(first) != "/" or not _BARE.match(words.text, max(0, words.starts[first] - 1))


def _spread(form: str, original: Original, between: str, is_one: bool) -> Original | None:
    """A form whose parts stand apart, as what it counts; None where they aren't parts of it."""
    if is_one:
        return original
    if not any(map(str.isdecimal, form)):
        return original if original.spaced or set(between) & _HYPHENS else None
    if len(form) >= _SURE or not between.strip("-"):
        return original
    if original.reason is findings.NUMBER:
        return replace(original, reason=findings.SPREAD)
    return original if original.spaced and original.reason in (findings.PLACE, findings.COMMON_PLACE) else None


def _is_meant(words: Words, hit: Hit) -> bool:
    """Whether what was found is written as a name or an age is: `may` is no May."""
    original, written = hit.original, words.written(hit.first, hit.last)
    if original.reason is findings.AGE:
        if ages.is_clear("".join(words.keys[hit.first : hit.last + 1])):
            return True
        before, behind = words.keys[max(0, hit.first - 1) : hit.first], words.keys[hit.last + 1 : hit.last + 2]
        return bool(_AGE_BEFORE.intersection(before) or _AGE_BEHIND.intersection(behind))
    keys = words.keys[hit.first : hit.last + 1]
    if original.label == "PROFESSION" or not all(map(is_common, keys)) or any(map(str.isdecimal, keys)):
        return True
    if _is_whole_name(hit):
        return True
    if len(written) <= _SHORT and written.isupper() and not original.capitals:
        return False
    return written[:1].isupper() or (original.small and len(written) >= _SHORT)


def _judged(words: Words, hits: Iterable[Hit]) -> Iterator[Hit]:
    """Hits with what stands beside them: a common word is a name behind a title or beside a name."""
    judged = [(hit, _is_titled(words, hit), _is_meant(words, hit)) for hit in hits]
    names = {at for hit, _, meant in judged if meant and _is_name(hit) for at in range(hit.first, hit.last + 1)}
    for hit, titled, meant in judged:
        if not meant and not (titled and _is_name(hit)):
            continue
        before = hit.first - 1 if hit.first and len(words.gap(hit.first - 1)) <= _WIDEST else -1
        behind = hit.last + 1 if hit.last + 1 < len(words.keys) and len(words.gap(hit.last)) <= _WIDEST else -1
        if not titled and before not in names and behind not in names:
            yield hit._replace(original=_alone(words, hit))
        elif hit.original.reason is findings.WORD and (meant or words.gap(before) in _AFTER_TITLE):
            yield hit._replace(original=replace(hit.original, reason=findings.NAME))
        else:
            yield hit


def _is_titled(words: Words, hit: Hit) -> bool:
    before = hit.first - 1
    return before >= 0 and len(words.gap(before)) <= _WIDEST and words.keys[before] in word_list("titles")


def _alone(words: Words, hit: Hit) -> Original:
    """What a hit is without a title or a name beside it: Graves' disease and frank blood are nobody's."""
    original, form = hit.original, words.keys[hit.first]
    if _is_whole_name(hit) and _runs_on(words, hit):
        return replace(original, reason=findings.WORD)
    if original.reason not in (findings.NAME, findings.PLACE) or hit.first < hit.last:
        return original
    behind = [key for key in words.keys[hit.last + 1 : hit.last + 4] if key != "s"]
    is_of_medicine = any(map(is_medical, behind[:2]))
    if is_eponym(form) and (is_of_medicine or (original.reason is findings.NAME and not is_frequent_surname(form))):
        return replace(original, reason=findings.EPONYM)
    if words.written(hit.first, hit.last).islower() and is_word(form):
        return replace(original, reason=findings.WORD)
    return original


def _is_name(hit: Hit) -> bool:
    return hit.original.reason in (findings.NAME, findings.WORD) and main_category(hit.original.label) == "NAME"


def _is_whole_name(hit: Hit) -> bool:
    return hit.first < hit.last and hit.original.spaced and hit.original.reason is findings.NAME


def _runs_on(words: Words, hit: Hit) -> bool:
    """Whether words are common ones in small letters with blanks between: `so young`, but not `hope, bob`."""
    places = range(hit.first, hit.last + 1)
    blank = all(words.gap(at).isspace() for at in places[:-1])
    return blank and words.written(hit.first, hit.last).islower() and all(is_common(words.keys[at]) for at in places)
