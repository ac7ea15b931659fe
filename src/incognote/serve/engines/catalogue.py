"""The engines that may be asked for, by name only: a request never says where something lies."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from incognote import recipes
from incognote.errors import UnknownNameError, hint
from incognote.learn import models
from incognote.pipeline import Pipeline
from incognote.types import Document

MODELS = "models"
"""The folder of adapted models, below the folder of a service's data."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
_LEARNED = ("tagger", "cascade")


@dataclass(frozen=True)
class Catalogue:
    """Engines of ours that need no training, and models that were adapted here, by the names of their folders."""

    models: Path | None = None

    def ours(self) -> list[str]:
        return list(_ours())

    def adapted(self) -> list[str]:
        if self.models is None or not self.models.is_dir():
            return []
        found = (folder.name for folder in self.models.iterdir() if (folder / models.MANIFEST).is_file())
        return sorted(name for name in found if _NAME.fullmatch(name) and name not in recipes.names())

    def names(self) -> list[str]:
        return [*self.ours(), *self.adapted()]

    def recipe(self, name: str) -> dict[str, Any]:
        """The recipe of an engine that is there, by its name without a point."""
        return _ours()[name] if name in _ours() else recipes.load(self._place(name))

    def points(self, name: str) -> Mapping[str, Mapping[str, float]]:
        points: Mapping[str, Mapping[str, float]] = self.recipe(name).get("points", {})
        return points

    def sound(self, engine: str) -> str:
        """The full name of an engine, such as `incognote@safe`; an error for others, which quotes nothing."""
        name, _, point = engine.partition("@")
        if name not in _ours() and name not in self.adapted():
            raise UnknownNameError(f"no engine of that name is here; there are: {', '.join(self.names())}")
        points = self.points(name)
        if point and point not in points:
            there = hint("", points) if points else "it has none"
            raise UnknownNameError(f"{name} has no operating point of that name; {there}")
        point = point or next(iter(points), "")
        return f"{name}@{point}" if point else name

    def build(self, engine: str) -> Pipeline:
        """The engine of a full name, which takes a second or two."""
        name, _, point = self.sound(engine).partition("@")
        return recipes.build(self._place(name), recipes.Parts(point=point or None))

    def seen(self, engine: str, docs: Sequence[Document]) -> int:
        """How many of some notes an engine was trained on."""
        return models.seen(self._place(engine.partition("@")[0]), docs)

    def _place(self, name: str) -> str:
        """What recipes are loaded by: the name of ours, or the folder of a model."""
        if name in _ours():
            return name
        assert self.models is not None
        return str(self.models / name)


@cache
def _ours() -> Mapping[str, dict[str, Any]]:
    """Our recipes that need no training, or come with a model. They are read once, since every request asks for one."""
    loaded = {name: recipes.load(name) for name in recipes.names()}
    return {name: recipe for name, recipe in loaded.items() if models.shipped(name) or not _learns(recipe)}


def _learns(recipe: Mapping[str, Any]) -> bool:
    return any(part["use"] in _LEARNED for part in recipe["detectors"])
