"""What takes the place of PHI, as it was asked for: any process can be sent these."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from incognote.errors import ConfigError

if TYPE_CHECKING:
    from incognote.replace.dates import Births
    from incognote.replace.keys import Key
    from incognote.replace.shifts import Reach
    from incognote.replace.surrogates.replacer import Surrogates
    from incognote.replace.surrogates.scope import ScopeOf

SURROGATES = "surrogates"
CONCEPTS = "concepts"
"""A style, and the module whose finds it writes."""

PRESERVE = 0
"""The thesis's number of weeks that leaves dates as they are."""

_LONGEST_RANGE = 6


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


@dataclass(frozen=True)
class ReplaceChoice:
    """The options that say what takes the place of PHI."""

    style: str = "thesis"
    shift_dates: bool | None = None
    weeks: int | None = None
    day_first: bool = False
    sections: str = ""
    years: str | None = None
    no_future: bool = False
    inventing: SurrogateChoice = field(default_factory=SurrogateChoice)

    @property
    def asks_for_shift(self) -> bool:
        return bool(self.shift_dates or self.years is not None or self.no_future)

    @property
    def leaves_dates(self) -> bool:
        return self.weeks == PRESERVE

    def require_sound(self, switched_on: Collection[str], key: Key | None) -> None:
        """An error if options don't go together, or if there is no key for what they ask."""
        from incognote.replace.keys import VARIABLE

        if self.weeks is not None and (self.shift_dates is not None or self.asks_for_shift):
            raise ConfigError(
                "--shift-weeks says how dates are shifted; leave --shift-dates or --tag-dates, --shift-years and "
                "--no-future out"
            )
        if self.shift_dates is False and self.asks_for_shift:
            raise ConfigError("--tag-dates shifts no date; leave it out, or --shift-years and --no-future")
        self.inventing.require_style(self.style)
        if self.style == CONCEPTS and CONCEPTS not in switched_on:
            raise ConfigError(
                f"--style {CONCEPTS} is for terms of medicine, which no engine looks for unasked; say --engine "
                f"concept-match --also {CONCEPTS}, or choose another style"
            )
        if self.asks_for_shift and key is None:
            raise ConfigError(f"shifting dates needs a key: --key FILE, --key - or the variable {VARIABLE}")
        if self.style == SURROGATES and key is None:
            raise ConfigError(
                f"--style {SURROGATES} needs a key, from which surrogates are drawn: --key FILE, --key - or the "
                f"variable {VARIABLE} (incognote key new makes one)"
            )
        self.section_names()
        self.reach()

    def section_names(self) -> frozenset[str]:
        """The sections that are taken out; one that we don't know is an error."""
        from incognote.replace.sections import section_name

        return frozenset(section_name(name) for name in self.sections.split(",") if name.strip())

    def reach(self) -> Reach:
        """How far dates are shifted; what is no range of years is an error."""
        from incognote.replace.shifts import ANY, Reach

        if self.years is None:
            return Reach(ANY.low, ANY.high, self.no_future)
        low, dash, high = self.years.partition("-")
        if not (low.isdecimal() and dash and high.isdecimal() and len(low) + len(high) <= _LONGEST_RANGE):
            raise ConfigError("--shift-years takes two numbers of years, the smaller first: --shift-years 3-7")
        return Reach(int(low), int(high), self.no_future)
