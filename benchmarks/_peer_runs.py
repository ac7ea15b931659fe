"""Peers and our engines, each run in a process of its own: where they are installed, what they found, what it took."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import venv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from incognote.types import Document, Span

RUNNERS = Path(__file__).parent / "_peers"
SOURCE = Path(__file__).parents[1] / "src"
ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS", "NUMEXPR_NUM_THREADS"), "1"
)
ADDRESS = re.compile(r"\w+://\S+")
Parts = Mapping[str, Sequence[Document]]


@dataclass(frozen=True)
class Engine:
    """One that is measured: its runner and argument, what is installed for it (nothing for our own), what to know."""

    name: str
    runner: str
    installs: tuple[str, ...] = ()
    argument: str = ""
    remark: str = ""


@dataclass(frozen=True, repr=False)
class Run:
    """What an engine found in the notes of each part, CPU seconds, megabytes; or why there is none of that."""

    found: Mapping[str, Sequence[Document]] = field(default_factory=dict)
    spent: Mapping[str, float] = field(default_factory=dict)
    start: float = 0.0
    memory: float = 0.0
    version: str = ""
    failures: Mapping[str, int] = field(default_factory=dict)
    reason: str = ""


def python_for(engine: Engine, folder: Path) -> Path:
    """The interpreter of the engine's environment, which is made where it isn't there yet."""
    if not engine.installs:
        return Path(sys.executable)
    place = (folder / engine.name).resolve()
    python, mark = place / "bin" / "python", place / "installed.txt"
    wanted = "\n".join(engine.installs)
    if not mark.exists() or mark.read_text("utf-8") != wanted:
        venv.create(place, clear=True, with_pip=True)
        command = [str(python), "-m", "pip", "install", "--quiet", *engine.installs]
        subprocess.run(command, check=True, capture_output=True, text=True)
        mark.write_text(wanted, "utf-8")
    return python


def run(engine: Engine, parts: Parts, folder: Path, limit: float) -> Run:
    """Install the engine if need be and run it on these notes, in this order."""
    try:
        command = [str(python_for(engine, folder)), str(RUNNERS / f"{engine.runner}.py")]
    except subprocess.CalledProcessError as error:
        return Run(reason=f"can't be installed: {_last_line(error.stderr)}")
    lines = (
        json.dumps({"part": part, "id": doc.id, "text": doc.text}) + "\n"
        for part, docs in parts.items()
        for doc in docs
    )
    own = {"PYTHONPATH": str(SOURCE)} if not engine.installs else {}
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    try:
        done = subprocess.run(
            [*command, engine.argument],
            input="".join(lines).encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # a peer may quote notes there
            timeout=limit,
            env={**inherited, **ONE_THREAD, **own},
        )
    except subprocess.TimeoutExpired:
        return Run(reason=f"took more than {limit:,.0f} s")
    return read(done.stdout.decode().splitlines(), parts) if done.stdout else Run(reason=f"ended: {done.returncode}")


def read(lines: Sequence[str], parts: Parts) -> Run:
    """What a runner wrote of these notes."""
    *notes, last = (json.loads(line) for line in lines)
    if "error" in last:
        return Run(reason=_last_line(last["error"]))
    if "spent" not in last or len(notes) != sum(map(len, parts.values())):
        return Run(reason="ended before its last note")
    spans = iter(note["spans"] for note in notes)
    found = {part: [_with(doc, next(spans)) for doc in docs] for part, docs in parts.items()}
    return Run(found, last["spent"], last["start"], last["memory"], last["version"], last["failures"])


def _with(doc: Document, places: Sequence[Sequence[Any]]) -> Document:
    length = len(doc.text)
    inside = ((max(0, start), min(end, length), label) for start, end, label in places)
    return doc.with_spans(Span(start, end, label or "PHI") for start, end, label in inside if start < end)


def _last_line(text: str) -> str:
    lines = [line.removeprefix("ERROR: ").strip() for line in text.splitlines() if line.strip()]
    wrong = [line for line in lines if not line.startswith(("WARNING", "[notice]"))]
    return ADDRESS.sub("…", (wrong or ["no reason given"])[-1])
