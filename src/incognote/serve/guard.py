"""What every request passes: whom it calls, where it comes from, who asks, how large it is; and what is logged of it.

The log and the metrics name the route (`/api/projects/{project}`), never a path or a body.
"""

from __future__ import annotations

import logging
import re
import time
import traceback

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from incognote.serve.access import PERSON
from incognote.serve.people import Person, Role
from incognote.serve.problems import FULL, RETRY_AFTER
from incognote.serve.service import Service

LOG = logging.getLogger("incognote.serve")
API = "/api/"
OPEN = frozenset({"/api/health", "/api/openapi.json"})
"""What needs no token: it says nothing of anybody."""
WORKED = frozenset({"/api/detect", "/api/deidentify", "/api/evaluate"})
"""What needs a worker process: refused before its body is read if too much waits for one."""
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?")
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""What is logged and counted by its name; others are a stranger's words."""

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_NO_TOKEN = "a token is needed: Authorization: Bearer TOKEN (incognote token new makes one)"
_FAULT = "a fault of the program; the log says where, without any text"


class Guard:
    """Stands before the application."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self._app = app
        self._service = service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status, began_to_answer = time.monotonic(), 500, False

        async def sent(message: Message) -> None:
            nonlocal status, began_to_answer
            if message["type"] == "http.response.start":
                began_to_answer = True
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store" if scope["path"].startswith(API) else "no-cache")
            await send(message)

        try:
            refused = self._refused(scope)
            if refused:
                await refused(scope, receive, sent)
            else:
                await self._app(scope, _limited(receive, self._limit(scope)), sent)
        except Exception as error:  # its message might quote a note, so that nobody else may log it
            tell_fault(error)
            if not began_to_answer:
                await _problem(500, _FAULT)(scope, receive, sent)
        finally:
            self._tell(scope, status, time.monotonic() - began)

    def _refused(self, scope: Scope) -> JSONResponse | None:
        """Why a request isn't let in, before a byte of its body is read."""
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        name = _HOST.fullmatch(host)
        if name is None or name[1] not in self._service.settings.hosts:
            return _problem(421, "this service isn't called by that name; start it with --host or --allow-host NAME")
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in (f"http://{host}", f"https://{host}"):
            return _problem(403, "another site's page may not call this service")
        if scope["path"].startswith(API) and scope["path"] not in OPEN:
            kind, _, token = headers.get("authorization", "").partition(" ")
            person = self._service.tokens.person(token.strip()) if kind.lower() == "bearer" else None
            if person is None:
                refusal = _problem(401, _NO_TOKEN)
                refusal.headers["WWW-Authenticate"] = "Bearer"
                return refusal
            scope[PERSON] = person
        if scope["path"] in WORKED and self._service.engines.is_full():
            refusal = _problem(429, FULL)
            refusal.headers["Retry-After"] = RETRY_AFTER
            return refusal
        size = headers.get("content-length", "")
        limit = self._limit(scope)
        return _problem(413, too_large(limit)) if size.isdecimal() and int(size) > limit else None

    def _limit(self, scope: Scope) -> int:
        """The largest body: only who may import may send what imports need, since it is read before the route is."""
        person: Person | None = scope.get(PERSON)
        return self._service.settings.limit(scope["path"], person.role if person else Role.READER)

    def _tell(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", None) or ("(page)" if status < 400 else "(none)")
        if scope["path"].startswith(API) and route.startswith("/") and not route.startswith(API):
            route = API + route.removeprefix("/")  # a router's own address
        method = scope["method"] if scope["method"] in _METHODS else "(other)"
        self._service.metrics.request(method, route, status, seconds)
        who = scope[PERSON].name if PERSON in scope else "-"
        LOG.info("%s %s %s %d %.0f ms", who, method, route, status, 1000 * seconds)


def tell_fault(error: Exception) -> None:
    """Log where a fault is."""
    LOG.error("a fault of the program: %s", type(error).__name__)
    for frame in traceback.extract_tb(error.__traceback__):
        LOG.error("  %s:%d in %s", frame.filename, frame.lineno, frame.name)


def too_large(limit: int) -> str:
    return f"the request has more than {limit:,} bytes; send less at once, or start the service with --largest MB"


def _limited(receive: Receive, limit: int) -> Receive:
    """The body as it comes, up to a limit."""
    size = 0

    async def received() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > limit:
            raise HTTPException(413, too_large(limit))
        return message

    return received


def _problem(status: int, message: str) -> JSONResponse:
    return JSONResponse({"error": message}, status)
