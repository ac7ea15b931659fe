"""The encoder on a CPU and on a GPU: megabytes a second, and how many tokens get another label.

    python benchmarks/encoder.py MODEL [--megabytes 4] [--cpu-megabytes 0.3]

MODEL is an encoder's folder, such as src/incognote/data/models/incognote. It reads notes of the open corpus whole; in
the engine it reads only what the fast tier isn't certain of. Without PyTorch and a GPU only the CPU is measured.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from _texts import joined, repeated, size
from incognote import corpus
from incognote.encoder import model
from incognote.errors import ConfigError
from incognote.layout import lay_out
from incognote.learn.blending import decoded
from incognote.vocabulary import Vocabulary

if TYPE_CHECKING:
    from incognote.encoder.model import Encoder, Floats
    from incognote.types import Layout

AT_ONCE = 20  # texts


def laid_out(texts: Sequence[str]) -> list[Layout]:
    vocabulary = Vocabulary()
    return [lay_out(text, vocabulary) for text in texts]


def read(encoder: Encoder, every: Sequence[Layout]) -> list[Floats]:
    """The probabilities of the tokens of each text, some texts at once, as in the engine."""
    found = []
    for start in range(0, len(every), AT_ONCE):
        layouts = every[start : start + AT_ONCE]
        pieces = [encoder.pieces(layout) for layout in layouts]
        found += encoder.probabilities(pieces, [np.arange(len(layout.tokens)) for layout in layouts])
    return found


def timed(name: str, encoder: Encoder, texts: Sequence[str]) -> list[Floats]:
    layouts = laid_out(texts)
    read(encoder, layouts[:AT_ONCE])
    began = time.perf_counter()
    found = read(encoder, layouts)
    spent = time.perf_counter() - began
    megabytes = sum(map(size, texts))
    print(f"{name}: {megabytes:.2f} MB in {spent:.1f} s, {megabytes / spent:.3f} MB/s", flush=True)
    return found


def compared(one: Sequence[Floats], other: Sequence[Floats]) -> str:
    differ = total = 0
    furthest = 0.0
    for first, second in zip(one, other, strict=True):
        differ += sum(a != b for a, b in zip(decoded(first, {}), decoded(second, {}), strict=True))
        total += len(first)
        furthest = max(furthest, float(np.abs(first - second).max()))
    share = f"another label: {differ:,} of {total:,} tokens ({differ / total:.3%})"
    return f"{share}; probabilities differ by at most {furthest:.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path)
    parser.add_argument("--megabytes", type=float, default=4)
    parser.add_argument("--cpu-megabytes", type=float, default=0.3)
    options = parser.parse_args()
    notes = [doc.text for doc in corpus.read()]
    few = repeated(joined(notes), options.cpu_megabytes)
    on_cpu = timed("one core of a CPU", model.load(options.model), few)
    try:
        encoder = model.load(options.model, gpu=True)
    except ConfigError as error:
        print(error)
        return
    timed("GPU", encoder, repeated(joined(notes), options.megabytes))
    print(compared(on_cpu, read(encoder, laid_out(few))))


if __name__ == "__main__":
    main()
