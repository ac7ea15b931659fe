"""What is looked for in an output: the PHI of the originals in the forms by which it is known again.

A form is the letters and digits of a word, a name or a number, folded, without what stands between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from incognote.labels import CONCEPT, OTHER, main_category
from incognote.replace.sections import SECTION
from incognote.verify import ages, days, findings
from incognote.verify.findings import Reason
from incognote.verify.words import Words, generic_words, is_common, standard_words, words_of

_GENERAL = ("STATE", "COUNTRY", "PROFESSION")
_WARDS = ("DEPARTMENT", "ROOM")
_TELEPHONES = ("PHONE", "FAX")
_TAILS = (10, 7)  # digits that are left of a telephone number without the code of a country, and of an area
_SHORTEST, _SURE = 3, 5  # letters and digits that a number must have to be looked for, and to fail
_LONGEST = 500
_EXTENSION = re.compile(r"(?i)\s*(?:x|ext)\.?\s*\d{1,6}\s*$")
_WITHOUT_ZEROS = 7  # digits of a number whose leading zeros may be left out
_SHORTEST_PART = 4
_MOST_WORDS = 4
_JOINTS = frozenset({"", "-", "'", "’", "‘", "`", "\u2010", "\u2011", "\u2013"})


@dataclass(frozen=True, slots=True)
class Original:
    """How a form was written: the label, why it is a finding, and what its next occurrence must look like.

    `spaced` forms may have blanks inside. `small` and `capitals` say that it was written in small letters or capitals.
    """

    label: str
    reason: Reason
    spaced: bool = False
    small: bool = False
    capitals: bool = False

    def __or__(self, other: Original) -> Original:
        """The more serious of both, which may look like either."""
        worse = other if other.reason.verdict > self.reason.verdict else self
        either = {name: getattr(self, name) or getattr(other, name) for name in ("spaced", "small", "capitals")}
        return replace(worse, **either)


@lru_cache(maxsize=20_000)
def forms_of(label: str, text: str) -> Mapping[str, Original]:
    """What to look for of a replaced text; nothing of sections, ages under 90 and terms of medicine."""
    found: dict[str, Original] = {}
    for words in words_of(text) if words_in(label) else ():
        small, capitals = text.islower(), text.isupper()
        for form, original in _forms(label, words):
            new = replace(original, small=small, capitals=capitals)
            found[form] = found[form] | new if form in found else new
    return found


def words_in(label: str) -> bool:
    """Whether what is replaced under a label is looked for."""
    return label not in (SECTION, CONCEPT)


def _forms(label: str, words: Words) -> Iterator[tuple[str, Original]]:
    category = main_category(label)
    if category == "DATE":
        yield from _dates(label, words)
    elif category == "AGE":
        yield from _ages(label, words)
    elif label in _GENERAL:
        if len(whole := "".join(words.keys)) >= _SHORTEST:  # ID and CA are more than states
            yield whole, Original(label, findings.GENERAL, spaced=True)
    elif category in ("ID", "CONTACT") or label in ("ZIP", "USERNAME"):
        yield from _numbers(label, words)
    elif category == "LOCATION":
        yield from _places(label, words)
    else:
        yield from _names(label, words)
        if category == OTHER and any(map(str.isdecimal, words.keys)):
            yield from _numbers(label, words)


def _ages(label: str, words: Words) -> Iterator[tuple[str, Original]]:
    for age in ages.old_ages(words.keys):
        yield str(age), Original(label, findings.AGE)
        yield from ((way, Original(label, findings.AGE, spaced=True)) for way in ages.ways_to_write(age))


def _dates(label: str, words: Words) -> Iterator[tuple[str, Original]]:
    """Full dates as one number, and holidays; how else dates are written is looked for number by number."""
    for form in (form for when in days.whens_of(words.text) for form in days.glued(when)):
        yield form, Original(label, findings.FULL_DATE)
    if days.is_holiday(words.text) and not all(map(is_common, words.keys)):
        yield "".join(words.keys), Original(label, findings.GENERAL, spaced=True)


def _names(label: str, words: Words) -> Iterator[tuple[str, Original]]:
    """Each word of a name, words that a hyphen or an apostrophe joins, and the whole name, its last word first too."""
    letters = [key for key in words.keys if not key.isdecimal() and len(key) > 1 and key not in standard_words()]
    for key in letters:
        yield key, Original(label, findings.WORD if is_common(key) else findings.NAME)
    for joined in _joined(words):
        yield joined, Original(label, findings.NAME)
    if 1 < len(letters) <= _MOST_WORDS:
        for ordered in (letters, [letters[-1], *letters[:-1]], [*letters[1:], letters[0]]):
            yield "".join(ordered), Original(label, findings.NAME, spaced=True)


def _joined(words: Words) -> Iterator[str]:
    """Doubles and names behind an apostrophe in one word: fairweatherquist, obrien."""
    runs = [0]
    for at in range(len(words.keys) - 1):
        runs.append(runs[-1] + (words.gap(at) not in _JOINTS))
    for _, run in groupby(zip(runs, words.keys, strict=False), key=lambda pair: pair[0]):
        keys = [key for _, key in run if not key.isdecimal()]
        keys = keys[:-1] if keys[-1:] == ["s"] else keys
        joined = "".join(keys)
        if len(keys) > 1 and (len(joined) >= _SHORTEST_PART or not joined.isascii()):
            yield joined


def _numbers(label: str, words: Words) -> Iterator[tuple[str, Original]]:
    """A number's digits and letters; of a telephone number also without its extension, country and area."""
    plain = "".join(words.keys)
    if not any(map(str.isdecimal, words.keys)) and len(words.keys) == 1 and is_common(plain):
        yield plain, Original(label, findings.WORD)
        return
    forms = {plain}
    if label in _TELEPHONES:
        dialled = "".join(filter(str.isdecimal, _EXTENSION.sub("", words.text)))
        forms |= {dialled, *(dialled[-tail:] for tail in _TAILS if len(dialled) > tail)}
        names = (key for key in words.keys if len(key) >= _SHORTEST and key.isalpha() and not is_common(key))
        yield from ((name, Original(label, findings.NAME)) for name in names)  # 617-555-0134 (Maria)
    forms |= {form.lstrip("0") for form in forms if form.isdecimal() and len(form) >= _WITHOUT_ZEROS}
    for form in forms:
        if _SHORTEST <= len(form) <= _LONGEST and len(set(form)) > 1:
            yield form, Original(label, findings.NUMBER if len(form) >= _SURE else findings.SHORT, spaced=True)


def _places(label: str, words: Words) -> Iterator[tuple[str, Original]]:
    """A place's whole name, and those of its words that are no others."""
    whole = "".join(words.keys)
    own = [key for key in words.keys if key not in generic_words() and key not in standard_words()]
    if not own or len(whole) < _SHORTEST:
        return
    rare = [key for key in own if not key.isdecimal() and not is_common(key)]
    is_sure = label not in _WARDS and (rare or (any(map(str.isdecimal, own)) and len(whole) > _SURE))
    yield whole, Original(label, findings.PLACE if is_sure else findings.COMMON_PLACE, spaced=True)
    if len(words.keys) > 1:
        yield from ((key, Original(label, findings.PART)) for key in rare if len(key) >= _SHORTEST_PART)
        numbers = (key for key in own if key.isdecimal() and len(key) >= _SURE)
        yield from ((key, Original(label, findings.NUMBER)) for key in numbers)
