"""New words, letters and numbers for the names of streets, places and facilities.

What a word becomes depends on the scope and the word alone: Maple Hollow Regional Hospital, MAPLE HOLLOW ED and Maple
Hollow Road agree, and so do a clinic and the doctor it is named after. First letters are permuted as those of people's
names are, and so are the letters of acronyms.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import cache, lru_cache
from random import Random

from incognote import lexicons
from incognote.replace.surrogates.gazetteer import table, words
from incognote.replace.surrogates.scope import Scope
from incognote.replace.surrogates.words import new_letter, new_name, people_per_million
from incognote.synth.forms import fold

_USUAL, _COMMON = 2.8, 3.3
_FREQUENT_NAME = 100.0
"""From such a zipf on a word is an ordinary or a common one, unless so many people of a million have it as a name."""
_TRIES = 20
_FEW = 4
_SHORT_NUMBER = 2
_GROUP = re.compile(r"\d+")
_ORDINAL = re.compile(r"(\d+)(st|nd|rd|th)", re.IGNORECASE)


def proper_word(word: str, scope: Scope) -> str:
    """The folded word that takes the place of a proper word: of nature for an ordinary one, else a name."""
    old = fold(word)
    if old in words("ordinals"):
        return _one_of(tuple(words("ordinals")), "ordinal", old, scope)
    return _plain_word(old, scope) if is_ordinary(old) else new_name(old, scope)


def is_ordinary(word: str) -> bool:
    """Whether a folded word is an ordinary one rather than a name."""
    usual = _zipf(word) >= _USUAL or is_plain(word)
    return usual and people_per_million(word) < _FREQUENT_NAME


def is_common(word: str) -> bool:
    """Whether a folded word is such a common one that it rather says what something is: Symphony, Carpets."""
    return is_ordinary(word) and not is_plain(word) and _zipf(word) >= _COMMON


def is_plain(word: str) -> bool:
    """Whether places are named after a folded word, or after one of many such: Acorns."""
    return word in words("plain") or word.removesuffix("s") in words("plain")


def saint(name: str, scope: Scope) -> str:
    """Another saint, with the new letter where there is one."""
    old, letter = fold(name), new_letter(name, scope)
    same = tuple(other for other in words("saints") if other[0] == letter)
    return _one_of(same, "saint", old, scope, last="") or _one_of(tuple(words("saints")), "saint", old, scope)


def company(text: str, scope: Scope) -> str:
    """Another company of the same kind, as it is written; "" where the text is none of the list."""
    key = _company_key(text)
    if key not in _companies():
        return ""
    kind = _companies()[key]
    return _one_of(table()["companies"][kind], "company", fold(text), scope, last="")


def _company_key(text: str) -> str:
    return " ".join(fold(text).replace("’", "'").replace(".", "").split())


def acronym(letters: str, scope: Scope) -> str:
    """Other letters; those that stand for hospital, medical center and the like in the end stay."""
    old = fold(letters)
    kept = next((end for end in words("endings") if old.endswith(end) and len(end) < len(old)), "")
    changing = old.removesuffix(kept)
    new = "".join(new_letter(letter, scope) if letter.isalpha() else letter for letter in changing) + kept
    for i in range(_TRIES):
        if new != old and scope.allowed(new):
            return new
        rng = scope.rng("acronym", old, str(i))
        new = "".join(rng.choice("abcdefghklmnprstw") for _ in changing) + kept
    raise LookupError("no letters are left")


def number(digits: str, scope: Scope) -> str:
    """Another number of as many digits; a zero in front stays one."""
    if not digits.isascii():
        return "".join(
            chr(ord(d) - int(d) + int(new)) for d, new in zip(digits, _new_digits(digits, scope), strict=True)
        )
    return _new_digits(digits, scope)


def numbers(text: str, scope: Scope) -> str:
    """A text with other numbers; ordinals stay ordinals, and those of streets go up to 199."""
    if found := _ORDINAL.fullmatch(text):
        digits = number(found[1], scope)
        new = "1" + digits[-2:] if len(digits) > 2 else digits
        new = "1" + digits[:2] if new == found[1] else new
        return new + (ordinal_ending(int(new)).upper() if found[2].isupper() else ordinal_ending(int(new)))
    return _GROUP.sub(lambda group: number(group[0], scope), text)


def ordinal_ending(value: int) -> str:
    if value % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")


def _new_digits(digits: str, scope: Scope) -> str:
    plain = "".join(str(int(digit)) for digit in digits)
    zeros = len(plain) - len(plain.lstrip("0"))
    size = len(plain) - zeros
    if not size:  # nothing but zeros
        return "1" * len(plain)
    least = 10 ** (size - 1)
    if size <= _SHORT_NUMBER:
        return "0" * zeros + str(permuted(int(plain), least, 10 * least - 1, scope))
    drawn = least + scope.number("digits", plain) % (9 * least - 1)
    return "0" * zeros + str(drawn if drawn < int(plain) else drawn + 1)  # each but the old one


def permuted(value: int, least: int, most: int, scope: Scope) -> int:
    """The number that takes the place of another between two: none stays, and no two become one."""
    return _cycle(scope.number("numbers", str(least), str(most)), least, most)[value - least]


@lru_cache(maxsize=1_000)
def _cycle(seed: int, least: int, most: int) -> tuple[int, ...]:
    order = Random(seed).sample(range(least, most + 1), most + 1 - least)
    following = dict(zip(order, [*order[1:], order[0]], strict=True))
    return tuple(following[value] for value in range(least, most + 1))


def _plain_word(old: str, scope: Scope) -> str:
    letter = new_letter(old, scope)
    same = _plain_by_letter()[letter]
    new = _one_of(same, "plain", old, scope, last="") if len(same) >= _FEW else ""
    return new or _one_of(tuple(words("plain")), "plain", old, scope)


def _one_of(items: Sequence[str], purpose: str, old: str, scope: Scope, last: str | None = None) -> str:
    """The first item drawn that isn't the old one nor in the notes; where there is none, `last` or an error."""
    for i in range(_TRIES if items else 0):
        item = items[scope.number(purpose, old, str(i)) % len(items)]
        if fold(item) != old and scope.allowed(item):
            return item
    if last is None:
        raise LookupError("no word is left")
    return last


@cache
def _plain_by_letter() -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for word in words("plain"):
        found[word[0]].append(word)
    return found


def _zipf(word: str) -> float:
    return lexicons.number("common-words", "zipf", word)


@cache
def _companies() -> dict[str, str]:
    """Companies in folded form, and of which kind they are."""
    kinds = table()["companies"]
    listed = {_company_key(item): "employers" for item in lexicons.load("companies") if not is_ordinary(fold(item))}
    return listed | {_company_key(item): kind for kind, items in kinds.items() for item in items}
