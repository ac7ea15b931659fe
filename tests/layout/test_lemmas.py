import pytest

from incognote.layout.lemmas import lemma


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Admitted", "admit"),
        ("daughters", "daughter"),
        ("patient's", "patient"),
        ("Patients’", "patient"),
        ("was", "be"),
        ("Osei", "osei"),
        ("12/3", "12/3"),
        ("'s", "'s"),
        ("", ""),
        ("Seen\ud800", "seen\ud800"),
    ],
)
def test_base_forms(word, expected):
    assert lemma(word) == expected


def test_other_languages():
    assert lemma("ingresada", "es") == "ingresar"
