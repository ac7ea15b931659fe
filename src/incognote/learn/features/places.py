"""Features of a place in a note: the words around it, its tag, its sentence, its section."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import pairwise

import numpy as np

from incognote.layout.lemmas import lemma
from incognote.learn.features import contexts, evidence, lines
from incognote.learn.features.coded import Coded
from incognote.learn.features.templates import template
from incognote.learn.reading import Reading

_EDGE = "no word"  # with a blank, which no word has
_TOP_LINES, _BOTTOM_LINES = 10, 5  # Aramaki 2006, Table 2
_LAST_WORDS = 3
_LONGEST_SENTENCE = 40  # longer ones are alike

Values = Callable[[Reading], Sequence[str] | Coded]
Sets = Callable[[Reading], Sequence[Collection[str]]]


def _neighbours(reading: Reading, values: Sequence[str], offset: int) -> list[str]:
    places = reading.shifted(np.arange(len(reading)), offset, -1)
    return [values[at] if at >= 0 else _EDGE for at in places.tolist()]


def _bigram(nearer: int, language: str) -> Values:
    """The two words before (-1) or behind (1) a token, in the order of the text."""

    def values(reading: Reading) -> list[str]:
        bases = [lemma(word, language) for word in reading.words]
        pair = sorted((nearer, 2 * nearer))
        first, second = (_neighbours(reading, bases, offset) for offset in pair)
        return [f"{one} {other}" for one, other in zip(first, second, strict=True)]

    return values


def position(reading: Reading) -> list[str]:
    """Among the first ten lines of the record, among its last five, or elsewhere."""
    bottom = len(reading.layout.lines) - _BOTTOM_LINES
    return [
        "top" if line < _TOP_LINES else "bottom" if line >= bottom else "other" for line in reading.line_of.tolist()
    ]


def _sentence_length(distance: int) -> Values:
    """The number of words of a token's sentence, or of the one before (-1) or behind (1) it."""

    def values(reading: Reading) -> list[str]:
        lengths = [min(length, _LONGEST_SENTENCE) for length in (reading.sentence_ends - reading.sentences).tolist()]
        padded = [0, *lengths, 0]
        return [str(padded[number + 1 + distance]) for number in reading.sentence_of.tolist()]

    return values


def _last_word(back: int) -> Values:
    """The last word of the sentence before a token's, the last but one, …"""

    def values(reading: Reading) -> list[str]:
        lowered = [word.lower() for word in reading.words]
        starts = [0, *reading.sentences.tolist()]
        words = [lowered[end - back] if end - back >= start else _EDGE for start, end in pairwise(starts)]
        return [words[number] for number in reading.sentence_of.tolist()]

    return values


def mesh(reading: Reading) -> list[Collection[str]]:
    """The MeSH tree numbers of the noun phrase that a token is in (Uzuner 2008, section 6.5.1)."""
    from incognote.layout.mesh import mesh_numbers
    from incognote.layout.phrases import noun_phrases

    sentences = zip(reading.by_sentence(reading.words), reading.by_sentence(reading.tags), strict=True)
    return [numbers for words, tags in sentences for numbers in mesh_numbers(words, noun_phrases(tags))]


def syntax(reading: Reading) -> list[Collection[str]]:
    """The words and links within two connections of a token, on either side (section 6.4.2)."""
    return [
        sorted(
            {
                f"{side} {part}"
                for side, connections in (
                    ("L1", found.left1),
                    ("L2", found.left2),
                    ("R1", found.right1),
                    ("R2", found.right2),
                )
                for word, link in connections
                for part in (f"word {word}", f"link {link}")
            }
        )
        for found in reading.bigrams
    ]


def in_language(language: str) -> dict[str, Values]:
    """All features of places with one value, by name."""
    return {
        "left-bigram": _bigram(-1, language),
        "right-bigram": _bigram(1, language),
        "tag": lambda reading: reading.tags,
        "section": lambda reading: reading.sections,
        "template": template,
        "position": position,
        "sentence-length-before": _sentence_length(-1),
        "sentence-length": _sentence_length(0),
        "sentence-length-behind": _sentence_length(1),
        "last-word": _last_word(1),
        "last-word-but-one": _last_word(2),
        "last-word-but-two": _last_word(3),
        "found-label": evidence.found_label,
        "found-by": evidence.found_by,
        "found-besides": evidence.found_besides,
        "found-elsewhere": evidence.found_elsewhere,
        "gap": lines.gap,
        "column": lines.column,
        "line-length": lines.line_length,
        "line-label": lines.label,
        "line-word": lines.line_word,
        "from-top": lines.from_top,
        "from-bottom": lines.from_bottom,
        "case-around": lines.case,
        "case-here": lines.case_here,
    }


SETS: dict[str, Sets] = {
    "mesh": mesh,
    "syntax": syntax,
    "snow-context": contexts.snow,
    "identifinder-context": contexts.identifinder,
}
"""Features of places with any number of values."""
