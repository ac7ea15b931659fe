"""What values may be, and tables of the settings that something must have and may have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from incognote.errors import ConfigError, hint

_WIDEST = 20  # words to either side


@dataclass(frozen=True)
class Kind:
    """What a value may be, in words and as a test."""

    what: str
    fits: Callable[[Any], bool]


@dataclass(frozen=True)
class Keys:
    """The settings that something must have and those that it may have."""

    needed: Mapping[str, Kind] = field(default_factory=dict)
    optional: Mapping[str, Kind] = field(default_factory=dict)

    def all(self) -> dict[str, Kind]:
        return {**self.needed, **self.optional}

    def __or__(self, other: Keys) -> Keys:
        return Keys({**self.needed, **other.needed}, {**self.optional, **other.optional})

    def require(self, whose: str, values: Mapping[str, Any]) -> None:
        """Refuse settings that are unknown, missing, or of another kind."""
        known = self.all()
        for key in values:
            if key not in known:
                raise ConfigError(f"{whose} has no setting {key!r}; {hint(key, known)}")
        for key, kind in known.items():
            if key in self.needed and key not in values:
                raise ConfigError(f"{whose} lacks {key}, which must be {kind.what}")
            if key in values and not kind.fits(values[key]):
                raise ConfigError(f"{key} of {whose} must be {kind.what}")


def detector_keys(needed: Mapping[str, Kind] | None = None, optional: Mapping[str, Kind] | None = None) -> Keys:
    """The settings of a detector of a recipe, besides its own `use` and the engine that it is made for."""
    return Keys({"use": TEXT, **(needed or {})}, {"engine": TEXT, **(optional or {})})


def at_least(least: int) -> Kind:
    return Kind(f"a whole number of at least {least}", lambda value: _whole(value) and value >= least)


def one_of(*names: str) -> Kind:
    return Kind(f"one of: {', '.join(names)}", lambda value: _text(value) and value in names)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(value: Any) -> bool:
    try:
        return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
    except OverflowError:  # a whole number that is too large for any sum
        return False


def _text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _table(value: Any) -> bool:
    return isinstance(value, Mapping)


def _list(value: Any, of: Callable[[Any], bool]) -> bool:
    return isinstance(value, list | tuple) and all(map(of, value))


TEXT = Kind("text in quotes", _text)
TEXTS = Kind('a list of texts, such as ["CITY", "STATE"]', lambda value: _list(value, _text) and len(value) > 0)
TABLE = Kind("a table: { … }", _table)
TABLES = Kind("a list of tables: [{ … }, { … }]", lambda value: _list(value, _table))
FROM_ZERO = Kind("a number of at least 0", lambda value: _number(value) and value >= 0)
NUMBER = Kind("a number", _number)
ABOVE_ZERO = Kind("a number above 0", lambda value: _number(value) and value > 0)
WINDOW = Kind(
    f"two whole numbers, from -{_WIDEST} to 0 and from 0 to {_WIDEST}, such as [-2, 2]",
    lambda value: _list(value, _whole) and len(value) == 2 and -_WIDEST <= value[0] <= 0 <= value[1] <= _WIDEST,
)
