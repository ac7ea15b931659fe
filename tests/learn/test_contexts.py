"""What SNoW and IdentiFinder look at, as features."""

import pytest

from incognote import Vocabulary
from incognote.learn.features import contexts
from incognote.learn.reading import SENTENCE, read

WORDS = ["Seen", "by", "Dr.", "Osei", "today", ".", "Osei", "left", "."]


def reading_of(text):
    return read(text, Vocabulary(), "penn", SENTENCE)


@pytest.fixture
def reading():
    made = reading_of("Seen by Dr. Osei today. Osei left.")
    assert list(made.words) == WORDS
    return made


@pytest.mark.parametrize(
    ("at", "word", "before", "kind", "kind_before"),
    [
        (0, "seen", "start of sentence", "firstWord", "start of sentence"),
        (3, "osei", "dr.", "initCap", "initCap"),
        (4, "today", "osei", "lowerCase", "initCap"),
        (6, "osei", "start of sentence", "firstWord", "start of sentence"),  # not the full stop before it
    ],
)
def test_identifinder_looks_at_a_word_and_the_one_before(reading, at, word, before, kind, kind_before):
    assert contexts.identifinder(reading)[at] == (
        f"word {word}",
        f"kind {kind}",
        f"before {before}",
        f"kind before {kind_before}",
        f"both {before} {word}",
        f"kinds {kind_before} {kind}",
    )


def test_snow_looks_at_words_and_tags_around(reading):
    found = contexts.snow(reading)
    assert len(found) == len(WORDS)
    assert {"w|osei", "w-1|dr.", "w1|today", "w-2-1|by|dr.", "t-1|NNP", "p|ose", "x|sei"} <= set(found[3])
    assert {"w-1|osei", "w1|."} <= set(found[4])


def test_snow_does_not_look_into_other_sentences(reading):
    assert contexts.snow(reading)[6:] == contexts.snow(reading_of("Osei left."))


def test_a_note_without_words():
    assert contexts.snow(reading_of("")) == contexts.identifinder(reading_of("")) == []
