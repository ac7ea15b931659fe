"""Routes of learning: an engine adapted by what a project's people corrected."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, Field

from incognote.serve.about import JobShape
from incognote.serve.access import Admin, Served
from incognote.serve.jobs import Tell
from incognote.serve.projects.learning import corrected, learn, missing, models_in, require_able
from incognote.serve.projects.settings import PROJECT
from incognote.serve.shapes import Shape, TableShape, table_shape, values

ROUTER = APIRouter(prefix="/learn", tags=["learning"])
_LEARN = "learn"


class ToLearn(Shape):
    """Whose corrections an engine learns from, and what the model will be called."""

    project: int
    of: str = Field(default="gold", description="`gold`, or an annotator: the notes that they are done with.")
    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$", description="Of the model, as an engine's name.")
    engine: str = Field(default="incognote", description="What to start from: `incognote`, or a model of these.")


class LearnedShape(BaseModel):
    """A job's result: whether a model was written (it is if it is better), and the engine before and after."""

    name: str
    is_better: bool
    table: TableShape


class ModelShape(BaseModel):
    """A model that is there, which is an engine by its name."""

    name: str
    of: str = Field(description="What it is, such as `incognote, adapted`.")
    notes: int = Field(description="Notes that it learned from.")
    phi: int
    path: str = Field(description="For `--engine` on the command line; below the folder of `--data`.")
    table: TableShape | None


class ModelsShape(BaseModel):
    """The models, what runs, and the package that learning needs and that isn't installed ("" if all is there)."""

    models: list[ModelShape]
    running: JobShape | None
    missing: str


@ROUTER.get("", summary="The models that were learned here")
def learned(service: Served, _: Admin) -> ModelsShape:
    """With their figures by cross-validation over the notes that they learned from."""
    models = [
        ModelShape(
            name=model.name,
            of=model.of,
            notes=model.notes,
            phi=model.phi,
            path=f"models/{model.name}",
            table=table_shape(model.table) if model.table else None,
        )
        for model in models_in(service.kept.folder)
    ]
    running = [JobShape(**asdict(job)) for job in service.jobs.of(_LEARN) if job.goes_on]
    return ModelsShape(models=models, running=next(iter(running), None), missing=missing())


@ROUTER.post("", summary="Have an engine learn from corrected notes", status_code=202)
def begin(service: Served, _: Admin, wanted: ToLearn) -> JobShape:
    """A job of some minutes, whose result is a `LearnedShape`. What is no better than the engine isn't kept."""
    store = service.kept
    store.collection(PROJECT, wanted.project)
    engine = service.engines.catalogue.sound(wanted.engine).partition("@")[0]
    require_able(store.folder, wanted.name)
    docs = corrected(store, wanted.project, wanted.of)

    def run(_: Tell) -> dict[str, Any]:
        done = learn(store.folder, docs, wanted.name, engine)
        return values(LearnedShape(name=done.name, is_better=done.is_better, table=table_shape(done.table)))

    return JobShape(**asdict(service.jobs.start(_LEARN, _LEARN, run)))
