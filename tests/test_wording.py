import pytest

from incognote.wording import number


@pytest.mark.parametrize(
    ("count", "noun", "told"),
    [
        (1, "note", "1 note"),
        (2_000, "note", "2,000 notes"),
        (3, "id of a patient", "3 ids of a patient"),
        (1, "process", "1 process"),
        (2, "process", "2 processes"),
    ],
)
def test_a_count_with_its_noun(count, noun, told):
    assert number(count, noun) == told
