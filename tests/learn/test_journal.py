"""Journals outlive whatever stops their writer."""

import stat
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.errors import ConfigError
from incognote.learn.journal import Journal, Labelled
from incognote.types import Span

FOUND = [Labelled({f"nóte {number}": [Span(number, number + 2, "NAME")]}, 0.5) for number in range(3)]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return tmp_path_factory.mktemp("journals") / "kept.jsonl"


@pytest.fixture(scope="module")
def content(file):
    journal = Journal(file)
    for number, found in enumerate(FOUND):
        journal.add(str(number), f"fold {number}", found)
    return file.read_bytes()


def test_what_was_added_is_there_again(file, content):
    file.write_bytes(content)
    assert [Journal(file).get(str(number)) for number in range(3)] == FOUND
    assert Journal(file).get("3") is None
    assert Journal(None).get("0") is None


def kept(file):
    journal = Journal(file)
    found = [journal.get(str(number)) for number in range(3)]
    journal.add("new", "another fold", FOUND[0])
    assert Journal(file).get("new") == FOUND[0]
    return found


@given(st.data())
def test_a_journal_that_was_cut_anywhere_loses_the_cut_line_alone(file, content, data):
    cut = content[: data.draw(st.integers(0, len(content)))]
    file.write_bytes(cut)
    whole = max(cut.count(b"\n") - 1, 0)
    assert kept(file) == FOUND[:whole] + [None] * (3 - whole)


@pytest.mark.parametrize("tail", [b"\x00" * 9, b"\xff\xc3", b'{"key'])
def test_what_follows_the_last_whole_line_is_forgotten(file, content, tail):
    file.write_bytes(content + tail)
    assert kept(file) == FOUND


@pytest.mark.parametrize("change", [lambda line: b"{" + line, lambda line: b"[]\n", lambda line: line[:9] + b"\n"])
def test_other_damage_is_said(file, content, change):
    head, first, *others = content.splitlines(keepends=True)
    damaged = b"".join([head, change(first), *others])
    file.write_bytes(damaged)
    with pytest.raises(ConfigError, match=r"damaged one; remove it"):
        Journal(file)
    assert file.read_bytes() == damaged


@pytest.mark.skipif(sys.platform == "win32", reason="files have no modes there")
def test_others_may_not_read_it(tmp_path):
    Journal(tmp_path / "kept")
    assert stat.S_IMODE((tmp_path / "kept").stat().st_mode) == 0o600
