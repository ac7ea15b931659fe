import pytest

from incognote.errors import MismatchError
from incognote.evaluate.match import compare, compare_all
from incognote.types import Document


def test_other_ids_and_other_texts_are_refused_without_a_word_of_them():
    with pytest.raises(MismatchError, match="'a' and 'b'"):
        compare(Document("a", "Smith"), Document("b", "Smith"))
    with pytest.raises(MismatchError, match=r"note 'a'.*from character 2 on") as error:
        compare(Document("a", "Smith"), Document("a", "Smyth"))
    assert "Smyth" not in str(error.value)
    with pytest.raises(MismatchError, match="in length"):
        compare(Document("a", "Smith"), Document("a", "Smi"))


def test_notes_that_one_side_lacks_are_named():
    notes = {str(number): Document(str(number), "text") for number in range(9)}
    with pytest.raises(MismatchError, match=r"note '0' is missing; .* and 4 more; give both the same notes"):
        compare_all(notes, {})
    with pytest.raises(MismatchError, match=r"note '8' is extra"):
        compare_all({key: doc for key, doc in notes.items() if key != "8"}, notes)
