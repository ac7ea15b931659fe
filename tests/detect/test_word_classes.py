from hypothesis import given
from hypothesis import strategies as st

from incognote.detect.classes import outline
from incognote.detect.word_classes import NUMBER_SHAPES, SHAPES

LIKE_YEARS = st.text("0123456789", min_size=1, max_size=16)


@given(st.text("abAB", max_size=8) | LIKE_YEARS | st.text(max_size=4))
def test_the_outline_of_a_word_has_its_shapes(word):
    shapes = [*SHAPES.values(), *(NUMBER_SHAPES.values() if word[:1].isdigit() else ())]
    assert [fits(outline(word)) for fits in shapes] == [fits(word) for fits in shapes]
    assert outline(word)[:1].isdigit() == word[:1].isdigit()
