"""How a text divides: tokens, sentences, lines, sections."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from incognote import registry
from incognote.layout.sentences import sentence_starts
from incognote.layout.tokens import token_bounds, words_of
from incognote.types import Layout, Tokens

if TYPE_CHECKING:
    from incognote.types import Ints
    from incognote.vocabulary import Vocabulary

__all__ = ["lay_out"]


def lay_out(text: str, vocabulary: Vocabulary, tokenizer: str = "fine") -> Layout:
    """Divide `text`; words go into `vocabulary`. Time and memory are linear in the length of the text."""
    lines = text.splitlines(keepends=True)
    line_starts = np.array([0, *accumulate(map(len, lines))][: len(lines)], dtype=np.int64)
    starts, ends = token_bounds(text)
    sentences = _first_tokens(starts, sentence_starts(text, lines))
    if tokenizer == "fine":
        words = words_of(text, starts, ends)
    else:
        starts, ends, sentences = _cut_anew(text, tokenizer, starts, ends, sentences)
        words = [text[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    return Layout(text, Tokens(starts, ends, vocabulary.intern(words), vocabulary), sentences, line_starts)


def _first_tokens(starts: Ints, places: list[int]) -> Ints:
    """The first token at or after each place, each token once, in order."""
    is_first = np.zeros(len(starts) + 1, dtype=bool)  # the last one stands for the end of the text
    is_first[0] = True
    is_first[starts.searchsorted(places)] = True
    return is_first[:-1].nonzero()[0]


def _cut_anew(text: str, tokenizer: str, starts: Ints, ends: Ints, sentences: Ints) -> tuple[Ints, Ints, Ints]:
    """Cut each sentence by another tokeniser; sentences keep their places."""
    bounds = registry.load("tokenizers", tokenizer)
    first_characters = starts[sentences]
    last_characters = ends[np.append(sentences[1:], len(starts)) - 1] if len(sentences) else ends
    starts, ends = bounds(text, first_characters, last_characters)
    return starts, ends, np.searchsorted(starts, first_characters)
