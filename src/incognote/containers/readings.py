"""A text as it is read, and where each of its letters stands in what is written: escapes, tags and separators apart.

Edits of what is read become edits of what is written, and one reading may lie upon another: markup inside JSON, say.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from incognote.containers.base import Edit, UnfitError

Escape: TypeAlias = Callable[[str], str]

# A field that is the number of a result and nothing else: with no word beside it 7.35 or 10.8 would be read as a day.
_RESULT = re.compile(r"\s*[<>≤≥=~±+-]{0,2}\s*(?:\d{1,3}|\d{0,4}[.,]\d{1,3})\s*%?\s*")


class Piece(NamedTuple):
    """A stretch of the text that is read, and where it is written.

    Where both are equally long, letter stands for letter; where nothing is written (a line break that a tag stands
    for), there is nothing to be replaced; all others are escapes, which are replaced as a whole.
    """

    start: int
    end: int
    raw: int
    raw_end: int
    escape: Escape

    def __repr__(self) -> str:
        return f"Piece({self.start}, {self.end})"


@dataclass(frozen=True, repr=False)
class Reading:
    """A text and its pieces, in order and without gaps."""

    text: str
    pieces: Sequence[Piece]

    def __repr__(self) -> str:
        return f"Reading({len(self.text)} characters)"

    def raw_edits(self, edits: Iterable[Edit]) -> list[Edit]:
        """The edits of what is written, in order.

        What takes the place of a stretch goes into the first of its pieces; from the others it is only taken away.
        """
        written = [piece for piece in self.pieces if piece.raw < piece.raw_end]
        parts: dict[Piece, list[Edit]] = {}
        starts = [piece.start for piece in written]
        for edit in _in_order(edits):
            if not written:
                raise UnfitError("there is no place for its new text")
            first = max(0, bisect_right(starts, edit.start) - 1)
            new = edit.new
            for piece in _touched(written, first, edit) or [written[first]]:
                start, end = (min(max(at, piece.start), piece.end) for at in (edit.start, edit.end))
                parts.setdefault(piece, []).append(Edit(start - piece.start, end - piece.start, new))
                new = ""
        return sorted((raw for piece, own in parts.items() for raw in self._raw(piece, own)), key=_PLACE)

    def _raw(self, piece: Piece, edits: list[Edit]) -> Iterator[Edit]:
        if piece.end - piece.start == piece.raw_end - piece.raw:
            for edit in edits:
                yield Edit(piece.raw + edit.start, piece.raw + edit.end, piece.escape(edit.new))
            return
        for edit in edits:
            if edit.start == edit.end:  # beside what is written as an escape, which stays
                at = piece.raw_end if edit.start else piece.raw
                yield Edit(at, at, piece.escape(edit.new))
        if inside := [edit for edit in edits if edit.start < edit.end]:
            yield Edit(piece.raw, piece.raw_end, piece.escape(apply(self.text[piece.start : piece.end], inside)))


class Text(NamedTuple):
    """A text of a record: its name within it, what is read, and what edits of that mean for what is written."""

    name: str
    text: str
    raw_edits: Callable[[Iterable[Edit]], list[Edit]]

    def __repr__(self) -> str:
        return f"Text({len(self.text)} characters)"

    @property
    def says_something(self) -> bool:
        """Whether it may hold PHI: neither blank nor the number of a result alone."""
        return bool(self.text.strip()) and not _RESULT.fullmatch(self.text)


NO_TEXT = Text("", "", lambda edits: [])


class Reader:
    """Gathers what is read, piece by piece."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._pieces: list[Piece] = []
        self._end = 0

    def __len__(self) -> int:
        return self._end

    def add(self, text: str, raw: int, raw_end: int, escape: Escape) -> None:
        if text:
            self._texts.append(text)
            self._pieces.append(Piece(self._end, self._end + len(text), raw, raw_end, escape))
            self._end += len(text)

    def put(self, text: str) -> None:
        """Something that isn't written: a line break between two cells, say."""
        self.add(text, 0, 0, str)

    def reading(self) -> Reading:
        return Reading("".join(self._texts), tuple(self._pieces))


def apply(text: str, edits: Iterable[Edit]) -> str:
    """A text with its edits; they must not overlap."""
    out, rest = [], 0
    for edit in _in_order(edits):
        out += [text[rest : edit.start], edit.new]
        rest = edit.end
    return "".join([*out, text[rest:]])


def shifted(edits: Iterable[Edit], by: int) -> list[Edit]:
    """The edits of a part as those of the whole, or the other way round."""
    return [Edit(edit.start + by, edit.end + by, edit.new) for edit in edits]


def fitting(text: str, encoding: str) -> str:
    """A new text in letters that an encoding has: without accents where it lacks them."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        plain = (c if _fits(c, encoding) else unicodedata.normalize("NFKD", c)[0] for c in text)
        return "".join(c if _fits(c, encoding) else "?" for c in plain)
    return text


def _fits(character: str, encoding: str) -> bool:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


_PLACE = attrgetter("start", "end")


def _in_order(edits: Iterable[Edit]) -> list[Edit]:
    ordered = sorted(edits, key=_PLACE)
    if any(later.start < edit.end for edit, later in pairwise(ordered)):
        raise UnfitError("two of its edits overlap")
    return ordered


def _touched(pieces: Sequence[Piece], first: int, edit: Edit) -> list[Piece]:
    touched = []
    for number in range(first, len(pieces)):
        if pieces[number].start >= edit.end:
            break
        if pieces[number].end > edit.start:
            touched.append(pieces[number])
    return touched
