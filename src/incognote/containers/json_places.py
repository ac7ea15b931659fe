"""JSON whose values know where they are written, so that new ones can be put there and all else stays as it is."""

from __future__ import annotations

import json
import re
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from incognote.containers.base import UnfitError
from incognote.containers.readings import Reader, Reading

_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_TOKEN = re.compile(rf'({_STRING})([ \t\r\n]*:)?|([{{\[])|([}}\]])|[^ \t\r\n,:{{}}\[\]"]+')
_ESCAPED = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.")
_MARK = "\ufeff"
_DEEPEST = 200  # those who walk through it go some steps a level, and Python allows 1,000
_HALF_A_PAIR = re.compile("[\ud800-\udfff]")


class Place(NamedTuple):
    """Where a string, a number or another simple value is written; a string with its quotes."""

    start: int
    end: int


class Object(dict[str, Any]):
    """An object, and where it is written."""

    start = end = 0


class Array(list[Any]):
    """An array, and where it is written."""

    start = end = 0


Value: TypeAlias = Object | Array | Place


def parse(text: str) -> Value:
    """The value in a JSON text, a byte-order mark before it or not; of names in an object none may be there twice."""
    body = text.removeprefix(_MARK)
    try:
        json.loads(body, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise UnfitError("it is not JSON; mend it") from None
    return _parsed(text)


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _parsed(text: str) -> Value:
    """The value in a text that is known to be JSON."""
    top = Array()
    holder: Object | Array = top
    outer: list[Object | Array] = []
    key = ""
    for found in _TOKEN.finditer(text, text.startswith(_MARK)):
        kind = found.lastindex
        value: Value
        if kind == 2:
            key = _plain(found[1])
            if key in holder:
                raise UnfitError("an object of it has one name twice; remove one")
            continue
        if kind == 4:
            holder.end = found.end()
            holder = outer.pop()
            continue
        if kind == 3:
            value = Object() if found[3] == "{" else Array()
            value.start = found.start()
        else:
            value = Place(found.start(), found.end())
        if isinstance(holder, Object):
            holder[key] = value
        else:
            holder.append(value)
        if kind == 3:
            if len(outer) == _DEEPEST:
                raise UnfitError(f"it is nested more than {_DEEPEST} deep")
            outer.append(holder)
            holder = value  # type: ignore[assignment]
    result: Value = top[0]
    return result


def _plain(written: str) -> str:
    return str(json.loads(written)) if "\\" in written else written[1:-1]


def string_at(text: str, place: object) -> str | None:
    """The string that is written in a place; None if there is none."""
    if not isinstance(place, Place) or text[place.start] != '"':
        return None
    return _plain(text[place.start : place.end])


def read_string(text: str, place: Place) -> Reading:
    """The string in a place, as it is read."""
    escape = partial(escaped, ascii=text.isascii())
    out, at, end = Reader(), place.start + 1, place.end - 1
    if "\\" in text[at:end]:
        for found in _ESCAPED.finditer(text, at, end):
            out.add(text[at : found.start()], at, found.start(), escape)
            out.add(str(json.loads(f'"{found[0]}"')), *found.span(), escape)
            at = found.end()
    out.add(text[at:end], at, end, escape)
    return out.reading()


def escaped(text: str, ascii: bool) -> str:
    """A text as it is written in a string: all other letters escaped where a file has none."""
    return json.dumps(text, ensure_ascii=ascii or bool(_HALF_A_PAIR.search(text)))[1:-1]
