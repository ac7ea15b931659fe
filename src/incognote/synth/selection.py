"""Which notes a corpus is made of: so many words, and classes of PHI in shares as near to those wanted as can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from incognote.evaluate.words import joined_word_places, word_labels
from incognote.types import Document

_FEW = 40
"""Notes that are looked at before the next one is taken."""


def words_by_label(doc: Document) -> Counter[str]:
    """How many words of a note bear each label; "" counts those that are no PHI."""
    return Counter(word_labels(doc.spans, joined_word_places(doc.text)))


def select(docs: Sequence[Document], words: int, shares: Mapping[str, float], rng: Random) -> list[Document]:
    """Notes with that many words in all, in their order.

    Of a few notes drawn at random, the one is taken that brings the shares of labels nearest to those wanted.
    """
    counts = [words_by_label(doc) for doc in docs]
    left = list(range(len(docs)))
    rng.shuffle(left)
    taken: list[int] = []
    total = Counter[str]()
    while left and total.total() < words:
        best = min(left[:_FEW], key=lambda number: (_distance(total + counts[number], shares), number))
        left.remove(best)
        taken.append(best)
        total += counts[best]
    return [docs[number] for number in sorted(taken)]


def _distance(counts: Counter[str], shares: Mapping[str, float]) -> float:
    """How far the shares of labels are from those wanted."""
    whole = counts.total() or 1
    return sum(abs(counts[label] / whole - share) for label, share in shares.items())
