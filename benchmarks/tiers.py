"""What the parts of the default engine give, by folds by author on all gold notes (see _tiers.py).

    python benchmarks/tiers.py WORK FITTED FASTS [--studied STUDIED] [--keep] [--out TABLES.md] [--plot CALIBRATION.svg]

WORK and FITTED are what `tools/train_encoder.py` wrote, FASTS holds the models fold-0 to fold-4 of
`tools/train_fast.py --fold`, STUDIED what `tools/study_encoder.py` wrote. The tables are of thresholds, of engines
without one of their parts, of how much the encoder is asked, of what is missed, and of encoders trained otherwise.
--keep writes the numbers of the open corpus for `accuracy.py`.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from _calibration import calibration
from _counts import FIGURES, Note, count
from _out_of_fold import BROUGHT, tier_key
from _tiers import FAST, WHOLE, Change, Fold, folds, remembered
from gold_notes import STUDIED
from incognote import corpus, recipes
from incognote.detect.cascade import CASCADE, Cascade
from incognote.evaluate.match import compare
from incognote.evaluate.words import NOT_PHI
from incognote.layout import lay_out
from incognote.learn.blending import decoded, scored_spans
from incognote.pipeline import Pipeline
from incognote.report.sections import markdown_table
from incognote.report.tables import Column, Row, Table
from incognote.report.terminal import print_tables
from incognote.types import Document
from incognote.vocabulary import Vocabulary

Made = Callable[[Fold, Change], Pipeline]
Pairs = Sequence[tuple[Document, Document]]

TIERS: Mapping[str, Made] = {WHOLE: Fold.whole, FAST: Fold.fast}
THRESHOLDS = (0.5, 0.4, 0.2, 0.1, 0.04, 0.02)
SAFE = "safe"
GATES = ((0.9, 2), (0.95, 2), (0.99, 2), (0.99, 12))
ALL_TOKENS = 2.0  # no probability is as high, so that the encoder is asked of all


def points(engine: str) -> dict[str, Mapping[str, float]]:
    found: dict[str, Mapping[str, float]] = recipes.load(engine)["points"]
    return found


def found_by(made: Made, change: Change, all_folds: Sequence[Fold]) -> Pairs:
    """Each note, and what an engine finds in it that hasn't seen its author."""
    pairs = []
    for fold in all_folds:
        engine = made(fold, change)
        pairs += [(doc, engine.find(doc.with_spans(()))) for doc in fold.docs]
    return pairs


def figures(pairs: Pairs) -> list[float]:
    notes = [count(*pair) for pair in pairs]
    return [figure.value(notes) for figure in FIGURES]


def table(name: str, title: str, rows: Sequence[Row], note: str = "", first: str = "engine") -> Table:
    columns = (Column(first), *(Column(figure.name, figure.spec) for figure in FIGURES))
    return Table(name, title, columns, tuple(rows), note)


def thresholds(all_folds: Sequence[Fold]) -> Iterator[Table]:
    for engine, made in TIERS.items():
        shares = {share: found_by(made, Change({"all": share}), all_folds) for share in THRESHOLDS}
        rows: list[Row] = [(f"{share:g}", *figures(pairs)) for share, pairs in shares.items()]
        yield table(f"thresholds of {engine}", f"{engine} by threshold", rows, first="threshold")


def parts(all_folds: Sequence[Fold]) -> Table:
    """The engine without one of its parts."""
    at = points(WHOLE)[SAFE]
    changes = {
        "whole": Change(at),
        "the encoder sees all": Change(at, {"certain": ALL_TOKENS}),
        "the encoder alone decides where it is asked": Change(at, {"tagger_weight": 0.0}),
        "without propagation": Change(at, without=("propagate",)),
        "without rules": Change(at, without=("rules",)),
    }
    pairs = {name: found_by(Fold.whole, change, all_folds) for name, change in changes.items()}
    pairs["without the encoder: incognote-fast"] = found_by(Fold.fast, Change(points(FAST)[SAFE]), all_folds)
    rows: list[Row] = [(name, *figures(some)) for name, some in pairs.items()]
    return table("parts", "incognote@safe without one of its parts", rows)


def cascade_settings() -> Mapping[str, Any]:
    found: Mapping[str, Any] = next(part for part in recipes.load(WHOLE)["detectors"] if part["use"] == CASCADE)
    return found


def asked(all_folds: Sequence[Fold]) -> Table:
    """How much of the text the encoder is asked of, and what it costs to ask of less."""
    ours = cascade_settings()["certain"], cascade_settings()["around"]
    rows: list[Row] = []
    for certain, around in GATES:
        engines = [
            fold.whole(Change(points(WHOLE)[SAFE], {"certain": certain, "around": around})) for fold in all_folds
        ]
        pairs = [
            (doc, engine.find(doc.with_spans(())))
            for fold, engine in zip(all_folds, engines, strict=True)
            for doc in fold.docs
        ]
        cascades = [one for engine in engines for one in engine.detectors if isinstance(one, Cascade)]
        share = sum(one.asked for one in cascades) / sum(one.tokens for one in cascades)
        mark = " (ours)" if (certain, around) == ours else ""
        rows.append((f"{certain:g}, {around}{mark}", share, *figures(pairs)))
    columns = (Column("certain, around"), Column("asked", ".1%"), *(Column(one.name, one.spec) for one in FIGURES))
    return Table("asked", "How much the encoder is asked, at the safe point", columns, tuple(rows))


def studied(work: Path, fitted: Path, folder: Path, fold: Fold) -> Table:
    """Encoders alone, trained otherwise, on the notes of one fold."""
    files = {"as it is trained": fitted / f"folds-{STUDIED}.npz"}
    files |= {file.stem.replace("-", " "): file for file in sorted(folder.glob("*.npz"))}
    rows: list[Row] = []
    for name, file in files.items():
        told, vocabulary, pairs = remembered(work, [file]), Vocabulary(), []
        for doc in fold.docs:
            layout, chances = lay_out(doc.text, vocabulary), told[doc.text]
            pairs.append((doc, doc.with_spans(scored_spans(decoded(chances, {}), layout.tokens, chances, ""))))
        rows.append((name, *figures(pairs)))
    title = f"The encoder alone, at a threshold of 0.5, on {len(fold.docs)} notes of a fold's authors"
    return table("studied", title, rows, first="trained")


def missed(all_folds: Sequence[Fold]) -> Table:
    """By label, how much of the PHI is missed at the safe point."""
    pairs = found_by(Fold.whole, Change(points(WHOLE)[SAFE]), all_folds)
    there, gone = Counter[str](), Counter[str]()
    for gold, pred in pairs:
        pair = compare(gold, pred)
        there.update(label for label in pair.gold_labels if label != NOT_PHI)
        gone.update(a for a, b in zip(pair.gold_labels, pair.pred_labels, strict=True) if a != NOT_PHI and b == NOT_PHI)
    rows = [(label, there[label], gone[label], 1 - gone[label] / there[label]) for label, _ in there.most_common()]
    columns = (Column("label"), Column("words"), Column("missed"), Column("recall", ".3f"))
    return Table("missed", "What incognote@safe misses", columns, tuple(rows))


def chances(all_folds: Sequence[Fold]) -> Iterator[tuple[float, bool]]:
    """How likely PHI each token is said to be, and whether it is."""
    part = cascade_settings()
    for fold in all_folds:
        rules, cascade = fold.whole(Change({})).detectors[0], fold.cascade(part, Change({}))
        vocabulary = Vocabulary()
        for doc in fold.docs:
            layout = lay_out(doc.text, vocabulary)
            bare = doc.with_spans(())
            said = 1 - cascade.chances([bare.with_spans(rules.detect(bare, layout))], [layout])[0][:, 0]
            is_phi = np.zeros(len(doc.text) + 1, dtype=np.bool_)
            for span in doc.spans:
                is_phi[span.start : span.end] = True
            yield from zip(said.tolist(), is_phi[layout.tokens.starts].tolist(), strict=True)


def keep(all_folds: Sequence[Fold]) -> None:
    """Write the numbers of the notes of the open corpus at each point."""
    docs = list(corpus.read())
    with BROUGHT.open("w", encoding="utf-8", newline="\n") as out:
        for engine, made in TIERS.items():
            for point, at in points(engine).items():
                pairs = found_by(made, Change(at), all_folds)
                by_id: dict[str, Note] = {gold.id: count(gold, pred) for gold, pred in pairs}
                numbers = {doc.id: by_id[doc.id].numbers() for doc in docs}
                line = {"key": tier_key(engine, point, docs), "engine": f"{engine}@{point}", "notes": numbers}
                out.write(json.dumps(line, separators=(",", ":")) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("fitted", type=Path)
    parser.add_argument("fasts", type=Path)
    parser.add_argument("--studied", type=Path)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    all_folds = folds(options.work, options.fitted, options.fasts)
    if options.keep:
        keep(all_folds)
    tables = [*thresholds(all_folds), parts(all_folds), asked(all_folds), missed(all_folds)]
    if options.studied:
        tables.append(studied(options.work, options.fitted, options.studied, all_folds[STUDIED]))
    print_tables(tables)
    if options.out:
        options.out.write_text("".join(line for one in tables for line in markdown_table(one)), "utf-8")
    if options.plot:
        options.plot.write_text(calibration(list(chances(all_folds))).file(), "utf-8")


if __name__ == "__main__":
    main()
