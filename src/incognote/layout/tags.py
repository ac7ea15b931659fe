"""Parts of speech: Penn Treebank tags by an averaged perceptron over sentences.

All features are of words alone, so scores of words are computed once a word and cached. `tools/train_tags.py` makes the
model.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from incognote.learn.fast import FastScores
from incognote.learn.features import Group
from incognote.learn.index import FeatureIndex
from incognote.learn.linear import LinearModel
from incognote.learn.reading import Reading
from incognote.types import Layout, Tokens
from incognote.vocabulary import Vocabulary

if TYPE_CHECKING:
    from incognote.types import Ints

TEXTS, ARRAYS = "tagger.json", "weights.npz"
_DIGITS = re.compile(r"\d")
_LONGEST_SENTENCE = 512  # tokens; longer ones are cut, so that one endless line costs no more than many
_AT_ONCE = 1 << 14  # tokens; bounds the memory for a very long note


def normal(word: str) -> str:
    """A word without capitals, each digit as 0."""
    return _DIGITS.sub("0", word.lower())


def shape(word: str) -> str:
    """`Mc-Donald7` -> `Xx-Xx0`: kinds of characters, runs as one."""
    kinds = ("X" if char.isupper() else "x" if char.isalpha() else "0" if char.isdigit() else char for char in word)
    return re.sub(r"(.)\1+", r"\1", "".join(kinds))[:10]


def _beginning(size: int) -> Callable[[str], str]:
    return lambda word: normal(word)[:size] if len(word) > size else ""


def _ending(size: int) -> Callable[[str], str]:
    return lambda word: normal(word)[-size:] if len(word) > size else ""


def _yes_no(test: Callable[[str], bool]) -> Callable[[str], str]:
    return lambda word: "1" if test(word) else "0"


def groups() -> list[Group]:
    """The features: of a word itself, and some of its neighbours'."""
    near, far = (-1, 1), (-2, 2)
    return [
        Group("word", far, normal),
        Group("shape", far, shape),
        Group("ending-3", near, _ending(3)),
        Group("ending-2", near, _ending(2)),
        Group("capital", near, _yes_no(lambda word: word[:1].isupper())),
        Group("ending-1", of_word=_ending(1)),
        Group("ending-4", of_word=_ending(4)),
        *(Group(f"beginning-{size}", of_word=_beginning(size)) for size in (1, 2, 3, 4)),
        Group("capitals", of_word=_yes_no(str.isupper)),
        Group("digit", of_word=_yes_no(lambda word: any(map(str.isdigit, word)))),
        Group("hyphen", of_word=_yes_no(lambda word: "-" in word)),
    ]


class Tagger:
    """Gives each token of a layout its part of speech. It caches rows of numbers for the words of a vocabulary."""

    def __init__(self, index: FeatureIndex, model: LinearModel) -> None:
        self._model = model
        self._scores = FastScores(index, model.weights)
        self._one_at_a_time = Lock()  # all engines of a process share the tagger

    def __repr__(self) -> str:
        return f"Tagger({len(self._model.labels)} tags)"

    def tags(self, layout: Layout) -> list[str]:
        """The tag of each token."""
        names = self._model.labels
        found: list[str] = []
        with self._one_at_a_time:
            for part in _parts(layout):
                best = self._model.decode(self._scores(Reading(part)), part.sentences)
                found.extend(names[number] for number in best.tolist())
        return found


@cache
def tagger() -> Tagger:
    """The tagger that comes with the package."""
    return load(files("incognote.data").joinpath("models/tags"))


def tag(sentences: Sequence[Sequence[str]]) -> list[list[str]]:
    """The tags of sentences given as words. Where there is a layout, `tagger().tags(layout)` is faster."""
    found = iter(tagger().tags(layout_of(sentences, Vocabulary())))
    return [[next(found) for _ in words] for words in sentences]


def layout_of(sentences: Sequence[Sequence[str]], vocabulary: Vocabulary) -> Layout:
    """A layout of sentences that are cut into words already."""
    words = [word for sentence in sentences for word in sentence]
    ends = np.cumsum([len(word) + 1 for word in words], dtype=np.int64) - 1
    starts = ends - np.array([len(word) for word in words], dtype=np.int64)
    lengths = np.array([len(sentence) for sentence in sentences if sentence], dtype=np.int64)
    tokens = Tokens(starts, ends, vocabulary.intern(words), vocabulary)
    return Layout(" ".join(words), tokens, lengths.cumsum() - lengths, np.zeros(1, dtype=np.int64))


def load(folder: Traversable) -> Tagger:
    """A tagger from the folder of its model."""
    texts = json.loads(folder.joinpath(TEXTS).read_text("utf-8"))
    listed = groups()
    with folder.joinpath(ARRAYS).open("rb") as file, np.load(file, allow_pickle=False) as arrays:
        model = LinearModel.from_arrays(texts["labels"], arrays)
    return Tagger(FeatureIndex(listed, [texts["values"][group.name] for group in listed]), model)


def _parts(layout: Layout) -> Iterator[Layout]:
    """The layout in parts of whole sentences, none very long."""
    tokens = layout.tokens
    sentences = _cut(layout.sentences, len(tokens))
    ends = np.append(sentences[1:], len(tokens))
    first = 0
    while first < len(sentences):
        last = max(first + 1, int(ends.searchsorted(sentences[first] + _AT_ONCE, side="right")))
        some = slice(sentences[first], ends[last - 1])
        part = Tokens(tokens.starts[some], tokens.ends[some], tokens.ids[some], tokens.vocabulary)
        yield Layout(layout.text, part, sentences[first:last] - sentences[first], layout.lines)
        first = last


def _cut(sentences: Ints, tokens: int) -> Ints:
    """The first tokens of sentences, with long ones cut in pieces."""
    lengths = np.diff(sentences, append=tokens)
    pieces = -(-lengths // _LONGEST_SENTENCE)
    number_of_piece = np.arange(pieces.sum()) - np.repeat(pieces.cumsum() - pieces, pieces)
    firsts: Ints = np.repeat(sentences, pieces) + number_of_piece * _LONGEST_SENTENCE
    return firsts
