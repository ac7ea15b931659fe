"""The exact weights of a CRFsuite model file. CRFsuite's own listing (`info`) rounds them."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from incognote.errors import DamagedInputError

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.types import Ints

    Floats: TypeAlias = npt.NDArray[np.float64]

# After the magic word: size of the file, type, version, a count that is not kept up, counts of labels and attributes,
# and where the features, labels, attributes and two cross-references begin.
_HEADER = struct.Struct("<4s I 4s I I I I I I I I I")
_KINDS = (b"lCRF", b"FOMC", 100)
_FEATURES = struct.Struct("<4s I I")  # magic word, size, count
_STRINGS = struct.Struct("<4s I I I I I")  # magic word, size, flags, byte order, count, place of the list of places
_STRING = struct.Struct("<I I")  # number of the string, its size with a final NUL
_FEATURE = np.dtype([("kind", "<u4"), ("source", "<u4"), ("label", "<u4"), ("weight", "<f8")])
_STATE, _TRANSITION = 0, 1


@dataclass(frozen=True, eq=False, repr=False)
class CrfsuiteWeights:
    """What a model file holds: weights of attributes as three columns, weights of label after label as a square."""

    labels: list[str]
    attributes: list[str]
    state_attributes: Ints
    state_labels: Ints
    state_weights: Floats
    transitions: Floats  # [label before, label]

    def __repr__(self) -> str:
        return f"CrfsuiteWeights({len(self.labels)} labels, {len(self.attributes)} attributes)"


def read_crfsuite(path: str | Path) -> CrfsuiteWeights:
    """The labels, attributes and weights of a model that CRFsuite wrote (a first-order chain, version 100)."""
    content = Path(path).read_bytes()
    try:
        return _parse(content)
    except (struct.error, ValueError, IndexError, UnicodeDecodeError):
        raise DamagedInputError(Path(path), "this is no whole CRFsuite model", "train the model again") from None


def _parse(content: bytes) -> CrfsuiteWeights:
    magic, size, kind, version, _, _, _, features_at, labels_at, attributes_at, _, _ = _HEADER.unpack_from(content)
    if (magic, kind, version) != _KINDS or size != len(content):
        raise ValueError("another kind of file, or cut short")
    labels, attributes = _strings(content, labels_at), _strings(content, attributes_at)
    _, _, count = _FEATURES.unpack_from(content, features_at)
    features = np.frombuffer(content, _FEATURE, count, features_at + _FEATURES.size)
    states = features[features["kind"] == _STATE]
    pairs = features[features["kind"] == _TRANSITION]
    transitions = np.zeros((len(labels), len(labels)))
    transitions[pairs["source"], pairs["label"]] = pairs["weight"]
    if len(states) and (states["source"].max() >= len(attributes) or states["label"].max() >= len(labels)):
        raise ValueError("a weight of something that has no name")
    columns = states["source"].astype(np.int64), states["label"].astype(np.int64), states["weight"].copy()
    return CrfsuiteWeights(labels, attributes, *columns, transitions)


def _strings(content: bytes, begin: int) -> list[str]:
    """The strings of a table, by their numbers."""
    *_, count, places_at = _STRINGS.unpack_from(content, begin)
    if not count:
        return []
    strings = []
    for place in np.frombuffer(content, "<u4", count, begin + places_at).tolist():
        _, size = _STRING.unpack_from(content, begin + place)
        text_at = begin + place + _STRING.size
        strings.append(content[text_at : text_at + size - 1].decode("utf-8"))
    return strings
