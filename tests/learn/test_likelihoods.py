"""What numbers say of names and words."""

import gzip
from importlib.resources import files

import pytest

from incognote.learn.features.likelihoods import FILE, LIKELIHOODS, pack


def test_what_is_shipped_is_made_of_the_lists():
    """Or else: PYTHONPATH=src python tools/pack_lists.py."""
    assert gzip.decompress(files("incognote.data").joinpath(FILE).read_bytes()) == pack()


@pytest.mark.parametrize(
    ("word", "given", "surname", "plain", "ratio"),
    [
        ("Smith", "1", "4", "1", "0"),
        ("SMITH", "1", "4", "1", "0"),
        ("Kvarnström", "none", "none", "none", "unknown"),
        ("José", "3", "1", "none", "8"),
        ("walnut", "none", "none", "0", "-5"),
        ("x", "", "", "", ""),
        ("12", "", "", "", ""),
    ],
)
def test_a_word_has_orders_of_magnitude(word, given, surname, plain, ratio):
    found = {name: of_word(word) for name, of_word in LIKELIHOODS.items()}
    together = " ".join(filter(None, (given, surname, plain)))
    assert found == {
        "as-given-name": given,
        "as-surname": surname,
        "as-word": plain,
        "as-any": together,
        "name-or-word": ratio,
    }
