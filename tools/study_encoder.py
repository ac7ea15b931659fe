"""What the parts of the encoder's training give: each variant learns without one of them, or from fewer authors.

    python tools/study_encoder.py WORK --out STUDIED [--variants NAME …]    # needs PyTorch and a GPU

WORK is what `tools/train_encoder.py prepare` wrote. What a variant says of the notes of a fold's authors, whom none has
seen, goes to STUDIED/NAME.npz; `benchmarks/tiers.py` makes a table of it.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np

import train_encoder as training
from gold_notes import FOLDS, STUDIED
from incognote.encoder import prepared

AUTHORS = {"authors-2": 2, "authors-4": 4, "authors-8": 8}
"""How many authors' notes are learned from; the carrier's are no author's."""
WITHOUT = {
    "no-made-notes": ("refilled", "perturbed", "mixed"),
    "no-carrier": (training.CARRIER,),
}
NO_MARKS = "no-marks"
VARIANTS = (*AUTHORS, *WITHOUT, NO_MARKS)


def fit(work: Path, out: Path, variant: str) -> None:
    names = [name for fold in FOLDS for name in fold if name not in FOLDS[STUDIED]]
    left_out = [*FOLDS[STUDIED], *names[AUTHORS.get(variant, len(names)) :]]
    sets = {
        kind: prepared.load(work / f"{kind}.npz") for kind in training.KINDS if kind not in WITHOUT.get(variant, ())
    }
    if variant == NO_MARKS:
        sets = {kind: unmarked(notes) for kind, notes in sets.items()}
    network = training.trained(work, sets, training.numbers_of(work, left_out), training.LAYERS, STUDIED, variant)
    training.tell(network, sets["gold"], training.numbers_of(work, FOLDS[STUDIED]), out / f"{variant}.npz")


def unmarked(notes: prepared.Prepared) -> prepared.Prepared:
    """Notes without what BERT doesn't see: case, gaps and lines, and how far top and bottom are."""
    return replace(notes, marks=np.zeros_like(notes.marks), places=np.zeros_like(notes.places))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--variants", nargs="+", choices=VARIANTS, default=VARIANTS)
    options = parser.parse_args()
    training.set_up()
    options.out.mkdir(parents=True, exist_ok=True)
    for variant in options.variants:
        fit(options.work, options.out, variant)


if __name__ == "__main__":
    main()
