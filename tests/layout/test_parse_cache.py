import sqlite3
import stat

import pytest

from incognote.errors import IncognoteError
from incognote.layout import parsing
from incognote.layout.parse_cache import ParseCache
from incognote.layout.syntax import Link, Parse, Sentence

SENTENCE = Sentence(("She", "lives", "in", "Hatfield", "."))
PARSE = Parse("full", (Link(-1, 0, "Wd"), Link(0, 1, "Ss")))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "parses"


def test_parses_are_kept(path):
    with ParseCache(path) as cache:
        assert cache.get(SENTENCE, "5") is None
        cache.put(SENTENCE, "5", PARSE)
    with ParseCache(path) as cache:
        assert cache.get(SENTENCE, "5") == PARSE
        assert cache.get(SENTENCE, "6") is None
        assert cache.get(Sentence(SENTENCE.words, frozenset({4})), "5") is None


def test_a_lost_sentence_is_not_kept(path):
    with ParseCache(path) as cache:
        cache.put(SENTENCE, "5", Parse("lost"))
        assert cache.get(SENTENCE, "5") is None


def test_lone_surrogates_have_hashes_too(path):
    with ParseCache(path) as cache:
        cache.put(Sentence(("\ud800", "\0")), "5", PARSE)
        assert cache.get(Sentence(("\ud800", "\0")), "5") == PARSE


def test_the_file_holds_no_words_and_is_the_owners(path):
    with ParseCache(path) as cache:
        cache.put(SENTENCE, "5", PARSE)
    content = path.read_bytes()
    assert not any(word.encode() in content for word in ("She", "lives", "Hatfield"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_another_file_is_refused_without_being_touched(path):
    path.write_text("Mr. Hatfield's note, which is no cache of parses at all.\n" * 100)
    before = path.read_bytes()
    with pytest.raises(IncognoteError, match="name a new file"), ParseCache(path):
        pass
    assert path.read_bytes() == before


def test_a_damaged_row_is_an_error(path):
    with ParseCache(path) as cache:
        cache.put(SENTENCE, "5", PARSE)
    with sqlite3.connect(path) as file:
        file.execute("UPDATE parses SET parse = 'x'")
    with ParseCache(path) as cache, pytest.raises(IncognoteError, match="name a new file"):
        cache.get(SENTENCE, "5")


def test_a_folder_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(IncognoteError, match="can't be used"), ParseCache(tmp_path / "absent" / "parses"):
        pass


@pytest.mark.usefixtures("link_grammar")
def test_what_is_kept_is_not_parsed_again(path, monkeypatch):
    with ParseCache(path) as cache:
        first = parsing.parse_all([SENTENCE, SENTENCE], cache=cache)
    assert sqlite3.connect(path).execute("SELECT count(*) FROM parses").fetchone() == (1,)
    monkeypatch.setattr(parsing._Worker, "parse", None)
    with ParseCache(path) as cache:
        assert parsing.parse_all([SENTENCE], cache=cache) == first[:1]
