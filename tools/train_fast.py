"""Trains `incognote-fast`: on the gold notes (`gold_notes.py`) and, as its shipped model was, on notes made of them.

    PYTHONPATH=src python tools/train_fast.py [--also NOTES …] [--kinds refilled-0,carrier-0:400] [--folds 4]

NOTES are files of annotated notes, a JSON a line (`id`, `text`, `spans`: start, end, label), such as
`tools/make_training_notes.py` writes; `--kinds` takes those whose ids end so, the first 400 with `:400` behind it.
With --folds it trains no model to keep but measures: folds by author, where notes made of an author's are left out with
that author. The same notes give the same model.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gold_notes import gold as gold_notes
from incognote import recipes
from incognote.detect.tagger import Tagger
from incognote.evaluate.confusion import confusion
from incognote.evaluate.entities import note_scores, shared_classes
from incognote.evaluate.match import compare
from incognote.evaluate.scores import total
from incognote.learn import models
from incognote.learn.folds import author, author_folds
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


def measured(gold: Sequence[Document], found: Sequence[Document]) -> dict[str, float]:
    pairs = [compare(one, other) for one, other in zip(gold, found, strict=True)]
    words, strict = confusion(pairs).phi(), total(note_scores(pairs, class_of=shared_classes(pairs)))
    return {"P": words.precision, "R": words.recall, "F": words.f, "strict": strict.f}


def crossvalidated(docs: Sequence[Document], also: Sequence[Document], folds: int) -> dict[str, float]:
    """How well it does on notes of authors that it hasn't seen."""
    recipe = recipes.load(NAME)
    settings, engine_of = settings_of(recipe), recipes.around(recipe, NAME)
    gold, found = [], []
    for number, fold in enumerate(author_folds(docs, folds), 1):
        held_out = {author(docs[at]) for at in fold}
        learner = train([doc for doc in (*docs, *also) if author(doc) not in held_out], settings)
        engine = engine_of(Tagger(NAME, settings, learner))
        some = [docs[at] for at in fold]
        gold += some
        found += [engine.find(doc.with_spans(())) for doc in some]
        print(f"fold {number} of {folds}, so far: {measured(gold, found)}", flush=True)
    return measured(gold, found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--also", type=Path, nargs="*", default=[])
    parser.add_argument("--kinds", type=kinds_of, default={})
    parser.add_argument("--folds", type=int)
    parser.add_argument("--out", type=Path, default=FOLDER)
    options = parser.parse_args()
    docs = gold_notes()
    also = [doc for file in options.also for doc in made(file, options.kinds)]
    print(f"{len(docs):,} gold notes, {len(also):,} others", flush=True)
    if options.folds:
        print(crossvalidated(docs, also, options.folds))
        return
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
