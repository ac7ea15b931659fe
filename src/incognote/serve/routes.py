"""All routes of the service."""

from __future__ import annotations

from fastapi import APIRouter

from incognote.serve import about
from incognote.serve.engines import detecting, evaluating, replacing
from incognote.serve.projects import adjudication_routes, learn_routes, measure_routes, note_routes, project_routes
from incognote.serve.releases import routes as release_routes

ROUTERS: tuple[APIRouter, ...] = tuple(
    module.ROUTER
    for module in (
        about,
        detecting,
        replacing,
        evaluating,
        project_routes,
        note_routes,
        adjudication_routes,
        measure_routes,
        learn_routes,
        release_routes,
    )
)
