"""Texts that are written in Base64: which of them are read, and how they are written again."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

from incognote.containers import markup
from incognote.containers.base import Edit, UnfitError
from incognote.containers.readings import apply, fitting

_TYPE = re.compile(r"\s*([\w.+-]{1,40}/[\w.+-]{1,60})\s*(?:;|\Z)")
_CHARSET = re.compile(r"""charset\s*=\s*["']?([\w.:-]+)""", re.IGNORECASE)
_HEAD = 1024  # bytes: where HTML says its encoding
# What no text has: NULs, as in what is packed and in UTF-16 that passes for UTF-8; changes of character set; RTF, PDF.
_NO_TEXT = re.compile(r"[\0\x1b]|\A\s*(?:\{\\rtf|%PDF-)")
_BLANKS = re.compile(r"\s+")


class Attached(NamedTuple):
    """What is read of an attachment, and its bytes with edits of that."""

    text: str
    edited: Callable[[Iterable[Edit]], bytes]

    def __repr__(self) -> str:
        return f"Attached({len(self.text)} characters)"


@cache
def _kinds() -> dict[str, frozenset[str]]:
    from incognote.data import load_toml

    return {kind: frozenset(types) for kind, types in load_toml("containers/fhir.toml")["attachments"].items()}


def is_markup(content_type: str) -> bool:
    """Whether it is markup, not plain text. What is neither is refused: nobody could say what it tells."""
    found = _TYPE.match(content_type)
    kind = found[1].lower() if found else ""
    if kind not in _kinds()["markup"] | _kinds()["plain"]:
        named = kind if kind in _kinds()["refused"] else "of another type, or of none"
        raise UnfitError(f"it has an attachment that is not text ({named}); remove it")
    return kind in _kinds()["markup"]


def read_attached(data: str, content_type: str) -> Attached:
    """A text in Base64."""
    has_tags = is_markup(content_type)
    try:
        raw = base64.b64decode(_BLANKS.sub("", data), validate=True)
    except (binascii.Error, ValueError):
        raise UnfitError("it has an attachment that is not Base64") from None
    charset = _charset(content_type, raw if has_tags else b"")
    text = _decoded(raw, charset)
    if charset not in content_type and "charset".encode(charset) != b"charset":  # it couldn't have been read
        raise UnfitError("it has an attachment that is not in the encoding that it names")
    if _NO_TEXT.search(text):
        raise UnfitError("it has an attachment that is not the text that its type says; remove it")
    reading = markup.read(text) if has_tags else None

    def edited(edits: Iterable[Edit]) -> bytes:
        fit = [Edit(edit.start, edit.end, fitting(edit.new, charset)) for edit in edits]
        return apply(text, reading.raw_edits(fit) if reading else fit).encode(charset)

    return Attached(reading.text if reading else text, edited)


def _charset(content_type: str, raw: bytes) -> str:
    found = _CHARSET.search(content_type) or _CHARSET.search(raw[:_HEAD].decode("ascii", "replace"))
    return found[1] if found else "utf-8"


def _decoded(raw: bytes, charset: str) -> str:
    try:
        text = raw.decode(charset)
        same = text.encode(charset) == raw
    except (LookupError, ValueError):
        raise UnfitError("it has an attachment that is not in the encoding that it names") from None
    if not same:
        raise UnfitError("it has an attachment in an encoding that can't be written as it was; make it UTF-8")
    return text
