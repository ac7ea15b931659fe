"""Trains the engines that come with the package, on the open corpus: all that learn, or those named.

    PYTHONPATH=src python tools/train_engines.py [--parses FILE] [ENGINE …]

Models go to src/incognote/data/models; one that is there is replaced. The same corpus, recipe and packages give the
same model.
"""

from __future__ import annotations

import argparse
import shutil
import time
from pathlib import Path

from incognote import corpus, recipes
from incognote.data import load_toml
from incognote.learn import models
from incognote.learn.crossvalidation import learns
from incognote.learn.settings import labels_learned, settings_of
from incognote.learn.training import train

FOLDER = Path(__file__).parents[1] / "src" / "incognote" / "data" / "models"
SCORES = "ten folds by author of the open corpus"
LEFT_OUT = ("wi-deid-official", "wi-deid-run1")  # earlier states of wi-deid: for those who study them


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engines", nargs="*")
    parser.add_argument("--parses", type=Path)
    options = parser.parse_args()
    docs = list(corpus.read())
    scores = load_toml("scores.toml")
    learning = [name for name in recipes.names() if learns(recipes.load(name)) and name not in LEFT_OUT]
    for name in options.engines or learning:
        recipe = recipes.load(name)
        began = time.monotonic()
        settings = settings_of(recipe)
        learner = train(docs, settings, parses=options.parses)
        shutil.rmtree(FOLDER / name, ignore_errors=True)
        labels, measured = labels_learned(settings, docs), {SCORES: scores.get(name, {})}
        manifest = models.Manifest(name, recipe, labels, measured)
        models.save(FOLDER / name, manifest, learner, docs)
        size = sum(file.stat().st_size for file in (FOLDER / name).iterdir()) / 1e6
        print(f"{name}: {time.monotonic() - began:.0f} s, {size:.1f} MB", flush=True)


if __name__ == "__main__":
    main()
