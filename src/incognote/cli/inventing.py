"""The options of surrogates, and the replacer that they ask for."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import click

from incognote.errors import ConfigError

if TYPE_CHECKING:
    from incognote.replace.dates import Births
    from incognote.replace.keys import Key
    from incognote.replace.surrogates.replacer import Surrogates
    from incognote.replace.surrogates.scope import ScopeOf

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


@dataclass(frozen=True)
class SurrogateChoice:
    """What was asked for of surrogates; None is what nobody asked for."""

    mode: str | None = None
    anew: float | None = None
    scope: str | None = None
    ages: str | None = None
    check_digits: str | None = None
    flavour: bool | None = None
    keep_states: bool | None = None

    def require_style(self, style: str) -> None:
        """An error if these options have nothing to say with a style, or with each other."""
        if style != SURROGATES and any(getattr(self, field.name) is not None for field in fields(self)):
            raise ConfigError(
                "--mode, --anew, --scope, --ages, --check-digits, --cultures and --keep-states are for surrogates; "
                f"add --style {SURROGATES}"
            )
        if self.anew is not None and self.mode != "publish":
            raise ConfigError("--anew says how often a mention is drawn anew; add --mode publish")

    @property
    def births(self) -> Births:
        """Whose birth dates get tags: if ages are coarse, everybody's; if all ages stay, nobody's."""
        return "all" if self.ages == "coarse" else "none" if self.ages == "keep" else "old"

    @property
    def scope_of(self) -> ScopeOf:
        from incognote.replace.surrogates.scope import by_patient, by_release

        return by_release if self.scope == "release" else by_patient

    def replacer(self, key: Key, avoid: Mapping[str, frozenset[str]]) -> Surrogates:
        from incognote.replace.surrogates.replacer import Surrogates

        names = ("mode", "anew", "ages", "check_digits", "flavour", "keep_states")
        asked: dict[str, Any] = {name: getattr(self, name) for name in names if getattr(self, name) is not None}
        return Surrogates(key, scope_of=self.scope_of, avoid=avoid, **asked)


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
