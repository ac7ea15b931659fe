"""A small tagger that learns in a second, over the open corpus."""

from dataclasses import replace

import pytest

from incognote import corpus
from incognote.labels import main_category

SETTINGS = {
    "tokenizer": "wi-deid",
    "within": "sentence",
    "scheme": "bio",
    "learner": {"use": "crf", "by": "crfsuite", "l1": 0.1, "l2": 0.1, "iterations": 25},
    "features": [
        {"use": "lower", "window": [-1, 1]},
        {"use": "shape", "window": [-1, 1]},
        {"use": "last-four"},
        {"use": "digit", "window": [-2, 2]},
        {"use": "left-bigram"},
        {"use": "section"},
        {"use": "dictionary", "name": "city", "labels": ["CITY"], "lexicons": [{"lexicon": "states"}]},
    ],
}


@pytest.fixture(scope="session")
def notes():
    """The open corpus with main categories for labels: with fewer labels, learning is quicker."""
    return [
        doc.with_spans(replace(span, label=main_category(span.label)) for span in doc.spans) for doc in corpus.read()
    ]


@pytest.fixture(scope="session")
def few(notes):
    return [doc for doc in notes if doc.id.startswith("t1-")]


@pytest.fixture
def settings():
    return {**SETTINGS, "learner": dict(SETTINGS["learner"]), "features": list(SETTINGS["features"])}
