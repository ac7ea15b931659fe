"""What belongs to a name that a rule found is carried on over, and nothing else."""

import pytest

from incognote.detect.extend import Extender
from incognote.detect.rule import Rule
from incognote.detect.rules import Rules
from incognote.detect.word_classes import word_classes
from incognote.layout import lay_out
from incognote.types import Document
from incognote.vocabulary import Vocabulary


@pytest.fixture(scope="module")
def extended():
    classes = word_classes()
    rules = Rules([Rule("x/name", "PATIENT", pattern="Smith", needs="Smith")], classes, Extender(classes))

    def reach(text):
        found = rules.detect(Document("note", text), lay_out(text, Vocabulary()))
        return [text[span.start : span.end] for span in found]

    return reach


@pytest.mark.parametrize(
    ("text", "reached"),
    [
        ("told Okonkwo-Smith that", "Okonkwo-Smith"),
        ("told Smith-Okonkwo-Hale that", "Smith-Okonkwo-Hale"),
        ("told Smith-woo that", "Smith-woo"),
        ("told Smith-\nOkonkwo that", "Smith-\nOkonkwo"),
        ("told Smith-\nquibel that", "Smith-\nquibel"),
        ("told McSmith that", "McSmith"),
        ("McSmith", "McSmith"),
        ("Okonkwo-Smith", "Okonkwo-Smith"),
        ("told Rosa de la Smith that", "Rosa de la Smith"),
        ("told Rosa al-Smith that", "Rosa al-Smith"),
        ("told Mary Smith Jr. that", "Mary Smith Jr"),
    ],
)
def test_what_belongs_to_a_name_is_reached(extended, text, reached):
    assert extended(text) == [reached]


@pytest.mark.parametrize(
    "text",
    [
        "told Smith - Table",
        "told Smith-like",
        "told Smith-\nplan is",
        "told Smith-MRI",
        "wife-Smith",
        "WifeSmith",
        "his Son Smith",
        "Smith-",
        "-Smith",
    ],
)
def test_what_stands_beside_a_name_is_not_reached(extended, text):
    assert extended(text) == ["Smith"]
