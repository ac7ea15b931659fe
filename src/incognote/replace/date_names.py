"""The words in dates: months in several languages and lengths, weekdays, seasons, ordinals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from incognote.data import load_toml

MONTH, WEEKDAY, SEASON, FILLER, BETWEEN, ORDINAL = "m", "w", "s", "filler", "between", "ordinal"
DECADE = "decade"

SHORT = "short"
_SHORTEST, _LONGEST = 5, 10
"""The sizes of words that can be a misspelled month."""


@dataclass(frozen=True, slots=True)
class Names:
    """`kinds` says what a word is, `months` in which lists of months it stands and where."""

    kinds: Mapping[str, str]
    months: Mapping[str, Mapping[str, int]]
    lists: Mapping[str, Sequence[str]]
    ordinals: Sequence[str]
    decades: Sequence[str]
    misspelled: Mapping[str, str]

    def month(self, word: str) -> Mapping[str, int]:
        """The lists that have this month, in lower case, with its place in each: 0 to 11."""
        found = self.months.get(word)
        return self.months[self.corrected(word)] if found is None else found

    def kind(self, word: str) -> str:
        """What a word in lower case is, or ""; the name of a month may have one wrong letter."""
        return self.kinds.get(word) or (MONTH if self.corrected(word) else "")

    def corrected(self, word: str) -> str:
        """The English month that is one letter from a word: one too few, one too many, another, or two swapped."""
        if not _SHORTEST <= len(word) <= _LONGEST:
            return ""
        return next((found for cut in _with_one_less(word) if (found := self.misspelled.get(cut))), "")


@lru_cache(maxsize=1)
def names() -> Names:
    data = load_toml("replace/dates.toml")
    lists: dict[str, list[str]] = data["months"]
    words: dict[str, list[str]] = data["words"]
    months: dict[str, dict[str, int]] = {}
    for language, list_of_months in lists.items():
        for i, month in enumerate(list_of_months):
            months.setdefault(month.lower(), {})[language] = i
    kinds = {
        **dict.fromkeys(words["fillers"], FILLER),
        **dict.fromkeys(words["between"], BETWEEN),
        **dict.fromkeys(words["seasons"], SEASON),
        **dict.fromkeys(words["weekdays"], WEEKDAY),
        **dict.fromkeys(words["ordinals"], ORDINAL),
        **dict.fromkeys(words["decades"], DECADE),
        **dict.fromkeys(months, MONTH),
    }
    misspelled = {
        cut: month.lower() for month in lists["en"] if len(month) >= _SHORTEST for cut in _with_one_less(month.lower())
    }
    return Names(kinds, months, lists, words["ordinals"], words["decades"], misspelled)


def _with_one_less(word: str) -> list[str]:
    """The word, and the word without each of its letters in turn: two words that share one are a letter apart."""
    return [word, *(word[:i] + word[i + 1 :] for i in range(len(word)))]
