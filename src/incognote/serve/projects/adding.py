"""Notes that come into a project, and annotations that were made elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from incognote.errors import ConfigError, hint, shown
from incognote.formats.files import encode
from incognote.labels import LABELS
from incognote.resolve import resolve
from incognote.serve.problems import ConflictError
from incognote.serve.projects.assignment import assign_new, give_besides
from incognote.serve.projects.marks import ENGINE, Mark, edit, finish
from incognote.serve.projects.settings import settings_of
from incognote.serve.store import New, Store
from incognote.types import Document

IMPORT = "import"
"""The kind of events that say how many notes and annotations came, and which labels of other sets."""


@dataclass(frozen=True)
class Added:
    """How many notes are new, how many were annotated, with how many marks; how many spans overlapped others."""

    notes: int
    annotated: int
    marks: int
    overlapping: int


def add(store: Store, project: int, docs: Sequence[Document], author: str, annotator: str | None = None) -> Added:
    """Bring notes into a project, all or none.

    Their spans are kept as marks of `annotator`, who is done with these notes, and to whom they are given, if they
    weren't; without one they are left out. Notes
    that are there already, by their ids and with the same texts, are annotated only.
    """
    for doc in docs:
        _require_text(doc)
    with store.writing():
        if annotator is not None:
            _require_annotator(settings_of(store, project).annotators, annotator)
        numbers = {doc_id: number for number, (doc_id, _) in store.note_ids(project).items()}
        for doc in docs:
            if doc.id in numbers:
                _require_same(store.note(project, numbers[doc.id]), doc, annotator)
        new = [doc for doc in docs if doc.id not in numbers]
        told = {"notes": len(new), "of": len(docs), "as": annotator, "labels": _other_labels(docs) if annotator else []}
        added = store.add_notes(project, new, New(author, IMPORT, told))
        assign_new(store, project, added, author)
        if annotator is None:
            return Added(len(new), 0, 0, 0)
        numbers |= dict(zip((doc.id for doc in new), added, strict=True))
        if not annotator.startswith(ENGINE):
            give_besides(store, project, [numbers[doc.id] for doc in docs], annotator, author)
        puts = [_annotate(store, project, numbers[doc.id], doc, annotator, author) for doc in docs]
        overlapping = sum(len(doc.spans) - len(put) for doc, put in zip(docs, puts, strict=True))
        return Added(len(new), len(docs), sum(map(len, puts)), overlapping)


def tell_labels(store: Store, project: int, docs: Sequence[Document], engine: str, author: str) -> None:
    """Keep which labels besides ours an engine uses, if it is the first to use them."""
    new = set(_other_labels(docs)).difference(other_labels(store, project))
    if new:
        told = {"notes": 0, "of": len(docs), "as": engine, "labels": sorted(new)}
        store.append(project, New(author, IMPORT, told))


def other_labels(store: Store, project: int) -> list[str]:
    """Labels besides ours that annotations or engines brought along, which everybody may use then."""
    return sorted({label for event in store.events(project, (IMPORT,)) for label in event.body["labels"]})


def require_labels(store: Store, project: int, labels: Iterable[str]) -> None:
    """Refuse labels that aren't ours and didn't come into the project with annotations or an engine's findings."""
    if set(labels).difference(LABELS, other_labels(store, project)):
        raise ConfigError("a label isn't known here; take one of docs/labels.md, or of the project's others")


def _annotate(store: Store, project: int, number: int, doc: Document, annotator: str, by: str) -> list[Mark]:
    put = [Mark(span.start, span.end, span.label) for span in _disjoint(doc)]
    try:
        edit(store, project, number, annotator, (), put, by=by)
    except ConfigError:
        raise ConflictError(
            f"note {shown(doc.id)}: {annotator} has other marks there already, which overlap; nothing was added"
        ) from None
    if not annotator.startswith(ENGINE):
        finish(store, project, number, annotator, True, by=by)
    return put


def _disjoint(doc: Document) -> list[Mark]:
    spans = sorted(set(doc.spans))
    overlap = any(one.overlaps(other) for one, other in pairwise(spans))
    return [Mark(span.start, span.end, span.label) for span in (resolve(spans) if overlap else spans)]


def _other_labels(docs: Iterable[Document]) -> list[str]:
    return sorted({span.label for doc in docs for span in doc.spans}.difference(LABELS))


def _require_text(doc: Document) -> None:
    for text in (doc.text, doc.id, doc.patient or ""):
        encode(text, doc.id, "of a project")


def _require_annotator(annotators: Sequence[str], name: str) -> None:
    if name not in annotators and not (name.startswith(ENGINE) and name.removeprefix(ENGINE)):
        known = hint(name, annotators) if annotators else "there are none"
        raise ConfigError(f"no annotator of the project is called {name!r} ({known}); an engine is {ENGINE}NAME")


def _require_same(there: Document, doc: Document, annotator: str | None) -> None:
    if annotator is None:
        raise ConflictError(f"a note with the id {shown(doc.id)} is there already; none was added")
    if there.text != doc.text:
        raise ConflictError(f"the note {shown(doc.id)} is there already with another text; nothing was added")
