"""Routes of the notes of a project: what an annotator sees of them, and what they mark."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException

from incognote.serve.access import Annotator, Served
from incognote.serve.people import Person, Role
from incognote.serve.projects.adding import require_labels
from incognote.serve.projects.assignment import assignment_of
from incognote.serve.projects.marks import DONE, EDIT, Mark, edit, finish, marked
from incognote.serve.projects.preannotation import start_from
from incognote.serve.projects.progress import overview
from incognote.serve.projects.project_routes import found
from incognote.serve.projects.settings import settings_of
from incognote.serve.projects.shapes import AnnotationShape, Edit, MarkedNote, NoteDone, NoteState, Revision
from incognote.serve.service import Service

ROUTER = APIRouter(tags=["projects"])


@ROUTER.get("/projects/{project}/notes", summary="The notes of a project")
def notes(service: Served, who: Annotator, project: int) -> list[NoteState]:
    """Without their texts: to annotators those that they are to annotate, to adjudicators all."""
    found(service, project, who)
    everybody = who.role >= Role.ADJUDICATOR
    names = {who.name, *settings_of(service.kept, project).annotators} if everybody else {who.name}
    glance = overview(service.kept, project, sorted(names))
    return [
        NoteState(
            number=number,
            id=doc_id,
            length=length,
            mine=who.name in glance.whose[number],
            state=glance.state(number, who.name),
            states={name: glance.state(number, name) for name in glance.whose[number]} if everybody else {},
        )
        for number, (doc_id, length) in service.kept.note_ids(project).items()
        if everybody or who.name in glance.whose[number]
    ]


@ROUTER.get("/projects/{project}/notes/{note}", summary="A note and your marks in it")
def note(service: Served, who: Annotator, project: int, note: int) -> MarkedNote:
    """Where the project isn't blind, you begin with the engine's marks the first time."""
    mine = _mine(service, project, note, who)
    doc, settings = service.kept.note(project, note), settings_of(service.kept, project)
    if mine and settings.engine and not settings.blind:
        start_from(service.kept, project, note, who.name, settings.engine)
    now = marked(service.kept.events(project, (EDIT, DONE), note, who.name))
    return MarkedNote(
        number=note,
        id=doc.id,
        text=doc.text,
        mine=mine,
        marks=[AnnotationShape(**mark._asdict()) for mark in now.marks],
        done=now.done,
        revision=now.revision,
    )


@ROUTER.post("/projects/{project}/notes/{note}/edits", summary="Mark, unmark, change marks")
def edit_marks(service: Served, who: Annotator, project: int, note: int, sent: Edit) -> Revision:
    """Marks that don't fit the text or overlap are refused, and an edit that was made without having seen your last.

    That is answered by 409: get the note again.
    """
    _require_mine(service, project, note, who)
    put = _marks(sent.put)
    require_labels(service.kept, project, (mark.label for mark in put))
    kept = edit(service.kept, project, note, who.name, _marks(sent.take), put, sent.base, sent.op)
    return Revision(revision=kept)


@ROUTER.post("/projects/{project}/notes/{note}/done", summary="Say that you are done with a note, or not yet")
def done(service: Served, who: Annotator, project: int, note: int, sent: NoteDone) -> Revision:
    """A note that you are done with can be changed still. 409 if you changed it and haven't seen that, as for edits."""
    _require_mine(service, project, note, who)
    return Revision(revision=finish(service.kept, project, note, who.name, sent.done, sent.op, sent.base))


def _mine(service: Service, project: int, note: int, who: Person) -> bool:
    """Whether someone is to annotate a note; an error if they may not even see it."""
    found(service, project, who)
    mine = who.name in assignment_of(service.kept, project).of(note)
    if not mine and who.role < Role.ADJUDICATOR:
        raise HTTPException(403, f"note {note} is given to others; an admin can assign notes anew")
    return mine


def _require_mine(service: Service, project: int, note: int, who: Person) -> None:
    if not _mine(service, project, note, who):
        raise HTTPException(403, "you aren't an annotator of this note; an admin can make you one")


def _marks(shapes: list[AnnotationShape]) -> list[Mark]:
    return [Mark(**shape.model_dump()) for shape in shapes]
