"""The parses and syntactic bigrams that Uzuner 2008 prints in section 6.4.2."""

import pytest

from incognote.layout.link_grammar import LinkGrammar
from incognote.layout.parsing import parse
from incognote.layout.syntax import Sentence, links_of, parser_text, syntactic_bigrams

pytestmark = pytest.mark.usefixtures("link_grammar")

PARSES = {
    "John lives with his brother .": "LEFT-WALL-Wd-John John-Ss-lives lives-MVp-with with-Js-brother his-Ds-brother",
    "She was taken to Deaconess .": "LEFT-WALL-Wd-She She-Ss-was was-Pv-taken taken-MVp-to to-Js-Deaconess",
    "She was taken by car to Deaconess .": (
        "LEFT-WALL-Wd-She She-Ss-was was-Pv-taken taken-MVa-car by-ID-car taken-MVp-to to-Js-Deaconess"
    ),
    "She was taken by her brother to Deaconess .": (
        "LEFT-WALL-Wd-She She-Ss-was was-Pv-taken taken-MVp-by by-Js-brother her-Ds-brother taken-MVp-to "
        "to-Js-Deaconess"
    ),
    "She lives in Hatfield .": "LEFT-WALL-Wd-She She-Ss-lives lives-MVp-in in-Js-Hatfield",
    "She lives alone in Hatfield .": "LEFT-WALL-Wd-She She-Ss-lives lives-MVp-alone lives-MVp-in in-Js-Hatfield",
    "She lives by herself in Hatfield .": (
        "LEFT-WALL-Wd-She She-Ss-lives lives-MVp-by by-J-herself lives-MVp-in in-Js-Hatfield"
    ),
    "The patient will follow up on November 20 at Beth-Israel .": (
        "The-Ds-patient LEFT-WALL-Wd-patient patient-Ss-will will-I-follow follow-K-up follow-MVp-on on-ON-November "
        "November-TM-20 follow-MVp-at at-Js-Beth-Israel"
    ),
}
FOLLOW_UP = "She is to follow up with Dr. John at Shapiro ."
THIRD_BEST = (
    "LEFT-WALL-Wd-She She-Ss-is is-TO-to to-I-follow follow-K-up follow-MVp-with with-Js-John Dr.-G-John follow-MVp-at "
    "at-Js-Shapiro"
)


def sentence_of(text):
    words = text.split()
    return Sentence(tuple(words), frozenset({len(words) - 1}))  # the full stop touches the last word


def drawn(words, links):
    """Links as left word, label, right word; the full stop's are left out, which the paper draws in each figure."""
    named = [*words, "LEFT-WALL"]
    return {f"{named[left]}-{label}-{named[right]}" for left, right, label in links if named[right] != "."}


def bigrams_of(text, target):
    sentence = sentence_of(text)
    return syntactic_bigrams(sentence.words, parse(sentence).links)[sentence.words.index(target)]


@pytest.mark.parametrize("text", PARSES)
def test_printed_parses(text):
    """All links of each figure. The name of the adverb's link in "by car" is MVa; the text of the figure has "MVA"."""
    sentence = sentence_of(text)
    parsed = parse(sentence)
    assert parsed.kind == "full"
    assert drawn(sentence.words, parsed.links) == set(PARSES[text].split())


@pytest.mark.parametrize("text", PARSES)
def test_the_full_stop_is_linked_to_the_wall(text):
    assert bigrams_of(text, ".").left1 == {("LEFT-WALL", "Xp")}


def test_bigrams_of_lives():
    lives = bigrams_of("John lives with his brother .", "lives")
    assert (lives.right1, lives.right2) == ({("with", "MVp")}, {("brother", "Js")})
    assert (lives.left2, lives.left1) == ({("LEFT-WALL", "Wd")}, {("John", "Ss")})


@pytest.mark.parametrize("how", ["", "alone ", "by herself "])
def test_the_left_bigram_of_hatfield_is_stable(how):
    hatfield = bigrams_of(f"She lives {how}in Hatfield .", "Hatfield")
    assert (hatfield.left2, hatfield.left1) == ({("lives", "MVp")}, {("in", "Js")})


@pytest.mark.parametrize("how", ["", "by car ", "by her brother ", "by his brother "])
def test_the_left_bigram_of_deaconess_is_stable(how):
    deaconess = bigrams_of(f"She was taken {how}to Deaconess .", "Deaconess")
    assert (deaconess.left2, deaconess.left1) == ({("taken", "MVp")}, {("to", "Js")})


@pytest.mark.parametrize("how", ["", "by car ", "by his brother "])
def test_the_hospital_of_deaconess_hospital_has_that_left_bigram(how):
    """In the running text the hospital has two words, of which Deaconess belongs to the second."""
    hospital = bigrams_of(f"She was taken {how}to Deaconess Hospital .", "Hospital")
    assert {("taken", "MVp")} <= hospital.left2
    assert {("to", "Js")} <= hospital.left1


def test_dates_and_hospitals_follow_follow_up():
    text = "The patient will follow up on November 20 at Beth-Israel ."
    november, hospital = bigrams_of(text, "November"), bigrams_of(text, "Beth-Israel")
    assert (november.left2, november.left1) == ({("follow", "MVp")}, {("on", "ON")})
    assert (hospital.left2, hospital.left1) == ({("follow", "MVp")}, {("at", "Js")})


def test_the_printed_parse_of_follow_up_with_is_the_third_best_now():
    """Version 5.12 prefers "She is up", an adjective, then "up" as an adverb, then the paper's "follow up".

    It doesn't part "Dr." from its full stop either, which the paper links by Xi.
    """
    sentence = sentence_of(FOLLOW_UP)
    text, owners = parser_text(sentence)
    third = links_of(LinkGrammar().parse(text, rank=2), owners, sentence.words).links
    assert drawn(sentence.words, third) == set(THIRD_BEST.split())
    shapiro = bigrams_of(FOLLOW_UP, "Shapiro")
    assert (shapiro.left2, shapiro.left1) == ({("up", "MVp")}, {("at", "Js")})


def test_john_is_the_subject_with_a_clause_between_too():
    """The examples that 6.4.2 opens with."""
    for text in ("John was admitted yesterday .", "John , who had hernia , was admitted yesterday ."):
        assert ("was", "Ss") in bigrams_of(text, "John").right1


def test_supposedly_belongs_to_its_verb():
    """From section 9, of the mistakes that syntax avoids."""
    text = "Trantham , Faye supposedly lives at home with home health aide and uses a motorized wheelchair ."
    assert bigrams_of(text, "supposedly").right1 == {("lives", "E")}
