"""Words as they are compared: without case and accents, in all their spellings, and one slip of the pen away."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache

_LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ħ": "h", "ı": "i"}
    | dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff", "")
)
_WRITTEN_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
_SHORTEST_CONTRACTED = 4
_LONGEST_NUMBER = 40
_SHORTEST_WITH_SLIPS = 5  # letters


def fold(word: str) -> str:
    """A word in small letters without accents: Müller and MULLER are one."""
    if word.isascii():
        return word.lower()
    letters = unicodedata.normalize("NFKD", word.casefold()).translate(_LETTERS)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def key_of(token: str) -> str:
    """What a token is looked up by: the folded word, or the number without leading zeros."""
    if token.isdecimal() and len(token) <= _LONGEST_NUMBER:
        return str(int(token))
    return fold(token)


def spellings(word: str) -> set[str]:
    """The folded word, and with umlauts written out or contracted: Müller, Mueller, Muller."""
    folded = fold(word)
    found = {folded}
    if not word.isascii():
        found.add(fold(unicodedata.normalize("NFC", word.casefold()).translate(_WRITTEN_OUT)))
    if "ae" in folded or "oe" in folded or "ue" in folded:
        contracted = folded.replace("ae", "a").replace("oe", "o").replace("ue", "u")
        if len(contracted) >= _SHORTEST_CONTRACTED:
            found.add(contracted)
    return found


def one_edit_apart(one: str, other: str) -> bool:
    """Whether one letter added, left out, replaced, or swapped with its neighbour makes one word the other."""
    if len(one) > len(other):
        one, other = other, one
    start = 0
    while start < len(one) and one[start] == other[start]:
        start += 1
    rest, other_rest = one[start:], other[start:]
    if len(one) == len(other):
        swapped = rest[1:2] + rest[:1] + rest[2:]
        return bool(rest) and (rest[1:] == other_rest[1:] or swapped == other_rest)
    return rest == other_rest[1:]


class SlipIndex:
    """Words by their halves: a slip of the pen spoils one half of a word and leaves the other.

    For the few words of a person's names it is made faster than an index of deletions, and asked no slower.
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._halves: dict[tuple[int, str], list[str]] = {}
        self._ends: set[str] = set()
        for word in words:
            if len(word) >= _SHORTEST_WITH_SLIPS:
                self._ends |= {word[:2], word[-2:]}
                half = (len(word) - 1) // 2
                self._halves.setdefault((len(word), word[:half]), []).append(word)
                self._halves.setdefault((-len(word), word[-half:]), []).append(word)

    def find(self, slip: str) -> str | None:
        """A word that is one edit away."""
        if slip[:2] not in self._ends and slip[-2:] not in self._ends:
            return None
        for length in range(max(len(slip) - 1, _SHORTEST_WITH_SLIPS), len(slip) + 2):
            half = (length - 1) // 2
            for key in ((length, slip[:half]), (-length, slip[-half:])):
                for word in self._halves.get(key, ()):
                    if one_edit_apart(slip, word):
                        return word
        return None


@cache
def word_list(name: str) -> frozenset[str]:
    """A list of words in `data/known.toml`."""
    from incognote.data import load_toml

    return frozenset(load_toml("known.toml")[name].split())


@cache
def nicknames() -> dict[str, frozenset[str]]:
    """What else a bearer of each first name may be called: a full name's short forms, a short form's full names.

    A short form of one full name alone leads to that name's other short forms too.
    """
    from incognote.data import load_toml

    groups = [line.split() for lines in load_toml("nicknames.toml").values() for line in lines]
    full_names: dict[str, set[str]] = {}
    short_forms: dict[str, set[str]] = {}
    for full, *shorts in groups:
        short_forms.setdefault(full, set()).update(shorts)
        for short in shorts:
            full_names.setdefault(short, set()).add(full)
    others: dict[str, set[str]] = {name: set(shorts) for name, shorts in short_forms.items()}
    for short, fulls in full_names.items():
        others.setdefault(short, set()).update(fulls)
        if len(fulls) == 1:
            others[short] |= short_forms[next(iter(fulls))]
    return {name: frozenset(names - {name}) for name, names in others.items()}
