"""How rows of CSV are told apart, in bytes: by expressions for fields and records, for each separator.

A field that begins with a quote ends with one, and quotes inside are doubled; in other fields a quote is a letter like
any other, as Python's csv module has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TypeAlias

from incognote.containers.streams import Lost, Record, too_large
from incognote.wording import number

_Pattern: TypeAlias = "re.Pattern[bytes]"
_QUOTED = rb'"[^"]*+(?:""[^"]*+)*+"'


@dataclass(frozen=True)
class Grammar:
    """`record` is a whole row with its end and `last` one that ends the file; `broken` is a quoted field that goes on.

    `fields` are all whole fields at the start of a row whose end isn't known yet.
    """

    separator: bytes
    field: _Pattern
    record: _Pattern
    last: _Pattern
    broken: _Pattern
    fields: _Pattern

    def resume(self, columns: int, text: int) -> _Pattern:
        """The end of a line behind which a row begins that has all its fields, and its text quoted."""
        one, sep = self.field.pattern, re.escape(self.separator)
        behind = b"(?:%b%b){%d}" % (sep, one, columns - text - 1)
        return re.compile(rb"\n(?=(?:%b%b){%d}%b%b\r?\n)" % (one, sep, text, _QUOTED, behind))

    def split(self, record: bytes) -> tuple[list[bytes], bytes]:
        """A row's fields as they are written, and its end."""
        fields, at = [], 0
        while found := self.field.match(record, at):
            fields.append(found.group())
            at = found.end()
            if not record.startswith(self.separator, at):
                break
            at += len(self.separator)
        return fields, record[at:]

    def rows(self, raw: bytes) -> Iterator[bytes]:
        """Whole rows."""
        at = 0
        while found := self.record.match(raw, at) or (self.last.match(raw, at) if at < len(raw) else None):
            yield found.group()
            at = found.end()


@lru_cache(maxsize=8)
def grammar(separator: bytes) -> Grammar:
    sep = re.escape(separator)
    # Groups that may fail inside are repeated greedily: some Pythons of 3.11 match them wrongly if possessively.
    plain = rb"(?!\")[^%b\r\n]*+(?:\r(?!\n)[^%b\r\n]*+)*" % (sep, sep)
    field = rb"(?:%b|%b)" % (_QUOTED, plain)
    record = rb"%b(?:%b%b)*" % (field, sep, field)
    before = rb"(?:%b%b)*" % (field, sep)
    return Grammar(
        separator,
        re.compile(field),
        re.compile(record + rb"\r?\n"),
        re.compile(record + rb"\Z"),
        re.compile(rb"%b%b(?:[^%b\"\r\n]|\r[^\n])" % (before, _QUOTED, sep)),
        re.compile(before),
    )


def records(source: Iterable[bytes], rules: Grammar, resume: _Pattern, largest: int) -> Iterator[Record]:
    """Rows with their ends; of one that is too large, only what tells where it ends is held."""
    held, skipping, seeking = b"", False, False
    for block in chain(source, (None,)):
        held += block or b""
        at, end = 0, len(held)
        while at < end:
            if seeking:
                if block is not None and end - at < 2 * largest:
                    break  # the next whole row may be cut here
                found = resume.search(held, at)
                behind = found.end() if found else end
                yield _broken(held.count(b"\n", at, behind) + (block is None and behind == end and held[-1:] != b"\n"))
                at, seeking = behind, not found and block is not None
                continue
            row = rules.record.match(held, at) or (rules.last.match(held, at) if block is None else None)
            if row:
                yield too_large(largest) if skipping or row.end() - at > largest else row.group()
                at, skipping = row.end(), False
            elif block is None or rules.broken.match(held, at):
                seeking = True
            else:
                break
        held = held[at:]
        if len(held) > largest and not seeking:
            held, skipping = _state(held, rules), True


def _broken(lines: int) -> Lost:
    """What is passed over, since nobody can tell there where a row begins."""
    return Lost(
        f"the quoting is broken; from there {number(lines, 'line')} passed over, up to the next whole row whose text "
        "is quoted"
    )


def _state(row: bytes, rules: Grammar) -> bytes:
    """The shortest start of a row that goes on as this one does."""
    found = rules.fields.match(row)
    field = row[found.end() if found else 0 :]
    if not field.startswith(b'"'):
        return b"x\r" if field.endswith(b"\r") else b"x"
    quotes = len(field) - 1 - len(field[1:].rstrip(b'"'))
    return b'"' + b'"' * (quotes % 2)
