from collections import Counter
from dataclasses import replace
from time import perf_counter

import pytest

from incognote.evaluate.released import Proof, Share, people_rates
from incognote.evaluate.sampling import ALPHA
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
        assert self.CLEAN.more_if_clean == 0
        said = sentences(self.CLEAN, self.CLEAN)
        assert said[0] == "Of 12,000 notes 300 were drawn at random; 300 of these have been read."
        assert "The target, that at most 1.00% of the notes leak, is shown." in said

    def test_leaks_ask_for_more_notes(self):
        said = " ".join(sentences(self.LEAKY, self.LEAKY))
        assert "3 leaks in 2 notes were found and confirmed." in said
        assert f"at most {self.LEAKY.most:,} notes of this release" in said
        assert f"{self.LEAKY.more_if_clean} notes more would be enough, if no more leaks were found." in said
        assert f"so far, {self.LEAKY.more_if_alike:,} notes more would be." in said

    def test_open_findings_count(self):
        said = sentences(replace(self.CLEAN, unread=5), replace(self.LEAKY, unread=5))
        assert "No confirmed leak was found." in said
        assert any("counts them as real" in sentence for sentence in said)
        assert any("is not shown yet" in sentence for sentence in said)
        assert any("only if it is chance" in sentence for sentence in said)

    def test_all_read(self):
        whole = Proof(50, 50, 900, 1, 1, 0.01)
        said = " ".join(sentences(whole, whole))
        assert "All notes were read: readers saw leaks in 1 note (2.00%)." in said
        assert "It can't be shown" in said

    def test_nothing_read(self):
        none = Proof(50, 0, 0, 0, 0, 0.01, unread=20)
        assert "Nothing has been read, so nothing is known." in sentences(none, none)
        assert proof_table(none, none).rows[0] == ("notes in the release", 50)

    def test_its_bounds_are_those_of_sampling(self):
        assert (self.LEAKY.most, self.LEAKY.bound) == (247, 247 / 12_000)
        assert Proof(50, 50, 900, 1, 1, 0.01).bound == 1 / 50
        assert self.LEAKY.per_10_000 == pytest.approx(10_000 * 7.7537 / 60_000, rel=1e-4)

    def test_nothing_is_shown_before_the_sample_is_read(self):
        begun = replace(self.CLEAN, unread=1)
        assert not begun.is_shown
        assert begun.more_if_clean == 1
        assert ("the target is shown", "no: the sample isn't read to its end") in proof_table(begun, begun).rows

    def test_a_later_look_has_a_higher_level(self):
        later = replace(self.CLEAN, alpha=0.0125, alpha_of_more=0.00625)
        assert later.bound > self.CLEAN.bound
        assert not later.is_shown
        assert later.more_if_clean > replace(later, alpha_of_more=0.0125).more_if_clean
        said = " ".join(sentences(later, later))
        assert "At a level of 98.75 %" in said
        assert "all looks share 5 %" in said
        table = proof_table(later, later)
        assert table.title.endswith("98.75 %")
        assert ("level of these bounds", "98.75 %") in table.rows
        assert "98.75 %" in bound_plot(later).title

    def test_more_notes_are_enough_at_the_rate_so_far(self):
        """A few notes fewer may be, since leaks come whole; what is told is always enough."""
        for leaky in range(1, 4):
            proof = Proof(12_000, 300, 60_000, leaky, leaky, 0.03)
            size = 300 + proof.more_if_alike
            found = -(-leaky * size // 300)
            assert Proof(12_000, size, 1, found, found, 0.03, alpha=ALPHA / 2 if size > 300 else ALPHA).is_shown

    def test_many_leaks_are_reckoned_with_quickly(self):
        began = perf_counter()
        proof = Proof(2000, 1000, 200_000, 90, 80, 0.01)
        proof_table(proof, proof)
        sentences(proof, proof)
        bound_plot(proof)
        assert perf_counter() - began < 0.3  # 0.02 s; it took more than 1

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
