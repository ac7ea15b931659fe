"""An engine's marks in the notes of a project, which annotators start from or are measured beside."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TypeAlias

from incognote.errors import DetectionError
from incognote.pipeline import groups
from incognote.serve.jobs import Tell
from incognote.serve.projects.adding import tell_labels
from incognote.serve.projects.marks import DONE, EDIT, ENGINE, Mark, edit, marked
from incognote.serve.projects.progress import seen_by
from incognote.serve.store import Store
from incognote.types import Document

Find: TypeAlias = Callable[[Sequence[Document]], Sequence[Document | DetectionError]]


def preannotate(
    store: Store,
    project: int,
    engine: str,
    find: Find,
    by: str,
    tell: Tell = lambda done, of: None,
    among: Collection[int] | None = None,
) -> dict[str, int]:
    """Have an engine mark all notes that it hasn't seen, or those `among` some; how many it saw, and failed on.

    What it found in some notes is kept at once, so that after an interruption only the others are left.
    """
    seen = seen_by(store, project, engine)
    notes = store.note_ids(project) if among is None else among
    left = [number for number in notes if number not in seen]
    done = failed = 0
    for some in groups(store.note(project, number) for number in left):
        numbers = left[done : done + len(some)]
        found = find(some)
        with store.writing():
            tell_labels(store, project, [doc for doc in found if isinstance(doc, Document)], f"{ENGINE}{engine}", by)
            for number, doc in zip(numbers, found, strict=True):
                if isinstance(doc, DetectionError):
                    failed += 1
                    continue
                put = [Mark(span.start, span.end, span.label) for span in doc.spans]
                edit(store, project, number, f"{ENGINE}{engine}", (), put, by=by)
        done += len(some)
        tell(done, len(left))
    return {"notes": done - failed, "failed": failed}


def start_from(store: Store, project: int, note: int, author: str, engine: str) -> None:
    """Give an annotator who opens a note for the first time the engine's marks to go on from."""
    with store.writing():
        if store.events(project, (EDIT, DONE), note, author):
            return
        name = f"{ENGINE}{engine}"
        theirs = marked(store.events(project, (EDIT,), note, name))
        if theirs.revision:
            edit(store, project, note, author, (), theirs.marks, by=name)
