"""A report as PDF, in a font that has Latin, Greek and Cyrillic letters. Letters that it lacks are shown by number."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from html import escape
from pathlib import Path
from typing import Any

from incognote.errors import ConfigError
from incognote.report.paper import Paper, Part, shown_rows
from incognote.report.tables import TEXT, Table

_REGULAR, _BOLD = "SourceSansPro", "SourceSansPro-Bold"
_FONTS = {_REGULAR: "SourceSansPro-Regular.ttf", _BOLD: "SourceSansPro-Bold.ttf"}
_INK, _SOFT, _LINE = "#1d2530", "#5a6675", "#d5dae1"
_MARGIN = 51.0  # points: 18 mm
_SMALL = 8.0
_PADDING = 14.0
_FOOT = 80  # characters


def paper_pdf(paper: Paper, compressed: bool = True) -> bytes:
    """The same bytes for the same paper."""
    try:
        from reportlab.platypus import SimpleDocTemplate
    except ModuleNotFoundError:
        raise ConfigError("a report as PDF needs reportlab; install incognote[serve], or write .html") from None
    out = io.BytesIO()
    pdf = SimpleDocTemplate(
        out,
        invariant=1,
        pageCompression=int(compressed),
        title=paper.title,
        author="incognote",
        leftMargin=_MARGIN,
        rightMargin=_MARGIN,
        topMargin=_MARGIN,
        bottomMargin=_MARGIN,
    )
    show = _letters()
    flowables = list(_flowables(paper, show, pdf.width))

    def numbered(canvas: Any, of: Any) -> None:
        canvas.setFont(_REGULAR, _SMALL)
        canvas.setFillColor(_SOFT)
        canvas.drawString(_MARGIN, _MARGIN / 2, show(paper.title)[:_FOOT])
        canvas.drawRightString(of.pagesize[0] - _MARGIN, _MARGIN / 2, f"page {canvas.getPageNumber()}")

    pdf.build(flowables, onFirstPage=numbered, onLaterPages=numbered)
    return out.getvalue()


def _letters() -> Callable[[str], str]:
    """Loads the fonts; gives what writes a letter that they lack as U+XXXX."""
    try:
        import font_source_sans_pro as files
    except ModuleNotFoundError:
        raise ConfigError("a report as PDF needs font-source-sans-pro; install incognote[serve]") from None
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    folder = Path(files.__file__).parent / "files"
    fonts = [TTFont(name, folder / file) for name, file in _FONTS.items()]
    for font in fonts:
        pdfmetrics.registerFont(font)
    pdfmetrics.registerFontFamily(_REGULAR, normal=_REGULAR, bold=_BOLD, italic=_REGULAR, boldItalic=_BOLD)
    known = set.intersection(*(set(font.face.charToGlyph) for font in fonts))
    return lambda text: "".join(c if ord(c) in known or c == "\n" else f"[U+{ord(c):04X}]" for c in text)


def _flowables(paper: Paper, show: Callable[[str], str], width: float) -> Iterator[Any]:
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import KeepTogether, Paragraph

    body = ParagraphStyle("body", fontName=_REGULAR, fontSize=10, leading=14, textColor=_INK, spaceAfter=4)
    styles = {
        "body": body,
        "title": ParagraphStyle("title", body, fontName=_BOLD, fontSize=18, leading=23),
        "lines": ParagraphStyle("lines", body, textColor=_SOFT, spaceAfter=12),
        "heading": ParagraphStyle("heading", body, fontName=_BOLD, fontSize=13, leading=17, spaceBefore=14),
        "table": ParagraphStyle("table", body, fontName=_BOLD, fontSize=10, spaceBefore=8, keepWithNext=1),
        "point": ParagraphStyle("point", body, leftIndent=12, bulletIndent=2, bulletFontName=_REGULAR),
        "note": ParagraphStyle("note", body, fontSize=_SMALL, leading=11, textColor=_SOFT, spaceBefore=2),
    }

    def paragraph(text: str, style: str, **more: Any) -> Any:
        return Paragraph(escape(show(text)).replace("\n", "<br/>"), styles[style], **more)

    yield paragraph(paper.title, "title")
    yield paragraph("\n".join(paper.lines), "lines")
    for section in paper.sections:
        first, *others = (piece for part in section.parts for piece in _pieces(part, paragraph, show, width))
        heading = paragraph(section.heading, "heading")
        yield KeepTogether([heading, first]) if not isinstance(section.parts[0], Table) else heading
        yield from others if not isinstance(section.parts[0], Table) else (first, *others)


def _pieces(part: Part, paragraph: Callable[..., Any], show: Callable[[str], str], width: float) -> Iterator[Any]:
    if isinstance(part, str):
        yield paragraph(part, "body")
    elif isinstance(part, Table):
        if part.title:
            yield paragraph(part.title, "table")
        yield _grid(part, show, width)
        if part.note:
            yield paragraph(part.note, "note")
    else:
        yield from (paragraph(point, "point", bulletText="•") for point in part)


def _grid(table: Table, show: Callable[[str], str], width: float) -> Any:
    """The table; its head stands on every page that it reaches."""
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Paragraph, TableStyle
    from reportlab.platypus import Table as Grid

    right = ParagraphStyle("right", fontName=_REGULAR, fontSize=_SMALL, leading=10, textColor=_INK, alignment=2)
    left = ParagraphStyle("left", right, alignment=0)
    kinds = [left if not at or column.spec == TEXT else right for at, column in enumerate(table.columns)]
    heads = [ParagraphStyle("head", kind, fontName=_BOLD, textColor=_SOFT) for kind in kinds]

    def cells(texts: list[str], styles: list[Any]) -> list[Any]:
        return [Paragraph(escape(show(text)), style) for text, style in zip(texts, styles, strict=True)]

    rows = [cells([column.name for column in table.columns], heads)]
    rows += [cells(row, kinds) for row in shown_rows(table)]
    grid = Grid(rows, _widths(table, show, width), repeatRows=1, splitInRow=1, hAlign="LEFT")
    grid.setStyle(
        TableStyle(
            [
                ("LINEBELOW", (0, 0), (-1, -1), 0.4, _LINE),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("TOPPADDING", (0, 0), (-1, -1), 1.5),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
            ]
        )
    )
    return grid


def _widths(table: Table, show: Callable[[str], str], width: float) -> list[float]:
    """Each column has room for its longest word, if that isn't too long, and what is left goes to those with more."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    def longest(texts: Iterable[str]) -> float:
        most: float = max(stringWidth(show(text), _BOLD, _SMALL) for text in texts)
        return min(0.45 * width, most + _PADDING)

    rows = [[column.name for column in table.columns], *shown_rows(table)]
    columns = [[row[at] for row in rows] for at in range(len(table.columns))]
    least = [longest(word for text in column for word in text.split() or [""]) for column in columns]
    wanted = [longest(column) for column in columns]
    left = width - sum(least)
    if left <= 0 or wanted == least:
        return [width * one / sum(least) for one in least]
    more = [most - one for most, one in zip(wanted, least, strict=True)]
    return [one + left * extra / sum(more) for one, extra in zip(least, more, strict=True)]
