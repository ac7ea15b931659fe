"""What made an output, as the files beside it tell: version, engine, style, counts, what was set aside.

Nothing is taken from them that may be PHI, such as names of files.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any

from incognote import __version__, recipes
from incognote.batch.summary import QUARANTINE, REPORT
from incognote.errors import ConfigError, IncognoteError
from incognote.points import thresholds_of
from incognote.replace.alignment_file import path_beside, read_about

Made = dict[str, Any]
"""`incognote`, `engine`, `point`, `thresholds`, `style`, `key`, `started`, `ended`, `notes`, `excluded`, `labels`,
`dates`, `tagged`, `quarantined`, `sums`: what is known of them."""

SetAside = list[tuple[int, int, str]]
"""The number of the file (from 1), of the record in it, and the reason."""

_COUNTED = ("started", "ended", "notes", "excluded", "labels", "dates", "tagged", "quarantined")
_QUOTED = re.compile(r"(?<!\w)(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")(?!\w)")
_LONGEST_REASON = 300


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


def of_alignment(path: Path) -> Made:
    """What the side file of `incognote deidentify` tells."""
    about = asdict(read_about(path))
    made = _with_engine({name: about[name] for name in ("incognote", "style", "engine", "point")})
    return {name: value for name, value in made.items() if name != "thresholds"}  # some may have been changed


def of_report(content: str) -> Made:
    """What the report of a batch tells."""
    try:
        report = json.loads(content)
        plan, options = report["plan"], report["plan"]["options"]
        made = {name: report[name] for name in _COUNTED if name in report}
        found = {
            "incognote": report["incognote"],
            "engine": options["--engine"],
            "point": options["--point"],
            "thresholds": dict(options["--threshold"]),
            "style": options["--style"],
            "key": plan["key"],
        }
    except (ValueError, TypeError, KeyError, RecursionError):
        raise ConfigError("the report is none of `incognote batch`; give OUT.report.json as it was written") from None
    return _with_engine({**found, **made})


def of_quarantine(content: str) -> SetAside:
    """What the list of a batch tells, without names."""
    files: dict[str, int] = {}
    try:
        rows = [json.loads(line) for line in content.splitlines() if line.strip()]
        return [
            (files.setdefault(str(row["source"]), len(files) + 1), int(row["record"]), _plain(str(row["reason"])))
            for row in rows
        ]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise ConfigError(
            "the list is none of `incognote batch`; give OUT.quarantine.jsonl as it was written"
        ) from None


def _plain(reason: str) -> str:
    """A reason without what it quotes: an id or the name of a file may be PHI."""
    return _QUOTED.sub("(a name)", reason)[:_LONGEST_REASON]


def _with_engine(made: Made) -> Made:
    """With the thresholds in effect and checksums of what is installed here, if that is what made the output."""
    name = str(made["engine"])
    found = {**made, "engine": Path(name).name, "sums": {}}
    if made["incognote"] != __version__:
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
