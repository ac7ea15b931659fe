from incognote.detect.classes import Classes
from incognote.detect.rule import Rule
from incognote.detect.rules import Rules
from incognote.layout import lay_out
from incognote.types import Document
from incognote.vocabulary import Vocabulary


def test_what_follows_an_item_of_several_words_is_found():
    classes = Classes({"clue": ["lives in"]}, [], {"letters": str.isalpha}, {})
    rules = Rules([Rule("a/b", "CITY", "{clue} {clue-more}* < {letters} >")], classes)
    doc = Document("a", "She lives in Boston, and lives well.")
    found = rules.detect(doc, lay_out(doc.text, Vocabulary()))
    assert [doc[span] for span in found] == ["Boston"]
