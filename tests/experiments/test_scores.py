"""The counts of a fold, worked out by hand."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.evaluate.scores import Score
from incognote.experiments.measured import score_of_counts
from incognote.experiments.scores import Words, confusion_of, pairs_of, scores_of, total

from .notes import note

TEXT = "Mr. Will Smith saw Dr. Ada Osei on 3/4/2031. Will he see J.K. Osei?"
GOLD = note("1", TEXT, ("Will Smith", "PATIENT"), ("Ada Osei", "DOCTOR"), ("3/4/2031", "DATE"), ("J.K. Osei", "DOCTOR"))
PRED = note("1", TEXT, ("Smith", "PATIENT"), ("saw", "DATE"), ("Ada Osei", "PATIENT"), ("3/4/2031", "DATE"))
WORDS = Words(ambiguous=frozenset({"will"}), oov=frozenset({"osei", "3/4/2031"}))
COUNTS = scores_of([GOLD], [PRED], WORDS, in_detail=True)

# Words: Mr [Will Smith] saw Dr [Ada Osei] on [3/4/2031] Will he see [J.K Osei].


@pytest.mark.parametrize(
    ("which", "counts"),
    [
        (
            "all",
            {
                ("PATIENT", ""): 1,
                ("PATIENT", "PATIENT"): 1,
                ("", "DATE"): 1,
                ("DOCTOR", "PATIENT"): 2,
                ("DATE", "DATE"): 1,
                ("DOCTOR", ""): 2,
                ("", ""): 6,
            },
        ),
        ("ambiguous", {("PATIENT", ""): 1, ("", ""): 1}),
        ("oov", {("DOCTOR", "PATIENT"): 1, ("DOCTOR", ""): 1}),  # a date is no name
        ("nothing", {}),
    ],
)
def test_words(which, counts):
    assert confusion_of(COUNTS, which).counts == counts


@pytest.mark.parametrize(
    ("view", "label", "score"),
    [
        ("strict", "PATIENT", Score(0, 2, 1)),
        ("strict", "DOCTOR", Score(0, 0, 2)),
        ("strict", "DATE", Score(1, 1, 0)),
        ("token", "PATIENT", Score(1, 2, 1)),
        ("place", "PHI", Score(2, 2, 2)),
        ("main", "NAME", Score(1, 1, 2)),
        ("main", "DATE", Score(1, 1, 0)),
    ],
)
def test_entities(view, label, score):
    assert score_of_counts(COUNTS["entities"][view][label]) == score


def test_mistakes():
    assert COUNTS["mistakes"]["kinds"] == {"extent": 1, "missing": 1, "spurious": 1, "type": 1}
    assert pairs_of(COUNTS["mistakes"]["types"]) == {
        ("", "DATE"): 1,
        ("DATE", "DATE"): 1,
        ("DOCTOR", ""): 1,
        ("DOCTOR", "PATIENT"): 1,
    }
    assert pairs_of(COUNTS["mistakes"]["extents"]) == {("PATIENT", "short"): 1}


def test_the_thesis():
    thesis = COUNTS["thesis"]
    assert (thesis["notes"], thesis["false positives"]) == (1, 1)
    assert sum(thesis["escaped"].values()) == 2  # Will, and J.K. Osei
    assert thesis["names of patients escaped"] == 1
    assert sum(thesis["identified"].values()) == 2


def test_details_are_for_studies_of_labels():
    assert scores_of([GOLD], [PRED], WORDS).keys() == {"words", "entities"}


def test_counts_hold_no_word_of_a_note():
    kept = json.dumps(COUNTS).lower()
    assert not any(word in kept for word in ("smith", "osei", "will", "ada", "3/4", "saw"))
    assert json.loads(json.dumps(COUNTS)) == COUNTS


FOLD = st.fixed_dictionaries(
    {}, optional={"a": st.integers(0, 9), "b": st.dictionaries(st.sampled_from("xyz"), st.integers(0, 9))}
)


@given(st.lists(FOLD))
def test_counts_add_up_name_by_name(folds):
    summed = total(folds)
    assert summed.get("a", 0) == sum(fold.get("a", 0) for fold in folds)
    for name in "xyz":
        assert summed.get("b", {}).get(name, 0) == sum(fold.get("b", {}).get(name, 0) for fold in folds)
    assert summed.keys() == {name for fold in folds for name in fold}
    if folds:
        assert total([total(folds[:1]), total(folds[1:])]) == summed


def test_counts_of_two_notes_are_the_sum_of_each():
    other = note("2", "Ada left.", ("Ada", "PATIENT"))
    both = scores_of([GOLD, other], [PRED, other], WORDS, in_detail=True)
    apart = [scores_of([doc], [pred], WORDS, in_detail=True) for doc, pred in ((GOLD, PRED), (other, other))]
    assert total(apart) == both


def test_fingerprints_of_words():
    assert WORDS.fingerprint() == Words(frozenset({"will"}), frozenset({"3/4/2031", "osei"})).fingerprint()
    assert len({WORDS.fingerprint(), Words(WORDS.oov, WORDS.ambiguous).fingerprint(), Words().fingerprint()}) == 3
    assert "osei" not in repr(WORDS)
