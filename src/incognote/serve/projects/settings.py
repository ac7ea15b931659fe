"""Projects: notes that several people annotate, and an adjudicator makes a gold standard of."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from incognote.serve.store import Collection, New, Store

PROJECT: Literal["project"] = "project"
"""The kind of a project's collection, and of events that say how it is set."""


@dataclass(frozen=True)
class ProjectSettings:
    """Who annotates, whether they see what an engine found, and which engine that is."""

    annotators: tuple[str, ...] = ()
    blind: bool = True
    engine: str | None = None


def new_project(store: Store, name: str, settings: ProjectSettings, author: str) -> Collection:
    return store.new_collection(PROJECT, name, New(author, PROJECT, _body(settings)))


def change_settings(store: Store, project: int, settings: ProjectSettings, author: str) -> int:
    return store.append(project, New(author, PROJECT, _body(settings)))


def settings_of(store: Store, project: int) -> ProjectSettings:
    """How a project is set now; an error if there is none of that number."""
    store.collection(PROJECT, project)
    body = store.events(project, (PROJECT,))[-1].body
    return ProjectSettings(tuple(body["annotators"]), bool(body["blind"]), body["engine"])


def _body(settings: ProjectSettings) -> dict[str, Any]:
    return {**asdict(settings), "annotators": list(settings.annotators)}
