import math
from fractions import Fraction
from itertools import product
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote.learn import hmm_decode
from incognote.learn.hmm import Hmm
from incognote.learn.hmm_model import KINDS, Model, Sizes
from incognote.learn.hmm_words import FEATURES, word_feature

JONES = (["Mr.", "Jones", "eats", "."], ["O", "B-PER", "O", "O"])
WORDS = st.sampled_from(["Mr.", "Jones", "Troy", "eats", "of", ".", "90"])
TAGS = st.sampled_from(["O", "B-PER", "I-PER", "B-CITY", "I-CITY"])
TEXTS = st.lists(st.lists(st.tuples(WORDS, TAGS), max_size=5), max_size=6)


def fit(text):
    return Hmm.fit([[word for word, _ in sentence] for sentence in text], [[tag for _, tag in row] for row in text])


def form(hmm, word, first=False):
    number = hmm.words.index(word) if word in hmm.words else len(hmm.words)
    return number * KINDS + FEATURES.index(word_feature(word, first))


def models(hmm):
    sizes = Sizes(len(hmm.classes), len(hmm.words))
    return Model(sizes, hmm.known), Model(sizes, hmm.unknown)


def test_the_papers_sentence_by_hand():
    hmm = Hmm.fit([JONES[0]], [JONES[1]])
    model, _ = models(hmm)
    not_a_name, person = 0, 1
    assert hmm.classes == ["O", "PER"]

    # Pr(PER | O, "Mr.") <- Pr(PER | O) <- Pr(PER) <- 1/3
    alone = Fraction(2, 7) * Fraction(1, 4) + Fraction(5, 7) * Fraction(1, 3)
    after_class = Fraction(1, 4) * Fraction(1, 2) + Fraction(3, 4) * alone
    expected = Fraction(1, 2) + Fraction(1, 2) * after_class
    found = model.next_class(np.array([hmm.words.index("Mr.")]))[0, not_a_name, person]
    assert found == pytest.approx(float(expected))
    assert expected == Fraction(19, 28)

    # Pr("." | "eats", O) <- Pr("." | O) <- Pr(w | O) Pr(f | O); O has seen Mr. eats . and +end+ twice
    word = Fraction(5, 9) * Fraction(1, 5) + Fraction(4, 9) * Fraction(1, 6)
    feature = Fraction(1, 2) * Fraction(1, 3) + Fraction(1, 2) * Fraction(1, 14)
    any_word = Fraction(4, 9) * Fraction(1, 5) + Fraction(5, 9) * word * feature
    expected = Fraction(1, 2) + Fraction(1, 2) * any_word
    found = model.next_word(np.array([form(hmm, "eats")]), np.array([form(hmm, ".")]))[0, not_a_name]
    assert found == pytest.approx(float(expected))

    # Pr("Jones"first | PER, O): what +begin+ knows, it knows from this very name, so it has no say
    found = model.first_word(np.array([form(hmm, "Jones")]))[0, not_a_name, person]
    assert found == pytest.approx(float(Fraction(99, 140)))


@settings(max_examples=20, deadline=None)
@given(TEXTS)
def test_probabilities_sum_to_one(text):
    hmm = fit(text)
    sizes = Sizes(len(hmm.classes), len(hmm.words))
    forms = np.arange(sizes.end_form)  # all words with all features, the unknown one too
    end = np.array([sizes.end_form])
    for model in models(hmm):
        after = model.next_class(np.arange(sizes.end + 1))
        assert after.sum(axis=2) == pytest.approx(np.ones(after.shape[:2]))
        assert model.first_word(forms).sum(axis=0) == pytest.approx(np.ones((sizes.edge + 1, sizes.classes)))
        nothing = np.zeros(sizes.classes)
        anything = model.any_word(np.append(forms, end), nothing)
        assert anything.sum(axis=0) == pytest.approx(np.ones(sizes.classes))
        for previous in forms[:: KINDS // 2]:
            row = model.next_word(np.full(len(forms) + 1, previous), np.append(forms, end))
            assert row.sum(axis=0) == pytest.approx(np.ones(sizes.classes))
        assert (after > 0).all()
        assert (anything > 0).all()


def chance(hmm, words, states):
    """The probability of words and states (class, whether it begins), one factor after another."""
    known, unknown = models(hmm)
    sizes = known.sizes
    forms = [form(hmm, word, at == 0) for at, word in enumerate(words)]
    before, previous, result = sizes.edge, sizes.end_form, 1.0

    def at(method, *keys):
        strange = any(key // KINDS == sizes.unknown for key in keys)
        return getattr(unknown if strange else known, method)(*(np.array([key]) for key in keys))[0]

    def next_class(word):
        return (unknown if word == sizes.unknown else known).next_class(np.array([word]))[0]

    for current, (of, begins) in zip([*forms, sizes.end_form], [*states, (sizes.edge, True)], strict=True):
        if not begins:
            result *= at("next_word", previous, current)[of] if before == of else 0.0
        else:
            if before != sizes.edge:
                result *= at("next_word", previous, sizes.end_form)[before]
            result *= next_class(previous // KINDS)[before, of]
            if of != sizes.edge:
                result *= at("first_word", current)[before, of]
        before, previous = of, current
    return result


@settings(max_examples=20, deadline=None)
@given(TEXTS, st.lists(WORDS | st.just("Zed"), min_size=1, max_size=3))
def test_viterbi_finds_what_brute_force_finds(text, words):
    hmm = fit(text)
    states = list(product(range(len(hmm.classes)), (True, False)))
    chances = {path: chance(hmm, words, path) for path in product(states, repeat=len(words)) if path[0][1]}
    (tags,) = hmm.predict([words])
    found = max(value for path, value in chances.items() if tags_of(hmm, path) == tags)
    assert found == pytest.approx(max(chances.values()))


def tags_of(hmm, path):
    return ["O" if not of else ("B-" if begins else "I-") + hmm.classes[of] for of, begins in path]


@settings(max_examples=20, deadline=None)
@given(TEXTS, st.lists(st.lists(WORDS | st.text(min_size=1, max_size=4), max_size=4), max_size=5))
def test_sentences_do_not_depend_on_their_neighbours(text, sentences):
    hmm = fit(text)
    tags = hmm.predict(sentences)
    assert [len(row) for row in tags] == [len(sentence) for sentence in sentences]
    assert tags == [row for sentence in sentences for row in hmm.predict([sentence])]


def test_it_learns_names_and_keeps_neighbours_apart():
    sentences = [["with", "Ann", "Bo", "today"], ["with", "Cy", "Dee", "today"], ["for", "Ann", "Cy", "today"]] * 3
    tags = [["O", "B-PER", "B-PER", "O"], ["O", "B-PER", "B-PER", "O"], ["O", "B-PER", "B-PER", "O"]] * 3
    hmm = Hmm.fit(sentences, tags)
    assert hmm.predict([["with", "Ann", "Dee", "today"]]) == [["O", "B-PER", "B-PER", "O"]]
    joined = [["O", "B-PER", "I-PER", "O"]] * 9
    assert Hmm.fit(sentences, joined).predict([["with", "Ann", "Dee", "today"]]) == [["O", "B-PER", "I-PER", "O"]]


def test_unknown_words_are_told_by_their_company_and_their_kind():
    names = ["Adams", "Baker", "Cole", "Drew", "Eads", "Ford"]
    sentences = [["saw", "Mr.", name, "today", "."] for name in names] + [["saw", "him", "again", "."]] * 6
    tags = [["O", "O", "B-PER", "O", "O"]] * 6 + [["O", "O", "O", "O"]] * 6
    hmm = Hmm.fit(sentences[::2] + sentences[1::2], tags[::2] + tags[1::2])
    assert hmm.predict([["saw", "Mr.", "Quill", "today", "."]]) == [["O", "O", "B-PER", "O", "O"]]
    assert hmm.predict([["saw", "him", "quickly", "."]]) == [["O", "O", "O", "O"]]


def test_a_continuation_without_a_beginning_begins():
    loose = Hmm.fit([["of", "Troy"], ["Troy"]], [["O", "I-CITY"], ["I-CITY"]])
    strict = Hmm.fit([["of", "Troy"], ["Troy"]], [["O", "B-CITY"], ["B-CITY"]])
    assert all((loose.arrays()[name] == table).all() for name, table in strict.arrays().items())


def test_short_and_empty_input():
    hmm = Hmm.fit([JONES[0], ["Troy"], []], [JONES[1], ["B-CITY"], []])
    assert hmm.predict([]) == []
    assert hmm.predict([[], ["Troy"], []]) == [[], ["B-CITY"], []]
    nothing = Hmm.fit([], [])
    assert nothing.predict([["Troy", "."]]) == [["O", "O"]]


def test_long_sentences_do_not_underflow():
    hmm = Hmm.fit([JONES[0]], [JONES[1]])
    (tags,) = hmm.predict([["Mr.", "Jones", "eats"] * 2000])
    assert math.isclose(tags.count("B-PER"), 2000, abs_tol=1)


@settings(max_examples=30, deadline=None)
@given(TEXTS, st.lists(WORDS | st.just("Zed"), min_size=1, max_size=40), st.integers(1, 4))
def test_a_sentence_searched_by_pieces_gets_the_same_tags(text, words, run_up):
    hmm = fit(text)
    whole = hmm.predict([words])
    with patch.multiple(hmm_decode, _BLOCK=2 * run_up, _RUN_UP=run_up):
        assert hmm.predict([words]) == whole


def test_what_a_first_word_decides_for_good_is_found_though_pieces_disagree():
    tags = [["O", "B-PER", *["I-PER"] * 8], ["O"] * 10]
    hmm = Hmm.fit([["Mr.", *["la"] * 9], ["of", *["la"] * 9]] * 4, tags * 4)
    for first, expected in (("Mr.", ["O", "B-PER", *["I-PER"] * 38]), ("of", ["O"] * 40)):
        with patch.multiple(hmm_decode, _BLOCK=8, _RUN_UP=4):
            assert hmm.predict([[first, *["la"] * 39]]) == [expected]


def test_pieces_of_a_long_sentence_soon_agree():
    hmm = Hmm.fit([JONES[0]], [JONES[1]])
    by_pieces, found = hmm_decode._scores_by_pieces, []

    def watched(*args):
        found.append(by_pieces(*args))
        return found[-1]

    with patch.object(hmm_decode, "_scores_by_pieces", watched):
        hmm.predict([["Mr.", "Jones", "eats"] * 2000, ["Jones"]])
    assert [scores is not None for scores in found] == [True]


def test_a_model_comes_back_from_its_arrays():
    hmm = Hmm.fit([JONES[0], ["Troy", "90"]], [JONES[1], ["B-CITY", "I-CITY"]])
    again = Hmm.from_arrays(hmm.strings(), hmm.arrays())
    sentences = [["Mr.", "Jones", "eats", "in", "Troy", "."], ["90"]]
    assert again.predict(sentences) == hmm.predict(sentences)
    assert "Jones" not in repr(hmm)


def test_damaged_arrays_are_refused():
    hmm = Hmm.fit([JONES[0]], [JONES[1]])
    arrays = hmm.arrays()
    with pytest.raises(KeyError):
        Hmm.from_arrays(hmm.strings(), {})
    with pytest.raises(TypeError, match="Cannot cast"):
        Hmm.from_arrays(hmm.strings(), {**arrays, "known_nexts": arrays["known_nexts"] * 0.5})
    with pytest.raises(ValueError, match="don't go together"):
        Hmm.from_arrays({"words": ["Mr."], "classes": ["O", "PER"]}, arrays)
    with pytest.raises(ValueError, match="don't go together"):
        Hmm.from_arrays(hmm.strings(), {**arrays, "known_nexts": -arrays["known_nexts"]})


def test_reasons_are_how_much_likelier_the_class_is_than_no_phi():
    hmm = Hmm.fit([JONES[0]], [JONES[1]])
    model, _ = models(hmm)
    reasons = hmm.explained([JONES[0], JONES[0]])
    mr, jones = np.array([form(hmm, "Mr.", first=True)]), np.array([form(hmm, "Jones")])
    end = np.array([model.sizes.end_form])
    begins = model.next_word(mr, end)[0, 0] * model.next_class(mr // KINDS)[0, 0, 1] * model.first_word(jones)[0, 0, 1]
    whole = math.log(begins / model.next_word(mr, jones)[0, 0])
    for at in (1, 5):
        (word, by_word), (_, by_place) = reasons(at, "B-PER")
        assert word == "the word, of the form initCap"
        assert by_word > 0
        assert by_word + by_place == pytest.approx(whole)
    assert [weight for _, weight in reasons(4, "O")] == [0.0, 0.0]  # "Mr." is no PHI, and begins the sentence
