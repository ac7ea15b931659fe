import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote import corpus, lexicons, recipes
from incognote.detect.concept_match import ConceptMatch
from incognote.labels import CONCEPT, OTHER
from incognote.layout import lay_out
from incognote.recipes import Parts
from incognote.replace.edits import apply
from incognote.replace.tags import mask
from incognote.types import Document
from incognote.vocabulary import Vocabulary

WORD = re.compile(r"[^\W\d_]+|\d+")
ALLOWED = ["the", "heart attack", "type 2 diabetes", "type 2", "alpha-fetoprotein", "don't"]


@pytest.fixture(scope="module")
def engine():
    return recipes.build("concept-match")


def masked(engine, text):
    doc = engine.find(Document("a", text))
    assert {span.label for span in doc.spans} <= {OTHER}
    return apply(doc, mask(doc)).doc.text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Mr. Ola O'Brien has hypertension.", "Mr. *** ******* has hypertension."),
        ("seen on 3/14/2011, BP 120/80", "seen on *********, BP ******"),  # numbers are on no list
        ("has type 2 diabetes mellitus", "has type 2 diabetes mellitus"),  # but inside terms
        ("Parkinson's disease, not Parkinson's", "Parkinson's disease, not *********'s"),
        ("PNEUMONIA, Pneumonia, pneumonia", "PNEUMONIA, Pneumonia, pneumonia"),
        ("John and Rose in Boston", "**** and **** in ******"),  # a plant and a place of MeSH
        ("in March and in May", "in ***** and in ***"),
        ("the patient's son doesn't", "the patient's *** doesn't"),
        ("J. has a cough", "*. has a cough"),
        ("Ymfgkstjj", "*********"),
        ("...\n\n-", "...\n\n-"),
        ("", ""),
    ],
)
def test_sentences(engine, text, left):
    assert masked(engine, text) == left


def words_of(text):
    tokens = lay_out(text, Vocabulary()).tokens
    return {lexicons.normal(tokens.vocabulary.word(word_id)) for word_id in tokens.ids.tolist()}


def test_only_words_of_the_lists_are_left(engine):
    terms = ("mesh", "diseases", "drugs", "anatomy", "lab-words", "device-words", "abbreviations")
    zipf = lexicons.load("common-words").numbers("zipf")
    items = {"'s", *(word for word in zipf if zipf[word] >= 4.5)}.union(*(lexicons.load(name) for name in terms))
    words = {word for item in items for word in WORD.findall(item)}
    for doc in itertools.islice(corpus.read(), 100):
        left = {word for word in words_of(masked(engine, doc.text)) if WORD.search(word)}
        assert left and left <= words


@given(st.lists(st.sampled_from(["the", "heart", "attack", "type", "2", "diabetes", "mary", "The", "7"]), max_size=12))
def test_the_longest_items_stay_and_all_else_is_found(words):
    doc = Document("a", " ".join(words))
    found = ConceptMatch(ALLOWED, ()).detect(doc, lay_out(doc.text, Vocabulary()))
    stay, at = [], 0
    while at < len(words):
        here = words[at:]
        length = max((n for n in range(len(here) + 1) if " ".join(here[:n]).casefold() in ALLOWED), default=0)
        stay += here[:length]
        at += length or 1
    assert apply(doc.with_spans(found), [""] * len(found)).doc.text.split() == stay


@given(st.text())
def test_what_is_found_is_disjoint_and_without_blanks(text):
    doc = Document("a", text)
    spans = ConceptMatch(ALLOWED, ()).detect(doc, lay_out(text, Vocabulary()))
    assert all(first.end <= second.start for first, second in itertools.pairwise(spans))
    assert not any(char.isspace() for span in spans for char in doc[span])


def test_marks_inside_items_count():
    doc = Document("a", "alpha-fetoprotein alpha fetoprotein don't don t")
    spans = ConceptMatch(ALLOWED, ()).detect(doc, lay_out(doc.text, Vocabulary()))
    assert [doc[span] for span in spans] == ["alpha", "fetoprotein", "don", "t"]


def test_concepts_are_marked_when_asked_for():
    doc = recipes.build("concept-match", Parts(also=("concepts",))).find(Document("a", "Ola had a heart attack."))
    assert [(doc[span], span.label) for span in doc.spans] == [("Ola", OTHER), ("heart attack", CONCEPT)]


def test_own_lists(tmp_path):
    for kind, words in (("keep", "Ymfgkstjj\n"), ("people", "cough\n")):
        (tmp_path / kind).write_text(words)
    lists = {kind: tmp_path / kind for kind in ("keep", "people")}
    engine = recipes.build("concept-match", Parts(lists=lists))
    assert masked(engine, "Ymfgkstjj has a cough") == "Ymfgkstjj has a *****"
