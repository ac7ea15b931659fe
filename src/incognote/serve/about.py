"""Routes that say what the service is: health, metrics, who asks, jobs."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, Field
from starlette.responses import PlainTextResponse

from incognote import __version__
from incognote.containers import reading
from incognote.labels import MAIN_CATEGORIES
from incognote.serve.access import Annotator, Reader, Served
from incognote.serve.problems import MissingError
from incognote.serve.projects.exporting import formats_with_spans

ROUTER = APIRouter(tags=["the service"])


class Health(BaseModel):
    """That the service answers, and which version."""

    status: str
    version: str


class Me(BaseModel):
    """Who you are to the service, and what there is for the page to know."""

    name: str
    role: str
    keeps_projects: bool
    labels: dict[str, list[str]]
    reads: list[str] = Field(description="Formats of files that notes can be brought in by.")
    writes: list[str] = Field(description="Formats of notes, which marks can be kept in.")


class JobShape(BaseModel):
    """Something that takes a while: `waiting`, `running`, `done` or `failed`."""

    id: int
    what: str
    about: str
    state: str
    done: int
    of: int
    error: str
    result: Any


@ROUTER.get("/health", summary="Whether the service answers")
async def health() -> Health:
    """No token is needed."""  # and no thread: it answers while all of them are busy
    return Health(status="ok", version=__version__)


@ROUTER.get("/metrics", summary="Counts for monitoring", response_class=PlainTextResponse)
def metrics(service: Served, _: Reader) -> str:
    """In the text form that Prometheus reads."""
    return service.metrics.text(service.engines.gauges())


@ROUTER.get("/me", summary="Who you are to the service")
def me(service: Served, who: Reader) -> Me:
    """Your name and role, whether the service keeps projects, the labels by main category, and the formats of notes."""
    labels = {main: list(labels) for main, labels in MAIN_CATEGORIES.items()}
    return Me(
        name=who.name,
        role=who.role.word,
        keeps_projects=service.store is not None,
        labels=labels,
        reads=reading.names(),
        writes=formats_with_spans(),
    )


@ROUTER.get("/jobs/{job}", summary="How far a job is")
def job(service: Served, _: Annotator, job: int) -> JobShape:
    """Jobs are begun by other requests, which tell their numbers."""
    found = service.jobs.get(job)
    if found is None:
        raise MissingError(f"there is no job {job}; the service may have been started anew")
    return JobShape(**asdict(found))
