import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from incognote.encoder.windows import LONGEST, MARGIN, windows


@st.composite
def notes(draw):
    length = draw(st.integers(1, 1500))
    wanted = draw(st.sets(st.integers(0, length - 1), max_size=60))
    runs = draw(st.lists(st.tuples(st.integers(0, length - 1), st.integers(1, 600)), max_size=3))
    for start, size in runs:
        wanted |= set(range(start, min(length, start + size)))
    return length, np.array(sorted(wanted), dtype=np.int64)


@given(notes())
def test_each_wanted_piece_counts_once_and_has_its_margin(note):
    length, wanted = note
    counted = np.zeros(length, dtype=int)
    for window in windows(length, wanted):
        assert 0 <= window.start <= window.first < window.last <= window.end <= length
        assert window.end - window.start <= LONGEST
        assert window.first - window.start == min(MARGIN, window.first)
        assert window.end - window.last == min(MARGIN, length - window.last)
        counted[window.first : window.last] += 1
    assert (counted[wanted] == 1).all()
    assert counted.max(initial=0) <= 1


def test_a_short_note_is_one_window():
    assert len(list(windows(LONGEST, np.arange(LONGEST)))) == 1


def test_nothing_wanted_is_no_window():
    assert list(windows(100, np.zeros(0, dtype=np.int64))) == []


def test_far_apart_pieces_are_seen_apart():
    found = list(windows(1000, np.array([100, 900])))
    assert [(window.first, window.last) for window in found] == [(100, 101), (900, 901)]


def test_cost_is_linear():
    seen = [sum(window.end - window.start for window in windows(n, np.arange(n))) / n for n in (1_000, 100_000)]
    assert max(seen) < 1.5
