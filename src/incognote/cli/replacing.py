"""What commands that replace PHI share: their options, the key, and the rewriting of a note."""

from __future__ import annotations

import functools
import os
import sys
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from incognote.cli.writing import number
from incognote.errors import ConfigError
from incognote.types import Document

if TYPE_CHECKING:
    from incognote.replace.edits import Alignment
    from incognote.replace.keys import Key
    from incognote.replace.shifts import Shift

DATE = "DATE"
PRESERVE = 0
"""The thesis's number of weeks that leaves dates as they are."""

_CONCEPTS = "concepts"
"""A style, and the module whose finds it writes."""

_STYLES = ("thesis", "plain", "mask", "remove", _CONCEPTS)
_STYLE_HELP = (
    "What takes the place of PHI: [**Last Name 5**], [NAME], stars, nothing; concepts: stars, and MeSH ids and "
    "synonyms for terms of medicine (with --engine concept-match --also concepts)."
)
_DATES_HELP = "Shift dates by key and patient, or put tags in their place.  [default: shift where there is a key]"
_WEEKS_HELP = "Shift all dates by this number of weeks, as the thesis does. Unsafe: one true date betrays all."
_SECTIONS_HELP = "Sections to take out whole, such as social,family."


@dataclass(frozen=True)
class ReplaceChoice:
    """The options that say what takes the place of PHI."""

    style: str
    key: str | None
    shift_dates: bool | None
    weeks: int | None
    day_first: bool
    sections: str

    def rewriter(self, switched_on: Collection[str]) -> Rewriter:
        """Ready to rewrite notes; a wrong or missing key, name or module is an error here, before any note is read."""
        from incognote.replace.keys import VARIABLE, load
        from incognote.replace.sections import section_name

        if self.weeks is not None and self.shift_dates is not None:
            raise ConfigError("--shift-weeks says how dates are shifted; leave --shift-dates or --tag-dates out")
        if self.style == _CONCEPTS and _CONCEPTS not in switched_on:
            raise ConfigError(
                f"--style {_CONCEPTS} is for terms of medicine, which no engine looks for unasked; say --engine "
                f"concept-match --also {_CONCEPTS}, or choose another style"
            )
        key = load(self.key, os.environ, sys.stdin)
        if self.shift_dates and key is None:
            raise ConfigError(f"--shift-dates needs a key: --key FILE, --key - or the variable {VARIABLE}")
        names = frozenset(section_name(name) for name in self.sections.split(",") if name.strip())
        return Rewriter(self, key, names)


@dataclass(frozen=True)
class Rewritten:
    """A note after its replacements; the note as it was, with the spans that were replaced; what became of dates;
    and where what was replaced lies in both."""

    doc: Document
    replaced: Document
    dates: Counter[str]
    alignment: Alignment


class Rewriter:
    """Rewrites notes, one at a time, and remembers what there is to say about their dates."""

    def __init__(self, choice: ReplaceChoice, key: Key | None, sections: frozenset[str]) -> None:
        from incognote.replace.sections import tagging_sections
        from incognote.replace.tags import REPLACERS

        self.key = key
        self._choice = choice
        self._sections = sections
        self._tags = tagging_sections(REPLACERS[choice.style])
        self._nobodys = 0
        self._keyless = 0
        self._shifted = 0

    def rewrite(self, found: Document, wrapped: bool = False) -> Rewritten:
        """The note with its PHI replaced; `wrapped` marks shifted dates as the thesis does: `[**2010/4/2**]`."""
        from incognote.replace.dates import DateShifter
        from incognote.replace.edits import apply
        from incognote.replace.sections import without_sections

        doc = without_sections(found, self._sections) if self._sections else found
        dates = sum(span.label == DATE for span in doc.spans)
        if self._choice.weeks == PRESERVE:
            doc = doc.with_spans(span for span in doc.spans if span.label != DATE)
            edited = apply(doc, self._tags(doc))
            return Rewritten(edited.doc, doc, Counter(kept=dates), edited.alignment)
        shifter = DateShifter(self._shift, self._tags, wrapped, self._choice.day_first)
        replacements = shifter(doc)
        tagged = {f"tagged ({reason})": number for reason, number in shifter.not_shifted.items()}
        same = sum(span.label == DATE and doc[span] == text for span, text in zip(doc.spans, replacements, strict=True))
        shifted = dates - shifter.not_shifted.total() - same
        self._shifted += shifted
        counts = +Counter(shifted=shifted, **{"the same as before": same}, **tagged)
        edited = apply(doc, replacements)
        return Rewritten(edited.doc, doc, counts, edited.alignment)

    def _shift(self, doc: Document) -> Shift | None:
        from incognote.replace.shifts import Shift, shift_of

        if self._choice.weeks:
            return Shift(self._choice.weeks)
        if self._choice.shift_dates is False:
            return None
        self._keyless += self.key is None
        self._nobodys += self.key is not None and doc.patient is None
        return shift_of(self.key, doc.patient) if self.key and doc.patient else None

    def remarks(self) -> list[str]:
        """What to know about the dates of the notes so far."""
        said = []
        if self._choice.weeks == PRESERVE:
            said.append("warning: dates stay as they are, as you asked for")
        elif self._choice.weeks and self._shifted:
            said.append(
                "warning: all dates were shifted by one number of weeks, so that one true date betrays them all; with "
                "--key the shift is secret and each patient's own"
            )
        if self._keyless:
            said.append("there is no key, so dates got tags; with --key they are shifted (incognote key new makes one)")
        if self._nobodys:
            said.append(
                f"{number(self._nobodys, 'note')} with dates and no patient: the dates got tags; "
                "--patient-of says whose notes they are"
            )
        return said


def replacing_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options of replacement to a command, which gets `replacing` in their place."""

    @click.option("--style", type=click.Choice(_STYLES), default=_STYLES[0], show_default=True, help=_STYLE_HELP)
    @click.option("--key", metavar="FILE", help="File with the secret key, or - for standard input.")
    @click.option("--shift-dates/--tag-dates", default=None, help=_DATES_HELP)
    @click.option("--shift-weeks", "weeks", type=click.IntRange(1), metavar="N", help=_WEEKS_HELP)
    @click.option("--day-first", is_flag=True, help="To shift 3/4/2025 as the third of April.")
    @click.option("--drop-sections", "sections", metavar="NAME,…", default="", help=_SECTIONS_HELP)
    @functools.wraps(command)
    def wrapped(
        style: str,
        key: str | None,
        shift_dates: bool | None,
        weeks: int | None,
        day_first: bool,
        sections: str,
        **others: Any,
    ) -> Any:
        return command(replacing=ReplaceChoice(style, key, shift_dates, weeks, day_first, sections), **others)

    return wrapped
