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


def test_ids_fit_the_tokens():
    text = "Ada saw Ada."
    layout = lay_out(text, Vocabulary())
    words = [layout.tokens.vocabulary.word(word) for word in layout.tokens.ids.tolist()]
    places = zip(layout.tokens.starts, layout.tokens.ends, strict=True)
    assert words == [text[start:end] for start, end in places]
    assert layout.tokens.ids.dtype == np.int64
