"""All routes of the service."""

from __future__ import annotations

from fastapi import APIRouter

from incognote.serve import about, adjudication, note_routes, project_routes

ROUTERS: tuple[APIRouter, ...] = (about.ROUTER, project_routes.ROUTER, note_routes.ROUTER, adjudication.ROUTER)
