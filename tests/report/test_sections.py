"""Reports in sections, as a web page and as Markdown."""

import re
from html import unescape
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from incognote.report.plots import curves, grouped_bars, heat_map, histogram
from incognote.report.sections import Section, write_report
from incognote.report.tables import TEXT, Column, Significant, Table

NASTY = 'P<0.05 & R | `F` "quoted" <b>'
PLOTS = {
    "bars": grouped_bars([(NASTY, {"ours": 0.5, "the paper's": float("nan")}), ("b", {"ours": 1.0, "x": 0.0})], NASTY),
    "no bars": grouped_bars([], "no bars"),
    "curves": curves(["a", NASTY], {NASTY: [0.1, None], "b": [0.2, 0.3], **{f"s{n}": [n / 9] for n in range(8)}}, "c"),
    "heat map": heat_map(["", NASTY], [[5, 0], [1, 2]], "heat & map"),
    "histogram": histogram([0, 1, 1, 30], "histogram <"),
}
TABLE = Table(
    "t",
    "Table 1: F < 1 & more",
    (Column("method"), Column(NASTY, TEXT), Column("F", ".2f")),
    ((NASTY, "a\\|b", Significant(99.5)), ("second", "", None)),
    "A note of <it>.",
)


class Cells(HTMLParser):
    """The cells of a page's tables, as a reader sees them; `open` is what was never closed."""

    def __init__(self, page):
        super().__init__()
        self.rows, self.open, self._cell = [], [], None
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        if tag != "meta":
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self._cell = ""

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag
        if tag in ("td", "th"):
            self.rows[-1].append(self._cell)
            self._cell = None

    def handle_data(self, data):
        if self._cell is not None:
            self._cell += data


def markdown_rows(text):
    """The cells of Markdown tables, as a reader sees them."""
    lines = [line for line in text.splitlines() if line.startswith("|") and not re.fullmatch(r"[|:-]+", line)]
    cells = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines]
    return [[unescape(cell.strip().replace("\\|", "|")) for cell in row] for row in cells]


@pytest.fixture
def written(tmp_path):
    sections = [
        Section("First & best", ["Made by `a < b`.", TABLE]),
        Section("Plots", list(PLOTS.values())),
        Section("Empty", []),
    ]
    write_report(tmp_path / "new", "report", "A <title>", sections)
    return tmp_path / "new"


def test_a_page_has_every_table_with_its_cells_escaped(written):
    page = (written / "report.html").read_text("utf-8")
    found = Cells(page)
    assert found.open == []
    assert found.rows == [
        ["method", NASTY, "F"],
        [NASTY, "a\\|b", "99.50*"],
        ["second", "", "–"],
    ]
    assert "<b>" not in page
    assert "<code>a &lt; b</code>" in page
    assert all(f">{title}</h2>" in page for title in ("First &amp; best", "Plots", "Empty"))
    assert "A note of &lt;it&gt;." in page


def test_markdown_has_every_table_with_its_cells_escaped(written):
    text = (written / "report.md").read_text("utf-8")
    header, *rows = markdown_rows(text)
    assert header == ["method", NASTY, "F"]
    assert [row[0] for row in rows] == [NASTY, "second"]
    assert [row[2] for row in rows] == ["99.50*", "–"]
    assert "|---|---|--:|" in text
    assert not any("<b>" in line for line in text.splitlines() if line.startswith("|"))
    assert "## First & best" in text
    assert "### Table 1" in text


def test_both_have_every_plot(written):
    page, text = ((written / f"report.{kind}").read_text("utf-8") for kind in ("html", "md"))
    files = re.findall(r"\]\((plots/[^)]+\.svg)\)", text)
    assert len(files) == len(set(files)) == len(PLOTS) == page.count("<figure>")
    assert sorted(files) == sorted(f"plots/{file.name}" for file in (written / "plots").iterdir())


def test_plots_are_well_formed(written):
    for file in (written / "plots").iterdir():
        root = ElementTree.fromstring(file.read_text("utf-8"))
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert float(root.get("width")) > 0
    for plot in PLOTS.values():
        assert ElementTree.fromstring(plot.figure()).find("figcaption").text == plot.title


def test_a_plot_as_a_file_has_dark_letters_on_its_white_ground():
    (style,) = re.findall(r"<style>(.*?)</style>", PLOTS["bars"].file(), re.DOTALL)
    assert "svg text { fill: #1d2530;" in style
    assert "var(" not in style  # which not all programs know
    for selector in ("svg text", ".s0", ".s1", ".s2", ".line", ".right", ".wrong"):
        assert f"{selector} {{" in style


def test_writing_again_leaves_nothing_stale(written):
    (written / "plots" / "mine.svg").write_text("<svg/>")
    write_report(written, "report", "Another", [Section("One", [PLOTS["curves"]])])
    assert sorted(file.name for file in (written / "plots").iterdir()) == ["c.svg", "mine.svg"]
    assert "First" not in (written / "report.html").read_text("utf-8") + (written / "report.md").read_text("utf-8")
    before = {file: file.read_bytes() for file in written.rglob("*.*") if file.is_file()}
    write_report(written, "report", "Another", [Section("One", [PLOTS["curves"]])])
    assert {file: file.read_bytes() for file in before} == before


def test_bars_and_places_are_to_scale():
    bars = ElementTree.fromstring(grouped_bars([("a", {"x": 0.5}), ("b", {"x": 1.0})], "t").figure()).iter("rect")
    widths = [float(bar.get("width")) for bar in bars if bar.find("title") is not None]
    assert widths[0] * 2 == pytest.approx(widths[1], abs=0.2)
    drawn = ElementTree.fromstring(curves(["a", "b", "c"], {"x": [0.0, None, 1.0]}, "t").figure())
    heights = [float(circle.get("cy")) for circle in drawn.iter("circle")]
    assert len(heights) == 2
    assert heights[0] > heights[1]


def test_every_curve_looks_different():
    ours, theirs = ({f"{whose}{n}": [0.5] for n in range(8)} for whose in ("ours", "theirs"))
    drawn = ElementTree.fromstring(curves(["a"], ours, "t", theirs).figure())
    curved, shown = (
        [(line.get("class"), line.get("stroke-dasharray")) for line in drawn.iter(tag) if line.get("class")]
        for tag in ("polyline", "path")
    )
    assert curved == shown  # beside its name
    assert len(set(curved)) == 16
