from random import Random

from hypothesis import given
from hypothesis import strategies as st

from incognote.synth.perturb.mix import mixed
from tests.synth.perturb.marked import note, shown

FIRST = note("A [PATIENT Ann]\n\nB [PATIENT Bob\n\nBrown]\n \nC")
SECOND = note("[CITY Xi]\n\n\nY")


@given(st.integers(0, 1000))
def test_stretches_come_whole_and_in_order(seed):
    new = mixed([FIRST, SECOND], Random(seed))
    parts = {"A [PATIENT Ann]", "B [PATIENT Bob\n\nBrown]", "C", "[CITY Xi]", "Y"}
    text = shown(new)  # long parts first: C is in CITY
    for part in sorted(parts, key=len, reverse=True):
        text = text.replace(part, "")
    assert not text.strip()
    assert new.id == FIRST.id


def test_mixtures_vary():
    assert len({shown(mixed([FIRST, SECOND], Random(seed))) for seed in range(50)}) > 5
