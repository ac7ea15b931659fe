"""What an experiment works on: the five corpora, the words that some tables are about, and the number of folds."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from incognote.errors import ConfigError
from incognote.experiments.corpora import SIZES, synthesize
from incognote.experiments.described import describe, words_for_tables
from incognote.experiments.studies import AUTHENTIC, CORPORA, Setup
from incognote.label_maps import in_ours
from incognote.synth.selection import words_by_label
from incognote.synth.slots import annotated
from incognote.types import Document

FOLDS, QUICK_FOLDS = 10, 2
_SIZES = {**SIZES, "challenge": 100_000}
"""So that the whole takes hours, not a day."""
_QUICK_SIZES = {"random": 4_000, "ambiguous": 4_000, "oov": 4_000, "challenge": 8_000}
_QUICK_AUTHENTIC = 8_000


def prepare(docs: Sequence[Document], names: Collection[str], seed: int, quick: bool = False) -> Setup:
    """The corpora of these names: the authentic one is the notes as they are, others are made of them from a seed."""
    if not any(doc.spans for doc in docs):
        raise ConfigError("no note has annotations; give notes that have")
    docs = [in_ours(doc) for doc in docs]
    if len({doc.id for doc in docs}) < len(docs):
        raise ConfigError("two notes have one id; give each its own")
    templates = [annotated(doc) for doc in docs]
    sizes = _QUICK_SIZES if quick else _SIZES
    made: dict[str, Sequence[Document]] = {
        style: synthesize(style, templates, seed, words) for style, words in sizes.items() if style in names
    }
    made[AUTHENTIC] = _sample(docs, seed) if quick else docs
    corpora = {name: made[name] for name in CORPORA if name in names}
    described = {name: describe(notes) for name, notes in corpora.items()}
    return Setup(corpora, described, words_for_tables(described), QUICK_FOLDS if quick else FOLDS)


def _sample(docs: Sequence[Document], seed: int) -> list[Document]:
    """Notes drawn at random, in their order."""
    order = list(range(len(docs)))
    Random(f"{seed} sample").shuffle(order)
    taken, words = set[int](), 0
    for number in order:
        if words < _QUICK_AUTHENTIC:
            taken.add(number)
            words += words_by_label(docs[number]).total()
    return [docs[number] for number in sorted(taken)]
