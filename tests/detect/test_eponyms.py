import pytest

from incognote.detect.eponyms import Eponyms
from incognote.detect.word_classes import word_classes
from incognote.layout import lay_out
from incognote.vocabulary import Vocabulary


def eponyms(text):
    layout = lay_out(text, Vocabulary())
    found = Eponyms(word_classes(())).among(layout, range(len(layout.tokens)))
    return [layout.tokens.vocabulary.word(layout.tokens.ids[place]) for place in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("treated Parkinson's disease", ["Parkinson"]),
        ("Parkinson\u2019s disease", ["Parkinson"]),
        ("Parkinson disease", ["Parkinson"]),
        ("PARKINSON'S DISEASE", ["PARKINSON"]),
        ("Foley catheter", ["Foley"]),
        ("Guillain-Barré syndrome", ["Guillain", "Barré"]),
        ("Qwzxlok's syndrome", ["Qwzxlok"]),
        ("Zenker's diverticula", ["Zenker"]),
        ("Qwzxlok's anomalies", ["Qwzxlok"]),
        ("Scheuermann's kyphoses", ["Scheuermann"]),
        ("Wolff's periodic disease", ["Wolff"]),
        ("in Wharton's jelly", ["Wharton"]),
        ("in Wharton's wife", []),
        ("Wharton jelly", []),
        ("Dr. Parkinson's disease clinic", []),
        ("Mr Parkinson disease free", []),
        ("his sister Crohn disease", []),
        ("Parkinson called today", []),
        ("Qwzxlok syndrome", []),
        ("seen by Parkinson", []),
        ("Parkinson", []),
        ("Qwzxlok's house", []),
        ("", []),
    ],
)
def test_names_before_nouns_of_medicine_are_eponyms(text, found):
    assert eponyms(text) == found
