"""What commands that replace PHI share: their options, the key, and the rewriting of a note."""

from __future__ import annotations

import functools
import os
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from incognote.errors import ConfigError
from incognote.types import Document

if TYPE_CHECKING:
    from incognote.replace.keys import Key

_STYLES = ("thesis", "plain", "mask", "remove")
_STYLE_HELP = "What takes the place of PHI: [**Last Name 5**], [NAME], stars, nothing."
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
    sections: str

    def with_weeks(self, weeks: int) -> ReplaceChoice:
        """The same with the thesis's shift of all dates; 0 preserves them."""
        return replace(self, weeks=weeks)

    def rewriter(self) -> Rewriter:
        """Ready to rewrite notes; a wrong or missing key or name is an error here, before any note is read."""
        from incognote.replace.keys import VARIABLE, load
        from incognote.replace.sections import section_name

        if self.weeks is not None and self.shift_dates is not None:
            raise ConfigError("--shift-weeks says how dates are shifted; leave --shift-dates or --tag-dates out")
        key = load(self.key, os.environ, sys.stdin)
        if self.shift_dates and key is None:
            raise ConfigError(f"--shift-dates needs a key: --key FILE, --key - or the variable {VARIABLE}")
        names = frozenset(section_name(name) for name in self.sections.split(",") if name.strip())
        return Rewriter(self, key, names)


@dataclass(frozen=True)
class Rewritten:
    """A note after its replacements; the note as it was, with the spans that were replaced; what became of dates."""

    doc: Document
    replaced: Document
    dates: Counter[str]


class Rewriter:
    """Rewrites notes, one at a time."""

    def __init__(self, choice: ReplaceChoice, key: Key | None, sections: frozenset[str]) -> None:
        from incognote.replace.sections import tagging_sections
        from incognote.replace.tags import REPLACERS

        self.key = key
        self._choice = choice
        self._sections = sections
        self._tags = tagging_sections(REPLACERS[choice.style])

    def rewrite(self, found: Document) -> Rewritten:
        from incognote.replace.edits import apply
        from incognote.replace.sections import without_sections

        doc = without_sections(found, self._sections) if self._sections else found
        dates = [span for span in doc.spans if span.label == "DATE"]
        if self._choice.weeks == 0:
            doc = doc.with_spans(span for span in doc.spans if span.label != "DATE")
            return Rewritten(apply(doc, self._tags(doc)).doc, doc, Counter({"kept": len(dates)}))
        return Rewritten(apply(doc, self._tags(doc)).doc, doc, Counter({"tagged": len(dates)}))

    def warn(self) -> None:
        """Say what is unsafe about the options."""
        if self._choice.weeks == 0:
            click.echo("warning: dates stay as they are, as you asked for", err=True)
        elif self._choice.weeks:
            click.echo(
                "warning: all dates are shifted by one number of weeks, so whoever knows one true date knows them all; "
                "with --key the shift is secret and each patient's own",
                err=True,
            )


def replacing_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options of replacement to a command, which gets `replacing` in their place."""

    @click.option("--style", type=click.Choice(_STYLES), default=_STYLES[0], show_default=True, help=_STYLE_HELP)
    @click.option("--key", metavar="FILE", help="File with the secret key, or - for standard input.")
    @click.option("--shift-dates/--tag-dates", default=None, help=_DATES_HELP)
    @click.option("--shift-weeks", "weeks", type=int, metavar="N", help=_WEEKS_HELP)
    @click.option("--drop-sections", "sections", metavar="NAME,…", default="", help=_SECTIONS_HELP)
    @functools.wraps(command)
    def wrapped(
        style: str, key: str | None, shift_dates: bool | None, weeks: int | None, sections: str, **others: Any
    ) -> Any:
        return command(replacing=ReplaceChoice(style, key, shift_dates, weeks, sections), **others)

    return wrapped
