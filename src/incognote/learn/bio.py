"""Spans as labels of tokens and back.

`bio` tells a span's first token (B-) from its others (I-), so that neighbours stay two; `one` gives each token its
class alone, so neighbours of one class become one. A token that a span touches belongs to it; where two touch it, to
the one with more of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from incognote.types import Span

if TYPE_CHECKING:
    from incognote.learn.linear import Floats
    from incognote.types import Tokens

OUTSIDE = "O"
PREFIXES = ("B-", "I-")
BIO, ONE = "bio", "one"
SCHEMES = (BIO, ONE)


def labels_of(spans: Iterable[Span], tokens: Tokens, scheme: str = BIO) -> list[str]:
    """The label of each token."""
    labels = [OUTSIDE] * len(tokens)
    shared = [0] * len(tokens)
    starts, ends = tokens.starts.tolist(), tokens.ends.tolist()
    for span in sorted(spans):
        first = int(tokens.ends.searchsorted(span.start, side="right"))
        last = int(tokens.starts.searchsorted(span.end, side="left"))
        prefix = "B-"
        for at in range(first, last):
            overlap = min(ends[at], span.end) - max(starts[at], span.start)
            if overlap > shared[at]:
                labels[at] = prefix + span.label if scheme == BIO else span.label
                shared[at] = overlap
                prefix = "I-"
    return labels


def class_of(label: str) -> str:
    """The class of a label of either scheme; "" outside."""
    if label == OUTSIDE:
        return ""
    return label[2:] if label.startswith(PREFIXES) else label


def entries(labels: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """The first token, the one behind the last, and the class of each run of labels.

    An I- that follows another class or nothing begins a run, as a learner may put it there.
    """
    start, last, open_class = 0, -1, ""
    for at in [at for at, label in enumerate(labels) if label != OUTSIDE]:  # few are
        label = labels[at]
        name = class_of(label)
        if not open_class or name != open_class or at > last + 1 or label.startswith("B-"):
            if open_class:
                yield start, last + 1, open_class
            start, open_class = at, name
        last = at
    if open_class:
        yield start, last + 1, open_class


def spans_of(
    labels: Sequence[str],
    tokens: Tokens,
    begins: Collection[int] = (),
    source: str = "",
    score: float = 1.0,
    chances: Floats | None = None,
) -> list[Span]:
    """The spans of labels; one doesn't reach into a token of `begins` (the first of a sentence, say).

    Where there are chances, how likely each token is PHI, a span's score is the mean of its tokens'.
    """
    spans = []
    starts, ends = tokens.starts.item, tokens.ends.item
    sums = None if chances is None else [0.0, *chances.cumsum().tolist()]
    for first, last, name in entries(labels):
        cuts = [first, *(at for at in range(first + 1, last) if at in begins), last] if begins else [first, last]
        for start, end in pairwise(cuts):
            sure = score if sums is None else (sums[end] - sums[start]) / (end - start)
            spans.append(Span(starts(start), ends(end - 1), name, sure, source))
    return spans
