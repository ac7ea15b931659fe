"""Routes of projects: making and setting them, bringing notes in, assigning them, pre-annotation, export, history."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Query
from starlette.responses import Response

from incognote.errors import ConfigError, DetectionError
from incognote.serve.about import JobShape
from incognote.serve.access import Adjudicator, Admin, Annotator, Served
from incognote.serve.importing import read_files
from incognote.serve.people import Person, Role, require_name
from incognote.serve.problems import MissingError
from incognote.serve.projects.adding import add, other_labels
from incognote.serve.projects.assignment import assign, assignment_of
from incognote.serve.projects.exporting import as_file, exported, require_spans
from incognote.serve.projects.history import told
from incognote.serve.projects.preannotation import preannotate
from incognote.serve.projects.progress import overview, seen_by
from incognote.serve.projects.settings import PROJECT, ProjectSettings, change_settings, new_project, settings_of
from incognote.serve.projects.shapes import (
    Assign,
    EventShape,
    Import,
    Imported,
    NewProject,
    PersonShape,
    ProgressShape,
    ProjectShape,
    SettingsShape,
)
from incognote.serve.service import Service
from incognote.serve.shapes import holding
from incognote.serve.store import Collection
from incognote.types import Document

ROUTER = APIRouter(tags=["projects"])
_PRE_ANNOTATE = "pre-annotate"


@ROUTER.get("/people", summary="Who has a token")
def people(service: Served, _: Admin) -> list[PersonShape]:
    """Names and roles, to choose annotators from."""
    return [PersonShape(name=person.name, role=person.role.word) for person in service.tokens.people()]


@ROUTER.get("/projects", summary="The projects")
def projects(service: Served, who: Annotator) -> list[ProjectShape]:
    """Adjudicators see all of them, annotators those that they annotate."""
    found = service.kept.collections(PROJECT)
    return [_shape(service, one, who) for one in found if sees(service, one.id, who)]


@ROUTER.post("/projects", summary="Make a project", status_code=201)
def make(service: Served, who: Admin, new: NewProject) -> ProjectShape:
    """It has no notes yet."""
    made = new_project(service.kept, new.name, _settings(service, new), who.name)
    return _shape(service, made, who)


@ROUTER.get("/projects/{project}", summary="How a project is set, and how far it is")
def project(service: Served, who: Annotator, project: int) -> ProjectShape:
    """Its settings, the number of its notes, and the progress of its annotators."""
    return _shape(service, found(service, project, who), who)


@ROUTER.post("/projects/{project}/settings", summary="Set a project otherwise")
def settings(service: Served, who: Admin, project: int, new: SettingsShape) -> ProjectShape:
    """What annotators marked stays, even of those who annotate no longer."""
    one = found(service, project, who)
    change_settings(service.kept, project, _settings(service, new), who.name)
    return _shape(service, one, who)


@ROUTER.post("/projects/{project}/notes", summary="Bring notes or annotations into a project")
def bring(service: Served, who: Admin, project: int, sent: Import) -> Imported:
    """All of the files' notes, or none if one of them is there already with another text.

    Notes that are there with the same text are annotated only, which takes `as`.
    """
    found(service, project, who)
    docs, set_aside = read_files(service.kept, sent.files, sent.format, sent.columns)
    return Imported(**asdict(add(service.kept, project, docs, who.name, sent.annotator)), set_aside=set_aside)


@ROUTER.post("/projects/{project}/assign", summary="Give out the notes")
def give(service: Served, who: Admin, project: int, rule: Assign) -> ProjectShape:
    """To all annotators, or to some in turn, as also notes that come later. Who has begun with a note keeps it."""
    one = found(service, project, who)
    assign(service.kept, project, rule.each, who.name)
    return _shape(service, one, who)


@ROUTER.post("/projects/{project}/pre-annotate", summary="Have the engine mark the notes", status_code=202)
def pre_annotate(service: Served, who: Admin, project: int) -> JobShape:
    """A job, which goes through the notes that the engine hasn't seen. If one runs already, that one."""
    found(service, project, who)
    engine = settings_of(service.kept, project).engine
    if engine is None:
        raise ConfigError("the project has no engine; name one in its settings")

    def find(docs: Sequence[Document]) -> Sequence[Document | DetectionError]:
        return service.engines.find(docs, engine)

    about = f"{PROJECT}/{project}"
    running = [job for job in service.jobs.of(about) if job.what == _PRE_ANNOTATE and job.goes_on]
    job = running[0] if running else service.jobs.start(
        _PRE_ANNOTATE, about, lambda tell: preannotate(service.kept, project, engine, find, who.name, tell)
    )  # fmt: skip
    return JobShape(**asdict(job))


@ROUTER.get(
    "/projects/{project}/export",
    summary="The gold or someone's marks, in any format",
    response_class=Response,
    responses=holding("application/octet-stream"),
)
def export(
    service: Served,
    who: Adjudicator,
    project: int,
    of: Annotated[str, Query(description="`gold`, an annotator, or `engine:NAME`.")] = "gold",
    format: Annotated[str, Query(description="One of docs/formats.md that holds spans.")] = "jsonl",
) -> Response:
    """A file, or a zip where the format has a file a note.

    Formats that can hold it have suggested replacements in the field `replacements`.
    """
    require_spans(format)
    one = found(service, project, who)
    name, content = as_file(service.kept, exported(service.kept, project, of), format, f"{one.name}-{of}")
    disposition = f"attachment; filename*=UTF-8''{quote(name, safe='')}"
    return Response(content, media_type="application/octet-stream", headers={"Content-Disposition": disposition})


@ROUTER.get("/projects/{project}/history", summary="What has happened in a project")
def history(
    service: Served,
    who: Adjudicator,
    project: int,
    after: Annotated[int, Query(ge=0, description="Events behind this one.")] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 200,
) -> list[EventShape]:
    """Events in their order, with authors and times, without any text."""
    found(service, project, who)
    events = service.kept.events(project, after=after, limit=limit)
    return [EventShape(id=one.id, at=one.at, author=one.author, kind=one.kind, note=one.note, told=told(one))
            for one in events]  # fmt: skip


def found(service: Service, project: int, who: Person) -> Collection:
    """The project, for someone who may see it."""
    one = service.kept.collection(PROJECT, project)
    if not sees(service, project, who):
        raise MissingError(f"there is no project {project} for you; ask an admin to make you an annotator of it")
    return one


def sees(service: Service, project: int, who: Person) -> bool:
    return who.role >= Role.ADJUDICATOR or who.name in settings_of(service.kept, project).annotators


def _settings(service: Service, new: SettingsShape) -> ProjectSettings:
    for name in new.annotators:
        require_name(name)
    if len(set(new.annotators)) < len(new.annotators):
        raise ConfigError("an annotator is named twice; name each once")
    engine = service.engines.catalogue.sound(new.engine) if new.engine else None
    return ProjectSettings(tuple(new.annotators), new.blind, engine)


def _shape(service: Service, one: Collection, who: Person) -> ProjectShape:
    store, settings = service.kept, settings_of(service.kept, one.id)
    shown = list(settings.annotators) if who.role >= Role.ADJUDICATOR else [who.name]
    glance = overview(store, one.id, shown)
    return ProjectShape(
        project=one.id,
        name=one.name,
        annotators=shown,
        blind=settings.blind,
        engine=settings.engine,
        each=assignment_of(store, one.id).each,
        notes=len(glance.whose),
        unassigned=glance.unassigned,
        seen_by_engine=len(seen_by(store, one.id, settings.engine)) if settings.engine else 0,
        labels=other_labels(store, one.id),
        progress=[ProgressShape(**asdict(glance.progress(name))) for name in shown],
        jobs=[JobShape(**asdict(job)) for job in service.jobs.of(f"{PROJECT}/{one.id}") if job.goes_on],
    )
