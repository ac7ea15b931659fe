from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose

from incognote.layout import lay_out
from incognote.learn.blending import BIO_LABELS, blended, decoded, in_order, scored_spans
from incognote.points import leaning
from incognote.vocabulary import Vocabulary

PATIENT, MORE = BIO_LABELS.index("B-PATIENT"), BIO_LABELS.index("I-PATIENT")


def chances(*rows):
    """Rows of chances, each given as {label: chance}; what is left is the outside's."""
    made = np.zeros((len(rows), len(BIO_LABELS)))
    for place, row in enumerate(rows):
        for label, chance in row.items():
            made[place, BIO_LABELS.index(label)] = chance
        made[place, 0] = 1 - made[place].sum()
    return made


@pytest.mark.parametrize(
    ("rows", "labels"),
    [
        ([{}, {"B-PATIENT": 0.6}, {}], ["O", "B-PATIENT", "O"]),
        ([{"B-PATIENT": 0.6}, {"I-PATIENT": 0.7}], ["B-PATIENT", "I-PATIENT"]),
        ([{}, {"I-PATIENT": 0.6, "B-PATIENT": 0.3}], ["O", "B-PATIENT"]),
        ([{"B-PATIENT": 0.45}, {"I-PATIENT": 0.9}], ["B-PATIENT", "I-PATIENT"]),
        ([{"B-CITY": 0.9}, {"I-PATIENT": 0.5, "I-CITY": 0.4}], ["B-CITY", "I-CITY"]),
        ([], []),
    ],
)
def test_the_best_labels_make_spans(rows, labels):
    assert decoded(chances(*rows), {}) == labels


@given(arrays(np.float64, (7, len(BIO_LABELS)), elements=st.floats(0, 1)))
def test_what_goes_on_has_begun(made):
    labels = ["O", *decoded(made, {"O": -1.0})]
    for before, label in pairwise(labels):
        assert not label.startswith("I-") or before[2:] == label[2:]


def test_leaning_finds_more_but_not_of_level_tokens():
    made = chances({"B-PATIENT": 0.2}, {}, {"B-PATIENT": 0.2})
    assert decoded(made, {}) == ["O", "O", "O"]
    assert decoded(made, {"O": -2.0}) == ["B-PATIENT", "O", "B-PATIENT"]
    assert decoded(made, {"O": -2.0}, [2]) == ["B-PATIENT", "O", "O"]
    assert decoded(made, {"PATIENT": 2.0}) == ["B-PATIENT", "O", "B-PATIENT"]
    assert decoded(made, {"CITY": 2.0}) == ["O", "O", "O"]


def test_opinions_are_weighed():
    one, other = chances({"B-PATIENT": 0.9}), chances({"B-PATIENT": 0.2})
    assert_allclose(blended([one, other], [1, 0])[0, PATIENT], 0.9, atol=1e-3)
    assert_allclose(blended([one, other], [0, 1])[0, PATIENT], 0.2, atol=1e-3)
    assert 0.2 < blended([one, other], [0.5, 0.5])[0, PATIENT] < 0.9
    assert_allclose(blended([one, other], [0.4, 0.3]).sum(axis=1), 1)


def test_columns_are_put_in_our_order():
    ordered = in_order(["I-PATIENT", "O"], np.array([[0.3, 0.7]]))
    assert ordered[0, 0] == 0.7
    assert ordered[0, MORE] == 0.3
    assert ordered.sum() == 1


def test_spans_are_scored_by_their_tokens():
    layout = lay_out("Ann Lee left", Vocabulary())
    made = chances({"B-PATIENT": 0.9}, {"I-PATIENT": 0.7}, {})
    (span,) = scored_spans(decoded(made, {}), layout.tokens, made, "us")
    assert (span.start, span.end, span.label, span.source) == (0, 7, "PATIENT", "us")
    assert span.score == pytest.approx(0.8)


def test_marks_that_no_phi_begins_or_ends_with_stay_outside():
    layout = lay_out('"Skip", (Dr Baker, Jr.) ,', Vocabulary())
    words = [layout.tokens.vocabulary.word(number) for number in layout.tokens.ids.tolist()]
    labels = ["B-PATIENT", *["I-PATIENT"] * (len(words) - 1)]
    labels[-1] = "B-DATE"
    chances = np.full((len(words), len(BIO_LABELS)), 0.1)
    (span,) = scored_spans(labels, layout.tokens, chances, "x")
    assert layout.text[span.start : span.end] == 'Skip", (Dr Baker, Jr.)'


def test_a_threshold_of_a_label_says_whether_it_is_phi_and_not_which():
    chances = np.full((1, len(BIO_LABELS)), 1e-6)
    chances[0, [0, BIO_LABELS.index("B-CITY"), BIO_LABELS.index("B-PATIENT")]] = 0.3, 0.5, 0.2
    assert decoded(chances, leaning({"all": 0.12, "PATIENT": 0.02})) == ["B-CITY"]
    chances[0, [0, BIO_LABELS.index("B-CITY"), BIO_LABELS.index("B-PATIENT")]] = 0.96, 0.01, 0.03
    assert decoded(chances, leaning({"all": 0.12, "PATIENT": 0.02})) == ["B-PATIENT"]
    assert decoded(chances, leaning({"all": 0.12})) == ["O"]
