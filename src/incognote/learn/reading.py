"""A note as learners see it: words in sentences and, when they are asked for, tags, links, sections and lines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from incognote.layout import lay_out

if TYPE_CHECKING:
    from incognote.layout.syntax import Bigrams, Parse
    from incognote.learn.word_table import WordTable
    from incognote.types import Ints, Layout, Span
    from incognote.vocabulary import Vocabulary

NO_SECTION = "none"
NOTE, SENTENCE = "note", "sentence"


class Reading:
    """What a learner knows of a note. `within` says how far a window of words reaches: the sentence, or the note."""

    def __init__(self, layout: Layout, within: str = SENTENCE) -> None:
        self.layout = layout
        self.sentences = layout.sentences
        self._within = within
        self.first_labels: Sequence[str] = ()
        """The labels of an earlier stage, where there is one."""
        self.in_corpus = False
        """Whether that stage's counts of the corpus have this note already, as they have while it is learned from."""
        self.spans: Sequence[Span] = ()
        """What earlier detectors of the pipeline found."""

    def __len__(self) -> int:
        return len(self.layout.tokens)

    def __repr__(self) -> str:
        return f"Reading({len(self)} tokens)"

    @cached_property
    def words(self) -> list[str]:
        word = self.layout.tokens.vocabulary.word
        return [word(number) for number in self.layout.tokens.ids.tolist()]

    @cached_property
    def word_table(self) -> WordTable:
        """What depends on words alone."""
        from incognote.learn.word_table import table_of

        return table_of(self.layout.tokens.vocabulary)

    @cached_property
    def forms(self) -> Ints:
        """The number of each token's folded form in the table of words."""
        return self.word_table.forms[self.layout.tokens.ids]

    @cached_property
    def cases(self) -> Ints:
        """The case of each token, by the numbers of the table of words."""
        return self.word_table.cases[self.layout.tokens.ids].astype(np.int64)

    @cached_property
    def sentence_ends(self) -> Ints:
        return np.append(self.sentences, len(self))[1:]

    @cached_property
    def sentence_of(self) -> Ints:
        """The number of each token's sentence."""
        return np.repeat(np.arange(len(self.sentences)), self.sentence_ends - self.sentences)

    @cached_property
    def window_bounds(self) -> tuple[Ints, Ints]:
        """Between which tokens each token's window lies."""
        if self._within == NOTE:
            return np.zeros(len(self), dtype=np.int64), np.full(len(self), len(self), dtype=np.int64)
        lengths = self.sentence_ends - self.sentences
        return np.repeat(self.sentences, lengths), np.repeat(self.sentence_ends, lengths)

    def shifted(self, values: Ints, offset: int, edge: int) -> Ints:
        """For each token the value of its neighbour that many tokens away, or `edge` where there is none."""
        if not offset or not len(values):
            return values
        moved = np.full_like(values, edge)
        here, there = (
            (slice(0, -offset), slice(offset, None)) if offset > 0 else (slice(-offset, None), slice(0, offset))
        )
        moved[here] = values[there]
        if self._within == SENTENCE:
            apart = self.sentence_of[here] != self.sentence_of[there]
            moved[here][apart] = edge
        return moved

    def by_sentence(self, values: Sequence[str]) -> list[Sequence[str]]:
        """Values of tokens, sentence by sentence."""
        ends = self.sentence_ends.tolist()
        return [values[first:last] for first, last in zip(self.sentences.tolist(), ends, strict=True)]

    @cached_property
    def tags(self) -> list[str]:
        """Parts of speech."""
        from incognote.layout.tags import tagger

        return tagger().tags(self.layout)

    @cached_property
    def parses(self) -> Sequence[Parse]:
        """The links of each sentence; whoever reads many notes may have parsed them before."""
        from incognote.layout.parsing import parse
        from incognote.layout.syntax import sentences_of

        return [parse(sentence) for sentence in sentences_of(self.layout)]

    @cached_property
    def bigrams(self) -> list[Bigrams]:
        """The syntactic bigrams of each token, of words in lower case."""
        from incognote.layout.syntax import syntactic_bigrams

        lowered = self.by_sentence([word.lower() for word in self.words])
        pairs = zip(lowered, self.parses, strict=True)
        return [found for words, parse in pairs for found in syntactic_bigrams(words, parse.links)]

    @cached_property
    def sections(self) -> list[str]:
        """The name of each token's section."""
        found = self.layout.sections
        names = [NO_SECTION, *(section.name for section in found)]
        starts = np.array([section.start for section in found], dtype=np.int64)
        numbers = starts.searchsorted(self.layout.tokens.starts, side="right")
        return [names[number] for number in numbers.tolist()]

    @cached_property
    def line_starts(self) -> Ints:
        """The first token from the start of each line on, and one more for the end."""
        return np.append(self.layout.tokens.starts.searchsorted(self.layout.lines), len(self))

    @cached_property
    def line_of(self) -> Ints:
        """The number of each token's line."""
        lengths = self.line_starts[1:] - self.line_starts[:-1]
        return np.repeat(np.arange(len(lengths)), lengths)

    @cached_property
    def line_bounds(self) -> tuple[Ints, Ints]:
        """The first token of each token's line, and the one behind its last."""
        return self.line_starts[self.line_of], self.line_starts[self.line_of + 1]

    @cached_property
    def finds(self) -> list[tuple[int, int, Span]]:
        """The first token and the one behind the last of what earlier detectors found, the surest last."""
        spans = sorted(self.spans, key=attrgetter("score"))
        starts, ends = ([*map(attrgetter(side), spans)] for side in ("start", "end"))
        firsts = self.layout.tokens.ends.searchsorted(starts, side="right").tolist()
        lasts = self.layout.tokens.starts.searchsorted(ends, side="left").tolist()
        return list(zip(firsts, lasts, spans, strict=True))

    @cached_property
    def surest(self) -> Ints:
        """The number of the surest find at each token among the finds; -1 where there is none."""
        found = np.full(len(self), -1, dtype=np.int64)
        for number, (first, last, _) in enumerate(self.finds):
            found[first:last] = number
        return found


def read(text: str, vocabulary: Vocabulary, tokenizer: str, within: str) -> Reading:
    return Reading(lay_out(text, vocabulary, tokenizer), within)
