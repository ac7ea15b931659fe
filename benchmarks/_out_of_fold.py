"""The open corpus labelled by engines that never saw the author of a note.

Engines are cross-validated, ten folds by author. Of those that learn the numbers are kept, without text, in
`accuracy/folds.jsonl`, and found again only for another recipe, other notes or other versions. A change of code or
lexicons that leaves the version isn't seen: remove an engine's line to measure it anew. The tiers of the default
engine, which can't be trained here in minutes, bring their numbers: `tiers.py --keep` writes `accuracy/tiers.jsonl`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from _counts import Note, count_all, from_numbers
from incognote import recipes
from incognote.errors import ConfigError
from incognote.learn.crossvalidation import Trial, crossvalidate, folds_of_trial, learns
from incognote.learn.folds import AUTHOR, folds_by
from incognote.learn.learner import Progress, no_progress
from incognote.learn.models import fingerprint
from incognote.types import Document

KEPT = Path(__file__).parent / "accuracy" / "folds.jsonl"
BROUGHT = KEPT.with_name("tiers.jsonl")
TIERS = ("incognote", "incognote-fast")
FOLDS = 10
COUNTING = "1"
"""To be changed with what `_counts.py` counts."""


@dataclass(frozen=True)
class Work:
    """How folds are done: how many at a time, where finished ones and parses of sentences are kept."""

    workers: int = 1
    journal: Path | None = None
    parses: Path | None = None
    progress: Progress = no_progress


def out_of_fold(engine: str, docs: Sequence[Document], work: Work) -> list[Document]:
    """The notes with what the engine finds in each, trained on other authors."""
    (result,) = crossvalidate(docs, [_trial(engine, docs)], work.workers, work.journal, work.progress, work.parses)
    return list(result.found)


def counted_out_of_fold(engine: str, docs: Sequence[Document], work: Work, kept: Path = KEPT) -> list[Note]:
    """The numbers of these notes, kept or found now."""
    if recipes.parted(engine)[0] in TIERS:
        return brought(engine, docs)
    if not learns(recipes.load(engine)):
        return count_all(docs, out_of_fold(engine, docs, work))
    key = _key(_trial(engine, docs), docs)
    if there := _kept(kept).get(key):
        return [from_numbers(there[doc.id]) for doc in docs]
    print(f"{engine}: nothing is kept for this recipe, corpus and versions; it is trained anew", file=sys.stderr)
    notes = count_all(docs, out_of_fold(engine, docs, work))
    numbers = {doc.id: note.numbers() for doc, note in zip(docs, notes, strict=True)}
    with kept.open("a", encoding="utf-8", newline="\n") as out:
        out.write(json.dumps({"key": key, "engine": engine, "notes": numbers}, separators=(",", ":")) + "\n")
    return notes


def brought(engine: str, docs: Sequence[Document], file: Path = BROUGHT) -> list[Note]:
    """The numbers that a tier of the default engine brings, at an operating point."""
    tier, point = recipes.parted(engine)
    there = _kept(file).get(tier_key(tier, point or next(iter(recipes.load(tier)["points"])), docs))
    if there is None:
        raise ConfigError("no numbers are kept for this recipe and corpus; run benchmarks/tiers.py --keep")
    return [from_numbers(there[doc.id]) for doc in docs]


def tier_key(tier: str, point: str, docs: Sequence[Document]) -> str:
    """What the numbers of a tier at a point are the result of: detectors, thresholds, notes, and what is counted."""
    recipe = recipes.load(tier)
    parts = [COUNTING, recipe["detectors"], recipe["points"][point], fingerprint(docs)]
    return sha256(json.dumps(parts).encode()).hexdigest()


def _kept(file: Path) -> dict[str, dict[str, list[int]]]:
    """The numbers of each note by its id, by keys."""
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    return {line["key"]: line["notes"] for line in map(json.loads, lines)}


def _trial(engine: str, docs: Sequence[Document]) -> Trial:
    return Trial(engine, recipes.load(engine), folds_by(AUTHOR, docs, FOLDS))


def _key(trial: Trial, docs: Sequence[Document]) -> str:
    """What the numbers are the result of: recipe, notes, folds, versions, and what is counted."""
    return sha256(" ".join([COUNTING, *(fold.key for fold in folds_of_trial(docs, trial))]).encode()).hexdigest()
