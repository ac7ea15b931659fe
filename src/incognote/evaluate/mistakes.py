"""Mistakes in the four groups of Wellner 2007, as He 2015 counts them.

What was found is right, of the wrong type, of the wrong extent (it overlaps an entity, whatever its type) or spurious;
an entity that nothing found overlaps is missing. So what was found is the sum of the first four, as in He's Tables 4,
7 and 8; partly found entities count with what was found of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from incognote.evaluate.match import Overlaps
from incognote.types import Document, Span

TYPE, EXTENT, MISSING, SPURIOUS = "type", "extent", "missing", "spurious"
KINDS = (TYPE, EXTENT, MISSING, SPURIOUS)

SHORT, LONG, SHORT_AND_LONG = "short", "long", "short and long"
EXTENTS = (SHORT, LONG, SHORT_AND_LONG)


@dataclass(frozen=True)
class Mistake:
    """One mistake in a note: the entity, what was found, and how the extent of the two differs if it does."""

    kind: str
    gold: Span | None
    pred: Span | None
    extent: str = ""

    @property
    def span(self) -> Span:
        """What was found, or the entity that is missing."""
        found = self.pred or self.gold
        assert found is not None
        return found


def find_mistakes(gold: Document, pred: Document) -> list[Mistake]:
    """The mistakes of a note in order of place."""
    gold_spans, pred_spans = set(gold.spans), set(pred.spans)
    entities, found = Overlaps(gold_spans), Overlaps(pred_spans)
    mistakes = [_judge(span, entities.of(span)) for span in pred_spans - gold_spans]
    mistakes += [Mistake(MISSING, span, None) for span in gold_spans - pred_spans if not found.of(span)]
    return sorted(mistakes, key=lambda mistake: mistake.span)


def _judge(pred: Span, entities: list[Span]) -> Mistake:
    """What is wrong with a span; `entities` are the gold spans that it overlaps."""
    if not entities:
        return Mistake(SPURIOUS, None, pred)
    gold = max(entities, key=lambda span: (_same_place(span, pred), _shared(span, pred), span.label == pred.label))
    if _same_place(gold, pred):
        return Mistake(TYPE, gold, pred)
    return Mistake(EXTENT, gold, pred, _extent(gold, pred))


def _same_place(span: Span, other: Span) -> bool:
    return (span.start, span.end) == (other.start, other.end)


def _shared(span: Span, other: Span) -> int:
    return min(span.end, other.end) - max(span.start, other.start)


def _extent(gold: Span, pred: Span) -> str:
    misses = pred.start > gold.start or pred.end < gold.end
    exceeds = pred.start < gold.start or pred.end > gold.end
    if misses and exceeds:
        return SHORT_AND_LONG
    return SHORT if misses else LONG
