"""Train the part-of-speech tagger of `incognote.layout.tags`.

    PYTHONPATH=src python tools/train_tags.py CORPUS [--out FOLDER]

CORPUS is a folder with `NAME-train.tsv` and `NAME-dev.tsv` for ewt (Universal Dependencies English EWT), craft (CRAFT)
and genia (GENIA): a token and its Penn tag a line, a blank line between sentences. It takes minutes and 1.5 GB, and
prints accuracies on the dev files, which it never learns from. The same corpus gives the same bytes.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt
import pycrfsuite

from incognote.layout import tags
from incognote.learn import crf
from incognote.learn.examples import examples, learn_values
from incognote.learn.index import FeatureIndex
from incognote.learn.learner import no_progress
from incognote.learn.linear import LinearModel
from incognote.learn.reading import Reading
from incognote.vocabulary import Vocabulary

TARGET = Path(__file__).parents[1] / "src" / "incognote" / "data" / "models" / "tags"
COPIES = {"ewt": 3, "craft": 1, "genia": 1}
"""How often each corpus is learned from: in names and verbs notes are nearer to general text, the smaller part."""
OTHER_CASE = 0.1
"""The share of sentences that are learned in capitals too, and in small letters too, as notes have both."""
SETTINGS = {"max_iterations": 12, "feature.minfreq": 2}
AT_ONCE = 2000  # sentences whose features are in memory

Flags = npt.NDArray[np.bool_]
Sentence = tuple[list[str], list[str]]  # words, tags


def read(path: Path) -> list[Sentence]:
    paragraphs = path.read_text("utf-8").split("\n\n")
    rows = [[line.split("\t") for line in paragraph.split("\n") if line] for paragraph in paragraphs]
    return [([word for word, _ in lines], [name for _, name in lines]) for lines in rows if lines]


def in_case(sentences: Sequence[Sentence], case: str) -> list[Sentence]:
    changes: dict[str, Callable[[str], str]] = {"upper": str.upper, "lower": str.lower, "as is": str}
    change = changes[case]
    return [([change(word) for word in words], names) for words, names in sentences]


def training_sentences(corpus: Path) -> list[Sentence]:
    chance = Random(0)
    chosen: list[Sentence] = []
    for name, copies in COPIES.items():
        sentences = read(corpus / f"{name}-train.tsv") * copies
        chosen += sentences
        for case in ("upper", "lower"):
            chosen += in_case([one for one in sentences if chance.random() < OTHER_CASE], case)
    return chosen


def train(sentences: Sequence[Sentence]) -> tuple[FeatureIndex, LinearModel]:
    vocabulary = Vocabulary()
    parts = [sentences[first : first + AT_ONCE] for first in range(0, len(sentences), AT_ONCE)]
    readings = [Reading(tags.layout_of([words for words, _ in part], vocabulary)) for part in parts]
    labels = [[name for _, names in part for name in names] for part in parts]
    index = FeatureIndex(tags.groups())
    learn_values(index, readings, no_progress)
    made = examples(index, readings, labels)
    trainer = pycrfsuite.Trainer("ap", SETTINGS, verbose=False)
    for items, item_labels in crf.sequences(made):
        trainer.append(items, item_labels)
    return small(index, crf.trained(trainer, index.size))


def small(index: FeatureIndex, model: LinearModel) -> tuple[FeatureIndex, LinearModel]:
    """The same model without the values that have no weight at any offset."""
    counts = np.diff(model.weights.starts)
    tables, kept = _in_use(index, counts > 0)
    starts = np.append(0, counts[kept].cumsum())
    return FeatureIndex(index.groups, tables), replace(model, weights=replace(model.weights, starts=starts))


def _in_use(index: FeatureIndex, used: Flags) -> tuple[list[list[str]], Flags]:
    """The values of each group that are used at any offset, and which features stay with them."""
    tables, features = [], []
    for group, values in zip(index.groups, index.tables(), strict=True):
        bases = [index.bases[group.name, offset] for offset in group.offsets]
        kept = np.logical_or.reduce([used[base : base + len(values)] for base in bases])
        kept[0] = True  # the edge
        tables.append([value for value, keep in zip(values, kept, strict=True) if keep])
        features += [kept] * len(bases)
    return tables, np.concatenate(features)


def save(folder: Path, index: FeatureIndex, model: LinearModel) -> None:
    """Write the model: a file of texts, and one of arrays as small as the figures allow."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = {
        "sources": ["Universal Dependencies English EWT", "CRAFT", "GENIA"],
        "trainer": f"averaged perceptron by python-crfsuite {version('python-crfsuite')}",
        "settings": {**SETTINGS, "copies": COPIES, "other case": OTHER_CASE},
        "labels": model.labels,
        "values": dict(zip((group.name for group in index.groups), index.tables(), strict=True)),
    }
    (folder / tags.TEXTS).write_text(json.dumps(texts, ensure_ascii=False, indent=0) + "\n", "utf-8")
    smaller = {"starts": np.int32, "columns": np.uint8, "values": np.float16, "transitions": np.float32}
    arrays = {name: array.astype(smaller.get(name, array.dtype)) for name, array in model.arrays().items()}
    np.savez_compressed(folder / tags.ARRAYS, allow_pickle=False, **arrays)


def accuracy(tagger: tags.Tagger, sentences: Sequence[Sentence]) -> float:
    expected = [name for _, names in sentences for name in names]
    found = tagger.tags(tags.layout_of([words for words, _ in sentences], Vocabulary()))
    return sum(map(str.__eq__, found, expected)) / len(expected)


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the part-of-speech tagger.")
    parser.add_argument("corpus", type=Path, help="the folder of the corpora")
    parser.add_argument("--out", type=Path, default=TARGET, help="the folder of the model")
    options = parser.parse_args()
    save(options.out, *train(training_sentences(options.corpus)))
    tagger = tags.load(options.out)
    for name in COPIES:
        sentences = read(options.corpus / f"{name}-dev.tsv")
        figures = [f"{case} {accuracy(tagger, in_case(sentences, case)):.2%}" for case in ("as is", "upper", "lower")]
        print(f"{name:6}", *figures)


if __name__ == "__main__":
    main()
