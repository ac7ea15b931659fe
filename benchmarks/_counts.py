"""What an engine did to a note, in numbers: every figure of `accuracy.py` and its interval are made of these."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from incognote.evaluate.entities import entity_scores, one_class
from incognote.evaluate.match import Comparison, compare
from incognote.evaluate.safety import leaked_words
from incognote.evaluate.scores import Score, total
from incognote.evaluate.significance import Interval, bootstrap
from incognote.evaluate.words import NOT_PHI
from incognote.types import Document

TOKEN = re.compile(r"[A-Za-z\u00C0-\u024F]+|\d+")
NAMES = ("PATIENT", "DOCTOR")


@dataclass(frozen=True)
class Note:
    """A note's PHI tokens, those of names, entities with their labels and by place alone, other tokens, leaks."""

    tokens: Score
    names: Score
    strict: Score
    places: Score
    others: int
    leaks: int

    def numbers(self) -> list[int]:
        """All of it in a row, to be kept."""
        scores = (self.tokens, self.names, self.strict, self.places)
        return [*(number for one in scores for number in (one.tp, one.fp, one.fn)), self.others, self.leaks]


def from_numbers(numbers: Sequence[int]) -> Note:
    scores = [Score(*numbers[at : at + 3]) for at in range(0, 12, 3)]
    return Note(*scores, *numbers[12:])  # type: ignore[arg-type]


def token_places(text: str) -> list[tuple[int, int]]:
    """Where each token starts and ends: a run of Latin letters or of digits."""
    return [match.span() for match in TOKEN.finditer(text)]


def count(gold: Document, pred: Document) -> Note:
    """The numbers of a note; a token is found if any character of it is, whatever the label."""
    pair = compare(gold, pred, token_places)
    strict, places = (total(entity_scores(pair, class_of=name_of).values()) for name_of in (str, one_class))
    others = sum(label == NOT_PHI for label in pair.gold_labels)
    return Note(_tokens(pair), _names(pair), strict, places, others, len(leaked_words(pair)))


def count_all(gold: Iterable[Document], pred: Iterable[Document]) -> list[Note]:
    return [count(*pair) for pair in zip(gold, pred, strict=True)]


def _tokens(pair: Comparison) -> Score:
    phi = [(gold != NOT_PHI, pred != NOT_PHI) for gold, pred in zip(pair.gold_labels, pair.pred_labels, strict=True)]
    return Score(phi.count((True, True)), phi.count((False, True)), phi.count((True, False)))


def _names(pair: Comparison) -> Score:
    labels = zip(pair.gold_labels, pair.pred_labels, strict=True)
    found = [pred != NOT_PHI for gold, pred in labels if gold in NAMES]
    return Score(tp=sum(found), fn=len(found) - sum(found))


@dataclass(frozen=True)
class Figure:
    """A figure of notes: what of a note it is about, and how the sum over notes is read."""

    name: str
    of: Callable[[Note], Score]
    measure: Callable[[Score], float]
    spec: str = ".4f"

    def value(self, notes: Sequence[Note]) -> float:
        return self.measure(total(map(self.of, notes)))

    def interval(self, notes: Sequence[Note]) -> Interval:
        """95 %, by drawing whole notes again."""
        return bootstrap([self.of(note) for note in notes], self.measure)


def _precision(score: Score) -> float:
    return score.precision


def _recall(score: Score) -> float:
    return score.recall


def _f(score: Score) -> float:
    return score.f


FIGURES = (
    Figure("precision", lambda note: note.tokens, _precision),
    Figure("recall", lambda note: note.tokens, _recall),
    Figure("F", lambda note: note.tokens, _f),
    Figure("names recall", lambda note: note.names, _recall),
    Figure("strict F", lambda note: note.strict, _f),
    Figure("clean notes", lambda note: Score(tp=not note.leaks, fn=note.leaks > 0), _recall, ".1%"),
    Figure("touched", lambda note: Score(tp=note.tokens.fp, fn=note.others - note.tokens.fp), _recall, ".2%"),
)


def has_labels(notes: Sequence[Note]) -> bool:
    """Whether an engine has any label right; one that only tells PHI from the rest hasn't."""
    return any(note.strict.tp for note in notes)


def fairly(notes: Sequence[Note]) -> Sequence[Note]:
    """Notes whose strict score goes by place alone if the engine has no labels."""
    return notes if has_labels(notes) else [replace(note, strict=note.places) for note in notes]
