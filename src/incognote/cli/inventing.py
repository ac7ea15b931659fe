"""The options of surrogates."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from incognote.replace.choices import SurrogateChoice

if TYPE_CHECKING:
    pass

SURROGATES = "surrogates"

_MODE_HELP = (
    "Surrogates: linkable (the same PHI, the same surrogate) or publish (drawn anew now and then, so that what was "
    "missed doesn't stand out).  [default: linkable]"
)
_ANEW_HELP = "Publish: the probability that a mention is drawn anew.  [default: 0.5]"
_SCOPE_HELP = "Surrogates agree in all notes of a patient, or of the whole release.  [default: patient]"
_AGES_HELP = (
    "Surrogates: ages stay, those over 89 in one group; or in groups of five years; or all stay.  [default: group]"
)
_CHECK_HELP = (
    "Surrogates: whether numbers with a check digit get a right one, or a wrong one on purpose.  [default: valid]"
)


def surrogate_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options of surrogates to a command, which gets `inventing` in their place."""

    @click.option("--mode", type=click.Choice(("linkable", "publish")), help=_MODE_HELP)
    @click.option("--anew", type=click.FloatRange(0, 1), metavar="P", help=_ANEW_HELP)
    @click.option("--scope", type=click.Choice(("patient", "release")), help=_SCOPE_HELP)
    @click.option("--ages", type=click.Choice(("group", "coarse", "keep")), help=_AGES_HELP)
    @click.option("--check-digits", type=click.Choice(("valid", "invalid")), help=_CHECK_HELP)
    @click.option("--cultures", "flavour", is_flag=True, default=None, help="Surrogates: names of the same culture.")
    @click.option("--keep-states", is_flag=True, default=None, help="Surrogates: states stay, as HIPAA lets them.")
    @functools.wraps(command)
    def wrapped(
        mode: str | None,
        anew: float | None,
        scope: str | None,
        ages: str | None,
        check_digits: str | None,
        flavour: bool | None,
        keep_states: bool | None,
        **others: Any,
    ) -> Any:
        choice = SurrogateChoice(mode, anew, scope, ages, check_digits, flavour, keep_states)
        return command(inventing=choice, **others)

    return wrapped
