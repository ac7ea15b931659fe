"""What commands that replace PHI share: their options, the key, and the rewriting of a note."""

from __future__ import annotations

import functools
import os
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any

import click

from incognote.cli.inventing import SURROGATES, SurrogateChoice, surrogate_options
from incognote.cli.writing import number
from incognote.errors import ConfigError
from incognote.types import Document

if TYPE_CHECKING:
    from incognote.replace.edits import Alignment
    from incognote.replace.keys import Key
    from incognote.replace.shifts import Reach, Shift
    from incognote.replace.surrogates.replacer import Surrogates

DATE = "DATE"
PRESERVE = 0
"""The thesis's number of weeks that leaves dates as they are."""

_CONCEPTS = "concepts"
"""A style, and the module whose finds it writes."""

_LONGEST_RANGE = 6
_STYLES = ("thesis", SURROGATES, "plain", "mask", "remove", _CONCEPTS)
_STYLE_HELP = (
    "What takes the place of PHI: [**Last Name 5**], invented PHI, [NAME], stars, nothing; concepts: stars, and MeSH "
    "ids and synonyms for terms of medicine (with --engine concept-match --also concepts)."
)
_DATES_HELP = "Shift dates by key and patient, or put tags in their place.  [default: shift where there is a key]"
_WEEKS_HELP = "Shift all dates by this number of weeks, as the thesis does. Unsafe: one true date betrays all."
_YEARS_HELP = "Shift dates by this many years, give or take a week.  [default: 1-20]"
_FUTURE_HELP = "Shift dates backwards only, and put tags in the place of those that would lie after today."
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
    years: str | None = None
    no_future: bool = False
    inventing: SurrogateChoice = field(default_factory=SurrogateChoice)

    @property
    def asks_for_shift(self) -> bool:
        return bool(self.shift_dates or self.years is not None or self.no_future)

    def rewriter(self, switched_on: Collection[str]) -> Rewriter:
        """Ready to rewrite notes; a wrong or missing key, name or module is an error here, before any note is read."""
        from incognote.replace.keys import VARIABLE, load
        from incognote.replace.sections import section_name

        if self.weeks is not None and (self.shift_dates is not None or self.asks_for_shift):
            raise ConfigError(
                "--shift-weeks says how dates are shifted; leave --shift-dates or --tag-dates, --shift-years and "
                "--no-future out"
            )
        if self.shift_dates is False and self.asks_for_shift:
            raise ConfigError("--tag-dates shifts no date; leave it out, or --shift-years and --no-future")
        self.inventing.require_style(self.style)
        if self.style == _CONCEPTS and _CONCEPTS not in switched_on:
            raise ConfigError(
                f"--style {_CONCEPTS} is for terms of medicine, which no engine looks for unasked; say --engine "
                f"concept-match --also {_CONCEPTS}, or choose another style"
            )
        key = load(self.key, os.environ, sys.stdin)
        if self.asks_for_shift and key is None:
            raise ConfigError(f"shifting dates needs a key: --key FILE, --key - or the variable {VARIABLE}")
        if self.style == SURROGATES and key is None:
            raise ConfigError(
                f"--style {SURROGATES} needs a key, from which surrogates are drawn: --key FILE, --key - or the "
                f"variable {VARIABLE} (incognote key new makes one)"
            )
        names = frozenset(section_name(name) for name in self.sections.split(",") if name.strip())
        return Rewriter(self, key, names)

    def reach(self) -> Reach:
        """How far dates are shifted; what is no range of years is an error."""
        from incognote.replace.shifts import ANY, Reach

        if self.years is None:
            return Reach(ANY.low, ANY.high, self.no_future)
        low, dash, high = self.years.partition("-")
        if not (low.isdecimal() and dash and high.isdecimal() and len(low) + len(high) <= _LONGEST_RANGE):
            raise ConfigError("--shift-years takes two numbers of years, the smaller first: --shift-years 3-7")
        return Reach(int(low), int(high), self.no_future)


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

        self._avoid: dict[str, frozenset[str]] = {}
        self._old: frozenset[str] = frozenset()
        self._surrogates: Surrogates | None = None
        if choice.style == SURROGATES and key:
            self._surrogates = choice.inventing.replacer(key, self._avoid)
        self.key = key
        self._choice = choice
        self._sections = sections
        self._reach = choice.reach()
        self._latest = date.today() if choice.no_future else None  # one day for all notes, whenever they are read
        self._tags = tagging_sections(self._surrogates or REPLACERS[choice.style])
        self._nobodys = 0
        self._keyless = 0
        self._shifted = 0

    @property
    def hides_places(self) -> bool:
        """Whether nobody may learn where PHI was: what isn't a surrogate would be known to be an original."""
        return self._surrogates is not None

    def look_at(self, glance: Callable[[], Iterable[Document]]) -> None:
        """See who is over 89 by any note, and what words notes have, so that no surrogate is one of its patient's."""
        if self.key and self._choice.shift_dates is not False:
            from incognote.replace.old_patients import old_patients

            self._old = old_patients(glance())
        if self._surrogates:
            from incognote.replace.surrogates.avoiding import words_to_avoid

            self._avoid.update(words_to_avoid(glance(), self._surrogates.scope_of))

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
        births = self._choice.inventing.births
        shifter = DateShifter(
            self._shift, self._tags, wrapped, self._choice.day_first, self._latest, births, self._is_old
        )
        replacements = shifter(doc)
        tagged = {f"tagged ({reason})": number for reason, number in shifter.not_shifted.items()}
        same = sum(span.label == DATE and doc[span] == text for span, text in zip(doc.spans, replacements, strict=True))
        shifted = dates - shifter.not_shifted.total() - same
        self._shifted += shifted
        edited = apply(doc, replacements)
        counts = +Counter(shifted=shifted, **{"the same as before": same}, **tagged)
        return Rewritten(edited.doc, doc, counts, edited.alignment)

    def _is_old(self, doc: Document) -> bool:
        from incognote.known.ids import plain_id

        return doc.patient is not None and plain_id(doc.patient) in self._old

    def _shift(self, doc: Document) -> Shift | None:
        from incognote.replace.shifts import Shift, shift_of

        if self._choice.weeks:
            return Shift(self._choice.weeks)
        if self._choice.shift_dates is False:
            return None
        self._keyless += self.key is None
        self._nobodys += self.key is not None and doc.patient is None
        return shift_of(self.key, doc.patient, self._reach) if self.key and doc.patient else None

    def remarks(self) -> list[str]:
        """What to know about the dates and surrogates of the notes so far."""
        said = []
        if self._surrogates and (tagged := self._surrogates.tagged - Counter({DATE: self._surrogates.tagged[DATE]})):
            said.append("tags where there is no surrogate: " + ", ".join(f"{n:,} {name}" for name, n in tagged.items()))
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
    @click.option("--shift-years", "years", metavar="LOW-HIGH", help=_YEARS_HELP)
    @click.option("--no-future", is_flag=True, help=_FUTURE_HELP)
    @click.option("--shift-weeks", "weeks", type=click.IntRange(1), metavar="N", help=_WEEKS_HELP)
    @click.option("--day-first", is_flag=True, help="To shift 3/4/2025 as the third of April.")
    @click.option("--drop-sections", "sections", metavar="NAME,…", default="", help=_SECTIONS_HELP)
    @surrogate_options
    @functools.wraps(command)
    def wrapped(
        style: str,
        key: str | None,
        shift_dates: bool | None,
        weeks: int | None,
        day_first: bool,
        sections: str,
        years: str | None,
        no_future: bool,
        inventing: SurrogateChoice,
        **others: Any,
    ) -> Any:
        choice = ReplaceChoice(style, key, shift_dates, weeks, day_first, sections, years, no_future, inventing)
        return command(replacing=choice, **others)

    return wrapped
