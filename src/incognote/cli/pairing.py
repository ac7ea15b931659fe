"""Putting the notes of several annotations beside each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from incognote.cli.reading import Reader
from incognote.errors import MismatchError
from incognote.evaluate.match import Comparison, compare, compare_all, missing_notes
from incognote.types import Document

Notes = dict[str, Document]


def paired(gold: Notes, preds: Mapping[str, Notes], reader: Reader) -> dict[str, list[Comparison]]:
    """Each annotation beside the gold; with --keep-going, over the notes that all of them have with the same text."""
    if len(gold) == 1:
        preds = {name: _renamed(pred, next(iter(gold))) for name, pred in preds.items()}
    if reader.keep_going:
        for name, pred in preds.items():
            _set_unmatched_aside(gold, pred, name, reader)
        common = set(gold).intersection(*preds.values())
        for notes in (gold, *preds.values()):
            for doc_id in set(notes) - common:
                del notes[doc_id]
    if not gold:
        reader.list_set_aside()
        raise MismatchError("there are no notes to compare; annotations must be of the same notes")
    return {name: _compared(gold, pred, name) for name, pred in preds.items()}


def _compared(gold: Notes, pred: Notes, name: str) -> list[Comparison]:
    try:
        return compare_all(gold, pred)
    except MismatchError as error:
        raise MismatchError(f"{name}: {error}") from None


def _renamed(pred: Notes, doc_id: str) -> Notes:
    """Two files with a note each are compared whatever their names."""
    if len(pred) != 1:
        return pred
    (doc,) = pred.values()
    return {doc_id: replace(doc, id=doc_id)}


def _set_unmatched_aside(gold: Notes, pred: Notes, name: str, reader: Reader) -> None:
    for problem in missing_notes(gold, pred):
        reader.aside(MismatchError(f"{name}: {problem}"))
    for doc_id in sorted(gold.keys() & pred.keys()):
        try:
            compare(gold[doc_id], pred[doc_id])
        except MismatchError as error:
            reader.aside(MismatchError(f"{name}: {error}"))
            del pred[doc_id]
