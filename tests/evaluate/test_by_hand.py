"""Figures worked out by hand, for two notes with every kind of mistake."""

from math import isnan

import pytest

from incognote.evaluate.confusion import ambiguous_words, confusion
from incognote.evaluate.entities import RELAXED, STRICT, TOKEN, class_scores, entity_scores, note_scores
from incognote.evaluate.match import compare
from incognote.evaluate.mistakes import find_mistakes
from incognote.evaluate.safety import leaked_words, safety
from incognote.evaluate.scores import Score, macro, total
from incognote.evaluate.sensitivity import sensitivity
from incognote.labels import HIPAA_LABELS, main_category
from incognote.types import Document, Span

FIRST = "Mr. Will Smith saw Dr. Ada Osei on 3/4/2031 in Harlow."
SECOND = "Will he see Ada B. in May?"


def note(doc_id, text, *marks):
    """A document whose spans are given as (words, label)."""
    return Document(doc_id, text, tuple(Span(text.index(w), text.index(w) + len(w), label) for w, label in marks))


GOLD = [
    note("1", FIRST, ("Will Smith", "PATIENT"), ("Ada Osei", "DOCTOR"), ("3/4/2031", "DATE"), ("Harlow", "CITY")),
    note("2", SECOND, ("Ada B.", "PATIENT"), ("May", "DATE")),
]
PRED = [
    note("1", FIRST, ("Smith", "PATIENT"), ("saw", "DATE"), ("Ada Osei", "PATIENT"), ("3/4/2031", "DATE")),
    note("2", SECOND, ("Ada B", "PATIENT"), ("May?", "DATE")),
]
PAIRS = [compare(gold, pred) for gold, pred in zip(GOLD, PRED, strict=True)]

# Words: Mr [Will Smith] saw Dr [Ada Osei] on [3 4 2031] in [Harlow]; Will he see [Ada B] in [May].
# Found: Smith saw Ada Osei 3 4 2031; Ada B May.


def test_words():
    words = confusion(PAIRS)
    assert words.phi() == Score(tp=9, fp=1, fn=2)
    assert words.not_phi() == Score(tp=8, fp=2, fn=1)
    assert words.score("PATIENT") == Score(tp=3, fp=2, fn=1)
    assert words.score("DOCTOR") == Score(tp=0, fp=0, fn=2)
    assert words.score("DATE") == Score(tp=4, fp=1, fn=0)
    assert confusion(PAIRS, main_category).score("NAME") == Score(tp=5, fp=0, fn=1)


def test_ambiguous_words_only():
    """`will` is PHI in the first note and a word in the second."""
    ambiguous = ambiguous_words(PAIRS)
    assert ambiguous == {"will"}
    assert confusion(PAIRS, words=ambiguous.__contains__).phi() == Score(tp=0, fp=0, fn=1)


def test_words_in_no_dictionary_only():
    dictionary = {"will", "smith", "ada", "may"}
    found = confusion(PAIRS, words=lambda word: word not in dictionary)
    assert found.phi() == Score(tp=5, fp=1, fn=1)  # osei 3 4 2031 b; saw; harlow


def test_entities():
    assert total(note_scores(PAIRS, STRICT)) == Score(tp=1, fp=5, fn=5)
    assert total(note_scores(PAIRS, RELAXED)) == Score(tp=3, fp=3, fn=3)  # the second note's ends are off by one
    assert total(note_scores(PAIRS, TOKEN)) == Score(tp=7, fp=3, fn=4)
    assert total(note_scores(PAIRS, STRICT, HIPAA_LABELS)) == Score(tp=1, fp=5, fn=4)


def test_entities_by_type_and_main_category():
    assert class_scores(PAIRS)["PATIENT"] == Score(tp=0, fp=3, fn=2)
    assert class_scores(PAIRS, class_of=main_category)["NAME"] == Score(tp=1, fp=2, fn=2)


def test_macro_is_the_mean_over_notes():
    means = macro(note_scores(PAIRS, STRICT))
    assert (means.precision, means.recall, means.f) == (1 / 8, 1 / 8, 1 / 8)


def test_macro_skips_notes_with_nothing_in_them():
    empty = compare(Document("3", "Nil."), Document("3", "Nil."))
    assert macro(note_scores([*PAIRS, empty], STRICT)) == macro(note_scores(PAIRS, STRICT))
    assert isnan(macro(note_scores([empty], STRICT)).precision)


def test_mistakes():
    found = [(m.kind, m.extent, m.span.label) for pair in PAIRS for m in find_mistakes(pair.gold, pair.pred)]
    assert found == [
        ("extent", "short", "PATIENT"),
        ("spurious", "", "DATE"),
        ("type", "", "PATIENT"),
        ("missing", "", "CITY"),
        ("extent", "short", "PATIENT"),
        ("extent", "long", "DATE"),
    ]


def test_safety():
    found = safety(PAIRS)
    assert (found.notes, found.clean_notes) == (2, 1)
    assert (found.words, found.phi_words, found.leaked_words, found.touched_words) == (20, 11, 2, 1)
    assert [FIRST[start:end] for start, end in leaked_words(PAIRS[0])] == ["Will", "Harlow"]


def test_sensitivity():
    found = sensitivity(zip(GOLD, PRED, strict=True))
    assert found.score() == Score(tp=4, fp=1, fn=2)
    assert (found.sensitivity, found.ppv) == (4 / 6, 4 / 5)
    assert found.per_10_000_words() == 1_000
    assert found.per_note() == 1
    assert found.by_risk() == {"High": 1, "Medium": 1, "Low": 0}
    assert [FIRST[span.start : span.end] for _, span, _ in found.false_negatives] == ["Will Smith", "Harlow"]
    assert [FIRST[span.start : span.end] for _, span, _ in found.false_positives] == ["saw"]


def test_a_word_leaks_if_any_of_it_does():
    text = "Seen201704170802"
    gold = Document("x", text, (Span(4, 12, "DATE"),))
    assert safety([compare(gold, Document("x", text, (Span(4, 12, "DATE"),)))]).leaked_words == 0
    assert safety([compare(gold, Document("x", text, (Span(4, 10, "DATE"),)))]).leaked_words == 1


@pytest.mark.parametrize("pairs", [PAIRS, [compare(gold, gold) for gold in GOLD]])
def test_groups_of_mistakes_add_up(pairs):
    """What was found is right, of the wrong type or extent, or spurious."""
    mistakes = [mistake for pair in pairs for mistake in find_mistakes(pair.gold, pair.pred)]
    found = sum(len(pair.pred.spans) for pair in pairs)
    right = total(note_scores(pairs, STRICT)).tp
    assert found == right + sum(mistake.kind != "missing" for mistake in mistakes)


def test_relaxed_pairs_as_many_as_it_can():
    gold, pred = (Document("1", "x" * 20, tuple(Span(0, end, "DATE") for end in ends)) for ends in ((10, 12), (12, 14)))
    assert entity_scores(compare(gold, pred), "relaxed")["DATE"].tp == 2
