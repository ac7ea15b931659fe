"""What learning engines owe to some features, and to capitals: each trained on some authors, measured on others.

    python benchmarks/learning.py features [--parses FILE]
    python benchmarks/learning.py case
    python benchmarks/learning.py others --gold NOTES [--parses FILE]
    python benchmarks/learning.py general --text FILE [--text FILE …]

`features` adds to the papers' CRFs what a plain CRF has: words, shapes, affixes, and lists of names, all in a window of
two. `case` measures on notes as they are, in capitals, and in small letters. Both train on ten authors of the open
corpus and measure on two. `others` trains on its first six authors and measures on notes of your own. `general` trains
IdentiFinder on general text in CoNLL's columns, and measures it on people, places and organisations of the open corpus.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import incognote
from incognote import corpus, formats, recipes
from incognote.detect.tagger import Tagger
from incognote.evaluate.confusion import confusion
from incognote.evaluate.entities import note_scores, shared_classes
from incognote.evaluate.match import compare
from incognote.evaluate.scores import total
from incognote.learn.folds import author
from incognote.learn.settings import settings_of
from incognote.learn.training import train
from incognote.pipeline import Pipeline
from incognote.types import Document

Settings = Mapping[str, Any]
Features = Sequence[Settings]

HELD_OUT = ("t11", "t12")
FIRST = ("t1", "t2", "t3", "t4", "t5", "t6")
WINDOW = [-2, 2]
GENERAL = {
    **dict.fromkeys(("PER", "person"), "PERSON"),
    **dict.fromkeys(("LOC", "location"), "LOCATION"),
    **dict.fromkeys(("ORG", "corporation", "group"), "ORG"),
}
NAMED = ("PATIENT", "DOCTOR", "HOSPITAL", "ORGANIZATION", "CITY", "STATE", "COUNTRY", "LOCATION-OTHER")
CASES: dict[str, Callable[[str], str]] = {"as it is": str, "capitals": str.upper, "small letters": str.lower}
ADDED: dict[str, Features] = {
    "words": [{"use": "lower", "window": WINDOW}],
    "shapes": [{"use": "shape", "window": WINDOW}],
    "affixes": [{"use": "first-four", "window": WINDOW}, {"use": "last-four", "window": WINDOW}],
    "lists": [
        {"use": "dictionary", "name": f"{name} list", "lexicons": [{"lexicon": lexicon}], "window": WINDOW}
        for name, lexicon in (
            ("male", "first-male"),
            ("female", "first-female"),
            ("last", "last"),
            ("place", "places-clear"),
        )
    ],
}


def engine(name: str, docs: Sequence[Document], added: Features = (), parses: Path | None = None) -> Pipeline:
    """An engine of a recipe with some more features, trained on notes."""
    settings = settings_of(recipes.load(name))
    there = {feature["use"] for feature in settings.get("features", ()) if feature.get("window") == WINDOW}
    more = [feature for feature in added if feature["use"] == "dictionary" or feature["use"] not in there]
    if more:
        settings = {**settings, "features": [*settings["features"], *more]}
    return Pipeline(name, [Tagger(name, settings, train(docs, settings, parses=parses), parses)])


def show(what: str, made: Pipeline, docs: Sequence[Document], change: Callable[[str], str] = str) -> None:
    """Measure an engine on notes whose texts are changed, letter by letter."""
    there = [Document(doc.id, _changed(doc.text, change), doc.spans) for doc in docs]
    pairs = [compare(doc, made.find(doc.with_spans(()))) for doc in there]
    words = confusion(pairs).phi()
    strict = total(note_scores(pairs, class_of=shared_classes(pairs)))
    print(f"{what:40} {words.precision:.3f} {words.recall:.3f} {words.f:.3f} {strict.f:.3f}", flush=True)


def _changed(text: str, change: Callable[[str], str]) -> str:
    return "".join(other if len(other := change(char)) == 1 else char for char in text)


def general_text(files: Sequence[Path]) -> list[Document]:
    """Annotated general text with people, places and organisations alone."""
    docs = [doc for file in files for doc in formats.read(file, "conll")]
    return [
        doc.with_spans(replace(span, label=GENERAL[span.label]) for span in doc.spans if span.label in GENERAL)
        for doc in docs
    ]


def features(parses: Path | None) -> None:
    rest, held_out = _parted()
    for name in ("crfd", "aramaki", "wi-deid"):
        for what, added in {"": (), **ADDED, "all": [*chain(*ADDED.values())]}.items():
            if name != "wi-deid" or what in ("", "lists"):
                show(f"{name} {what}", engine(name, rest, added, parses), held_out)


def case() -> None:
    rest, held_out = _parted()
    for name in ("wi-deid", "snow", "identifinder"):
        made = engine(name, rest)
        for what, change in CASES.items():
            show(f"{name} {what}", made, held_out, change)


def others(gold: Path, parses: Path | None) -> None:
    first = [doc for doc in corpus.read() if author(doc) in FIRST]
    notes = list(incognote.read(gold))
    for name in ("wi-deid", "snow", "crfd", "aramaki"):
        show(name, engine(name, first, parses=parses), notes)


def general(text: Sequence[Path]) -> None:
    named = [doc.with_spans(span for span in doc.spans if span.label in NAMED) for doc in corpus.read()]
    show("identifinder on general text", engine("identifinder", general_text(text)), named)


def _parted() -> tuple[list[Document], list[Document]]:
    """The notes of the corpus to train on, and those to measure on."""
    docs = list(corpus.read())
    return [doc for doc in docs if author(doc) not in HELD_OUT], [doc for doc in docs if author(doc) in HELD_OUT]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    studies = parser.add_subparsers(required=True)
    for study in (features, case, others, general):
        options = studies.add_parser(study.__name__)
        options.set_defaults(study=study)
        if study in (features, others):
            options.add_argument("--parses", type=Path)
        if study is others:
            options.add_argument("--gold", type=Path, required=True)
        if study is general:
            options.add_argument("--text", type=Path, action="append", required=True)
    given = vars(parser.parse_args())
    print(f"{'':40} P     R     F     strict F")
    given.pop("study")(**given)


if __name__ == "__main__":
    main()
