import re

import pytest

from incognote.report.paper import Paper, Section, paper_html
from incognote.report.paper_pdf import paper_pdf
from incognote.report.tables import TEXT, Column, Table
from tests.report.pdf import words_of

ROWS = tuple((f"row {number}", number, "words " * 12) for number in range(120))
PAPER = Paper(
    "May <b>",
    ("signed by Ада Žižková and Ωμέγα", "李"),
    (
        Section("First & last", ("A paragraph.", ("a point", "another <script>alert(1)</script>"))),
        Section("Rows", (Table("rows", "Many", (Column("what"), Column("n"), Column("why", TEXT)), ROWS, "A note."),)),
        Section("No rows", (Table("none", "", (Column("what"), Column("n")), ()),)),
    ),
)


def test_a_page_needs_nothing_else_and_runs_nothing():
    page = paper_html(PAPER)
    assert "<script>" not in page
    assert "May &lt;b&gt;" in page
    assert "Ада Žižková and Ωμέγα" in page
    assert page.count("<tr>") == 1 + len(ROWS) + 1
    assert not re.search(r"https?:|src=|url\(|@import", page)


@pytest.mark.parametrize("compressed", [True, False])
def test_a_pdf_has_the_same_words(compressed):
    words = words_of(paper_pdf(PAPER, compressed))
    for text in ("Aparagraph.", "apoint", "another<script>alert", "row0", "row119", "Anote.", "[U+674E]"):
        assert text in words


def test_a_table_breaks_over_pages_with_its_head_on_each():
    content = paper_pdf(PAPER, compressed=False)
    pages = len(re.findall(rb"/Type /Page\b", content))
    assert pages > 2
    words = words_of(content)
    assert words.count("whatnwhy") >= pages - 1
    assert all(f"page{number}" in words for number in range(1, pages + 1))


def test_letters_of_several_scripts_are_in_the_font():
    content = paper_pdf(PAPER, compressed=False)
    assert b"<0410>" in content  # А
    assert b"<03A9>" in content  # Ω
    assert b"<017D>" in content  # Ž


@pytest.mark.parametrize("compressed", [True, False])
def test_a_pdf_is_the_same_each_time(compressed):
    assert paper_pdf(PAPER, compressed) == paper_pdf(PAPER, compressed)


@pytest.mark.parametrize("text", ["\u6f22" * 2000, "w" * 2000, "word " * 2000, "\u0633\u0644\u0627\u0645 " * 400])
def test_a_cell_that_is_longer_than_a_page_is_continued(text):
    rows = (("name", "Ada"), ("statement", text), ("stands", "for all"))
    table = Table("t", "", (Column("what"), Column("", TEXT)), rows)
    content = paper_pdf(Paper(text[:100], (), (Section("s", (table,)),)), compressed=False)
    words = words_of(content)
    assert words.count(f"[U+{ord(text[0]):04X}]" if ord(text[0]) > 0x500 else text[0]) >= text.count(text[0])
    assert "forall" in words


def test_a_word_without_blanks_fits():
    table = Table("t", "", (Column("a"), Column("b", TEXT)), (("sha", "f" * 64),) * 3)
    assert paper_pdf(Paper("x", (), (Section("s", (table,)),)))
