"""A note is read the same however its characters are written, and spans are those of the note as it is."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote import recipes
from incognote.layout.folding import fold
from incognote.types import Document, Span

UNUSUAL = "\u00ad\u200b\u200c\u200d\u2060\ufeff\u2010\u2011\uff11\uff21\u0301\u0308\u0327"


@pytest.mark.parametrize(
    ("text", "usual"),
    [
        ("Jose\u0301", "José"),
        ("Vas\u00adquez", "Vasquez"),
        ("541\u2011555\u20100171", "541-555-0171"),
        ("\ufeffDr. John\u200b Smith", "Dr. John Smith"),
        ("\uff24\uff32 \uff11\uff0f\uff12", "DR 1/2"),
        ("q\u0303 \u0301", "q "),  # no letter has this accent; this accent has no letter
    ],
)
def test_it_is_written_the_usual_way(text, usual):
    assert fold(Document("x", text))[0].text == usual


@pytest.mark.parametrize("text", ["", "Dr. Smith", "Zoë Ångström – 12:30", "山田"])
def test_what_is_usual_stays(text):
    assert fold(Document("x", text)) is None


@given(st.text(st.sampled_from("ab 1-é" + UNUSUAL)))
def test_every_character_comes_from_where_it_stands(text):
    usual, folded = fold(Document("x", text)) or (None, None)
    if folded is None:
        assert not set(text) & set(UNUSUAL)
        return
    assert len(usual.text) == len(folded.starts) == len(folded.ends)
    assert (folded.starts < folded.ends).all()
    assert (folded.starts[1:] >= folded.ends[:-1]).all()
    for at, char in enumerate(usual.text):
        span = folded.unfolded(Span(at, at + 1, "X"))
        assert unicodedata.normalize("NFKC", text[span.start : span.end])[0] in (char, "\u2010")


SENTENCE = "Patient: José García, seen by Dr. Zoë Ångström. SSN 123-45-6789, call 541-555-0171, on 12-28-24."
WAYS = {
    "decomposed": lambda text: unicodedata.normalize("NFD", text),
    "no-break hyphens": lambda text: text.replace("-", "\u2011"),
    "soft hyphens": lambda text: text.replace("ngst", "ng\u00adst"),
    "full width": lambda text: "".join(chr(ord(char) + 0xFEE0) if char.isdigit() else char for char in text),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("engine", ["deid", "wi-deid"])
def test_an_engine_finds_what_it_finds_in_the_usual_way_of_writing(way, engine):
    engine = recipes.build(engine)
    plain, other = Document("x", SENTENCE), Document("x", WAYS[way](SENTENCE))
    expected = [(WAYS[way](plain[span]), span.label) for span in engine.find(plain).spans]
    found = engine.find(other)
    assert len(expected) >= 4
    assert [(other[span], span.label) for span in found.spans] == expected
    assert found.text == other.text
