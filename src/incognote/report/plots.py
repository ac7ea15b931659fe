"""Plots as SVG, drawn by hand so that a page needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files

_BAR, _GAP, _LEFT, _WIDTH = 12, 10, 150, 420
_TOP, _TALL, _STEP = 50, 240, 110
_SVG_STYLE = re.compile(r"(?:svg (?:text|\.small|\.light)|\.(?:line(?:\.s\d)?|s\d|right|wrong)) \{[^}]*\}")
_COLOUR = re.compile(r"--(\w+): (#\w+)")
_VARIABLE = re.compile(r"var\(--(\w+)\)")


@dataclass(frozen=True)
class Plot:
    """A drawing: its title, size, and pieces of SVG."""

    title: str
    width: float
    height: float
    pieces: tuple[str, ...]

    def figure(self) -> str:
        """As part of a page, whose style it shares."""
        return f"<figure><figcaption>{escape(self.title)}</figcaption>{self._svg()}</figure>"

    def file(self) -> str:
        """As a file of its own."""
        background = f'<style>{_own_style()}</style><rect width="100%" height="100%" fill="#fff"/>'
        return self._svg(' xmlns="http://www.w3.org/2000/svg"', background) + "\n"

    def _svg(self, more: str = "", first: str = "") -> str:
        size = f'viewBox="0 0 {self.width:g} {self.height:g}" width="{self.width:g}"'
        return f'<svg{more} {size} role="img" aria-label="{escape(self.title)}">{first}{"".join(self.pieces)}</svg>'


def _own_style() -> str:
    """What the style of pages says of plots, in its light colours, which many programs must have written out."""
    page = files("incognote").joinpath("data/report/page.css").read_text("utf-8")
    colours = dict(_COLOUR.findall(page[: page.index("}")]))
    return _VARIABLE.sub(lambda name: colours[name[1]], "".join(_SVG_STYLE.findall(page)))


def grouped_bars(rows: Sequence[tuple[str, Mapping[str, float]]], title: str) -> Plot:
    """Horizontal bars from 0 to 1, a group a row, a bar a series."""
    series = list(rows[0][1]) if rows else []
    pieces = []
    y = 30
    wide = max(100, *(7 * len(name) + 30 for name in series)) if series else 100
    for number, name in enumerate(series):
        x = _LEFT + wide * number
        pieces.append(f'<rect x="{x}" y="6" width="10" height="10" class="s{number}"/>')
        pieces.append(f'<text x="{x + 15}" y="15">{escape(name)}</text>')
    for label, values in rows:
        middle = y + _BAR * len(series) / 2 + 4
        pieces.append(f'<text x="{_LEFT - 8}" y="{middle}" text-anchor="end">{escape(label)}</text>')
        for number, value in enumerate(values.values()):
            shown = 0.0 if value != value else value
            pieces.append(
                f'<rect x="{_LEFT}" y="{y}" width="{shown * _WIDTH:.1f}" height="{_BAR - 1}" class="s{number}">'
                f"<title>{escape(label)}: {shown:.4f}</title></rect>"
            )
            pieces.append(f'<text x="{_LEFT + shown * _WIDTH + 4:.1f}" y="{y + 9}" class="small">{shown:.3f}</text>')
            y += _BAR
        y += _GAP
    return Plot(title, max(_LEFT + _WIDTH + 50, _LEFT + wide * len(series)), y, tuple(pieces))


def intervals(rows: Sequence[tuple[str, Mapping[str, tuple[float, tuple[float, float] | None]]]], title: str) -> Plot:
    """Dots from 0 to 1 with their intervals, a group a row, a dot a series."""
    pieces, y = [], 40
    for at in range(0, 11, 2):
        x = _LEFT + _WIDTH * at / 10
        pieces.append(f'<text x="{x:g}" y="34" text-anchor="middle" class="small">{at / 10:.1f}</text>')
    for number, name in enumerate(rows[0][1] if rows else ()):
        pieces.append(f'<circle cx="{_LEFT + 100 * number + 5}" cy="11" r="4" class="s{2 * number}"/>')
        pieces.append(f'<text x="{_LEFT + 100 * number + 15}" y="15">{escape(name)}</text>')
    for label, values in rows:
        pieces.append(f'<text x="{_LEFT - 8}" y="{y + 8 * len(values) + 4}" text-anchor="end">{escape(label)}</text>')
        for number, (name, (value, interval)) in enumerate(values.items()):
            y += 16
            if value == value:
                pieces += _dot(y - 8, value, interval, f"s{2 * number}", f"{escape(label)}, {escape(name)}")
        y += _GAP
    lines = (_LEFT + _WIDTH * at / 10 for at in range(0, 11, 2))
    grid = tuple(f'<path d="M{x:g} 40V{y}" stroke="#bbb" stroke-width="0.5"/>' for x in lines)
    return Plot(title, _LEFT + _WIDTH + 60, y, (*grid, *pieces))


def _dot(y: float, value: float, interval: tuple[float, float] | None, kind: str, name: str) -> Iterator[str]:
    low, high = interval or (value, value)
    x, start, end = (_LEFT + _WIDTH * at for at in (value, low, high))
    yield f'<path d="M{start:.1f} {y:g}H{end:.1f}" class="line {kind}"/>'
    yield f'<circle cx="{x:.1f}" cy="{y:g}" r="4" class="{kind}"><title>{name}: {value:.3f}</title></circle>'
    yield f'<text x="{_LEFT + _WIDTH + 8}" y="{y + 4:g}" class="small">{value:.3f}</text>'


Line = Sequence[float | None]


def curves(
    names: Sequence[str], series: Mapping[str, Line], title: str, beside: Mapping[str, Line] | None = None
) -> Plot:
    """A line a series over named places, from 0 to 1; those `beside` them are dashed, in the same colours."""
    pieces = []
    for at in range(0, 11, 2):
        y = _TOP + _TALL * (1 - at / 10)
        pieces.append(f'<path d="M50 {y:g}H{60 + _STEP * len(names)}" stroke="#bbb" stroke-width="0.5"/>')
        pieces.append(f'<text x="44" y="{y + 4:g}" text-anchor="end" class="small">{at / 10:.1f}</text>')
    for place, name in enumerate(names):
        pieces.append(f'<text x="{_place(place):g}" y="{_TOP + _TALL + 20}" text-anchor="middle">{escape(name)}</text>')
    for dash, lines in (("", series), (' stroke-dasharray="5 4"', beside or {})):
        for number, (name, values) in enumerate(lines.items()):
            pieces += _line(name, values, number, dash)
            pieces += _legend(name, number, dash)
    return Plot(title, max(740, 80 + _STEP * len(names)), _TOP + _TALL + 40, tuple(pieces))


def _line(name: str, values: Line, number: int, dash: str) -> Iterator[str]:
    there = [(_place(place), _TOP + _TALL * (1 - value)) for place, value in enumerate(values) if value is not None]
    points = " ".join(f"{x:g},{y:.1f}" for x, y in there)
    yield f'<polyline points="{points}" class="line s{number}"{dash}><title>{escape(name)}</title></polyline>'
    for x, y in there:
        yield f'<circle cx="{x:g}" cy="{y:.1f}" r="3" class="s{number}"/>'


def _legend(name: str, number: int, dash: str) -> Iterator[str]:
    x, y = 60 + 165 * (number % 4), (10 if not dash else 28) + 18 * (number // 4)
    yield f'<path d="M{x} {y}h22" class="line s{number}"{dash}/><text x="{x + 28}" y="{y + 4}">{escape(name)}</text>'


def _place(number: int) -> float:
    return 60 + _STEP * (number + 0.5)


def heat_map(names: Sequence[str], counts: Sequence[Sequence[int]], title: str) -> Plot:
    """A square of counts, shaded by each cell's share of its row; rows are gold."""
    cell, left, top = 52, 110, 90
    pieces = []
    for column, name in enumerate(names):
        x = left + column * cell + cell / 2
        pieces.append(f'<text transform="translate({x + 4},{top - 8}) rotate(-45)">{escape(name)}</text>')
    for row, (name, numbers) in enumerate(zip(names, counts, strict=True)):
        y = top + row * cell
        whole = sum(numbers) or 1
        pieces.append(f'<text x="{left - 8}" y="{y + cell / 2 + 4}" text-anchor="end">{escape(name)}</text>')
        for column, number in enumerate(numbers):
            x, share = left + column * cell, number / whole
            kind = "right" if row == column else "wrong"
            ink = "light" if share > 0.5 else ""
            opacity = 0.08 + 0.92 * share if number else 0
            place = f'x="{x}" y="{y}" width="{cell - 2}" height="{cell - 2}"'
            pieces.append(
                f'<rect {place} class="{kind}" fill-opacity="{opacity:.2f}">'
                f"<title>{escape(name)} found as {escape(names[column])}: {number:,} ({share:.1%})</title></rect>"
            )
            if number:
                middle = f'x="{x + cell / 2 - 1}" y="{y + cell / 2 + 3}"'
                pieces.append(f'<text {middle} text-anchor="middle" class="small {ink}">{number:,}</text>')
    size = cell * len(names)
    return Plot(title, left + size + 60, top + size + 10, tuple(pieces))


def histogram(values: Sequence[int], title: str, most: int = 10) -> Plot:
    """How many items have 0, 1, 2, … of something; the last column holds all from `most` on."""
    heights = [sum(value == number for value in values) for number in range(most)]
    heights.append(sum(value >= most for value in values))
    tallest = max(heights) or 1
    pieces = []
    for number, height in enumerate(heights):
        x, tall = 20 + 44 * number, 160 * height / tallest
        name = f"{number}+" if number == most else str(number)
        kind = "s0" if number == 0 else "s2"
        pieces.append(f'<rect x="{x}" y="{185 - tall:.1f}" width="36" height="{tall:.1f}" class="{kind}"/>')
        pieces.append(f'<text x="{x + 18}" y="{180 - tall:.1f}" text-anchor="middle" class="small">{height:,}</text>')
        pieces.append(f'<text x="{x + 18}" y="202" text-anchor="middle">{name}</text>')
    return Plot(title, 520, 212, tuple(pieces))
