"""The questions of the thesis's program (Neamatullah 2006, Appendix C), in its words and its order."""

from __future__ import annotations

from typing import NamedTuple

import click

from incognote.errors import ConfigError

_STARS = "******"
_TITLE = (
    "De-Identification Algorithm:\n"
    "Identifies Protected Health Information (PHI) in Discharge Summaries and Nursing Notes"
)
_COMPARISON = (
    "Comparison with Gold Standard:\n"
    "Press '0' for no comparison or '1' for statistical comparison with existing Gold Standard, and then hit return. "
    "If unsure, press '0'.\n"
)
_DATES = (
    "Date shifting:\nPress '0' to preserve all dates. To shift dates, enter the amount of forward shift in weeks.\n"
)
_ALL = "De-identify all PHI categories?\nPlease press 'y' or 'n', and then hit return. If unsure, press 'y'.\n"
_EACH = "Please press 'y' or 'n', and then hit return:"


class _Category(NamedTuple):
    """A line of the list, the question about it (its number is the thesis's, 8 twice), and our modules for it."""

    listed: str
    question: str
    modules: tuple[str, ...]


_CATEGORIES = (
    _Category("1. Social Security Numbers (SSN)", "1. De-identify Social Security Numbers (SSN)?", ("ssn",)),
    _Category("2. Uniform Resource Locators (URL)", "2. De-identify Uniform Resource Locators (URL)?", ("urls",)),
    _Category("3. Email addresses", "3. De-identify email addresses?", ("emails",)),
    _Category("4. Telephone/fax numbers", "4. De-identify telephone/fax numbers?", ("phones",)),
    _Category(
        "5. Provider/unit/medical record numbers", "5. De-identify provider/unit/medical record numbers?", ("numbers",)
    ),
    _Category("6. Ages over 90", "6. De-identify ages over 90?", ("ages",)),
    _Category(
        "7. Locations and hospital names",
        "7. De-identify locations and hospital names?",
        ("locations", "hospitals", "wards", "organizations", "professions"),
    ),
    _Category("8. Dates", "8. De-identify dates?", ("dates",)),
    _Category("9. Years", "8. De-identify individual years?", ("years",)),
    _Category("10. Names", "9. De-identify names?", ("names",)),
)


class Answers(NamedTuple):
    """Whether to compare with a gold standard, the shift of dates (0: they stay), the modules switched off."""

    compare: bool
    weeks: int
    without: tuple[str, ...]


def ask() -> Answers:
    """Ask the questions; an answer that can't be understood is asked for again, a missing one is an error."""
    click.echo(f"{_STARS}\n{_TITLE}\n")
    compare = _prompt(_COMPARISON, click.Choice(["0", "1"])) == "1"
    weeks = int(_prompt(_DATES, click.IntRange(0)))
    click.echo(f"{_STARS}\nPHI categories filtered:")
    for category in _CATEGORIES:
        click.echo(category.listed)
    without: tuple[str, ...] = ()
    if not _yes(_ALL):
        for category in _CATEGORIES:
            if not _yes(f"{category.question}\n{_EACH}"):
                without += category.modules
    click.echo("Starting de-identification...")
    return Answers(compare, weeks, without)


def _yes(question: str) -> bool:
    return _prompt(question, click.Choice(["y", "n"])) == "y"


def _prompt(question: str, kind: click.Choice[str] | click.IntRange) -> str:
    suffix = " " if question[-1] != "\n" else ""
    try:
        return str(click.prompt(question, type=kind, show_choices=False, prompt_suffix=suffix))
    except click.Abort as stop:
        if not isinstance(stop.__context__, EOFError):  # Ctrl-C
            raise
    click.echo()
    asked = question.splitlines()[0].rstrip(":")
    raise ConfigError(
        f"the input ended before the answer to {asked!r}, so nothing was done; answer every question, or leave "
        "--interactive out and use options (--gold, --shift-weeks, --without)"
    )
