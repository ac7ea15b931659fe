"""The configuration: one TOML file, every key known. What it doesn't say has a default; options of a command win."""

from __future__ import annotations

import dataclasses
import tomllib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from incognote.errors import ConfigError, hint

T = TypeVar("T")

COLUMN_ROLES = ("id", "text", "spans", "patient")


def _require(fine: bool, key: str, what: str) -> None:
    if not fine:
        raise ConfigError(f"{key} must be {what}")


def is_encoding(name: str) -> bool:
    try:
        return "a\n".encode(name).decode(name, "replace") == "a\n"
    except (LookupError, ValueError):
        return False


@dataclass(frozen=True)
class InputConfig:
    """`[input]`: how notes are read."""

    format: str = ""
    encoding: str = "utf-8"
    columns: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _require(set(self.columns) <= set(COLUMN_ROLES), "columns", f"names of {', '.join(COLUMN_ROLES)} only")
        _require(is_encoding(self.encoding), "encoding", "an encoding such as utf-8, cp1252, latin-1 or utf-16")


@dataclass(frozen=True)
class EvaluateConfig:
    """`[evaluate]`: the level of significance tests and intervals, and the random choices behind intervals."""

    alpha: float = 0.05
    resamples: int = 1000
    seed: int = 0

    def __post_init__(self) -> None:
        _require(0 < self.alpha < 1, "alpha", "a number between 0 and 1")
        _require(self.resamples > 0, "resamples", "a whole number above 0")
        _require(self.seed >= 0, "seed", "a whole number from 0 on")


LIST_KINDS = ("people", "hospitals", "wards", "places", "organizations", "keep")


@dataclass(frozen=True)
class EngineConfig:
    """`[engine]`: the recipe, modules switched on besides its own or switched off, own scrubbers, own lists.

    `lists` names a text file for a kind: people, hospitals, wards, places, organizations; or keep, what is never PHI.
    `point` is an operating point of the recipe, and `thresholds` change it for all labels or for some. `gpu` runs an
    encoder on the GPU.
    """

    recipe: str = "incognote"
    also: list[str] = field(default_factory=list)
    without: list[str] = field(default_factory=list)
    scrubbers: list[str] = field(default_factory=list)
    lists: dict[str, str] = field(default_factory=dict)
    point: str = ""
    thresholds: dict[str, float] = field(default_factory=dict)
    gpu: bool = False

    def __post_init__(self) -> None:
        _require(set(self.lists) <= set(LIST_KINDS), "lists", f"files for {', '.join(LIST_KINDS)} only")


@dataclass(frozen=True)
class Config:
    input: InputConfig = field(default_factory=InputConfig)
    engine: EngineConfig = field(default_factory=EngineConfig)
    evaluate: EvaluateConfig = field(default_factory=EvaluateConfig)


def load(path: str | Path) -> Config:
    """The configuration in a file; a key it doesn't know is an error. The paths of lists start at its folder."""
    try:
        values = tomllib.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise ConfigError(f"{path}: it cannot be opened ({error.strerror}); check the path") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: it is not UTF-8 text; save it as UTF-8") from None
    except RecursionError:
        raise ConfigError(f"{path}: it is nested too deeply; it has sections and keys, no more") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: it is not TOML ({error}); mend that place") from None
    loaded = _build(Config, values, str(path), "")
    lists = {kind: str(Path(path).parent / file) for kind, file in loaded.engine.lists.items()}
    return replace(loaded, engine=replace(loaded.engine, lists=lists))


def _build(kind: type[T], values: dict[str, Any], path: str, prefix: str) -> T:
    kinds = get_type_hints(kind)
    given = {}
    for key, value in values.items():
        if key not in kinds:
            raise ConfigError(f"{path}: nothing is called {prefix}{key}; {hint(key, kinds)}")
        given[key] = _value(kinds[key], value, path, f"{prefix}{key}")
    try:
        return kind(**given)
    except ConfigError as error:
        raise ConfigError(f"{path}: {prefix}{error}") from None


def _value(kind: Any, value: Any, path: str, name: str) -> Any:
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        if not isinstance(value, dict):
            raise ConfigError(f"{path}: {name} must be a table: [{name}]")
        return _build(kind, value, path, f"{name}.")
    if kind == dict[str, str]:
        if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
            raise ConfigError(f'{path}: {name} must be a table of names: {name} = {{ id = "NOTE_ID" }}')
        return value
    if kind == dict[str, float]:
        if not isinstance(value, dict) or not all(isinstance(item, int | float) for item in value.values()):
            raise ConfigError(f"{path}: {name} must be a table of numbers: {name} = {{ all = 0.1, DATE = 0.3 }}")
        return value
    if kind == list[str]:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise ConfigError(f'{path}: {name} must be a list of names: {name} = ["one", "two"]')
        return value
    fine = isinstance(value, (int, float) if kind is float else kind)
    if not fine or (isinstance(value, bool) and kind is not bool):
        kinds = {str: "text in quotes", int: "a whole number", float: "a number", bool: "true or false"}
        raise ConfigError(f"{path}: {name} must be {kinds[kind]}")
    return value
