"""What surfaces are made of."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.synth.surfaces import (
    another,
    broken_like,
    digits_of,
    in_case,
    mended,
    misread_like,
    read_right,
    shape,
    with_digits,
)


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("12-34", "1234"),
        ("2O0l", "2001"),
        ("Ol6O", "0160"),
        ("OLD 4", "4"),
        ("four oh, Nine", "409"),
        ("someone 4", "4"),
        ("K4O", "4"),
        ("٣٤", "34"),
        ("none", ""),
    ],
)
def test_digits_are_read_as_they_were_meant(text, digits):
    assert digits_of(text) == digits


@pytest.mark.parametrize(
    ("text", "digits", "new"),
    [
        ("12-34", "0789", "07-89"),
        ("2O0l", "1203", "l2O3"),
        ("four oh, Nine", "061", "oh six, One"),
        ("zero one", "20", "two zero"),
        ("FIVE", "7", "SEVEN"),
        ("٣٤", "05", "٠٥"),
    ],
)
def test_digits_are_written_like_the_old_ones(text, digits, new):
    assert with_digits(text, digits) == new


def test_another_number_of_digits_is_refused():
    with pytest.raises(ValueError, match="as many digits"):
        with_digits("123", "12")


@given(st.text("0123456789-/ ().KkXé", max_size=20), st.randoms())
def test_new_digits_are_read_back_and_the_shape_stays(text, rng):
    digits = "".join(rng.choice("0123456789") for _ in digits_of(text))
    assert digits_of(with_digits(text, digits)) == digits
    assert shape(with_digits(text, digits)) == shape(text)


@pytest.mark.parametrize(
    ("word", "like", "new"),
    [
        ("mason", "COOK", "MASON"),
        ("mason", "cook", "mason"),
        ("mason", "Cook", "Mason"),
        ("McBee", "Cook", "McBee"),
        ("abcd", "FMcK", "ABcD"),
        ("mason", "A", "Mason"),
        ("b", "A", "B"),
        ("Mason", "12", "mason"),
    ],
)
def test_a_word_takes_the_case_of_another(word, like, new):
    assert in_case(word, like) == new


@pytest.mark.parametrize(
    ("model", "text", "new"),
    [
        ("Septem-\nber 2062", "October 2061", "Octob-\ner 2061"),
        ("sur-\n  veyor", "cook", "co-\n  ok"),
        ("well-known", "October", "October"),
        ("Septem-\nber", "May", "May"),
    ],
)
def test_words_are_divided_where_the_model_is(model, text, new):
    assert broken_like(text, model) == new
    assert mended(new) == text


def test_misreadings_are_put_right_and_made_again():
    assert read_right("O3/22/2O01 Oslo") == "03/22/2001 Oslo"
    assert misread_like("10/20", "3O") == "1O/2O"
    assert misread_like("10/20", "30") == "10/20"


def test_another_gives_up_where_there_is_none():
    assert another("x", lambda: "x") == "x"
    drawn = iter("xxy")
    assert another("x", lambda: next(drawn)) == "y"


def test_the_shape_of_a_text():
    assert shape("Ab-12 é\nÉ") == "Aa-00 a\nA"


def test_a_long_s_makes_no_digit_word():
    assert digits_of("ſix 4") == "4"
