"""The application: its routes, the guard before them, and the pages."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.staticfiles import StaticFiles

from incognote import __version__
from incognote.serve.access import role_asked
from incognote.serve.guard import Guard
from incognote.serve.problems import answer_problems
from incognote.serve.routes import ROUTERS
from incognote.serve.service import Service
from incognote.serve.shapes import ErrorShape

_ABOUT = """Finds protected health information (PHI) in clinical notes and replaces it.

All but `/api/health` takes a token with a role: **reader**, **annotator**, **adjudicator** or **admin**; each may do
what those before it may. Offsets count code points from 0, and ends are exclusive; `start_utf16` and `end_utf16` count
as JavaScript, Java and C# do. An error is `{"error": "what is wrong; what to do"}`, and never quotes what was sent.
"""

_PROBLEMS = {
    400: "What was sent makes no sense, or names what isn't there",
    401: "No token, or none that is known",
    403: "The token's role doesn't reach, or another site's page asks",
    404: "There is no such thing",
    409: "It has changed since, or is there already",
    413: "More bytes than a request may have",
    422: "A field is missing, unknown or of a wrong kind",
    429: "More requests wait than may; Retry-After says when to try again",
    500: "A fault of the program, or an engine that failed on a note",
    504: "It took longer than a request may",
}
_SILENT: Any = {"tracing": False, "metrics": False, "logs": False, "auto_configure": False}
"""FastAPI would send what it measures, errors too, to wherever the environment says."""


def make_app(service: Service) -> FastAPI:
    app = FastAPI(
        title="incognote",
        version=__version__,
        description=_ABOUT,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        telemetry=_SILENT,
        responses={status: {"model": ErrorShape, "description": what} for status, what in _PROBLEMS.items()},
    )
    app.state.service = service
    answer_problems(app)
    for router in ROUTERS:
        for route in router.routes:
            if isinstance(route, APIRoute):
                route.openapi_extra = {**(route.openapi_extra or {}), **_role(route)}
        app.include_router(router, prefix="/api")
    pages = str(files("incognote").joinpath("serve/pages"))
    app.mount("/", StaticFiles(directory=pages, html=True))
    app.add_middleware(Guard, service=service)
    return app


def _role(route: APIRoute) -> dict[str, Any]:
    """What the OpenAPI document says of who may ask."""
    roles = [role for one in route.dependant.dependencies if (role := role_asked(one.call))]
    return {"x-role": max(roles).word} if roles else {}
