"""What is answered when something is wrong: one sentence with its remedy, and never a word of what was sent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.responses import JSONResponse, Response

from incognote.errors import (
    ConfigError,
    DamagedInputError,
    DetectionError,
    FaultError,
    IncognoteError,
    UnknownNameError,
)


class MissingError(IncognoteError):
    """Something that is asked for and isn't there."""


class ConflictError(IncognoteError):
    """Something that changed since whoever asks has seen it."""


class BusyError(IncognoteError):
    """More is asked for than can wait."""


class TooLongError(IncognoteError):
    """Work that took longer than it may."""


_STATUS: tuple[tuple[type[IncognoteError], int], ...] = (
    (MissingError, 404),
    (ConflictError, 409),
    (BusyError, 429),
    (TooLongError, 504),
    (FaultError, 500),
    (DetectionError, 500),
    (ConfigError, 400),
    (UnknownNameError, 400),
    (DamagedInputError, 400),
)
RETRY_AFTER = "1"  # seconds
FULL = "more requests wait than may; send fewer at once, or try again in a moment"
_FASTAPIS = "There was an error parsing the body"
_UNREADABLE = "the body is no JSON in UTF-8, or nested too deeply; check how it is made"
_FIELD = re.compile(r"[a-z_]{1,30}")


def answer_problems(app: FastAPI) -> None:
    """Have the application answer errors in our way."""
    app.add_exception_handler(IncognoteError, _ours)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(StarletteHTTPException, _refused)


def _answer(status: int, message: str) -> JSONResponse:
    return JSONResponse({"error": message}, status, {"Retry-After": RETRY_AFTER} if status == 429 else None)


async def _ours(_: Request, error: Exception) -> Response:
    status = next((status for kind, status in _STATUS if isinstance(error, kind)), 400)
    return _answer(status, str(error))


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException | StarletteHTTPException)
    detail = _UNREADABLE if error.detail == _FASTAPIS else str(error.detail)
    return _answer(error.status_code, detail)


async def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return _answer(422, "; ".join(_told(one) for one in error.errors()[:5]))


def _told(error: Any) -> str:
    """Where a request is wrong, and how; pydantic's own error has what was sent, too."""
    if error["type"] == "json_invalid":
        return f"the body is no JSON from character {error['loc'][-1]} on"
    if error["type"] == "extra_forbidden":  # a field that isn't ours may have any name
        return f"{_place(error['loc'][:-1])}: it has a field that isn't known here; look for a mistyped one"
    return f"{_place(error['loc'])}: {error['msg'] if error['type'] != 'value_error' else 'it is not allowed'}"


def _place(parts: Sequence[object]) -> str:
    """`body.notes[3].text`; what doesn't look like the name of a field may be anything, and isn't shown."""
    names = (f".{part}" if _FIELD.fullmatch(str(part)) else ".(a field)" for part in parts)
    shown = (f"[{part}]" if isinstance(part, int) else name for part, name in zip(parts, names, strict=True))
    return "".join(shown).lstrip(".")
