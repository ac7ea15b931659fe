"""Lines that are looked up where they lie say what a dictionary of them would."""

import gzip
from importlib.resources import files

from hypothesis import given
from hypothesis import strategies as st

from incognote.sorted_lines import SortedLines

WORDS = st.text(st.characters(exclude_characters="\t\n", exclude_categories=["Cs"]), min_size=1, max_size=6)
LINES = st.dictionaries(WORDS, st.lists(WORDS, max_size=2))


def packed(lines: dict[str, list[str]]) -> SortedLines:
    return SortedLines("".join("\t".join([word, *lines[word]]) + "\n" for word in sorted(lines)).encode())


@given(LINES, WORDS)
def test_a_word_has_its_columns(lines, other):
    found = packed(lines)
    for word in (*lines, other, *(word[:-1] for word in lines if word[1:]), *(f"{word}a" for word in lines)):
        assert found.get(word) == lines.get(word)


def test_words_are_found_in_lists_of_any_length():
    for length in (0, 1, 100, 5000):
        lines = {f"{number * 7919 % 10007}": [str(number)] for number in range(length)}
        found = packed(lines)
        for number in range(10_010):
            assert found.get(str(number)) == lines.get(str(number))


def test_half_a_character_is_on_no_list():
    assert packed({"a": ["b"]}).get("\ud800") is None


def test_groups_of_words_are_sorted():
    words = gzip.decompress(files("incognote.data").joinpath("words/clusters.tsv.gz").read_bytes()).splitlines()
    assert words == sorted(set(words), key=lambda line: line.partition(b"\t")[0])


def test_all_lines_in_order():
    assert [*SortedLines("a\tx\u0085y\tz\nb\n".encode())] == [["x\u0085y", "z"], []]
