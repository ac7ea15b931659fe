"""What a rule found is carried on over the words beside it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.detect.extend import Extender
from incognote.detect.rows import RowTable
from incognote.detect.word_classes import word_classes
from incognote.labels import LABELS
from incognote.layout import lay_out
from incognote.vocabulary import Vocabulary

WORDS = ("Theodora", "Abernathy", "abernathy", "St", ".", "-", ",", "'", "M", "D", "General", "Hospital", "of", "and")
OTHERS = ("Monday", "May", "3", "2011", "North", "Street", "the", "The", "Dr", "Mr", "\n", "\n\n", "   ", "seen", "MD")


@pytest.fixture(scope="module")
def engine():
    classes = word_classes()
    return Extender(classes), RowTable(classes), Vocabulary()


def extended(engine, text, *places):
    extender, table, vocabulary = engine
    return extender.extended(places, table.note(lay_out(text, vocabulary)), table)


@pytest.mark.parametrize(
    ("marked", "label", "expected"),
    [
        ("seen by Theodora [Abernathy] today", "DOCTOR", "Theodora Abernathy"),
        ("seen by [Theodora] Abernathy today", "DOCTOR", "Theodora Abernathy"),
        ("seen by [Theodora] Okonkwo-Hale today", "DOCTOR", "Theodora Okonkwo-Hale"),
        ("seen by J. [Abernathy] today", "DOCTOR", "J. Abernathy"),
        ("by [Abernathy]. Theodora is well", "DOCTOR", "Abernathy"),  # a sentence ends
        ("by [Abernathy]\n\nTheodora", "DOCTOR", "Abernathy"),
        ("by [Abernathy]", "DOCTOR", "Abernathy"),
        ("by [Theodora Abernathy, M.D]. today", "DOCTOR", "Theodora Abernathy"),
        ("told Okonkwo-[Smith] that", "PATIENT", "Okonkwo-Smith"),
        ("told [Smith]-Okonkwo-Hale that", "PATIENT", "Smith-Okonkwo-Hale"),
        ("told [Smith]-woo that", "PATIENT", "Smith-woo"),
        ("told [Smith]-\nOkonkwo that", "PATIENT", "Smith-\nOkonkwo"),
        ("told [Smith]-\nquibel that", "PATIENT", "Smith-\nquibel"),
        ("told Mc[Smith] that", "PATIENT", "McSmith"),
        ("Mc[Smith]", "PATIENT", "McSmith"),
        ("Okonkwo-[Smith]", "PATIENT", "Okonkwo-Smith"),
        ("told Rosa de la [Smith] that", "PATIENT", "Rosa de la Smith"),
        ("told Rosa al-[Smith] that", "PATIENT", "Rosa al-Smith"),
        ("told Mary [Smith] Jr. that", "PATIENT", "Mary Smith Jr"),
        ("told [Smith] - Table", "PATIENT", "Smith"),
        ("told [Smith]-like", "PATIENT", "Smith"),
        ("told [Smith]-\nplan is", "PATIENT", "Smith"),
        ("told [Smith]-MRI", "PATIENT", "Smith"),
        ("wife-[Smith]", "PATIENT", "Smith"),
        ("Wife[Smith]", "PATIENT", "Smith"),
        ("his Son [Smith]", "PATIENT", "Smith"),
        ("[Smith]-", "PATIENT", "Smith"),
        ("-[Smith]", "PATIENT", "Smith"),
        ("at [Granite] General Hospital today", "HOSPITAL", "Granite General Hospital"),
        ("on Monday, [May 3] 2011 we", "DATE", "Monday, May 3 2011"),
        ("tel [555-0100] Abernathy", "PHONE", "555-0100"),  # a label that nothing extends
    ],
)
def test_words_beside(engine, marked, label, expected):
    text = marked.replace("[", "").replace("]", "")
    place = (marked.index("["), marked.index("]") - 1, label)
    ((start, end, same),) = extended(engine, text, place)
    assert (text[start:end], same) == (expected, label)


@given(st.data())
def test_each_place_by_itself(engine, data):
    """Places keep their order and labels, whatever stands with them; only a name may lose its end."""
    text = " ".join(data.draw(st.lists(st.sampled_from(WORDS + OTHERS), min_size=1, max_size=15)))
    bounds = st.lists(st.integers(0, len(text)), min_size=2, max_size=2, unique=True).map(sorted)
    drawn = data.draw(st.lists(st.tuples(bounds, st.sampled_from(LABELS)), max_size=4))
    places = [(start, end, label) for (start, end), label in drawn]
    found = extended(engine, text, *places)
    assert found == [extended(engine, text, place)[0] for place in places]
    for (start, end, label), (first, last, same) in zip(places, found, strict=True):
        assert same == label
        assert 0 <= first <= start
        assert last <= len(text)
        assert last >= end or label in ("PATIENT", "DOCTOR", "USERNAME")


def test_a_word_that_stands_beside_a_span_has_the_role(engine):
    """The cheap question, asked of a word alone, never refuses what the classes of its token allow."""
    extender, table, vocabulary = engine
    text = " ".join(f"{first} {second}" for first in WORDS + OTHERS for second in WORDS + OTHERS)
    note = table.note(lay_out(text, vocabulary))
    extender.extended((), note, table)
    asked = [(at, words) for at in range(len(note.kinds)) for words in extender._words]
    allowed = [pair for pair in asked if any(one.fits(note.bits(pair[0])) for one in pair[1].classes)]
    assert allowed
    assert all(extender._is(words, at, note) for at, words in allowed)
