from collections import Counter

import pytest

from incognote.evaluate.released import Proof, Share, people_rates
from incognote.report.proved import bound_plot, sentences
from incognote.report.released import (
    evaluator_table,
    leak_risk_table,
    leak_type_table,
    per_note_table,
    percent,
    proof_table,
    rate_table,
)
from incognote.types import Document, Span

SHARES = [Share("ann", 100, 20_000, 10), Share("ben", 100, 10_000, 1)]


def test_rates_over_evaluators_stand_beside_the_thesis_s():
    table = rate_table(SHARES, SHARES, {1: [0.001, 0.003]})
    assert table.rows[0] == ("this release", 0.0001, 0.0005, pytest.approx(0.0003), 1.0, 5.0, pytest.approx(3.0))
    assert table.rows[1][:4] == ("this project: 1 person", 0.001, 0.003, 0.002)
    assert ("thesis: algorithm", None, None, 0.0005, None, None, 5.0) in table.rows


def test_open_leaks_have_a_row_of_their_own():
    table = rate_table(SHARES, [Share("ann", 100, 20_000, 12), SHARES[1]], {})
    assert table.rows[1][0] == "this release, if open ones are leaks"
    assert table.rows[1][2] == 0.0006


def test_what_each_evaluator_read():
    table = evaluator_table(SHARES)
    assert table.rows == (
        ("ann", 100, 20_000, 10, 0.1, 5.0),
        ("ben", 100, 10_000, 1, 0.01, 1.0),
        ("all", 200, 30_000, 11, 0.055, pytest.approx(11 / 3)),
    )


def test_types_and_risks_with_the_thesis_s_own_counts():
    """Our tables of the thesis's counts are the thesis's tables."""
    printed = {row[0]: row[4] for row in leak_type_table(Counter(), 1).rows}
    table = leak_type_table(Counter(printed), 280_000)
    for row in table.rows:
        assert round(row[3]) == row[5]
    risks = leak_risk_table(Counter(printed))
    assert [(row[1], row[3]) for row in risks.rows] == [(18, 18), (66, 66), (20, 20)]
    assert [round(100 * row[2]) for row in risks.rows] == [17, 63, 19]


def test_leaks_by_note():
    assert per_note_table((0, 0, 2, 0)).rows == (("0", 3, 0.75), ("2", 1, 0.25))


def test_bounds_in_per_cent_are_rounded_up():
    assert [percent(share) for share in (0, 0.01, 0.010001, 0.00991, 0.5, 1, 1e-6, 0.29)] == [
        "0.00%",
        "1.00%",
        "1.01%",
        "1.00%",
        "50.00%",
        "100.00%",
        "0.0001%",
        "29.00%",
    ]


class TestProof:
    CLEAN = Proof(12_000, 300, 60_000, 0, 0, 0.01)
    LEAKY = Proof(12_000, 300, 60_000, 3, 2, 0.01)

    def test_a_clean_sample_shows_the_target(self):
        assert self.CLEAN.is_shown
        assert self.CLEAN.more() == 0
        said = sentences(self.CLEAN, self.CLEAN, 0)
        assert said[0] == "Of 12,000 notes 300 were drawn at random; 300 of these have been read."
        assert "The target, that at most 1.00% of the notes leak, is shown." in said

    def test_leaks_ask_for_more_notes(self):
        said = " ".join(sentences(self.LEAKY, self.LEAKY, 0))
        assert "3 leaks in 2 notes were found and confirmed." in said
        assert f"at most {self.LEAKY.most:,} notes of this release" in said
        assert f"{self.LEAKY.more()} notes more would have to be read, if no more leaks were found." in said
        assert f"it would take {self.LEAKY.more(True):,} notes more" in said

    def test_open_findings_count(self):
        said = sentences(self.CLEAN, self.LEAKY, 5)
        assert "No confirmed leak was found." in said
        assert any("counts them as real" in sentence for sentence in said)
        assert any("is not shown yet" in sentence for sentence in said)
        assert any("only if it is chance" in sentence for sentence in said)

    def test_all_read(self):
        whole = Proof(50, 50, 900, 1, 1, 0.01)
        said = " ".join(sentences(whole, whole, 0))
        assert "All notes were read: readers saw leaks in 1 note (2.00%)." in said
        assert "It can't be shown" in said

    def test_nothing_read(self):
        none = Proof(50, 0, 0, 0, 0, 0.01)
        assert "Nothing has been read, so nothing is known." in sentences(none, none, 20)
        assert proof_table(none, none).rows[0] == ("notes in the release", 50)

    def test_the_table_has_both_where_some_are_open(self):
        assert [column.name for column in proof_table(self.CLEAN, self.LEAKY).columns][1:] == [
            "confirmed",
            "if open ones are leaks",
        ]
        assert len(proof_table(self.CLEAN, self.CLEAN).columns) == 2

    @pytest.mark.parametrize("target", [0.0, 0.01, 0.9, 1.0])
    def test_a_plot_of_any_target(self, target):
        proof = Proof(100, 10, 100, 1, 1, target)
        assert "target" in bound_plot(proof).file()


def test_rates_of_people_together():
    text = "Ada met Ben today"
    gold = {"a": Document("a", text, (Span(0, 3, "PATIENT"), Span(8, 11, "PATIENT")))}
    ann = {"a": gold["a"].with_spans([Span(0, 3, "PATIENT")])}
    ben = {"a": gold["a"].with_spans([Span(8, 11, "PATIENT")])}
    assert people_rates(gold, [ann, ben]) == {1: [0.25, 0.25], 2: [0.0]}
