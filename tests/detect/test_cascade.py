"""The cascade with two readers who say what a table has: what it asks, what it makes of both, what counts."""

import numpy as np
import pytest

from incognote.detect.cascade import Cascade, within
from incognote.detect.eponyms import Eponyms
from incognote.detect.word_classes import word_classes
from incognote.layout import lay_out
from incognote.learn.blending import BIO_LABELS
from incognote.types import Document, Span
from incognote.vocabulary import Vocabulary

SETTINGS = {"certain": 0.9, "around": 1, "encoder_weight": 0.6, "tagger_weight": 0.4}
TEXT = "one two Anna four five six seven Lee nine"
PATIENT = BIO_LABELS.index("B-PATIENT")


def said(layout, names):
    """Chances of words to be a patient; of others none."""
    made = np.zeros((len(layout.tokens), len(BIO_LABELS)))
    for place, number in enumerate(layout.tokens.ids.tolist()):
        made[place, PATIENT] = names.get(layout.tokens.vocabulary.word(number), 0.001)
    made[:, 0] = 1 - made[:, PATIENT]
    return made


class Tagger:
    def __init__(self, names):
        self.names = names

    def probabilities(self, doc, layout):
        return BIO_LABELS, said(layout, self.names)

    def counts(self, span):
        return span.source != "rules:guess"


class Encoder:
    def __init__(self, names):
        self.names, self.asked = names, []

    def pieces(self, layout):
        return layout

    def probabilities(self, layouts, tokens):
        self.asked += [some.tolist() for some in tokens]
        return [said(layout, self.names)[some] for layout, some in zip(layouts, tokens, strict=True)]


def found(tagger, encoder, text=TEXT, lean=None):
    reader = Encoder(encoder)
    cascade = Cascade(Tagger(tagger), reader, Eponyms(word_classes(())), SETTINGS, lean or {})
    doc = Document("note", text)
    spans = cascade.detect(doc, lay_out(text, Vocabulary()))
    return [doc[span] for span in spans], reader, cascade


def test_the_encoder_is_asked_only_of_what_is_not_certain_and_of_what_stands_around():
    spans, encoder, cascade = found({"Anna": 0.5}, {"Anna": 0.9, "Lee": 0.9})
    assert spans == ["Anna"]  # nobody asked of Lee
    assert encoder.asked == [[1, 2, 3]]
    assert (cascade.tokens, cascade.asked) == (9, 3)


def test_nothing_is_asked_where_all_is_certain():
    assert found({}, {"Anna": 0.9})[1].asked == []
    spans, encoder, _ = found({"Anna": 0.9999}, {"Anna": 0.1})
    assert (spans, encoder.asked) == (["Anna"], [])


def test_both_have_a_say():
    assert found({"Anna": 0.9}, {"Anna": 0.2})[0] == ["Anna"]
    assert found({"Anna": 0.6}, {"Anna": 0.1})[0] == []
    assert found({"Anna": 0.2}, {"Anna": 0.95})[0] == ["Anna"]


def test_leaning_finds_more():
    assert found({"Anna": 0.2}, {"Anna": 0.2})[0] == []
    assert found({"Anna": 0.2}, {"Anna": 0.2}, lean={"O": -2.0})[0] == ["Anna"]


def test_eponyms_do_not_lean():
    text = "has Parkinson's disease, says Parkinson"
    spans, _, _ = found({"Parkinson": 0.2}, {"Parkinson": 0.2}, text, {"O": -2.0})
    assert spans == ["Parkinson"]
    spans, _, _ = found({"Parkinson": 0.8}, {"Parkinson": 0.8}, text)
    assert spans == ["Parkinson", "Parkinson"]


def test_the_tagger_says_what_of_the_rules_counts():
    _, _, cascade = found({}, {})
    assert cascade.counts(Span(0, 1, "DATE", 1.0, "rules:sure"))
    assert not cascade.counts(Span(0, 1, "DATE", 1.0, "rules:guess"))


def test_an_empty_note_has_nothing():
    assert found({}, {}, "")[0] == []


@pytest.mark.parametrize(
    ("chosen", "reach", "numbers"),
    [
        ([], 3, []),
        ([0, 0, 0], 1, []),
        ([0, 1, 0, 0], 1, [0, 1, 2]),
        ([1, 0, 0, 0, 1], 0, [0, 4]),
        ([1, 0, 0], 9, [0, 1, 2]),
    ],
)
def test_within_reach(chosen, reach, numbers):
    assert within(np.array(chosen, dtype=bool), reach).tolist() == numbers


@pytest.mark.parametrize("at_once", [1, 12, 1000])
def test_many_notes_are_read_some_at_a_time_and_as_if_alone(monkeypatch, at_once):
    monkeypatch.setattr("incognote.detect.cascade._TOKENS_AT_ONCE", at_once)
    texts = ["Anna came.", "", "He saw Anna and Lee, and Lee saw Anna.", "nobody", "Lee"]
    alone = [found({"Anna": 0.6, "Lee": 0.4}, {"Anna": 0.9}, text)[0] for text in texts]
    assert alone[2] == ["Anna", "Anna"]
    cascade = found({"Anna": 0.6, "Lee": 0.4}, {"Anna": 0.9}, "")[2]
    docs = [Document(str(number), text) for number, text in enumerate(texts)]
    spans = cascade.detect_many(docs, [lay_out(text, Vocabulary()) for text in texts])
    assert [[doc[span] for span in some] for doc, some in zip(docs, spans, strict=True)] == alone
    assert cascade.detect_many([], []) == []
