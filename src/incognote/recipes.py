"""Engines are recipes: a TOML file names the detectors, in order, and how each is set.

An engine is called by the name of a recipe of ours, by a recipe file (`mine.toml`), or by the folder of a trained
model, which holds its recipe. A detector is made by a factory of the registry's kind `detectors`:
`factory(settings, parts) -> Detector`, where `settings` are the recipe's words about it. What is known of people and a
user's scrubbers come before them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from incognote import registry
from incognote.data import load_toml
from incognote.errors import ConfigError, UnknownNameError, hint
from incognote.kinds import TABLE, TABLES, TEXT, Keys
from incognote.pipeline import Detector, Pipeline
from incognote.points import leaning, thresholds_of

TAGGER = "tagger"
_KEYS = Keys({"detectors": TABLES}, {"description": TEXT, "paper": TEXT, "points": TABLE})
_POINT = "@"


@dataclass(frozen=True)
class Parts:
    """What a user adds to a recipe: modules switched on and off, own lists by kind, scrubbers, what is known.

    `point` is an operating point of the recipe, `thresholds` change its own. `lean`, for detectors, comes of both.
    `gpu` runs an encoder on the GPU.
    """

    also: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    lists: Mapping[str, Path] = field(default_factory=dict)
    scrubbers: tuple[str, ...] = ()
    known: tuple[Detector, ...] = ()
    point: str | None = None
    thresholds: Mapping[str, float] = field(default_factory=dict)
    lean: Mapping[str, float] = field(default_factory=dict)
    gpu: bool = False


def names() -> list[str]:
    return sorted(file.name.removesuffix(".toml") for file in files("incognote.data.recipes").iterdir())


def build(name: str, parts: Parts | None = None) -> Pipeline:
    """The engine of that name; `incognote@balanced` is one at an operating point."""
    name, recipe, parts = sound(name, parts or Parts())
    detectors = [*parts.known, *(registry.load("detectors", scrubber)({}, parts) for scrubber in parts.scrubbers)]
    detectors += [_made(name, settings, parts) for settings in recipe["detectors"]]
    return Pipeline(name, detectors)


def sound(name: str, parts: Parts) -> tuple[str, dict[str, Any], Parts]:
    """What an engine is made of: its name, its recipe, and the parts with the point's thresholds; all of it exists."""
    name, point = parted(name)
    recipe = load(name)
    thresholds = thresholds_of(recipe, name, parts.point or point or None, parts.thresholds)
    known = {module for settings in recipe["detectors"] for module in _modules(settings)}
    for module in (*parts.also, *parts.without):
        if module not in known:
            there = f"there are: {', '.join(sorted(known))}" if known else "it has none"
            raise UnknownNameError(f"no module of {name} is called {module!r}; {there}")
    return name, recipe, replace(parts, lean=leaning(thresholds))


def parted(name: str) -> tuple[str, str]:
    """The name of an engine without an operating point, and the point: `incognote@balanced`."""
    engine, _, point = name.partition(_POINT)
    return (engine, point) if engine in names() else (name, "")


def around(recipe: Mapping[str, Any], name: str, use: str = TAGGER) -> Callable[[Detector | None], Pipeline]:
    """What makes an engine of a recipe's tagger, once that is trained; its other detectors are made at once.

    `use` is what another detector is called that is made later.
    """
    parts = recipe["detectors"]
    made = [None if settings["use"] == use else _made(name, settings, Parts()) for settings in parts]
    return lambda tagger: Pipeline(name, [one for detector in made if (one := detector or tagger)])


def _made(name: str, settings: Mapping[str, Any], parts: Parts) -> Detector:
    detector: Detector = registry.load("detectors", settings["use"])({"engine": name, **settings}, parts)
    return detector


def load(name: str) -> dict[str, Any]:
    """A recipe as it is written: ours, a file's, or a model's."""
    if name in names():
        return load_toml(f"recipes/{name}.toml")
    if name.endswith(".toml"):
        return _from_file(Path(name))
    if name and Path(name).is_dir():
        from incognote.learn.models import manifest_of

        return dict(manifest_of(Path(name)).recipe)
    raise UnknownNameError(f"no engine is called {name!r}, and no model lies there; {hint(name, names())}")


def _from_file(file: Path) -> dict[str, Any]:
    try:
        recipe = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise ConfigError(f"{file}: the recipe cannot be opened ({error.strerror}); check the path") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{file}: the recipe is no TOML ({error}); compare it with a recipe of ours") from None
    require_sound(recipe, file)
    return recipe


def require_sound(recipe: Mapping[str, Any], where: Path) -> None:
    """Refuse a recipe that doesn't name detectors as ours do."""
    if not isinstance(recipe.get("detectors"), list):
        raise ConfigError(f"{where}: the recipe names no [[detectors]]; compare it with a recipe of ours")
    _KEYS.require(f"{where}: the recipe", recipe)
    for part in recipe["detectors"]:
        _require_detector(part, where)


def _require_detector(part: Any, file: Path) -> None:
    use = part.get("use") if isinstance(part, dict) else None
    if not isinstance(use, str):
        raise ConfigError(f'{file}: one of the [[detectors]] has no use; write use = "tagger" or another detector')
    if use not in (known := registry.names("detectors")):
        raise ConfigError(f"{file}: no detector is called {use!r}; {hint(use, known)}")


def _modules(settings: Mapping[str, Any]) -> list[str]:
    return [*settings.get("modules", []), *settings.get("switched_off", [])]
