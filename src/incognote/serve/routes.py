"""All routes of the service."""

from __future__ import annotations

from fastapi import APIRouter

from incognote.serve import about, detecting, evaluating, replacing

ROUTERS: tuple[APIRouter, ...] = (
    about.ROUTER,
    detecting.ROUTER,
    replacing.ROUTER,
    evaluating.ROUTER,
)
