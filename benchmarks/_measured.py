"""What an engine with its shipped model does: to gold notes, to the same in one case, to names, to ordinary text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import spared
from _counts import Note, count_all, token_places
from incognote.evaluate.confusion import confusion
from incognote.evaluate.match import compare
from incognote.evaluate.scores import Score, total
from incognote.evaluate.words import NOT_PHI
from incognote.learn.learner import Progress, no_progress
from incognote.pipeline import Pipeline
from incognote.types import Document

CASES: dict[str, Callable[[str], str]] = {"capitals": str.upper, "small letters": str.lower}


@dataclass(frozen=True, repr=False)
class Texts:
    """What engines are measured on: gold notes, copies of them by case, names by culture, ordinary text."""

    gold: Sequence[Document]
    cases: Mapping[str, Sequence[Document]]
    cultures: Mapping[str, Sequence[Document]]
    ordinary: Sequence[Document]


@dataclass(frozen=True)
class Measured:
    """An engine's numbers on each, and the share of the words of terms of medicine that it touches."""

    gold: Sequence[Note]
    eponyms: float
    cases: Mapping[str, Score]
    cultures: Mapping[str, Score]
    ordinary: Score
    """Of words that aren't annotated: those touched, and others."""


def measure(engine: Pipeline, texts: Texts, progress: Progress = no_progress) -> Measured:
    def find(what: str, docs: Sequence[Document]) -> list[Document]:
        found = []
        for done, doc in enumerate(docs):
            progress(f"{engine.name}, {what}", done, len(docs))
            found.append(engine.find(doc.with_spans(())))
        return found

    gold = count_all(texts.gold, find("gold notes", texts.gold))
    cases = {case: _tokens(docs, find(case, docs)) for case, docs in texts.cases.items()}
    cultures = {group: _words(docs, find(group, docs)) for group, docs in texts.cultures.items()}
    ordinary = total(map(_touched, texts.ordinary, find("ordinary text", texts.ordinary)))
    return Measured(gold, spared.share(spared.measure(engine)), cases, cultures, ordinary)


def in_case(doc: Document, case: str) -> Document:
    """A note in one case, letter by letter, so that every span stays where it is."""
    change = CASES[case]
    text = "".join(other if len(other := change(char)) == 1 else char for char in doc.text)
    return Document(doc.id, text, doc.spans)


def _tokens(gold: Sequence[Document], pred: Sequence[Document]) -> Score:
    return total(note.tokens for note in count_all(gold, pred))


def _words(gold: Sequence[Document], pred: Sequence[Document]) -> Score:
    """Of words of any script: many a Vietnamese letter isn't among those of `token_places`."""
    return confusion([compare(*pair) for pair in zip(gold, pred, strict=True)]).phi()


def _touched(gold: Document, pred: Document) -> Score:
    """Of words that aren't annotated as PHI."""
    pair = compare(gold, pred, token_places)
    others = [found for label, found in zip(pair.gold_labels, pair.pred_labels, strict=True) if label == NOT_PHI]
    return Score(tp=len(others) - others.count(NOT_PHI), fn=others.count(NOT_PHI))
