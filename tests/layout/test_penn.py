"""Words in the manner of the Penn Treebank."""

import pytest

from incognote import Vocabulary, lay_out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(12/02/99), seen", "( 12/02/99 ) , seen"),
        ("Dr. Osei's sister can't", "Dr. Osei 's sister ca n't"),
        ("Name:Osei,Kofi", "Name : Osei , Kofi"),
        ("at 10:30, 1,200 mg", "at 10:30 , 1,200 mg"),
        ("home(with aid)today", "home ( with aid ) today"),
        ("pain--none..then", "pain -- none .. then"),
        ("follow-up 3/4", "follow-up 3/4"),
    ],
)
def test_marks_part_from_words(text, expected):
    tokens = lay_out(text, Vocabulary(), "penn").tokens
    found = [text[start:end] for start, end in zip(tokens.starts, tokens.ends, strict=True)]
    assert found == expected.split()
