"""Engines as dots: recall upwards, precision to the right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from math import floor

from incognote.report.plots import Plot

LEFT, TOP, SIZE = 60, 20, 480
LEGEND = 180

Dot = tuple[str, str, float, float]
"""Engine, notes, precision, recall."""


def scatter(dots: Sequence[Dot], title: str) -> Plot:
    """A colour for each set of notes; each axis runs from a tenth below all figures to 1."""
    dots = [dot for dot in dots if dot[2] == dot[2] and dot[3] == dot[3]]
    left, low = _least(dot[2] for dot in dots), _least(dot[3] for dot in dots)
    pieces = [*_axes(left, low)]
    sets = list(dict.fromkeys(notes for _, notes, _, _ in dots))
    for number, notes in enumerate(sets):
        line = TOP + 10 + 18 * number
        pieces.append(f'<circle cx="{LEFT + SIZE + 30}" cy="{line}" r="4" class="s{number}"/>')
        pieces.append(f'<text x="{LEFT + SIZE + 40}" y="{line + 4}">{escape(notes)}</text>')
    for engine, notes, precision, recall in dots:
        x, y = _x(precision, left), _y(recall, low)
        told = f"{escape(engine)}, {escape(notes)}: precision {precision:.3f}, recall {recall:.3f}"
        pieces.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" class="s{sets.index(notes)}"><title>{told}</title>')
        pieces.append(f'</circle><text x="{x + 6:.1f}" y="{y + 3:.1f}" class="small">{escape(engine)}</text>')
    return Plot(title, LEFT + SIZE + LEGEND, TOP + SIZE + 50, tuple(pieces))


def _least(values: Iterable[float]) -> float:
    return min(0.9, *(floor(value * 10) / 10 for value in values))


def _x(precision: float, least: float) -> float:
    return LEFT + SIZE * (precision - least) / (1 - least)


def _y(recall: float, least: float) -> float:
    return TOP + SIZE * (1 - recall) / (1 - least)


def _axes(left: float, low: float) -> Iterator[str]:
    bottom, right, middle = TOP + SIZE, LEFT + SIZE, SIZE / 2
    yield f'<text x="{LEFT + middle:g}" y="{bottom + 38}" text-anchor="middle">precision</text>'
    yield f'<text transform="translate(18,{TOP + middle:g}) rotate(-90)" text-anchor="middle">recall</text>'
    for value in _ticks(left):
        x = _x(value, left)
        yield f'<path d="M{x:.1f} {TOP}V{bottom}" stroke="#bbb" stroke-width="0.5"/>'
        yield f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle" class="small">{value:.2f}</text>'
    for value in _ticks(low):
        y = _y(value, low)
        yield f'<path d="M{LEFT} {y:.1f}H{right}" stroke="#bbb" stroke-width="0.5"/>'
        yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end" class="small">{value:.2f}</text>'


def _ticks(least: float) -> list[float]:
    """Every tenth or, over a short axis, every fiftieth."""
    step = 0.1 if least < 0.75 else 0.02
    return [least + step * number for number in range(round((1 - least) / step) + 1)]
