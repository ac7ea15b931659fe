"""Routes that take a note as plain text, too: its options are in the address then, and the same as in JSON."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request
from fastapi.routing import APIRoute
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response

PLAIN = "text/plain"
PLAIN_BODY: dict[str, Any] = {
    "requestBody": {
        "content": {PLAIN: {"schema": {"type": "string", "description": "A note; options go into the query."}}}
    }
}
"""What the OpenAPI document says of such routes beside what it says of JSON."""

_LISTS = ("labels", "reasons_at")
_ONLY_JSON = ("text", "id", "patient", "notes", "keep")
"""What may not be in an address, since addresses are logged by proxies, or needs more than a text."""


class TextOrJson(APIRoute):
    """Takes `text/plain` as if it were JSON with that text."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handled(request: Request) -> Response:
            kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
            return await handle(_Text(request.scope, request.receive) if kind == PLAIN else request)

        return handled


class _Text(Request):
    @property
    def headers(self) -> Headers:
        given = dict(super().headers)
        return Headers({**given, "content-type": "application/json"})

    async def json(self) -> dict[str, Any]:
        charset = super().headers.get("content-type", "").lower().partition("charset=")[2].strip(' "')
        if charset not in ("", "utf-8", "utf8", "us-ascii"):
            raise HTTPException(415, "plain text must be UTF-8; encode it so")
        options: dict[str, Any] = dict(self.query_params)
        if given := [name for name in _ONLY_JSON if name in options]:
            raise HTTPException(400, f"{' and '.join(given)} may not be in the address; send JSON")
        for name in set(options).intersection(_LISTS):
            options[name] = options[name].split(",")
        try:
            return {**options, "text": (await self.body()).decode()}
        except UnicodeDecodeError:
            raise HTTPException(400, "the text is not UTF-8; encode it so") from None


def wants_text(request: Request) -> bool:
    """Whether plain text is asked for rather than JSON."""
    return request.headers.get("accept", "").partition(",")[0].partition(";")[0].strip().lower() == PLAIN
