"""What made an output, as the files beside it tell: version, engine, style, counts, what was set aside.

Nothing is taken from them that may be PHI, such as names of files.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any

from incognote import __version__, recipes
from incognote.batch.summary import QUARANTINE, REPORT
from incognote.errors import ConfigError, IncognoteError
from incognote.kinds import TABLE, Keys, Kind, at_least
from incognote.points import SHARE, thresholds_of
from incognote.replace.alignment_file import path_beside, read_about

Made = dict[str, Any]
"""`incognote`, `engine`, `point`, `thresholds`, `style`, `key`, `started`, `ended`, `notes`, `excluded`, `labels`,
`dates`, `tagged`, `quarantined`, `sums`: what is known of them."""

SetAside = list[tuple[int, int, str]]
"""The number of the file (from 1), of the record in it, and the reason."""

_LONGEST = 300
_LARGEST = 10**15


def _text(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and len(value) <= _LONGEST


def _count(value: object) -> bool:
    return at_least(0).fits(value) and isinstance(value, int) and value <= _LARGEST


def _table_of(what: str, fits: Callable[[object], bool]) -> Kind:
    return Kind(what, lambda value: TABLE.fits(value) and all(map(_text, value)) and all(map(fits, value.values())))


_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.+Z-]{0,20}")
_TEXT = Kind("text", _text)
_NAME = Kind("text, or none", lambda value: value is None or _text(value))
_WHEN = Kind("a time", lambda value: isinstance(value, str) and bool(_TIME.fullmatch(value)))
_COUNT = Kind("a count", _count)
_COUNTS = _table_of("counts", _count)
_OPTIONS = Keys({"--engine": _TEXT, "--point": _NAME, "--threshold": _table_of("shares", SHARE.fits), "--style": _TEXT})
_TOLD = Keys(
    {"incognote": _TEXT},
    {
        "started": _WHEN,
        "ended": _WHEN,
        "notes": _COUNT,
        "excluded": _COUNT,
        "labels": _COUNTS,
        "dates": _COUNTS,
        "tagged": _COUNTS,
        "quarantined": _COUNT,
    },
)
_QUOTED = re.compile(r"(?<!\w)(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")(?!\w)")


def beside(output: Path, report: Path | None = None) -> tuple[Made, SetAside]:
    """What the files beside an output tell; `report` is named where it doesn't lie there."""
    report = report or output.with_name(output.name + REPORT)
    listed = report.with_name(report.name.removesuffix(REPORT) + QUARANTINE)
    if report.exists():
        made = of_report(_read(report))
    elif path_beside(output).exists():
        made = of_alignment(path_beside(output))
    else:
        made = {}
    return made, of_quarantine(_read(listed)) if listed.exists() else []


def of_alignment(path: Path, known: Collection[str] | None = None) -> Made:
    """What the side file of `incognote deidentify` tells; `known` as in `of_report`."""
    about = asdict(read_about(path))
    found = {name: about[name] for name in ("incognote", "style", "engine", "point")}
    if not all(_NAME.fits(value) for value in found.values()):
        raise ConfigError("the side file is not as `incognote deidentify` writes it; give it as it was written")
    made = _with_engine(found, known)
    return {name: value for name, value in made.items() if name != "thresholds"}  # some may have been changed


def of_report(content: str, known: Collection[str] | None = None) -> Made:
    """What the report of a batch tells.

    Checksums are of what is installed here. Where the report comes from elsewhere, `known` are the only engines that
    are looked up by their names: others are files of this machine, which whoever sends a report may not have read.
    """
    try:
        report = json.loads(content)
        plan, options = report["plan"], report["plan"]["options"]
        told = {name: report[name] for name in _TOLD.all() if name in report}
        asked = {name: options[name] for name in _OPTIONS.needed}
        _TOLD.require("the report", told)
        _OPTIONS.require("the report", asked)
        key = plan["key"]
        if not _text(key):
            raise TypeError
    except (ValueError, TypeError, KeyError, RecursionError, ConfigError):
        raise ConfigError("the report is none of `incognote batch`; give OUT.report.json as it was written") from None
    found = {
        "engine": asked["--engine"],
        "point": asked["--point"],
        "thresholds": asked["--threshold"],
        "style": asked["--style"],
        "key": key,
    }
    return _with_engine({**found, **told}, known)


def of_quarantine(content: str) -> SetAside:
    """What the list of a batch tells, without names."""
    files: dict[str, int] = {}
    try:
        rows = [json.loads(line) for line in content.splitlines() if line.strip()]
        if not all(_COUNT.fits(row["record"]) for row in rows):
            raise TypeError
        return [
            (files.setdefault(str(row["source"]), len(files) + 1), row["record"], _plain(str(row["reason"])))
            for row in rows
        ]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise ConfigError(
            "the list is none of `incognote batch`; give OUT.quarantine.jsonl as it was written"
        ) from None


def _plain(reason: str) -> str:
    """A reason without what it quotes: an id or the name of a file may be PHI."""
    told = _QUOTED.sub("(a name)", reason)[:_LONGEST]
    return "".join(letter if letter.isprintable() else "?" for letter in told)


def _with_engine(made: Made, known: Collection[str] | None) -> Made:
    """With the thresholds in effect and checksums of what is installed here, if that is what made the output."""
    name = str(made["engine"])
    found = {**made, "engine": Path(name).name, "sums": {}}
    if made["incognote"] != __version__ or (known is not None and name not in known):
        return found
    try:
        recipe = recipes.load(name)
        thresholds = thresholds_of(recipe, name, made["point"], made.get("thresholds", {}))
    except IncognoteError:
        return found
    return {**found, "thresholds": thresholds, "sums": dict(_sums(name, recipe))}


def _sums(name: str, recipe: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Checksums of an engine's recipe and of the models that it uses."""
    yield f"recipe {Path(name).name}", _digest([json.dumps(recipe, sort_keys=True).encode()])
    if Path(name).is_dir():
        yield f"model {Path(name).name}", _digest(_contents(Path(name)))
        return
    parts = recipe["detectors"]
    for model in sorted({name, *(str(part["tagger"]) for part in parts if "tagger" in part)}):
        folder = Path(str(files("incognote.data.models").joinpath(model)))
        if folder.is_dir():
            yield f"model {model}", _digest(_contents(folder))


def _contents(folder: Path) -> Iterator[bytes]:
    for file in sorted(file for file in folder.iterdir() if file.is_file() and not file.name.startswith(("_", "."))):
        yield file.name.encode()
        yield file.read_bytes()


def _digest(parts: Any) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8) + part)
    return digest.hexdigest()


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        raise ConfigError(f"{path}: it cannot be read as text; check the path and its permissions") from None
