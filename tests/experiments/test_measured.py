"""Our tables in the shape of the papers', from results made up by hand."""

from math import nan

import pytest

from incognote.evaluate.confusion import Confusion
from incognote.evaluate.scores import Score
from incognote.experiments.measured import measured, per_cent, score_of_class, summed, view, words_of
from incognote.experiments.printed import Printed, Row
from incognote.experiments.studies import Result

WORDS = {
    ("", ""): 100,
    ("", "DATE"): 3,
    ("", "ID"): 5,
    ("", "PHI"): 2,
    ("PATIENT", "PATIENT"): 20,
    ("PATIENT", "DOCTOR"): 4,
    ("PATIENT", ""): 1,
    ("PATIENT", "ID"): 6,
    ("HOSPITAL", "DATE"): 7,
    ("DATE", "DATE"): 30,
    ("DATE", "HOSPITAL"): 8,
    ("ID", "ID"): 40,
    ("ID", ""): 9,
    ("ID", "PATIENT"): 2,
}


@pytest.mark.parametrize(
    ("scored", "phi", "not_phi"),
    [
        ("all PHI", Score(20 + 4 + 6 + 7 + 30 + 8 + 40 + 2, 3 + 5 + 2, 1 + 9), Score(100, 10, 10)),
        ("all PHI but IDs", Score(20 + 4 + 6 + 7 + 30 + 8, 3 + 5 + 2, 1), Score(100, 1, 10)),
        ("people, locations, organizations", Score(20 + 4, 2 + 8 + 2, 1 + 6 + 7), Score(187, 14, 12)),
        ("each class", Score(117, 10, 10), Score(100, 10, 10)),
    ],
)
def test_views(scored, phi, not_phi):
    found = view(Confusion(WORDS), scored)
    assert found.phi() == phi
    assert found.not_phi() == not_phi


def result(**words):
    named = {which: {">".join(pair): number for pair, number in counts.items()} for which, counts in words.items()}
    return Result({"words": named}, 1.0, 1.0)


AMBIGUOUS = {("PATIENT", "PATIENT"): 5, ("PATIENT", "DATE"): 1, ("DATE", "DATE"): 9, ("", "DATE"): 2, ("", ""): 3}
UNKNOWN = {("DOCTOR", "DOCTOR"): 6, ("DOCTOR", ""): 2}


@pytest.mark.parametrize(
    ("scored", "phi", "not_phi"),
    [
        ("all PHI", Score(117, 10, 10), Score(100, 10, 10)),
        ("only ambiguous", Score(6, 2, 0), Score(3, 0, 2)),  # dates are no names, but a name found as a date is found
        ("only oov", Score(6, 0, 2), Score(0, 2, 0)),
    ],
)
def test_the_words_that_a_table_is_about(scored, phi, not_phi):
    found = words_of(result(all=WORDS, ambiguous=AMBIGUOUS, oov=UNKNOWN), scored)
    assert found.phi() == phi
    assert found.not_phi() == not_phi


def test_a_corpus_without_such_words():
    assert words_of(result(all=WORDS), "only oov").phi() == Score()


@pytest.mark.parametrize(
    ("kind", "score"),
    [
        ("PHI", Score(117, 10, 10)),
        ("Non-PHI", Score(100, 10, 10)),
        ("Patient", Score(20, 2, 11)),
        ("Date", Score(30, 10, 8)),
        ("ID", Score(40, 11, 11)),
        ("Phone", Score()),
    ],
)
def test_classes(kind, score):
    assert score_of_class(Confusion(WORDS), kind) == score


def test_sums():
    assert summed([{"tp": 1, "fp": 2, "fn": 3}, {"tp": 10}, {}]) == Score(11, 2, 3)
    assert per_cent(0.25) == 25
    assert per_cent(nan) is None


TABLE = Printed(
    "9",
    "A table",
    "random",
    "all PHI",
    (
        Row("SVM", "PHI", 90.0, 80.0, 85.0),
        Row("IFinder", "PHI", 50.0, 50.0, 50.0, marked=True),
        Row("H+D", "PHI", None, 11.1, None),
        Row("SNoW", "PHI", 1.0, 1.0, 1.0),
        Row("SVM", "Non-PHI", 99.0, 99.0, 99.0),
    ),
    "differs",
)
SCORES = {
    ("SVM", "PHI"): Score(900, 100, 100),
    ("IFinder", "PHI"): Score(890, 110, 110),
    ("H+D", "PHI"): Score(500, 0, 500),
    ("SVM", "Non-PHI"): Score(),
}


def ours(reference=""):
    return measured(TABLE, lambda results, table, row: SCORES.get((row.method, row.kind)), {}, reference)


def test_rows_have_our_figures_where_the_paper_has_some():
    assert ours().rows == (
        Row("SVM", "PHI", 90.0, 90.0, 90.0),
        Row("IFinder", "PHI", 89.0, 89.0, 89.0),
        Row("H+D", "PHI", None, 50.0, None),
        Row("SVM", "Non-PHI", None, None, None),  # there was nothing to find; SNoW wasn't measured
    )
    assert (ours().number, ours().title, ours().marks) == (TABLE.number, TABLE.title, TABLE.marks)


@pytest.mark.parametrize(
    ("reference", "marked"),
    [("", []), ("SVM", ["H+D"]), ("IFinder", ["H+D"]), ("H+D", ["SVM", "IFinder"]), ("SNoW", [])],
)
def test_marks_are_for_what_differs_significantly_from_the_reference(reference, marked):
    assert [row.method for row in ours(reference).rows if row.marked] == marked


def test_where_the_paper_has_recall_alone_recall_is_tested():
    scores = {"SVM": Score(900, 100, 100), "H+D": Score(900, 9000, 100), "IFinder": Score(900, 9000, 100)}
    found = measured(TABLE, lambda results, table, row: scores.get(row.method), {}, "SVM")
    assert [row.method for row in found.rows if row.marked] == ["IFinder"]


@pytest.mark.parametrize(("tp", "marked"), [(900, False), (880, False), (873, False), (860, True), (940, True)])
def test_the_test_of_two_proportions(tp, marked):
    scores = {"SVM": Score(900, 100, 100), "IFinder": Score(tp, 1000 - tp, 1000 - tp)}
    found = measured(TABLE, lambda results, table, row: scores.get(row.method), {}, "SVM")
    assert found.of("IFinder", "PHI").marked == marked
