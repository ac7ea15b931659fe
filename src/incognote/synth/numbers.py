"""Invented numbers of records, rooms and places: new letters and digits in the marks, groups and case of a model."""

from __future__ import annotations

import re
from functools import cache
from random import Random

from incognote import lexicons
from incognote.synth.ages import fill_age
from incognote.synth.surfaces import another, digits_of, has_digit_words, in_case, misread_like, read_right, with_digits
from incognote.synth.tables import table

_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
"""Codes spare the letters that look like digits."""

_HEX = "ABCDEF"
_RUN = re.compile(r"[^\W\d_]+")
_CODE = re.compile(r"[A-Za-z]+")
_GROUP = re.compile(r"\d+")
_YEAR = re.compile(r"19[89]\d|20[0-3]\d")
_PREFIX_OF_AIRCRAFT = re.compile(r"N(?=\d{1,5}[A-Z]{0,2}$)|[A-Z]{1,2}-(?=[A-Z]{3,4}$)")
_WORD_SIZE, _LONG, _COMMON = 3, 6, 3.5
_US = re.compile(r"(\d{5})(\D*\d{4})?")
_UK = re.compile(r"([A-Z]{1,2})(\d[A-Z\d]?)(\s*)(\d)([A-Z]{2})", re.IGNORECASE)
_CANADA = re.compile(r"[A-Z]\d[A-Z][\s-]*\d[A-Z]\d", re.IGNORECASE)
_COUNTRY = re.compile(r"[^\W\d]+[\s-]?[\d\s-]+")
_LETTERS_OF_ZIP = {"uk": "ABDEFGHJLNPQRSTUWXYZ", "first": "ABCEGHJKLMNPRSTVXY", "canada": "ABCEGHJKLMNPRSTVWXYZ"}
_ROOM_LETTERS = ("ABCD", "NESW", "LR", "FGH", "JK")
_LAST_ROOM = 40
_SSN_AREAS = (*("9dd",) * 8, "000", "666")
"""Areas that no number was ever given for; 9dd with groups below 50 isn't given to taxpayers either."""


def fill_number(label: str, model: str, rng: Random) -> str:
    """Another value of the same form for an id, a postal code, a room or an age."""
    by_label = {"AGE": fill_age, "SSN": fill_ssn, "ZIP": fill_zip, "ROOM": fill_room, "VEHICLE": fill_plate}
    return by_label.get(label, fill_id)(model, rng)


def number_in_form(label: str, rng: Random) -> str:
    """A value for a slot without a model, in one of the usual forms of its label."""
    return fill_number(label, rng.choice(table("numbers")["forms"][label]), rng)


def fill_id(model: str, rng: Random) -> str:
    """New digits and codes; words stay."""
    return another(model, lambda: _new_id(model, rng))


def fill_ssn(model: str, rng: Random) -> str:
    """A number that no one has: its area is 9dd, 000 or 666. Of a shorter one, the last digits, all are drawn."""

    def draw() -> str:
        digits = digits_of(model)
        if len(digits) != 9:
            return with_digits(model, _drawn(len(digits), rng))
        area = rng.choice(_SSN_AREAS).replace("dd", _drawn(2, rng))
        return with_digits(model, f"{area}{rng.randrange(1, 50):02}{rng.randrange(1, 10000):04}")

    return another(model, draw)


def fill_zip(model: str, rng: Random) -> str:
    """A postal code of the same country's form; letters in front of digits alone are a country's and stay."""

    def draw() -> str:
        if _US.fullmatch(model):
            return with_digits(model, rng.choice(_zip3s()) + _drawn(len(digits_of(model)) - 3, rng))
        if uk := _UK.fullmatch(model):
            return _uk(uk, rng)
        if _CANADA.fullmatch(model):
            return _canadian(model, rng)
        return _new_digits(model, rng) if _COUNTRY.fullmatch(model) else _new_id(model, rng)

    return another(model, draw)


def fill_room(model: str, rng: Random) -> str:
    """Another room: small numbers stay small, and beds stay beds: of A to D, by the window or the door."""

    def draw() -> str:
        if has_digit_words(model):
            return _new_digits(model, rng)
        numbers = _GROUP.sub(lambda group: _room_number(group[0], rng), model)
        return _CODE.sub(lambda run: _room_letter(run[0], rng), numbers)

    return another(model, draw)


def fill_plate(model: str, rng: Random) -> str:
    """Another plate; a state in front stays, and the country of an aircraft."""
    first = re.match(r"([^\W\d_]+\.?)[\s-]+(?=.*\d)", model)
    if first is None or first[1].casefold() not in lexicons.load("states"):
        first = _PREFIX_OF_AIRCRAFT.match(model)
    start = first.end() if first else 0
    return model[:start] + fill_id(model[start:], rng)


def is_known(word: str) -> bool:
    """Whether a word without capitals is no code: a short one only if it is common, as codes look like rare ones."""
    usual = lexicons.number("common-words", "zipf", word)
    if usual >= _COMMON or len(word) < _LONG:
        return usual >= _COMMON
    return usual > 0 or any(lexicons.has(name, word) for name in ("common-words", "medical-words"))


def is_word(text: str) -> bool:
    """Whether letters of an id are a word, not a code."""
    return len(text) >= _WORD_SIZE and is_known(text.casefold())


def _drawn(size: int, rng: Random) -> str:
    return "".join(rng.choice("0123456789") for _ in range(size))


def _new_id(model: str, rng: Random) -> str:
    return misread_like(_new_codes(_new_digits(read_right(model), rng), rng), model)


def _new_digits(model: str, rng: Random) -> str:
    """The model with other digits."""
    text = read_right(model)
    if has_digit_words(text):
        return with_digits(text, _drawn(len(digits_of(text)), rng))
    groups = [group[0] for group in _GROUP.finditer(text)]
    return misread_like(_GROUP.sub(lambda group: _new_group(group[0], len(groups) > 1, rng), text), model)


def _new_group(old: str, among_others: bool, rng: Random) -> str:
    """Another group of digits: zeros that lead it stay, since they fill it up; a year is another year."""
    if not old.isascii():
        return with_digits(old, _drawn(len(old), rng))
    if among_others and _YEAR.fullmatch(old):
        return str(rng.randint(1990, 2026))
    kept = min(len(old) - len(old.lstrip("0")), len(old) - 1)
    return "0" * kept + rng.choice("123456789") + _drawn(len(old) - kept - 1, rng)


def _new_codes(text: str, rng: Random) -> str:
    """The text with other letters, but for words, number words and what isn't of our alphabet."""
    letters = "".join(_CODE.findall(text)).upper()
    pool = _HEX if len(letters) > 1 and set(letters) <= set(_HEX) else _LETTERS

    def drawn(run: re.Match[str]) -> str:
        word = run[0]
        if not word.isascii() or has_digit_words(word) or is_word(word):
            return word
        return "".join(in_case(rng.choice(pool), letter) for letter in word)

    return _RUN.sub(drawn, text)


@cache
def _zip3s() -> tuple[str, ...]:
    return tuple(sorted(lexicons.load("zip3")))


@cache
def _uk_areas(size: int) -> tuple[str, ...]:
    return tuple(area for area in table("numbers")["uk"]["areas"] if len(area) == size)


def _uk(model: re.Match[str], rng: Random) -> str:
    area, district, gap, _, unit = model.groups()
    new = "".join(rng.choice("123456789") if char.isdigit() else rng.choice("ABEHPV") for char in district)
    letters = "".join(rng.choice(_LETTERS_OF_ZIP["uk"]) for _ in unit)
    text = f"{rng.choice(_uk_areas(len(area)))}{new}{gap}{rng.choice('123456789')}{letters}"
    return text.lower() if model[0].islower() else text


def _canadian(model: str, rng: Random) -> str:
    first = rng.choice(_LETTERS_OF_ZIP["first"])
    rest = re.sub(r"[A-Za-z]", lambda _: rng.choice(_LETTERS_OF_ZIP["canada"]), model[1:])
    text = first + re.sub(r"\d", lambda _: _drawn(1, rng), rest)
    return text.lower() if model.islower() else text


def _room_number(old: str, rng: Random) -> str:
    """The last two digits count the rooms of a floor; what comes before them is the floor."""
    if len(old) == 1:
        return rng.choice("123456789")
    last = _LAST_ROOM if int(old[-2:]) <= _LAST_ROOM else 99
    if len(old) == 2:
        return f"{rng.randint(1, 9) if old.startswith('0') else rng.randint(10, last):02}"
    floor = "".join("0" if digit == "0" else rng.choice("123456789") for digit in old[:-2])
    return f"{floor}{rng.randint(1, last):02}"


def _room_letter(old: str, rng: Random) -> str:
    if is_word(old):
        return old
    pools = {letter: pool for pool in _ROOM_LETTERS for letter in pool}
    return "".join(in_case(rng.choice(pools.get(letter.upper(), _LETTERS)), letter) for letter in old)
