import io

import pytest

from incognote.report.explained import print_reasons
from incognote.report.reasons import looks_for, shorten
from incognote.types import Document, Span

NOTE = "seen by BORIS on 3/4 at home\n"


@pytest.fixture
def note(tmp_path):
    (tmp_path / "a.txt").write_text(NOTE)
    return "a.txt"


def test_spans_in_context_with_their_reasons(call, note):
    done = call("explain", note)
    assert done.code == 0
    assert done.out.splitlines() == [
        "note 'a'",
        "8-13 DOCTOR  seen by BORIS on 3/4 at home⏎",
        "    found by test:capitals (DOCTOR, score 0.9)",
        "    also by test:with-an-o (HOSPITAL, score 0.5)",
        "",
        "17-20 DATE  seen by BORIS on 3/4 at home⏎",
        "    found by test:date (DATE, score 0.8)",
        "",
    ]


def test_line_ends_are_seen(call, tmp_path):
    (tmp_path / "a.txt").write_bytes("one\r\nBORIS\n\nADAMS\u2028two".encode())
    assert [line for line in call("explain", "a.txt").out.splitlines() if "DOCTOR  " in line] == [
        "5-10 DOCTOR  one⏎BORIS⏎⏎ADAMS⏎two",
        "12-17 DOCTOR  one⏎BORIS⏎⏎ADAMS⏎two",
    ]


def test_a_span_over_two_lines_stays_in_one():
    doc = Document("a", "by BO\nRIS", (Span(3, 9, "DOCTOR"),))
    out = io.StringIO()
    print_reasons(doc, doc, None, out)
    assert "3-9 DOCTOR  by BO⏎RIS\n" in out.getvalue()


def test_one_place(call, note):
    assert "BORIS" in call("explain", note, "--at", 8).out.splitlines()[1]
    assert "DATE" not in call("explain", note, "--at", 12).out
    nothing = call("explain", note, "--at", 13)
    assert (nothing.code, nothing.out) == (0, "")
    assert "no PHI was found there" in nothing.err


def test_one_note(call, tmp_path):
    (tmp_path / "n.csv").write_text("id,text\n1,ADAMS\n2,BROWN\n")
    done = call("explain", "n.csv", "--note", "2")
    assert "BROWN" in done.out
    assert "ADAMS" not in done.out
    assert call("explain", "n.csv", "--note", "3").code == 2


def test_its_help_says_that_it_shows_the_record(call):
    assert "This prints words of the record" in " ".join(call("explain", "--help").out.split())


def test_a_long_pattern_is_cut_and_stays_in_one_line():
    assert shorten("a\n b") == "a b"
    assert len(shorten("x" * 1000)) == 241


def test_only_rules_say_what_they_look_for():
    assert looks_for("known:patient-name") == []
