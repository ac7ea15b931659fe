"""Label consistency (Aramaki 2006): the label that a first stage gave most often to a word, or to a run of words.

Counted over the record, and over the corpus: the notes that the second stage was trained on, and the record itself.
(The paper's corpus is all that is labelled in one go; ours doesn't depend on what is labelled beside a note.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from incognote.learn.bio import OUTSIDE, class_of, entries
from incognote.learn.checks import require
from incognote.learn.reading import Reading

TOKEN_IN_RECORD, TOKEN_IN_CORPUS = "token-majority-in-record", "token-majority-in-corpus"
ENTRY_IN_RECORD, ENTRY_IN_CORPUS = "entry-majority-in-record", "entry-majority-in-corpus"
NAMES = (TOKEN_IN_RECORD, TOKEN_IN_CORPUS, ENTRY_IN_RECORD, ENTRY_IN_CORPUS)
_IN_CORPUS = (TOKEN_IN_CORPUS, ENTRY_IN_CORPUS)
_OF_TOKENS = (TOKEN_IN_RECORD, TOKEN_IN_CORPUS)

LabelCounts = Mapping[str, Mapping[str, int]]
"""How often each word, or run of words, has had each class."""


@dataclass(frozen=True, repr=False)
class Counts:
    """What the first stage said in the corpus."""

    tokens: LabelCounts
    entries: LabelCounts


def from_texts(texts: Mapping[str, LabelCounts]) -> Counts:
    """Counts that were stored."""
    tables = texts["tokens"], texts["entries"]
    require(all(isinstance(times, int) for table in tables for of in table.values() for times in of.values()))
    return Counts(*tables)


def count(notes: Iterable[tuple[Sequence[str], Sequence[str]]]) -> Counts:
    """Counts over notes, each its words and their labels by the first stage."""
    tokens: dict[str, Counter[str]] = {}
    runs: dict[str, Counter[str]] = {}
    for words, labels in notes:
        _add(tokens, zip(words, map(_shown, labels), strict=True))
        _add(runs, _named_runs(words, labels))
    return Counts(tokens, runs)


def values(name: str, corpus: Counts) -> Callable[[Reading], list[str]]:
    """The feature of that name. A tie goes to the class that is first in the alphabet, so that order doesn't count."""

    def of_tokens(reading: Reading) -> list[str]:
        tables = [counts.tokens for counts in counted(reading)]
        return [_majority(word, tables) for word in reading.words]

    def of_entries(reading: Reading) -> list[str]:
        tables = [counts.entries for counts in counted(reading)]
        words, labels = reading.words, reading.first_labels
        found = [OUTSIDE] * len(words)
        for first, last, _ in entries(labels):
            found[first:last] = [_majority(" ".join(words[first:last]), tables)] * (last - first)
        return found

    def counted(reading: Reading) -> list[Counts]:
        if name in _IN_CORPUS and reading.in_corpus:
            return [corpus]
        record = count([(reading.words, reading.first_labels)])
        return [record, corpus] if name in _IN_CORPUS else [record]

    return of_tokens if name in _OF_TOKENS else of_entries


def _shown(label: str) -> str:
    return class_of(label) or OUTSIDE


def _named_runs(words: Sequence[str], labels: Sequence[str]) -> Iterable[tuple[str, str]]:
    return ((" ".join(words[first:last]), name) for first, last, name in entries(labels))


def _add(table: dict[str, Counter[str]], pairs: Iterable[tuple[str, str]]) -> None:
    for key, name in pairs:
        table.setdefault(key, Counter())[name] += 1


def _majority(key: str, tables: Sequence[LabelCounts]) -> str:
    sums: Counter[str] = Counter()
    for table in tables:
        sums.update(table.get(key, {}))
    return min(sums, key=lambda name: (-sums[name], name))
