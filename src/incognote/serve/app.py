"""The application: its routes, the guard before them, and the pages."""

from __future__ import annotations

from importlib.resources import files

from fastapi import FastAPI
from starlette.staticfiles import StaticFiles

from incognote import __version__
from incognote.serve.guard import Guard
from incognote.serve.importing import sweep
from incognote.serve.problems import answer_problems
from incognote.serve.routes import ROUTERS
from incognote.serve.service import Service

_ABOUT = """Finds protected health information (PHI) in clinical notes and replaces it.

All but `/api/health` takes a token with a role: **reader**, **annotator**, **adjudicator** or **admin**; each may do
what those before it may. Offsets count code points from 0, and ends are exclusive; `start_utf16` and `end_utf16` count
as JavaScript, Java and C# do. An error is `{"error": "what is wrong; what to do"}`, and never quotes what was sent.
"""


def make_app(service: Service) -> FastAPI:
    if service.store is not None:
        sweep(service.store.folder)
    app = FastAPI(
        title="incognote",
        version=__version__,
        description=_ABOUT,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.service = service
    answer_problems(app)
    for router in ROUTERS:
        app.include_router(router, prefix="/api")
    pages = str(files("incognote").joinpath("serve/pages"))
    app.mount("/", StaticFiles(directory=pages, html=True))
    app.add_middleware(Guard, service=service)
    return app
