"""All routes of the service."""

from __future__ import annotations

from fastapi import APIRouter

from incognote.serve import (
    about,
    adjudication,
    detecting,
    evaluating,
    learn_routes,
    measure,
    note_routes,
    project_routes,
    release_routes,
    replacing,
)

ROUTERS: tuple[APIRouter, ...] = tuple(
    module.ROUTER
    for module in (
        about,
        detecting,
        replacing,
        evaluating,
        project_routes,
        note_routes,
        adjudication,
        measure,
        learn_routes,
        release_routes,
    )
)
