"""Engines are recipes: a TOML file names the detectors, in order, and how each is set.

A detector is made by a factory of the registry's kind `detectors`: `factory(settings, parts) -> Detector`, where
`settings` are the recipe's words about it. What is known of people and a user's scrubbers come before them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from incognote import registry
from incognote.data import load_toml
from incognote.errors import UnknownNameError
from incognote.pipeline import Detector, Pipeline


@dataclass(frozen=True)
class Parts:
    """What a user adds to a recipe: modules switched on and off, own lists by kind, scrubbers, what is known."""

    also: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    lists: Mapping[str, Path] = field(default_factory=dict)
    scrubbers: tuple[str, ...] = ()
    known: tuple[Detector, ...] = ()


def names() -> list[str]:
    return sorted(file.name.removesuffix(".toml") for file in files("incognote.data.recipes").iterdir())


def build(name: str, parts: Parts | None = None) -> Pipeline:
    """The engine of that name."""
    parts = parts or Parts()
    recipe = load(name)
    known = {module for settings in recipe["detectors"] for module in _modules(settings)}
    for module in (*parts.also, *parts.without):
        if module not in known:
            raise UnknownNameError(f"no module of {name} is called {module!r}; there are: {', '.join(sorted(known))}")
    detectors = [*parts.known, *(registry.load("detectors", scrubber)({}, parts) for scrubber in parts.scrubbers)]
    detectors += [registry.load("detectors", settings["use"])(settings, parts) for settings in recipe["detectors"]]
    return Pipeline(name, detectors)


def load(name: str) -> dict[str, Any]:
    """A recipe as it is written."""
    if name not in names():
        raise UnknownNameError(f"no engine is called {name!r}; there are: {', '.join(names())}")
    return load_toml(f"recipes/{name}.toml")


def _modules(settings: Mapping[str, Any]) -> list[str]:
    return [*settings.get("modules", []), *settings.get("switched_off", [])]
