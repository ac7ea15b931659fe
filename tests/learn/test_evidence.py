"""Rules as evidence: a tagger sees what earlier detectors found, and says what of it counts."""

import pytest

from incognote import Document, Span, Vocabulary
from incognote.detect.tagger import Tagger
from incognote.layout import lay_out
from incognote.learn.settings import settings_of
from incognote.learn.training import find_evidence, readings_of, train
from incognote.pipeline import Pipeline

TAGGER = {
    "use": "tagger",
    "tokenizer": "fine",
    "within": "note",
    "scheme": "bio",
    "learner": {"use": "crf", "by": "sgd", "l1": 0.0, "l2": 0.0, "epochs": 5, "rate": 0.7},
    "features": [{"use": "found-label"}],
    "trusted": ["emails/"],
}
RECIPE = {"detectors": [{"use": "rules", "modules": ["emails", "dates"]}, TAGGER]}
TEXT = "Seen on 3/4/2021, write to ann@example.org."


class Finds:
    """A detector that finds what it is told."""

    def __init__(self, *spans):
        self._spans = spans

    def detect(self, doc, layout):
        return self._spans


def test_training_notes_are_read_with_what_rules_find_and_not_with_their_gold():
    doc = Document("1", TEXT, (Span(0, 4, "PATIENT"),))
    (reading,) = readings_of([doc], settings_of(RECIPE))
    assert {(span.start, span.end, span.label) for span in reading.spans} == {(8, 16, "DATE"), (27, 42, "EMAIL")}


def test_a_tagger_that_does_not_look_at_rules_needs_none():
    settings = settings_of({"detectors": [RECIPE["detectors"][0], {**TAGGER, "features": [{"use": "folded"}]}]})
    assert "earlier" not in settings
    find_evidence([Document("1", TEXT)], readings_of([Document("1", TEXT)], settings), settings)


@pytest.mark.parametrize(
    ("source", "counts"),
    [("rules:emails/address", True), ("rules:dates/month-day-year", False), ("known:names", True), ("tagger:x", True)],
)
def test_only_trusted_rules_and_what_is_known_count_by_themselves(few, source, counts):
    settings = settings_of(RECIPE)
    span = Span(8, 16, "DATE", 0.95, source)
    silent = train([Document("1", TEXT, (Span(27, 42, "EMAIL"),))], settings)
    found = Pipeline("test", [Finds(span), Tagger("test", settings, silent)]).suspect(Document("2", TEXT))
    assert (span in found.spans) == counts


def test_without_trusted_ones_all_rules_count():
    settings = {key: value for key, value in settings_of(RECIPE).items() if key != "trusted"}
    silent = train([Document("1", TEXT, (Span(27, 42, "EMAIL"),))], settings)
    assert Tagger("test", settings, silent).counts(Span(8, 16, "DATE", 0.1, "rules:dates/x"))


def test_a_tagger_learns_which_rules_to_trust():
    wrong = "Ratio 3/4/2021"
    docs = [
        Document(str(at), text, (Span(27, 42, "EMAIL"),) if text == TEXT else ())
        for at, text in enumerate([TEXT, wrong] * 9)
    ]
    settings = settings_of(RECIPE)
    tagger = Tagger("test", settings, train(docs, settings))
    doc = Document("new", "On 5/6/2020 to bob@example.org")
    spans = [Span(3, 11, "DATE", 0.95, "rules:dates/x"), Span(15, 30, "EMAIL", 0.99, "rules:emails/address")]
    found = tagger.detect(doc.with_spans(spans), lay_out(doc.text, Vocabulary()))
    assert [(span.start, span.end, span.label) for span in found] == [(15, 30, "EMAIL")]
