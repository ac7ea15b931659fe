"""Trains `incognote-fast`: on the gold notes (`gold_notes.py`) and, as its shipped model was, on others too.

    PYTHONPATH=src python tools/train_fast.py [--also NOTES …] [--kinds refilled-0,carrier-0:400] [--fold 0 --out MODEL]

NOTES are files of annotated notes, a JSON a line (`id`, `text`, `spans`: start, end, label), such as
`tools/make_training_notes.py` and `tools/label_notes.py` write; `--kinds` takes those whose ids end so, the first 400
with `:400` behind it. With --fold the authors of a fold are left out, with notes made of theirs, so that
`benchmarks/tiers.py` can measure on them. The same notes give the same model.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gold_notes import FOLDS, author, gold
from incognote import recipes
from incognote.learn import models
from incognote.learn.settings import labels_learned, settings_of
from incognote.learn.training import train
from incognote.types import Document, Span

NAME = "incognote-fast"
FOLDER = Path(__file__).parents[1] / "src" / "incognote" / "data" / "models" / NAME


def made(file: Path, kinds: Mapping[str, int]) -> Iterator[Document]:
    """The notes of a file whose ids end with one of the kinds, of each at most so many; or all, if none is given."""
    left = Counter(kinds)
    with gzip.open(file, "rt", encoding="utf-8") if file.suffix == ".gz" else file.open(encoding="utf-8") as lines:
        for line in lines:
            note: Mapping[str, Any] = json.loads(line)
            kind = next((kind for kind in kinds if note["id"].endswith(kind)), "")
            if left[kind] or not kinds:
                left[kind] -= 1
                yield Document(note["id"], note["text"], tuple(Span(*span) for span in note["spans"]))


def kinds_of(text: str) -> dict[str, int]:
    """`refilled-0,carrier-0:400` as a table."""
    parts = (part.partition(":") for part in text.split(","))
    return {kind: int(most or 10**9) for kind, _, most in parts}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--also", type=Path, nargs="*", default=[])
    parser.add_argument("--kinds", type=kinds_of, default={})
    parser.add_argument("--fold", type=int, choices=range(len(FOLDS)))
    parser.add_argument("--out", type=Path, default=FOLDER)
    options = parser.parse_args()
    held_out = FOLDS[options.fold] if options.fold is not None else ()
    docs = [doc for doc in gold() if author(doc) not in held_out]
    also = [doc for file in options.also for doc in made(file, options.kinds) if author(doc) not in held_out]
    print(f"{len(docs):,} gold notes, {len(also):,} others", flush=True)
    began, recipe = time.monotonic(), recipes.load(NAME)
    settings = settings_of(recipe)
    learner = train([*docs, *also], settings)
    shutil.rmtree(options.out, ignore_errors=True)
    manifest = models.Manifest(NAME, recipe, labels_learned(settings, docs), {})
    models.save(options.out, manifest, learner, [*docs, *also])
    size = sum(file.stat().st_size for file in options.out.iterdir()) / 1e6
    print(f"{NAME}: {time.monotonic() - began:.0f} s, {size:.1f} MB")


if __name__ == "__main__":
    main()
