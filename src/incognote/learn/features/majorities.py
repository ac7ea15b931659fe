"""Label consistency (Aramaki 2006): the label that a first stage gave most often to a word, or to a run of words.

Counted over the record, and over the corpus: the notes that the second stage was trained on, and the record itself.
(The paper's corpus is all that is labelled in one go; ours doesn't depend on what is labelled beside a note.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from incognote.learn.bio import OUTSIDE, class_of, entries
from incognote.learn.reading import Reading

TOKEN_IN_RECORD, TOKEN_IN_CORPUS = "token-majority-in-record", "token-majority-in-corpus"
ENTRY_IN_RECORD, ENTRY_IN_CORPUS = "entry-majority-in-record", "entry-majority-in-corpus"
NAMES = (TOKEN_IN_RECORD, TOKEN_IN_CORPUS, ENTRY_IN_RECORD, ENTRY_IN_CORPUS)

LabelCounts = Mapping[str, Mapping[str, int]]
"""How often each word, or run of words, has had each class."""


@dataclass(frozen=True, repr=False)
class Counts:
    """What the first stage said in the corpus."""

    tokens: LabelCounts
    entries: LabelCounts


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

    def in_record(reading: Reading) -> list[str]:
        words, labels = reading.words, reading.first_labels
        record = count([(words, labels)])
        if name in (TOKEN_IN_RECORD, TOKEN_IN_CORPUS):
            tables = (record.tokens,) if name == TOKEN_IN_RECORD else (record.tokens, corpus.tokens)
            return [_majority(word, tables) for word in words]
        tables = (record.entries,) if name == ENTRY_IN_RECORD else (record.entries, corpus.entries)
        found = [OUTSIDE] * len(words)
        for first, last, _ in entries(labels):
            found[first:last] = [_majority(" ".join(words[first:last]), tables)] * (last - first)
        return found

    return in_record


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
