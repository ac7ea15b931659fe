import numpy as np

from incognote.layout import lay_out
from incognote.vocabulary import Vocabulary


def test_ids_are_given_once_and_in_order():
    vocabulary = Vocabulary()
    assert [vocabulary[word] for word in ("a", "b", "a")] == [0, 1, 0]
    assert [vocabulary.word(0), vocabulary.word(1)] == ["a", "b"]
    assert "b" in vocabulary
    assert "c" not in vocabulary
    assert len(vocabulary) == 2


def test_two_notes_share_their_words():
    vocabulary = Vocabulary()
    first = lay_out("pain in chest", vocabulary)
    second = lay_out("chest pain", vocabulary)
    assert first.tokens.ids.tolist() == [0, 1, 2]
    assert second.tokens.ids.tolist() == [2, 0]


def test_a_full_vocabulary_is_renewed_and_old_layouts_keep_theirs():
    full = Vocabulary(limit=2)
    layout = lay_out("one two three", full)
    fresh = full.renewed()
    assert (len(fresh), fresh.limit, len(full)) == (0, 2, 3)
    assert fresh.renewed() is fresh
    assert [layout.tokens.vocabulary.word(word) for word in layout.tokens.ids] == ["one", "two", "three"]


def test_a_new_vocabulary_has_the_words_that_several_notes_had_and_tells_their_old_ids():
    full = Vocabulary(limit=6)
    for text in ("a b c d d", "d e f", "f b g"):
        lay_out(text, full)
    new = full.renewed()
    assert [new.word(word_id) for word_id in range(len(new))] == ["b", "d", "f"]
    assert new.old_ids(full, known=7).tolist() == [1, 3, 5]
    assert new.old_ids(full, known=5).tolist() == [1, 3]
    for other in (None, Vocabulary(), new):
        assert new.old_ids(other, known=7).tolist() == []


def test_half_of_a_new_vocabulary_is_free():
    full = Vocabulary(limit=4)
    for _ in range(2):
        lay_out("a b c d e", full)
    assert len(full.renewed()) == 2


def test_ids_fit_the_tokens():
    text = "Ada saw Ada."
    layout = lay_out(text, Vocabulary())
    words = [layout.tokens.vocabulary.word(word) for word in layout.tokens.ids.tolist()]
    places = zip(layout.tokens.starts, layout.tokens.ends, strict=True)
    assert words == [text[start:end] for start, end in places]
    assert layout.tokens.ids.dtype == np.int64
