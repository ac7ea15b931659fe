"""What SNoW and IdentiFinder look at around a word, as features that any learner can use (Uzuner 2008, Table 19)."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from incognote.learn.hmm_words import word_feature
from incognote.learn.reading import Reading

_NOWHERE: frozenset[str] = frozenset()
_START = "start of sentence"  # with blanks, which no word has


def snow(reading: Reading) -> list[Collection[str]]:
    """SNoW's features of words but for its dictionaries, which a recipe lists besides."""
    from incognote.learn.snow_features import Sentence, columns
    from incognote.learn.snow_words import examples_of_words

    sentences = zip(reading.by_sentence(reading.words), reading.by_sentence(reading.tags), strict=True)
    made = examples_of_words(columns([Sentence(words, tags, [_NOWHERE] * len(words)) for words, tags in sentences]))
    numbers, starts = made.active.features.tolist(), made.active.starts.tolist()
    return [[made.names[number] for number in numbers[first:last]] for first, last in pairwise(starts)]


def identifinder(reading: Reading) -> list[Collection[str]]:
    """A word, the one before it, the kind of each, and the two together: what IdentiFinder's bigrams are made of."""
    found: list[Collection[str]] = []
    for words in reading.by_sentence(reading.words):
        kinds = [word_feature(word, first=not place) for place, word in enumerate(words)]
        lowered = [word.lower() for word in words]
        for (before, kind_before), (word, kind) in pairwise([(_START, _START), *zip(lowered, kinds, strict=True)]):
            found.append(
                (
                    f"word {word}",
                    f"kind {kind}",
                    f"before {before}",
                    f"kind before {kind_before}",
                    f"both {before} {word}",
                    f"kinds {kind_before} {kind}",
                )
            )
    return found
