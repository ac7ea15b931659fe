"""All routes of the service."""

from __future__ import annotations

from fastapi import APIRouter

from incognote.serve import about, adjudication, detecting, evaluating, note_routes, project_routes, replacing

_MODULES = (about, adjudication, detecting, evaluating, note_routes, project_routes, replacing)

ROUTERS: tuple[APIRouter, ...] = tuple(module.ROUTER for module in _MODULES)
