"""Features as numbers. A feature is a group, an offset in its window, and a value.

Each group has a table of its values; 0 stands for the edge, where a window reaches beyond the sentence or the note.
A feature's number is the base of its group and offset, and the number of its value.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np

from incognote.learn.features import Group
from incognote.learn.features.coded import Coded
from incognote.learn.features.joints import Joint
from incognote.learn.features.lists import OfClass, bits_of
from incognote.learn.features.words import YES
from incognote.learn.reading import Reading

if TYPE_CHECKING:
    from incognote.types import Ints
    from incognote.vocabulary import Vocabulary

EDGE = 0
_EDGE_VALUE = "EDGE"
UNKNOWN = -1  # the number of a value that has no feature
_NO_VALUE = ""
_LEAST_ROOM = 4096  # words
_AT_ONCE = 1024  # words: what several groups ask of one is remembered for about so many


class FeatureIndex:
    """The values of each group; new ones are learned until it is frozen, and unknown ones have no feature then."""

    def __init__(self, groups: Sequence[Group], tables: Sequence[Sequence[str]] | None = None) -> None:
        self.groups = tuple(groups)
        self.word_groups = [group for group in groups if group.of_word]
        self.place_groups = [group for group in groups if not group.of_word]
        texts = tables or [[_EDGE_VALUE]] * len(groups)
        self._tables = [_Table(texts[number], not tables or not group.joint) for number, group in enumerate(groups)]
        self._table_of = dict(zip((group.name for group in groups), self._tables, strict=True))
        self._frozen, self._learned = False, tables is None
        self._fixed_texts: dict[str, tuple[Sequence[str], Ints]] = {}
        self._sets: dict[tuple[int, ...], int] = {}
        self._at_offset: dict[int, tuple[Ints, Ints]] = {}
        self._words = _WordValues([(group, self._table_of[group.name]) for group in self.word_groups])
        if tables:
            self.freeze()

    def learn(self, reading: Reading) -> None:
        """Take up all values of a note."""
        self._words.know(reading.layout.tokens.vocabulary, reading.layout.tokens.ids)
        for group in self.place_groups:
            self._values(group, reading)

    def freeze(self) -> FeatureIndex:
        """Learn no more values; from now on features have numbers."""
        for group in self.groups:
            if group.joint:
                self._fix(group.joint, group.name)
        blocks = [(group.name, offset) for group in self.groups for offset in group.offsets]
        ends = list(accumulate(len(self._table_of[name].texts) for name, _ in blocks))
        self.bases = dict(zip(blocks, [0, *ends], strict=False))
        self._blocks = [*self.bases.items()]  # in order of their bases
        self.size = ends[-1] if ends else 0
        for table in self._tables:
            table.frozen = True
        self._frozen = True
        return self

    def _fix(self, joint: Joint, name: str) -> None:
        """Keep the joint values that were seen often; of a model that was loaded, all."""
        table = self._table_of[name]
        if self._learned:
            kept = [text for number, text in enumerate(table.texts) if number == EDGE or joint.often(text)]
            self._tables[self._tables.index(table)] = self._table_of[name] = table = _Table(kept)
        joint.fix(table.texts[EDGE + 1 :])

    def tables(self) -> list[list[str]]:
        """The values of each group."""
        return [table.texts for table in self._tables]

    def name(self, feature: int) -> tuple[str, int, str]:
        """The group, offset and value of a feature's number."""
        block, base = self._blocks[bisect_right(self._blocks, feature, key=itemgetter(1)) - 1]
        return *block, self._table_of[block[0]].texts[feature - base]

    def features(self, reading: Reading, groups: Sequence[Group] | None = None) -> tuple[Ints, Ints]:
        """The features of a note's tokens, all in a row, and where each token's start; of some groups, or all."""
        every = np.arange(len(reading))
        tokens, features = [every[:0]], [every[:0]]
        for group in self.groups if groups is None else groups:
            values, counts = self._values(group, reading)
            for offset in group.offsets:
                moved = reading.shifted(values, offset, EDGE)
                tokens.append(every if counts is None else np.repeat(every, counts))
                features.append(np.where(moved == UNKNOWN, UNKNOWN, moved + self.bases[group.name, offset]))
        token, feature = np.concatenate(tokens), np.concatenate(features)
        known = (feature != UNKNOWN).nonzero()[0]
        order = known[token[known].argsort(kind="stable")]
        return feature[order], np.append(0, np.bincount(token[known], minlength=len(reading)).cumsum())

    def features_of_words(self, values: Ints, offset: int) -> tuple[Ints, Ints]:
        """The features that words bring at an offset, by the words' values: all in a row, where each word's start."""
        within, bases = self._within(offset)
        table = values[:, within]
        known = table != UNKNOWN
        table += bases
        return table[known], np.append(0, known.sum(axis=1).cumsum())

    def bases_of_words(self, offsets: Sequence[int]) -> Ints:
        """[offsets, groups of words]: the feature of each group's value 0, -1 where its window lacks an offset."""
        names = [group.name for group in self.word_groups]
        return np.array([[self.bases.get((name, offset), -1) for name in names] for offset in offsets], dtype=np.int64)

    def _within(self, offset: int) -> tuple[Ints, Ints]:
        """The groups of words whose windows have an offset, and the bases of their features there."""
        if offset not in self._at_offset:
            within = [number for number, group in enumerate(self.word_groups) if offset in group.offsets]
            bases = [self.bases[self.word_groups[number].name, offset] for number in within]
            self._at_offset[offset] = np.array(within, dtype=np.int64), np.array(bases, dtype=np.int64)
        return self._at_offset[offset]

    def values_of_words(self, vocabulary: Vocabulary, ids: Ints) -> Ints:
        """The values of words: a row a word, a column a group. They aren't kept, for who asks keeps what they give."""
        return self._words.computed(vocabulary, ids)

    def value_numbers(self, group: Group, reading: Reading) -> Ints:
        """One number for what a group says of each token, the same for the same values."""
        numbers, counts = self._values(group, reading)
        if counts is None:
            return numbers
        ends = counts.cumsum().tolist()
        sets = [tuple(numbers[end - count : end].tolist()) for end, count in zip(ends, counts.tolist(), strict=True)]
        return np.array([self._sets.setdefault(some, len(self._sets)) for some in sets], dtype=np.int64)

    def _coded(self, name: str, values: Coded) -> Ints:
        """The numbers of coded values; those of texts that never change are remembered."""
        texts, numbers = self._fixed_texts.get(name, (None, None))
        if texts is not values.texts or numbers is None:
            numbers = self._table_of[name].numbers(values.texts)
            if self._frozen and isinstance(values.texts, tuple):
                self._fixed_texts[name] = values.texts, numbers
        return numbers[values.numbers]

    def _values(self, group: Group, reading: Reading) -> tuple[Ints, Ints | None]:
        """The values of a note's tokens and, for groups with any number of them, how many each token has."""
        tokens = reading.layout.tokens
        if group.of_word:
            return self._words.of(tokens.vocabulary, tokens.ids, self.word_groups.index(group)), None
        if group.joint and self._frozen:
            places = group.joint.numbers(reading)
            return np.where(places < 0, UNKNOWN, places + EDGE + 1), None
        numbers = self._table_of[group.name].numbers
        if group.joint:
            coded = group.joint.values(reading)
            return numbers(coded.texts)[coded.numbers], None
        if group.of_places:
            values = group.of_places(reading)
            return (self._coded(group.name, values) if isinstance(values, Coded) else numbers(values)), None
        assert group.sets_of_places
        sets = group.sets_of_places(reading)
        return numbers([value for some in sets for value in some]), np.array([*map(len, sets)], dtype=np.int64)


class _Table(dict[str, int]):
    """The numbers of a group's values; joint values that are fixed need none here."""

    def __init__(self, texts: Sequence[str], numbered: bool = True) -> None:
        if numbered:
            super().__init__(zip(texts[EDGE + 1 :], range(EDGE + 1, len(texts)), strict=True))
        self[_NO_VALUE] = UNKNOWN
        self.texts = list(texts)
        self.frozen = False

    def __missing__(self, text: str) -> int:
        if self.frozen:
            return UNKNOWN
        self[text] = number = len(self.texts)
        self.texts.append(text)
        return number

    def numbers(self, texts: Sequence[str]) -> Ints:
        return np.fromiter(map(self.__getitem__, texts), dtype=np.int64, count=len(texts))


class _WordValues:
    """The values of words, each computed once for a vocabulary."""

    def __init__(self, groups: Sequence[tuple[Group, _Table]]) -> None:
        self._groups = groups
        numbered = [(column, group.of_word, table) for column, (group, table) in enumerate(groups)]
        self._asked = [(column, of, table) for column, of, table in numbered if of and not isinstance(of, OfClass)]
        classes = [(column, of.bit, table) for column, of, table in numbered if isinstance(of, OfClass)]
        self._bits = sum(bit for _, bit, _ in classes)
        self._class_columns = np.array([column for column, _, _ in classes], dtype=np.int64)
        self._class_bits = np.array([bit.bit_length() - 1 for _, bit, _ in classes], dtype=np.int64)
        self._class_tables = [table for _, _, table in classes]
        self._yes = np.full(len(classes), UNKNOWN, dtype=np.int64)  # of classes that a word had
        self._vocabulary: Vocabulary | None = None
        self._values = np.empty((0, len(groups)), dtype=np.int64)
        self._known = np.zeros(0, dtype=bool)

    def of(self, vocabulary: Vocabulary, ids: Ints, column: int) -> Ints:
        """What one group says of words."""
        self.know(vocabulary, ids)
        values: Ints = self._values[ids, column]
        return values

    def know(self, vocabulary: Vocabulary, ids: Ints) -> None:
        """Compute the values of words that are new."""
        if vocabulary is not self._vocabulary:
            self._vocabulary = vocabulary
            self._known = np.zeros(0, dtype=bool)
        if len(vocabulary) > len(self._known):
            self._grow(max(_LEAST_ROOM, 2 * len(vocabulary)))
        new = np.unique(ids[~self._known[ids]])
        self._values[new] = self.computed(vocabulary, new)
        self._known[new] = True

    def computed(self, vocabulary: Vocabulary, ids: Ints) -> Ints:
        """The values of words, which are not remembered."""
        values = np.full((len(ids), len(self._groups)), UNKNOWN, dtype=np.int64)
        words = [vocabulary.word(number) for number in ids.tolist()]
        for first in range(0, len(words), _AT_ONCE):
            some = words[first : first + _AT_ONCE]
            for column, of_word, table in self._asked:
                values[first : first + _AT_ONCE, column] = table.numbers([*map(of_word, some)])
            if self._bits:
                self._put_classes(some, values[first : first + _AT_ONCE])
        return values

    def _put_classes(self, words: Sequence[str], values: Ints) -> None:
        """Put in the values of classes; a word is of few of many."""
        size = (self._bits.bit_length() + 7) // 8
        rows = b"".join([(bits_of(word) & self._bits).to_bytes(size, "little") for word in words])
        every = np.unpackbits(np.frombuffer(rows, dtype=np.uint8).reshape(-1, size), axis=1, bitorder="little")
        has = every[:, self._class_bits]
        for number in np.flatnonzero(has.any(axis=0)).tolist():
            self._yes[number] = self._class_tables[number][YES]
        values[:, self._class_columns] = np.where(has, self._yes, UNKNOWN)

    def _grow(self, room: int) -> None:
        values = np.empty((room, len(self._groups)), dtype=np.int64)
        known = np.zeros(room, dtype=bool)
        known[: len(self._known)] = self._known
        values[: len(self._known)] = self._values[: len(self._known)]
        self._values, self._known = values, known
