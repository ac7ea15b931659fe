import pytest

from incognote.labels import CONCEPT, OTHER
from incognote.replace.concepts import coded
from incognote.replace.tags import concepts
from incognote.types import Document, Span


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("heart attack", "D009203 myocardial infarct"),
        ("Heart\n  Attacks", "D009203 myocardial infarct"),
        ("HYPERTENSION", "D006973 high blood pressure"),
        ("ymfgkstjj", None),
        ("", None),
    ],
)
def test_terms(text, code):
    assert coded(text) == code


def test_only_terms_that_are_marked_are_coded():
    doc = Document("a", "heart attack, asthma, Ola", (Span(0, 12, CONCEPT), Span(14, 20, OTHER), Span(22, 25, CONCEPT)))
    assert concepts(doc) == ["D009203 myocardial infarct", "******", "***"]
