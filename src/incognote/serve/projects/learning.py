"""An engine that learns from a project: `incognote adapt` in a process of its own, by the gold or by one's corrections.

The notes lie in a folder of their own while it runs. The model goes into the folder of models, where the service's
other parts find it; it holds words of the notes.
"""

from __future__ import annotations

import atexit
import json
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from incognote import formats, recipes
from incognote.cli.adapt import EXIT_NOT_BETTER
from incognote.errors import ConfigError
from incognote.learn import models
from incognote.report.adapting import COLUMNS
from incognote.report.tables import Table
from incognote.serve.engines.catalogue import MODELS
from incognote.serve.importing import INCOMING
from incognote.serve.problems import ConflictError
from incognote.serve.projects.exporting import GOLD
from incognote.serve.projects.gold import gold_of
from incognote.serve.projects.marks import Marked, all_marks, with_marks
from incognote.serve.store import Store
from incognote.types import Document

_PROGRAM = "from incognote.cli.main import main; main()"
_BY_FOLDS = "by cross-validation"  # what adapt calls its rows in a manifest
_TRAINING = ("sklearn", "threadpoolctl")
_OURS = "incognote: "  # how the program's errors begin


@dataclass(frozen=True)
class Learned:
    """What came of learning: whether a model was written, and the engine before and after."""

    name: str
    is_better: bool
    table: Table


@dataclass(frozen=True)
class Model:
    """A model that is there: what it says of itself."""

    name: str
    of: str
    notes: int
    phi: int
    table: Table | None


def missing() -> str:
    """The package that learning needs and that isn't there, if any."""
    return next((package for package in _TRAINING if find_spec(package) is None), "")


def require_able(folder: Path, name: str) -> None:
    """An error, before any work, if learning isn't possible or the name is taken."""
    if package := missing():
        raise ConfigError(f"learning needs {package}, which isn't installed; install incognote[train]")
    if name in recipes.names():
        raise ConflictError("an engine of ours has that name; choose another")
    if (folder / MODELS / name).exists():
        raise ConflictError("there is a model of that name already; choose another")


def corrected(store: Store, project: int, of: str) -> list[Document]:
    """The notes of the gold, or those that an annotator is done with, with spans; nothing else of them."""
    if of == GOLD:
        docs = list(gold_of(store, project).values())
    else:
        theirs = {note: found[of].marks for note, found in all_marks(store, project).items() if _is_done(found, of)}
        notes = store.notes(project, list(theirs))
        docs = [with_marks(notes[note], marks) for note, marks in theirs.items()]
    if not docs:
        raise ConfigError("there is no gold yet, or nobody of that name is done with a note; correct some notes first")
    return [replace(doc, meta={}) for doc in docs]


def _is_done(found: Mapping[str, Marked], name: str) -> bool:
    return name in found and found[name].done


def learn(folder: Path, docs: Sequence[Document], name: str, engine: str) -> Learned:
    """Adapt an engine (a name of ours, or a model of the folder) to notes, and keep the model if it is better."""
    (folder / MODELS).mkdir(mode=0o700, exist_ok=True)
    start = folder / MODELS / engine
    with _notes(folder, docs) as notes:
        figures = notes.parent / "figures.json"
        words: list[str | Path] = [
            "adapt",
            "--notes",
            notes,
            "--format",
            "jsonl",
            "--out",
            folder / MODELS / name,
            "--json",
            figures,
        ]
        status, said = _run([*words, "--engine", start if start.exists() else engine])
        if status not in (0, EXIT_NOT_BETTER):
            raise ConfigError(_problem(said, folder))
        told = json.loads(figures.read_text("utf-8"))["adapting"]
    return Learned(name, status == 0, _table(told["rows"], told["title"], told.get("note", "")))


def models_in(folder: Path) -> list[Model]:
    """The models of a folder, by name; such as can't be read are left out."""
    found = sorted((folder / MODELS).glob(f"*/{models.MANIFEST}"))
    return [model for file in found if (model := _model(file)) is not None]


def _model(file: Path) -> Model | None:
    try:
        told = json.loads(file.read_text("utf-8"))
        rows = told["scores"].get(_BY_FOLDS)
        table = _table(rows, "By cross-validation over the notes that it learned from") if rows else None
        return Model(file.parent.name, told["name"], told["corpus"]["notes"], told["corpus"]["phi"], table)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _table(rows: Sequence[Mapping[str, Any]], title: str, note: str = "") -> Table:
    return Table("adapting", title, COLUMNS, tuple(tuple(row[one.name] for one in COLUMNS) for row in rows), note)


@contextmanager
def _notes(folder: Path, docs: Sequence[Document]) -> Iterator[Path]:
    """The file of notes, in a folder that is swept away at the next start if the service is killed."""
    place = folder / f"{INCOMING}{secrets.token_hex(8)}"
    place.mkdir(mode=0o700)
    try:
        formats.write(docs, place / "notes.jsonl", "jsonl")
        yield place / "notes.jsonl"
    finally:
        shutil.rmtree(place)


def _run(words: Sequence[str | Path]) -> tuple[int, str]:
    """Run the program; it ends with the service."""
    command = [sys.executable, "-c", _PROGRAM, *map(str, words)]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        atexit.register(process.terminate)
        try:
            _, said = process.communicate()
        finally:
            atexit.unregister(process.terminate)
    return process.returncode, said


def _problem(said: str, folder: Path) -> str:
    """What the program said in the end, without where the notes lay: its errors quote no record."""
    line = said.strip().splitlines()[-1] if said.strip() else ""
    if not line.startswith(_OURS):
        return "adapting failed; run `incognote adapt` on the exported notes to see why"
    words = line.removeprefix(_OURS).split(" ")
    return " ".join(word.rpartition("/")[2] if word.startswith(str(folder)) else word for word in words)
