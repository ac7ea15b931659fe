"""Plots as SVG, drawn by hand so that a page needs nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

_BAR, _GAP, _LEFT, _WIDTH = 12, 10, 150, 420


def grouped_bars(rows: Sequence[tuple[str, Mapping[str, float]]], title: str) -> str:
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
    return _svg(_LEFT + _WIDTH + 50, y, title, pieces)


def heat_map(names: Sequence[str], counts: Sequence[Sequence[int]], title: str) -> str:
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
    return _svg(left + size + 60, top + size + 10, title, pieces)


def histogram(values: Sequence[int], title: str, most: int = 10) -> str:
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
    return _svg(520, 212, title, pieces)


def _svg(width: float, height: float, title: str, pieces: Sequence[str]) -> str:
    return (
        f'<figure><figcaption>{escape(title)}</figcaption><svg viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'role="img" aria-label="{escape(title)}">{"".join(pieces)}</svg></figure>'
    )
