"""Numbers however they are set: what counts are their digits and letters in order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from incognote.known.note import Note
from incognote.known.people import Detail
from incognote.known.words import fold, key_of
from incognote.types import Span

_SEPARATORS = frozenset(" .-/()\t\n\r\u00a0\u2010\u2011\u2012\u2013\u2014\u2015")
_WIDEST_SEPARATOR = 3
_SAFE = 7  # characters: as many stand in a row by chance hardly ever, even with blanks between
_SHORTEST = 5  # shorter numbers must have a label before them
_ZIP = 5
_LABELLED = re.compile(
    r"(?:#|\b(?:no|nr|num|number|id|mrn|acct|account|policy|member|record))[\s.:#]{0,4}$", re.IGNORECASE
)
_EXTENSION = re.compile(r"\s*(?:x|ext)\b.*$", re.IGNORECASE)
_DIALLED_BEFORE = re.compile(r"(?:\+\d{1,3}[ .\u00a0\u2010-\u2015-]?(?:\(0\) ?)?|\b1[.\u2010-\u2015-])?\(?$")
_AREA_BEFORE = re.compile(
    r"(?:\+\d{1,3}[ .\u00a0\u2010-\u2015-]?|\b1[ .\u00a0\u2010-\u2015-])?\(?\b\d{3}\)?[ .\u00a0\u2010-\u2015-]{1,2}$"
)
_MORE_OF_ZIP = re.compile(r"[\u2010-\u2015-]\d{4}(?!\d)")
_GOES_ON = re.compile(r"[^\W_]|[ .\-/()\t\n\r\u00a0\u2010-\u2015]{1,3}\d")
_LOOK_BACK = 16  # characters


class NumberFinder:
    """Finds numbers whatever blanks, dots, dashes, slashes or brackets stand in them; leading zeros are optional."""

    def __init__(self, details: Iterable[Detail], source: str) -> None:
        self._labels: dict[str, str] = {}
        for detail in details:
            for form in _forms(detail):
                self._labels.setdefault(form, detail.label)
        self._source = source
        self.starts = {form[:length] for form in self._labels for length in range(1, len(form) + 1)}

    def find(self, note: Note, at: list[int]) -> Iterator[Span]:
        behind = 0
        for first in at:
            if first < behind:
                continue
            if note.key(first) not in self._labels and not _GOES_ON.match(note.text, note.ends[first]):
                continue
            if (match := self._longest(note, first)) is not None:
                last, form = match
                behind = last + 1
                label = self._labels[form]
                start, end = note.starts[first], note.ends[last]
                if _is_long(note.text[start:end]) or _LABELLED.search(note.text[max(0, start - _LOOK_BACK) : start]):
                    if label == "ZIP" and (more := _MORE_OF_ZIP.match(note.text, end)):
                        end = more.end()
                    if label in ("PHONE", "FAX"):
                        start -= _dialled_before(note.text, start, end, form)
                    yield Span(start, end, label, 1.0, self._source)

    def _longest(self, note: Note, first: int) -> tuple[int, str] | None:
        """The last token and the number, for the longest number that begins here."""
        best = None
        so_far, blanks = note.key(first), False
        last = first
        while so_far in self.starts:
            if so_far in self._labels and (len(so_far) >= _SAFE or not blanks) and self._whole(note, first, so_far):
                best = last, so_far
            following = _next_piece(note, last)
            if following is None:
                break
            blanks |= any(map(str.isspace, note.text[note.ends[last] : note.starts[following]]))
            so_far += fold(note.spelled(following))
            last = following
        return best

    def _whole(self, note: Note, first: int, form: str) -> bool:
        """A postal code keeps its leading zeros: 2139 is not 02139."""
        return self._labels[form] != "ZIP" or note.ends[first] - note.starts[first] >= min(_ZIP, len(form))


def _is_long(number: str) -> bool:
    return sum(map(str.isalnum, number)) >= _SHORTEST


def _next_piece(note: Note, at: int) -> int | None:
    for other in range(at + 1, min(at + 2 + _WIDEST_SEPARATOR, len(note.ids))):
        gap = note.text[note.ends[at] : note.starts[other]]
        if len(gap) > _WIDEST_SEPARATOR or not _SEPARATORS.issuperset(gap):
            return None
        if note.key(other).isalnum():
            return other
    return None


def _forms(detail: Detail) -> list[str]:
    """How a number may be written in full and in part, less what stands between its digits."""
    value = _EXTENSION.sub("", detail.value) if detail.label in ("PHONE", "FAX") else detail.value
    plain = "".join(filter(str.isalnum, fold(value)))
    if detail.label != "USERNAME" and (not any(map(str.isdigit, plain)) or len(set(plain)) == 1):
        return []  # `none`, `unknown`, 000-00-0000
    if detail.label == "EMAIL":
        return []
    forms = [plain]
    if detail.label in ("PHONE", "FAX"):
        forms += [plain[-length:] for length in (10, 7) if len(plain) > length]
    elif detail.label == "ZIP" and plain.isdecimal():
        forms.append(plain[:_ZIP])
    return [key_of(form) for form in forms]


def _dialled_before(text: str, start: int, end: int, form: str) -> int:
    """How many characters before a telephone number belong to it: country and area codes, a bracket that it closes."""
    before = text[max(0, start - _LOOK_BACK) : start]
    found = (_AREA_BEFORE.search(before) if len(form) <= _SAFE else None) or _DIALLED_BEFORE.search(before)
    if not found:
        return 0
    is_open = found[0].startswith("(") and ")" not in found[0] + text[start:end]
    return len(found[0]) - is_open
