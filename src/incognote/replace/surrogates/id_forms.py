"""How ids are written: their letters and digits, and the marks, words and case around them, which stay."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

from incognote import lexicons
from incognote.data import load_toml
from incognote.replace.surrogates.check_digits import passed
from incognote.synth.numbers import is_known
from incognote.synth.surfaces import (
    DIGIT_WORDS,
    digit_places,
    digits_of,
    misread_like,
    read_right,
    written_digit,
    zero_word,
)

_RUN = re.compile(r"[^\W\d_]+")
_DIGIT, _DIGITS = re.compile(r"\d"), re.compile(r"\d+")
_LONG_WORD, _LONGEST_WORD = 4, 20
_NAMES = ("first-female", "first-male", "last")
_MISREAD = re.compile(r"[\W\d_Ool]*\d[Ool]+\d[\W\d_Ool]*")
"""A number that was misread: it has no letters but those that look like digits, and one of them between digits."""

_DOUBTFUL = re.compile(r".*XX.*|[\dOL]*\d[OL]+\d[\dOL]*")
"""Letters that would be read as a mask, or as a misread number."""


@dataclass(frozen=True, repr=False)
class Form:
    """An id as it stands. `core` has its letters, in capitals, and its digits; `places` is where each of them is.

    Words are not of the core, so that `MRN 70411` and `70411` have the same one.
    """

    text: str
    places: tuple[tuple[int, int], ...]
    core: str

    def __repr__(self) -> str:
        return f"Form({len(self.core)} letters and digits)"

    @property
    def has_words(self) -> bool:
        taken = sum(end - start for start, end in self.places)
        return taken < sum(map(str.isalnum, self.text))

    def write(self, core: str) -> str:
        """Other letters and digits in this form: capitals for capitals, words for digits that are spelled."""
        zero = zero_word(self.text)
        pieces, read = [], 0
        for (start, end), char in zip(self.places, core, strict=True):
            old = self.text[start:end]
            new = written_digit(old, char, zero) if char.isdecimal() else char.lower() if old.islower() else char
            pieces += [self.text[read:start], new]
            read = end
        return "".join([*pieces, self.text[read:]])

    def holds(self, core: str) -> bool:
        """Whether other letters and digits, written in this form, are read as what they are."""
        form = read(self.write(core))
        return form is not None and form.core == core and len(form.places) == len(self.places)


def read(text: str) -> Form | None:
    """The form of an id; None where there are no letters or digits to change, or some that we know no others for."""
    if text.isascii() and not _RUN.search(text):  # digits and marks alone, as mostly
        places = tuple([digit.span() for digit in _DIGIT.finditer(text)])
        return Form(text, places, "".join([text[start] for start, _ in places])) if places else None
    digits = _digits(text)
    words = _words(text, digits)
    if _MISREAD.fullmatch(_without(text, words)):
        text = read_right(text)
        digits = _digits(text)
    # The letters of an id that passes a check are of it, also where they look like a word, as in IBANs.
    if words and (form := _form(text, digits, {})) and passed(form.core):
        return form
    return _form(text, digits, words)


def misread_as(text: str, model: str) -> str:
    """A text with its digits misread as those of a model, if it is read as the same id then."""
    made, right = read(misread_like(text, model)), read(text)
    return misread_like(text, model) if made and right and made.core == right.core else text


def template(core: str) -> str:
    """What each letter or digit may become: `_` is a zero that leads and stays, `1` a digit that leads, `0` another.

    A letter is shown by the first one of its alphabet.
    """
    if core.isdecimal():
        return _of_digits(core)
    letters = "".join(char if char.isdecimal() else alphabets()[char][0] for char in core)
    return _DIGITS.sub(lambda run: _of_digits(run[0]), letters)


@cache
def alphabets() -> dict[str, str]:
    """The alphabet of each letter, all in capitals."""
    return {letter: alphabet for alphabet in _table()["alphabets"] for letter in alphabet}


def doubtful(core: str) -> bool:
    """Whether some letters, with one mark or another between them, would be read as a word or as digits."""
    if core.isdecimal():
        return False
    if _DOUBTFUL.fullmatch(core):
        return True
    runs = [run for run in _RUN.findall(core.casefold()) if len(run) > 1]
    return any(map(_is_word_of_ids, chain.from_iterable(map(_pieces, runs))))


def _pieces(run: str) -> Iterator[str]:
    """What of a run of letters may be a word; of the last letter it is that alone."""
    size = len(run)
    for start in range(size):
        for end in range(min(start + 2, size), min(start + _LONGEST_WORD, size + 1)):
            yield run[start:end]


def _of_digits(run: str) -> str:
    leading = len(run) - len(run.lstrip("0"))
    return "_" * leading + ("1" + "0" * (len(run) - leading - 1) if leading < len(run) else "")


def _digits(text: str) -> dict[int, str]:
    """The digits of a text, in digits or in words, by their places. `OH` is a zero only among other words."""
    digits = {start: old for old, start in digit_places(text) if old.isdecimal() or len(old) > 1}
    spelled = {old.casefold() for old in digits.values() if len(old) > 1}
    return {start: old for start, old in digits.items() if len(old) == 1} if spelled == {"oh"} else digits


def _words(text: str, digits: Mapping[int, str]) -> dict[int, int]:
    """Where the words of a text start and end that stay. What follows a digit is no word: `1FISH` is a code."""
    found = {}
    for run in _RUN.finditer(text):
        behind_digit = run.start() > 0 and text[run.start() - 1].isdecimal()
        if not behind_digit and run.start() not in digits and _stays(run[0].casefold()):
            found[run.start()] = run.end()
    return found


def _without(text: str, words: Mapping[int, int]) -> str:
    for start, end in words.items():
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _form(text: str, digits: Mapping[int, str], words: Mapping[int, int]) -> Form | None:
    places, core, at = [], [], 0
    while at < len(text):
        old = digits.get(at, text[at])
        end = words.get(at, at + len(old))
        if at not in words and (value := digits_of(old) if at in digits else _capitals().get(old, "")):
            places.append((at, end))
            core.append(value)
        elif at not in words and old.isalnum():
            return None
        at = end
    return Form(text, tuple(places), "".join(core)) if core else None


@cache
def _capitals() -> dict[str, str]:
    """The capital of each letter, if the letter can be made of the capital again."""
    return {form: letter for letter in alphabets() for form in (letter, letter.lower())}


def _stays(word: str) -> bool:
    return len(word) > 1 and ((_is_word_of_ids(word) and word not in DIGIT_WORDS) or set(word) == {"x"})


def _is_word_of_ids(word: str) -> bool:
    """Whether a word is no code, or one for a digit. A short one must be listed, since codes are short.

    None is a name, unless it is listed, so that a name with the label of an id doesn't stay.
    """
    if word in _listed_words():
        return True
    long = _LONG_WORD <= len(word) < _LONGEST_WORD
    return long and is_known(word) and not any(lexicons.has(names, word) for names in _NAMES)


@cache
def _listed_words() -> frozenset[str]:
    return frozenset(_table()["words"]) | DIGIT_WORDS.keys()


@cache
def _table() -> dict[str, Any]:
    return load_toml("replace/ids.toml")
