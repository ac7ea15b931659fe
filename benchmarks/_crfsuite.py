"""Our tagging against python-crfsuite's own, with one model and the same labels.

The slow way is the usual one: a dictionary of features for each token, made in Python (what depends on a word alone is
remembered), given to `pycrfsuite.Tagger`. Parts of speech are given to both.
"""

from __future__ import annotations

import functools
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pycrfsuite

from incognote import corpus, recipes
from incognote.learn import crf
from incognote.learn.examples import Examples, examples
from incognote.learn.reading import Reading
from incognote.learn.settings import settings_of
from incognote.learn.tagging import LinearTagger
from incognote.learn.training import labels_for, readings_of

RECIPE = "wi-deid"
SETTINGS = {"c1": 0.1, "c2": 0.05, "max_iterations": 10}  # speed hardly depends on how well it is trained
TRAINED_ON = 300  # notes


def compare(runs: int) -> None:
    """Print tokens a second of both ways, and whether any label differs."""
    settings = settings_of(recipes.load(RECIPE)) | {
        "learner": {
            "use": "crf",
            "by": "crfsuite",
            "l1": SETTINGS["c1"],
            "l2": SETTINGS["c2"],
            "iterations": SETTINGS["max_iterations"],
        }
    }
    docs = list(corpus.read())
    readings = readings_of(docs, settings)
    for reading in readings:
        _ = reading.tags, reading.words
    labels = labels_for(docs, readings, settings)
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "model")
        learner = LinearTagger(settings).fit(readings[:TRAINED_ON], labels[:TRAINED_ON], lambda *_: None)
        _train_by_names(file, learner, examples(learner.index, readings[:TRAINED_ON], labels[:TRAINED_ON]))
        tagger = pycrfsuite.Tagger()
        tagger.open(file)
        begin = time.process_time()
        slow = [_slow(tagger, learner, reading) for reading in readings]
        slow_seconds = time.process_time() - begin
    fast = [learner.predict(reading) for reading in readings]  # words are new
    spent = []
    for _ in range(runs):
        begin = time.process_time()
        fast = [learner.predict(reading) for reading in readings]
        spent.append(time.process_time() - begin)
    tokens = sum(map(len, readings))
    seconds = sorted(spent)[len(spent) // 2]
    differ = sum(one != other for pair in zip(slow, fast, strict=True) for one, other in zip(*pair, strict=True))
    print(
        f"{RECIPE}, {tokens:,} tokens: python-crfsuite with feature dictionaries {tokens / slow_seconds:,.0f} tokens/s"
    )
    print(f"  cached rows {tokens / seconds:,.0f} tokens/s ({tokens / max(spent):,.0f} to {tokens / min(spent):,.0f})")
    print(f"  {slow_seconds / seconds:.0f} times as fast; {differ} labels differ")


def _train_by_names(file: str, learner: LinearTagger, made: Examples) -> None:
    """The same model once more, with features that have names, as the slow way asks for them."""
    names = ["{}[{}]={}".format(*learner.index.name(number)) for number in range(learner.index.size)]
    trainer = pycrfsuite.Trainer("lbfgs", SETTINGS, verbose=False)
    for items, labels in crf.sequences(made):
        trainer.append([[names[int(number)] for number in item] for item in items], labels)
    trainer.train(file)


def _slow(tagger: Any, learner: LinearTagger, reading: Reading) -> list[str]:
    found: list[str] = []
    for words, tags in zip(reading.by_sentence(reading.words), reading.by_sentence(reading.tags), strict=True):
        found += tagger.tag(_dictionaries(learner, words, tags))
    return found


def _dictionaries(learner: LinearTagger, words: Sequence[str], tags: Sequence[str]) -> list[dict[str, float]]:
    own = [{**_of_word(learner, word), "tag": tag} for word, tag in zip(words, tags, strict=True)]
    items = []
    for at in range(len(words)):
        item = {}
        for offset in range(-2, 3):
            there = at + offset
            if 0 <= there < len(words):
                item.update({f"{name}[{offset}]={value}": 1.0 for name, value in own[there].items()})
            else:
                item.update({f"{name}[{offset}]=EDGE": 1.0 for name in _names(learner)})
        items.append(item)
    return items


@functools.cache
def _names(learner: LinearTagger) -> list[str]:
    return [group.name for group in learner.index.groups]


@functools.cache
def _of_word(learner: LinearTagger, word: str) -> dict[str, str]:
    values = {group.name: group.of_word(word) for group in learner.index.word_groups if group.of_word}
    return {name: value for name, value in values.items() if value}
