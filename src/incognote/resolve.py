"""Overlapping spans become disjoint ones, here and nowhere else.

The policy is to cover: the best span wins each character, and every character that any span covers stays covered.
Spans of one main category that overlap become one, with the label of the best. A span inside a larger one of which a
detector is sure is part of that: the name in an e-mail address.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

from incognote.labels import main_category
from incognote.types import Span

_SURE = 0.8


def resolve(spans: Iterable[Span]) -> list[Span]:
    """Disjoint spans in order of place that cover exactly what the given ones cover."""
    resolved: list[Span] = []
    chain: list[Span] = []
    end = 0
    for span in sorted(spans, key=attrgetter("start")):
        if span.start < end:
            chain.append(span)
            end = max(end, span.end)
        else:
            resolved += _shares(chain)
            chain, end = [span], span.end
    return resolved + _shares(chain)


def _shares(chain: list[Span]) -> list[Span]:
    """Spans that overlap in a chain, best first: each takes what is left of it."""
    if len(chain) > 1:
        chain = _merged(_outermost(sorted(chain, key=_size)))
    if len(chain) < 2:
        return chain
    taken: list[Span] = []
    for span in sorted(chain, key=_rank):
        taken += _left(span, taken)
    return sorted(taken)


def _rank(span: Span) -> tuple[float, int, int, str, str]:
    return (-span.score, span.start - span.end, span.start, span.label, span.source)


def _size(span: Span) -> tuple[int, int, float, str, str]:
    return (span.start, -span.end, -span.score, span.label, span.source)


def _outermost(spans: list[Span]) -> list[Span]:
    """Without spans that lie inside a larger one with a good score; `spans` are in order, larger ones first."""
    kept: list[Span] = []
    end = 0  # of the sure spans so far
    for span in spans:
        if span.end > end:
            kept.append(span)
        if span.score >= _SURE and span.end > end:
            end = span.end
    return kept


def _merged(spans: list[Span]) -> list[Span]:
    """Spans of one main category that overlap, joined."""
    merged: dict[str, list[Span]] = {}
    for span in spans:
        group = merged.setdefault(main_category(span.label), [])
        if group and span.start < group[-1].end:
            best = min(group[-1], span, key=_rank)
            group[-1] = _moved(best, group[-1].start, max(group[-1].end, span.end))
        else:
            group.append(span)
    return [span for group in merged.values() for span in group]


def _left(span: Span, taken: list[Span]) -> list[Span]:
    """What is left of a span when others have taken theirs."""
    pieces = [span]
    for other in taken:
        pieces = [
            _moved(piece, start, end)
            for piece in pieces
            for start, end in ((piece.start, min(piece.end, other.start)), (max(piece.start, other.end), piece.end))
            if start < end
        ]
    return pieces


def _moved(span: Span, start: int, end: int) -> Span:
    """A span with other ends; itself, if they are the same."""
    if (start, end) == (span.start, span.end):
        return span
    return Span(start, end, span.label, span.score, span.source)
