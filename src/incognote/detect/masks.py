"""Which rules to try at which token: a bit a rule, looked up by the token's word and the next one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from incognote.detect.compiled import Compiled

if TYPE_CHECKING:
    from incognote.detect.patterns import Conjunction
    from incognote.detect.rows import Note, RowTable
    from incognote.vocabulary import Vocabulary

_CHUNK = 16  # tokens; a rule's anchor must be in the chunk of its first token or in the next


class Masks:
    """For each word, the rules that can begin with it, go on with it, or are anchored at it."""

    def __init__(self, rules: Sequence[Compiled]) -> None:
        self._first = _rules_of((one, rule) for rule in range(len(rules)) for one in rules[rule].first)
        self._anchors = _rules_of((one, rule) for rule in range(len(rules)) for one in rules[rule].anchor)
        seconds = [(gap, one, rule) for rule in range(len(rules)) for gap, one in rules[rule].second]
        self._adjacent_second = _rules_of((one, rule) for _, one, rule in seconds)
        self._apart_second = _rules_of((one, rule) for gap, one, rule in seconds if gap != "~")
        self._alone = _mask(rules, lambda rule: not rule.second)
        self._free = _mask(rules, lambda rule: not rule.anchor)
        self._known: dict[tuple[int, int], tuple[int, int, int, int]] = {}
        self._forget()

    def _forget(self, vocabulary: Vocabulary | None = None) -> None:
        self._vocabulary = vocabulary
        self.begin: list[int] = []
        self.adjacent: list[int] = []
        self.apart: list[int] = []
        self.anchored: list[int] = []

    def learn(self, table: RowTable) -> None:
        """Compute the masks of words that are new."""
        if table.vocabulary is not self._vocabulary:
            self._forget(table.vocabulary)
        for word_id in range(len(self.begin), len(table.bits)):
            bits = table.bits[word_id], table.possible_bits[word_id]
            if bits not in self._known:
                self._known[bits] = self._of(*bits)
            begin, adjacent, apart, anchored = self._known[bits]
            self.begin.append(begin)
            self.adjacent.append(adjacent)
            self.apart.append(apart)
            self.anchored.append(anchored)

    def _of(self, bits: int, possible: int) -> tuple[int, int, int, int]:
        def fitting(rules_of: dict[Conjunction, int]) -> int:
            mask = 0
            for one, rules in rules_of.items():
                if possible & one.has == one.has and not bits & one.lacks:
                    mask |= rules
            return mask

        return (
            fitting(self._first),
            self._alone | fitting(self._adjacent_second),
            self._alone | fitting(self._apart_second),
            fitting(self._anchors),
        )

    def candidates(self, note: Note) -> list[int]:
        """For each token, the rules to try there."""
        begin, adjacent, apart = self.begin, self.adjacent, self.apart
        ids = note.ids
        following = ids[1:]
        masks = [
            begin[word] & (adjacent[after] if glued else apart[after])
            for word, after, glued in zip(ids, following, note.glued, strict=False)
        ]
        if ids:
            masks.append(begin[ids[-1]] & self._alone)
        return self._with_anchors(ids, masks)

    def _with_anchors(self, ids: list[int], masks: list[int]) -> list[int]:
        """Leave out rules that have an anchor, but where it is near."""
        anchored, free = self.anchored, self._free
        chunks = []
        for start in range(0, len(ids), _CHUNK):
            there = 0
            for word in ids[start : start + _CHUNK]:
                there |= anchored[word]
            chunks.append(free | there)
        chunks.append(free)
        allowed = [here | there for here, there in pairwise(chunks)]
        return [mask & allowed[at // _CHUNK] for at, mask in enumerate(masks)]


def _rules_of(pairs: Iterable[tuple[Conjunction, int]]) -> dict[Conjunction, int]:
    """For each choice of classes, the rules that make it."""
    masks: dict[Conjunction, int] = {}
    for conjunction, rule in pairs:
        masks[conjunction] = masks.get(conjunction, 0) | 1 << rule
    return masks


def _mask(rules: Sequence[Compiled], fits: Callable[[Compiled], bool]) -> int:
    return sum(1 << bit for bit, rule in enumerate(rules) if fits(rule))
