import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.layout.phrases import noun_phrases

TAGS = "DT PDT WDT PRP$ POS JJ AFX RB VBN VBG NN NNP NNS FW PRP EX CD HYPH IN VBD , . -LRB- UNHEARD".split()  # noqa: SIM905


@pytest.mark.parametrize(
    ("tagged", "phrases"),
    [
        ("She/PRP lives/VBZ alone/RB in/IN Hatfield/NNP ./.", ["She", "Hatfield"]),
        ("the/DT left/JJ arm/NN hurts/VBZ", ["the left arm"]),
        ("her/PRP$ 3/CD older/JJR sisters/NNS", ["her 3 older sisters"]),
        ("the/DT patient/NN 's/POS left/JJ arm/NN", ["the patient", "'s left arm"]),
        ("a/DT recently/RB healed/VBN wound/NN", ["a recently healed wound"]),
        ("very/RB severe/JJ pain/NN", ["very severe pain"]),
        ("patient/NN admitted/VBN yesterday/NN", ["patient", "yesterday"]),
        ("recently/RB admitted/VBN to/IN Troy/NNP", ["Troy"]),
        ("chest/NN x/NN -/HYPH ray/NN", ["chest x - ray"]),
        ("Dr./NNP Ada/NNP Osei/NNP ,/, MD/NNP", ["Dr. Ada Osei", "MD"]),
        ("aspirin/NN and/CC heparin/NN", ["aspirin", "heparin"]),
        ("patient/NN alert/JJ", ["patient"]),
        ("on/IN November/NNP 20/CD", ["November 20"]),
        ("the/DT elderly/JJ", []),
        ("very/RB -/HYPH", []),
        ("", []),
    ],
)
def test_phrases_of_sentences(tagged, phrases):
    words, tags = [], []
    for item in tagged.split():
        word, _, tag = item.rpartition("/")
        words.append(word)
        tags.append(tag)
    assert [" ".join(words[start:end]) for start, end in noun_phrases(tags)] == phrases


@given(st.lists(st.sampled_from(TAGS)))
def test_phrases_follow_one_another_and_have_a_head(tags):
    reached = 0
    for start, end in noun_phrases(tags):
        assert reached <= start < end <= len(tags)
        assert tags[end - 1] in {"NN", "NNP", "NNS", "FW", "CD", "PRP", "EX"}
        reached = end


@given(st.lists(st.sampled_from(TAGS)))
def test_every_noun_and_pronoun_is_in_a_phrase(tags):
    inside = {at for start, end in noun_phrases(tags) for at in range(start, end)}
    assert {at for at, tag in enumerate(tags) if tag in {"NN", "NNP", "NNS", "FW", "PRP", "EX", "CD"}} <= inside


@pytest.mark.parametrize("tags", [["RB"], ["DT"], ["JJ"], ["DT", "VBN"], ["JJ", "HYPH"], ["RB", "RB", "JJ"]])
def test_long_runs_take_no_long_time(tags):
    assert noun_phrases(tags * 200_000) == []
