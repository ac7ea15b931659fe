import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote.layout import lay_out, tags
from incognote.vocabulary import Vocabulary

ANY_WORD = st.text(st.characters(exclude_categories=()), min_size=1, max_size=8)
WORDS = ["He", "was", "seen", "by", "Dr", "OSEI", "on", "3", "May", "-", "ok"]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("She lives alone in Hatfield .", "PRP VBZ RB IN NNP ."),
        ("The patient was admitted to the hospital on Tuesday .", "DT NN VBD VBN IN DT NN IN NNP ."),
        ("He denies pain and shortness of breath .", "PRP VBZ NN CC NN IN NN ."),
        ("THE PATIENT WAS DISCHARGED YESTERDAY .", "DT NN VBD VBN NN ."),
        ("she was given two units of blood", "PRP VBD VBN CD NNS IN NN"),
        (
            "These cells express high levels of the receptor ( Fig. 2 ) .",
            "DT NNS VBP JJ NNS IN DT NN -LRB- NN CD -RRB- .",
        ),
    ],
)
def test_sentences(sentence, expected):
    assert tags.tag([sentence.split()]) == [expected.split()]


def test_a_layout_has_a_tag_a_token():
    layout = lay_out("Seen by Dr. Osei on 3/4.\nPLAN: rest", Vocabulary())
    found = tags.tagger().tags(layout)
    assert len(found) == len(layout.tokens)
    assert found[:2] == ["VBN", "IN"]


def test_nothing_has_no_tags():
    assert tags.tag([]) == []
    assert tags.tag([[], ["Rest"], []])[0::2] == [[], []]
    assert tags.tagger().tags(lay_out("", Vocabulary())) == []


@settings(deadline=None, max_examples=30)
@given(st.lists(st.lists(ANY_WORD, max_size=6), max_size=4))
def test_any_words_get_tags_and_the_same_ones_again(sentences):
    found = tags.tag(sentences)
    assert [len(names) for names in found] == [len(words) for words in sentences]
    assert tags.tag(sentences) == found


@settings(deadline=None, max_examples=30)
@given(st.lists(st.lists(st.sampled_from(WORDS), min_size=1), min_size=1, max_size=6))
def test_sentences_do_not_change_each_other(sentences):
    assert tags.tag(sentences) == [tags.tag([words])[0] for words in sentences]


def test_parts_of_a_long_note_are_whole_sentences(monkeypatch):
    sentences = [["He", "was", "seen", "."]] * 50
    expected = tags.tag(sentences)
    monkeypatch.setattr(tags, "_AT_ONCE", 7)
    assert tags.tag(sentences) == expected


def test_an_endless_sentence_is_cut():
    words = ["He", "was", "seen", ","] * 1000
    (found,) = tags.tag([words])
    assert len(found) == len(words)
    assert found[1000:1004] == ["PRP", "VBD", "VBN", ","]
    assert np.diff(tags._cut(np.array([0, 3]), 2000)).tolist() == [3, 512, 512, 512]


def test_the_model_loads_once_when_it_is_asked_for():
    code = """
import sys
from incognote.layout import tags
assert tags.tagger.cache_info().currsize == 0
tags.tagger()
assert tags.tagger() is tags.tagger()
assert "pycrfsuite" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_repr_shows_no_words():
    assert repr(tags.tagger()) == f"Tagger({len(set(tags.tagger()._model.labels))} tags)"
