import pickle
from pathlib import Path

import pytest
from hypothesis import given

from incognote import errors
from incognote.errors import SpanError
from incognote.evaluate.confusion import confusion
from incognote.evaluate.describe import count
from incognote.evaluate.match import compare
from incognote.evaluate.safety import safety
from incognote.evaluate.sensitivity import sensitivity
from incognote.formats.xml import Event
from incognote.layout import lay_out
from incognote.report.evaluation import evaluate
from incognote.types import Document, Span
from incognote.vocabulary import Vocabulary

from .strategies import documents

NOTE = Document("7", "Seen by Dr. Quillfeather.", (Span(12, 24, "DOCTOR"), Span(0, 4, "DATE")), "patient 9")


def test_score_and_source_do_not_count_for_equality():
    assert Span(0, 4, "DATE", 0.5, "a rule") == Span(0, 4, "DATE")
    assert len({Span(0, 4, "DATE", 0.5), Span(0, 4, "DATE")}) == 1
    assert Span(0, 4, "DATE") != Span(0, 4, "AGE")


@pytest.mark.parametrize(("start", "end", "label"), [(3, 3, "DATE"), (4, 3, "DATE"), (-1, 3, "DATE"), (0, 3, "")])
def test_empty_and_backward_spans_are_refused(start, end, label):
    with pytest.raises(SpanError):
        Span(start, end, label)


def test_documents_keep_their_spans_in_order():
    assert [NOTE[span] for span in NOTE.spans] == ["Seen", "Quillfeather"]
    with pytest.raises(SpanError, match="note '7'"):
        NOTE.with_spans([Span(0, 99, "DATE")])


@pytest.mark.parametrize("value", [NOTE, Span(0, 4, "DATE")])
def test_values_are_frozen(value):
    with pytest.raises(AttributeError):
        value.label = "X"


@pytest.mark.parametrize(
    "value",
    [
        NOTE,
        errors.DamagedInputError(Path("n.txt"), "problem", "remedy", 3),
        errors.CannotHoldError("7", "brat", "problem", "remedy"),
        errors.MismatchError("message"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_and_errors_survive_pickling(value):
    again = pickle.loads(pickle.dumps(value))
    assert again == value if value is NOTE else str(again) == str(value)


def test_nothing_shows_a_records_text():
    vocabulary = Vocabulary()
    layout = lay_out("SOCIAL HISTORY: Quillfeather", vocabulary)
    pair = compare(NOTE, NOTE)
    event = Event("text", NOTE.text, {}, 1)
    measured = (pair, count([NOTE]), evaluate([pair]), confusion([pair]), sensitivity([(NOTE, NOTE)]), safety([pair]))
    values = (NOTE, NOTE.spans, layout, layout.tokens, layout.sections, vocabulary, event, *measured, [NOTE])
    shown = " ".join(map(repr, values))
    assert "Quillfeather" not in shown
    assert "patient 9" not in shown


@given(documents())
def test_repr_is_short(doc):
    assert len(repr(doc)) < 80
