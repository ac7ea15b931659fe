"""The packed lists say what the lists say."""

import gzip
from importlib.resources import files

import pytest

from incognote.data import load_toml
from incognote.detect.classes import Classes
from incognote.detect.names import NAME_CLASSES, name_classes
from incognote.detect.packed import FILE, Packed, pack
from incognote.detect.word_classes import long_lists

LISTS = {
    "name": ["smith", "o'neil", "van der berg", "van dyk", "a.", "x"],
    "place": ["smith", "van", "new york", "new york city", "st. louis", "___"],
    "drug": ["aspirin"],
}


@pytest.fixture(scope="module")
def lists():
    return long_lists()


def test_what_is_shipped_is_made_of_the_lists(lists):
    """Or else: PYTHONPATH=src python tools/pack_lists.py."""
    assert gzip.decompress(files("incognote.data").joinpath(FILE).read_bytes()) == pack(lists)


def test_every_long_list_is_packed(lists):
    content = load_toml("rules/classes.toml")
    assert [*lists] == [*content["lexicons"], *content["columns"], *NAME_CLASSES]
    assert not lists.keys() & content["words"].keys()
    assert tuple(name_classes()) == NAME_CLASSES


@pytest.mark.parametrize("own", [(), ("new york minute", "van", "van der")])
def test_classes_of_packed_lists_are_those_of_lists(own):
    derived = {"both": "name&place"}
    plain = Classes({**LISTS, "own-people": own}, ["of"], {}, derived)
    empty = dict.fromkeys(LISTS, ())
    packed = Classes({**empty, "own-people": own}, ["of"], {}, derived, packed=Packed(pack(LISTS)))
    assert packed.names() == plain.names()
    assert [*map(packed.has_items, plain.names())] == [*map(plain.has_items, plain.names())]
    text = "smith Smith o neil ' van der berg dyk a . x new york city st louis _ __ aspirin of minute other"
    for word in text.split():
        assert packed.bits(word) == plain.bits(word), word
        assert packed.further(word) == plain.further(word), word
        assert sorted(packed.seconds(word)) == sorted(plain.seconds(word)), word
        _require_same_phrases(packed, plain, word)


def test_a_word_of_our_lists_has_the_classes_of_all_that_have_it(lists):
    plain, packed = (Classes(some, [], {}, {}, packed=known) for some, known in ((lists, None), _packed(lists)))
    assert packed.names() == plain.names()
    words = {word for items in lists.values() for item in items for word in item.split()}
    for word in sorted(words)[::7]:
        assert packed.bits(word) == plain.bits(word), word
        assert packed.further(word) == plain.further(word), word
        assert set(packed.seconds(word)) == set(plain.seconds(word)), word
        _require_same_phrases(packed, plain, word)


def _packed(lists):
    return dict.fromkeys(lists, ()), Packed(gzip.decompress(files("incognote.data").joinpath(FILE).read_bytes()))


def _require_same_phrases(packed, plain, first):
    for second in {second for second, _ in plain.seconds(first)} | {"other"}:
        found, expected = packed.phrases(first, second), plain.phrases(first, second)
        assert set(found) == set(expected), (first, second)
        assert [len(rest) for rest, _ in found] == sorted([len(rest) for rest, _ in found], reverse=True)
