"""Plots as SVG, drawn by hand so that a page needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files

_BAR, _GAP, _LEFT, _WIDTH = 12, 10, 150, 420

_TOP, _TALL, _STEP = 50, 240, 110
_COLOURS = 3
_DASHES = ("", ' stroke-dasharray="6 4"', ' stroke-dasharray="2 3"')  # for lines of one colour
_SVG_STYLE = re.compile(
    r"(?:svg (?:text|\.small|\.light)|\.(?:line(?:\.s\d)?|s\d|right|wrong)) \{[^}]*\}|^:root \{[^}]*\}", re.MULTILINE
)  # without the colours for dark pages: a file has a white ground


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
        style = "".join(_SVG_STYLE.findall(files("incognote").joinpath("data/report/page.css").read_text("utf-8")))
        background = f'<style>{style}</style><rect width="100%" height="100%" fill="#fff"/>'
        return self._svg(' xmlns="http://www.w3.org/2000/svg"', background) + "\n"

    def _svg(self, more: str = "", first: str = "") -> str:
        size = f'viewBox="0 0 {self.width:g} {self.height:g}" width="{self.width:g}"'
        return f'<svg{more} {size} role="img" aria-label="{escape(self.title)}">{first}{"".join(self.pieces)}</svg>'


def grouped_bars(rows: Sequence[tuple[str, Mapping[str, float]]], title: str) -> Plot:
    """Horizontal bars from 0 to 1, a group a row, a bar a series."""
    series = list(rows[0][1]) if rows else []
    pieces = []
    y = 30
    for number, name in enumerate(series):
        x = _LEFT + 100 * number
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
    return Plot(title, _LEFT + _WIDTH + 50, y, tuple(pieces))


def curves(names: Sequence[str], series: Mapping[str, Sequence[float | None]], title: str) -> Plot:
    """A line a series over named places, from 0 to 1."""
    pieces = []
    for at in range(0, 11, 2):
        y = _TOP + _TALL * (1 - at / 10)
        pieces.append(
            f'<line x1="50" x2="{60 + _STEP * len(names)}" y1="{y:g}" y2="{y:g}" stroke="#bbb" stroke-width="0.5"/>'
        )
        pieces.append(f'<text x="44" y="{y + 4:g}" text-anchor="end" class="small">{at / 10:.1f}</text>')
    for place, name in enumerate(names):
        pieces.append(f'<text x="{_place(place):g}" y="{_TOP + _TALL + 20}" text-anchor="middle">{escape(name)}</text>')
    for number, (name, values) in enumerate(series.items()):
        there = [(_place(place), _TOP + _TALL * (1 - value)) for place, value in enumerate(values) if value is not None]
        points = " ".join(f"{x:g},{y:.1f}" for x, y in there)
        colour, dashes = f"s{number % _COLOURS}", _DASHES[number // _COLOURS % len(_DASHES)]
        pieces.append(f'<polyline points="{points}" class="line {colour}"{dashes}/>')
        pieces += (f'<circle cx="{x:g}" cy="{y:.1f}" r="3.5" class="{colour}"/>' for x, y in there)
        x, y = 60 + 170 * (number % 4), 11 + 18 * (number // 4)
        pieces.append(f'<line x1="{x - 10}" x2="{x + 10}" y1="{y}" y2="{y}" class="line {colour}"{dashes}/>')
        pieces.append(f'<text x="{x + 15}" y="{y + 4}">{escape(name)}</text>')
    return Plot(title, max(740, 80 + _STEP * len(names)), _TOP + _TALL + 40, tuple(pieces))


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
