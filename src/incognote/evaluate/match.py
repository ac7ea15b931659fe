"""Two annotations of one note, side by side."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from incognote.errors import MismatchError, shown
from incognote.evaluate.words import word_labels, word_places
from incognote.types import Document, Span

_SHOWN = 5


@dataclass(frozen=True, repr=False)
class Comparison:
    """A note with its gold annotation and another one, and the labels that each gives to the note's words."""

    gold: Document
    pred: Document
    places: Sequence[tuple[int, int]]
    gold_labels: Sequence[str]
    pred_labels: Sequence[str]

    def __repr__(self) -> str:
        return f"Comparison({self.gold!r}, {self.pred!r})"

    def word(self, number: int) -> str:
        """A word, case folded."""
        start, end = self.places[number]
        return self.gold.text[start:end].casefold()


def compare(
    gold: Document, pred: Document, places_of: Callable[[str], list[tuple[int, int]]] = word_places
) -> Comparison:
    if gold.id != pred.id:
        raise MismatchError(
            f"the notes {shown(gold.id)} and {shown(pred.id)} are not the same; compare notes with one id"
        )
    if gold.text != pred.text:
        at = next((n for n, pair in enumerate(zip(gold.text, pred.text, strict=False)) if pair[0] != pair[1]), None)
        place = f"from character {at} on" if at is not None else "in length"
        raise MismatchError(
            f"note {shown(gold.id)}: the two texts differ {place}; annotations must be of the same text"
        )
    places = places_of(gold.text)
    return Comparison(gold, pred, places, word_labels(gold.spans, places), word_labels(pred.spans, places))


def compare_all(gold: Mapping[str, Document], pred: Mapping[str, Document]) -> list[Comparison]:
    """All notes of the gold with their counterparts; both sides must have the same notes."""
    missing = missing_notes(gold, pred)
    if missing:
        more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
        raise MismatchError(f"{'; '.join(missing[:_SHOWN])}{more}; give both the same notes")
    return [compare(doc, pred[doc_id]) for doc_id, doc in gold.items()]


def missing_notes(gold: Mapping[str, Document], pred: Mapping[str, Document]) -> list[str]:
    """What to say of each note that only one of two annotations has."""
    sides = ((gold.keys() - pred.keys(), "is missing"), (pred.keys() - gold.keys(), "is extra"))
    return [f"note {shown(doc_id)} {where}" for ids, where in sides for doc_id in sorted(ids)]


def covered(spans: Iterable[Span]) -> list[tuple[int, int]]:
    """The stretches that spans cover, disjoint and in order."""
    merged: list[tuple[int, int]] = []
    for span in sorted(spans):
        if merged and span.start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], span.end))
        else:
            merged.append((span.start, span.end))
    return merged


def bare_parts(start: int, end: int, cover: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The parts of a stretch that none of the disjoint, ordered stretches in `cover` covers."""
    parts = []
    for number in range(max(0, bisect_left(cover, (start, start)) - 1), len(cover)):
        from_, to = cover[number]
        if from_ >= end:
            break
        if from_ > start:
            parts.append((start, from_))
        start = max(start, to)
    if start < end:
        parts.append((start, end))
    return parts


def leaks(text: str, start: int, end: int, cover: Sequence[tuple[int, int]]) -> bool:
    """Whether any letter or digit of a stretch is left bare."""
    return any(char.isalnum() for from_, to in bare_parts(start, end, cover) for char in text[from_:to])


class Overlaps:
    """Finds the spans that overlap a given one."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._spans = sorted(spans)
        self._starts = [span.start for span in self._spans]
        self._longest = max(map(len, self._spans), default=0)

    def of(self, span: Span) -> list[Span]:
        first = bisect_left(self._starts, span.start - self._longest)
        last = bisect_left(self._starts, span.end)
        return [other for other in self._spans[first:last] if span.overlaps(other)]
