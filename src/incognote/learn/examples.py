"""Training examples: the features of the tokens of many notes, and their labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from incognote.learn.index import FeatureIndex
from incognote.learn.learner import Labels, Progress
from incognote.learn.reading import Reading

if TYPE_CHECKING:
    from incognote.types import Ints


@dataclass(frozen=True, repr=False)
class Examples:
    """Token t has the features from `starts[t]` to `starts[t + 1]`; `sequences` holds each sentence's first token."""

    features: Ints
    starts: Ints
    sequences: Ints
    labels: Sequence[str]

    def __len__(self) -> int:
        return len(self.labels)


def learn_values(index: FeatureIndex, readings: Sequence[Reading], progress: Progress) -> None:
    """The index learns the values of all notes, and no more."""
    for number, reading in enumerate(readings):
        progress("reading features", number, len(readings))
        index.learn(reading)
    index.freeze()


def examples(index: FeatureIndex, readings: Sequence[Reading], labels: Sequence[Labels]) -> Examples:
    """The examples of notes, whose values the index has learned."""
    features, counts, sequences, tokens = [], [], [], 0
    for reading in readings:
        flat, starts = index.features(reading)
        features.append(flat.astype(np.int32))
        counts.append(np.diff(starts))
        sequences.append(reading.sentences + tokens)
        tokens += len(reading)
    starts = np.append(0, np.concatenate(counts).cumsum())
    return Examples(
        np.concatenate(features), starts, np.concatenate(sequences), [name for some in labels for name in some]
    )
