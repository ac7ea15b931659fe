from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, isclose, log
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.evaluate.sampling import (
    ALPHA,
    alpha_of,
    drawn,
    is_ruled_out,
    most_expected,
    most_in_whole,
    most_made_alike,
    notes_needed,
    shows,
)


def chance(number, leaky, read, whole):
    """By counting every sample."""
    samples = list(combinations(range(whole), read))
    return Fraction(sum(sum(note < number for note in sample) <= leaky for sample in samples), len(samples))


class TestDrawn:
    def test_a_larger_sample_holds_the_smaller_one(self):
        large, count = drawn(range(1000), 200, 7)
        small, _ = drawn(range(1000), 50, 7)
        assert count == 1000
        assert large[:50] == small
        assert len(set(large)) == 200

    def test_another_seed_draws_others(self):
        assert drawn(range(1000), 50, 1)[0] != drawn(range(1000), 50, 2)[0]

    def test_all_if_there_are_fewer(self):
        items, count = drawn("abc", 10, 1)
        assert sorted(items) == ["a", "b", "c"]
        assert count == 3

    def test_nothing(self):
        assert drawn(range(5), 0, 1) == ([], 5)
        assert drawn([], 5, 1) == ([], 0)

    def test_items_need_no_order(self):
        assert len(drawn([{}, {}, {}], 2, 1)[0]) == 2

    def test_each_item_is_as_likely_as_others_in_each_place(self):
        counts = [[0] * 5 for _ in range(2)]
        for seed in range(5000):
            for place, item in enumerate(drawn(range(5), 2, seed)[0]):
                counts[place][item] += 1
        assert all(880 < count < 1120 for place in counts for count in place)

    def test_it_holds_no_more_than_it_gives(self):
        alive = set()

        class Note:
            def __init__(self, number):
                alive.add(number)
                self.number = number

            def __del__(self):
                alive.discard(self.number)

        most = 0

        def notes():
            nonlocal most
            for number in range(1000):
                most = max(most, len(alive))
                yield Note(number)

        drawn(notes(), 10, 3)
        assert most < 14


class TestMostInWhole:
    @given(st.integers(1, 9).flatmap(lambda whole: st.tuples(st.just(whole), st.integers(0, whole))), st.data())
    def test_is_the_largest_that_is_not_ruled_out(self, sizes, data):
        whole, read = sizes
        leaky = data.draw(st.integers(0, read))
        possible = range(leaky, whole - (read - leaky) + 1)
        kept = [number for number in possible if chance(number, leaky, read, whole) >= Fraction("0.05")]
        assert most_in_whole(leaky, read, whole) == max(kept)

    def test_all_read_is_what_was_found(self):
        assert most_in_whole(3, 500, 500) == 3

    def test_nothing_read_proves_nothing(self):
        assert most_in_whole(0, 0, 100) == 100

    def test_a_chance_of_just_alpha_is_not_ruled_out(self):
        assert chance(1, 0, 19, 20) == Fraction("0.05")
        assert most_in_whole(0, 19, 20) == 1

    @pytest.mark.parametrize(("leaky", "read", "whole"), [(0, 300, 12_000), (2, 300, 12_000), (40, 900, 5_000)])
    def test_large_ones_by_whole_numbers(self, leaky, read, whole):
        def exactly(number):
            ways = sum(comb(number, k) * comb(whole - number, read - k) for k in range(leaky + 1))
            return Fraction(ways, comb(whole, read))

        most = most_in_whole(leaky, read, whole)
        assert exactly(most) >= Fraction("0.05") > exactly(most + 1)

    def test_a_huge_archive_is_as_notes_made_alike(self):
        assert most_in_whole(2, 300, 10_000_000) / 10_000_000 == pytest.approx(most_made_alike(2, 300), rel=1e-3)

    def test_more_than_can_be(self):
        assert is_ruled_out(9, 0, 2, 10)


class TestMostMadeAlike:
    @pytest.mark.parametrize(
        ("leaky", "read", "most"), [(0, 59, 0.0495), (0, 300, 0.009936), (1, 20, 0.216106), (10, 10, 1.0), (0, 0, 1.0)]
    )
    def test_known_values(self, leaky, read, most):
        assert most_made_alike(leaky, read) == pytest.approx(most, abs=5e-5)

    @pytest.mark.parametrize(("leaky", "read"), [(0, 50), (3, 80), (20, 100)])
    def test_so_few_are_found_with_a_chance_of_alpha(self, leaky, read):
        p = most_made_alike(leaky, read)
        assert sum(comb(read, k) * p**k * (1 - p) ** (read - k) for k in range(leaky + 1)) == pytest.approx(ALPHA)


@pytest.mark.parametrize(("count", "most"), [(0, 2.9957), (1, 4.7439), (5, 10.5130), (50, 63.287)])
def test_poisson_bounds_are_those_of_the_tables(count, most):
    assert most_expected(count) == pytest.approx(most, abs=1e-3)


def test_poisson_bounds_of_many():
    assert isclose(most_expected(0), -log(0.05))
    assert 2000 < most_expected(2000) < 2100


class TestNotesNeeded:
    @pytest.mark.parametrize(
        ("leaky", "read", "whole"), [(0, 0, 40), (0, 5, 40), (1, 10, 40), (2, 40, 40), (3, 12, 60)]
    )
    @pytest.mark.parametrize("target", [0.02, 0.05, 0.1, 0.5])
    def test_the_least_by_trying_all(self, leaky, read, whole, target):
        enough = (size for size in range(read, whole + 1) if most_in_whole(leaky, size, whole) <= target * whole)
        assert notes_needed(leaky, read, whole, target) == next(enough, None)

    def test_the_rule_of_three(self):
        assert notes_needed(0, 0, 10_000_000, 0.01) == pytest.approx(299, abs=1)

    def test_a_small_archive_needs_fewer(self):
        assert notes_needed(0, 0, 400, 0.01) < 250

    def test_what_was_found_is_more_than_the_target(self):
        assert notes_needed(5, 100, 400, 0.01) is None

    def test_at_the_rate_so_far(self):
        needed = notes_needed(1, 200, 50_000, 0.01, goes_on=True)
        assert 200 < needed < 3000
        assert shows(-(-needed // 200), needed, 50_000, 0.01)
        assert not shows(-(-(needed - 1) // 200), needed - 1, 50_000, 0.01)

    def test_a_rate_above_the_target_never_shows_it(self):
        assert notes_needed(4, 200, 50_000, 0.01, goes_on=True) is None

    def test_it_is_shown_already(self):
        assert notes_needed(0, 300, 1_000_000, 0.01, goes_on=True) == 300

    def test_beyond_a_sample_that_has_been_read(self):
        assert notes_needed(0, 300, 1_000_000, 0.01, beyond=400) == 400


class TestLooks:
    def test_all_of_them_share_alpha(self):
        assert [alpha_of(look, is_only=False) for look in (1, 2, 3)] == [0.025, 0.0125, 0.00625]
        assert alpha_of(1, is_only=True) == ALPHA

    @pytest.mark.parametrize("step", [5, 40, None])
    def test_who_draws_more_until_it_is_shown_is_wrong_once_in_twenty(self, step):
        """With one leaky note more than the target allows, it is shown falsely at some look in 5 % at most.

        By `step` the sample grows by so many notes, or else by what is needed. At 5 % each look it is 15 % and more.
        """
        whole, target, first, most, runs = 2000, 0.02, 150, 800, 1500
        shown = cache(lambda leaky, size, alpha: shows(leaky, size, whole, target, alpha))
        needed = cache(lambda leaky, size, alpha: notes_needed(leaky, size, whole, target, alpha=alpha, beyond=size))

        def is_shown(random, alpha):
            leaky = sorted(random.sample(range(whole), int(target * whole) + 1))  # places in the random order
            size, look = first, 1
            while True:
                found = sum(place < size for place in leaky)
                if shown(found, size, alpha(look, False)):
                    return True
                if size == most:
                    return False
                more = size + step if step else needed(found, size, alpha(look + 1, False)) or most
                size, look = min(most, max(more, size + 1)), look + 1

        random = Random(5)
        rate = sum(is_shown(random, alpha_of) for _ in range(runs)) / runs
        at_alpha_each = sum(is_shown(random, lambda look, is_only: ALPHA) for _ in range(runs)) / runs
        assert rate <= ALPHA
        assert at_alpha_each > 2 * ALPHA
