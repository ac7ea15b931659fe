import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.layout.mesh import mesh_numbers


def numbers(text):
    words = text.split()
    return mesh_numbers(words, [(0, len(words))])


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("Diabetes Mellitus", "C"),
        ("pneumonia", "C"),
        ("aspirin", "D"),
        ("magnetic resonance imaging", "E"),
        ("liver", "A"),
    ],
)
def test_diseases_treatments_and_tests_have_numbers(text, letter):
    found = numbers(text)
    assert len(set(found)) == 1  # one term
    assert letter in {number[0] for number in found[0]}


@pytest.mark.parametrize("text", ["Quillfeather", "Dr. Osei", "555-1234", "11/3/1996", "___", ""])
def test_names_and_numbers_have_none(text):
    assert set(numbers(text)) <= {()}


def test_the_longest_term_wins_from_left_to_right():
    heart_failure = numbers("heart failure")[0]
    assert heart_failure == ("C14.280",)
    assert numbers("heart")[0] not in ((), heart_failure)
    assert numbers("chronic heart failure heart") == [
        *numbers("chronic"),
        heart_failure,
        heart_failure,
        *numbers("heart"),
    ]


def test_inflected_words_find_their_terms():
    assert numbers("heart failures") == numbers("heart failure")
    assert numbers("Kidney stones") == numbers("kidney stone")
    assert numbers("kidney stone")[0]


@pytest.mark.parametrize(
    "words",
    [["Crohn's", "disease"], ["Crohn", "'s", "disease"], ["Crohn", "'", "s", "disease"], ["crohn", "’s", "Disease"]],
)
def test_any_tokeniser_will_do(words):
    (found,) = set(mesh_numbers(words, [(0, len(words))]))
    assert found == ("C06.405",)


def test_terms_do_not_leave_their_phrase():
    words = ["heart", "failure"]
    assert mesh_numbers(words, []) == [(), ()]
    assert mesh_numbers(words, [(0, 1), (1, 2)]) == [numbers("heart")[0], *numbers("failure")]
    assert mesh_numbers(words, [(1, 2)])[0] == ()


@given(
    st.lists(st.sampled_from(["heart", "failure", "of", "Osei", "liver", "-", "x", "ray", ""]) | st.text(max_size=4))
)
def test_every_word_has_tree_numbers_or_none(words):
    found = mesh_numbers(words, [(0, len(words))])
    assert len(found) == len(words)
    assert all(number[0] in "ABCDEFGHIJKLMNVZ" and number[1:3].isdigit() for each in found for number in each)
