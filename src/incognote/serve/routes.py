"""All routes of the service."""

from __future__ import annotations

from fastapi import APIRouter

from incognote.serve import about, release_routes

ROUTERS: tuple[APIRouter, ...] = (about.ROUTER, release_routes.ROUTER)
