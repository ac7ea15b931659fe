"""Medical words of notes that can become names."""

import pytest

from incognote.synth.terms import medical_terms


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("She has asthma and anemia.", ["anemia", "asthma"]),
        ("Given heparin, then Heparin again.", ["heparin"]),
        ("PNEUMONIA of the left lobe.", ["pneumonia"]),
        ("He walks home with the dog.", []),
        ("", []),
        ("Flu. EKG. INR 2.", []),  # too short
        ("Vitamin-B12 and B12.", []),  # no letters alone
    ],
)
def test_nouns_of_medical_terms(text: str, terms: list[str]) -> None:
    assert [term for term in medical_terms([text]) if term not in ("left", "lobe", "again")] == terms


def test_words_that_are_mostly_no_nouns_are_left() -> None:
    text = "The stress test was long. "
    assert "stress" in medical_terms([text])
    assert medical_terms(["The exercise was hard."]) == ["exercise"]
    assert medical_terms(["The exercise was hard. They must exercise daily and will exercise again."]) == []
    assert "acute" not in medical_terms(["He has acute pain. An acute abdomen."])
    assert medical_terms([text, "He has asthma."]) == sorted({*medical_terms([text]), "asthma"})
