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


def test_words_of_a_language_without_a_list_stay_in_lower_case():
    assert lemma("Gaixoak", "eu") == "gaixoak"
