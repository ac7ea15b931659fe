"""What commands that replace PHI share: their options, and the key."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

import click

from incognote.cli.inventing import surrogate_options
from incognote.replace.choices import CONCEPTS, SURROGATES, ReplaceChoice, SurrogateChoice

if TYPE_CHECKING:
    from incognote.replace.keys import Key

_STYLES = ("thesis", SURROGATES, "plain", "mask", "remove", CONCEPTS)
_STYLE_HELP = (
    "What takes the place of PHI: [**Last Name 5**], invented PHI, [NAME], stars, nothing; concepts: stars, and MeSH "
    "ids and synonyms for terms of medicine (with --engine concept-match --also concepts)."
)
_DATES_HELP = "Shift dates by key and patient, or put tags in their place.  [default: shift where there is a key]"
_WEEKS_HELP = "Shift all dates by this number of weeks, as the thesis does. Unsafe: one true date betrays all."
_YEARS_HELP = "Shift dates by this many years, give or take a week.  [default: 1-20]"
_FUTURE_HELP = "Shift dates backwards only, and put tags in the place of those that would lie after today."
_SECTIONS_HELP = "Sections to take out whole, such as social,family."


def key_for(replacing: ReplaceChoice, source: str | None, switched_on: Collection[str]) -> Key | None:
    """The key, if there is one; a wrong or missing key, name or module is an error here, before any note is read."""
    from incognote.replace.keys import load

    key = load(source, os.environ, sys.stdin)
    replacing.require_sound(switched_on, key)
    return key


def replacing_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options of replacement to a command, which gets `replacing` and `key_file` in their place."""

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
        choice = ReplaceChoice(style, shift_dates, weeks, day_first, sections, years, no_future, inventing)
        return command(replacing=choice, key_file=key, **others)

    return wrapped
