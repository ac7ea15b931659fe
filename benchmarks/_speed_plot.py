"""Engines as dots: recall upwards, megabytes a second to the right, where each step is ten times the last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil, floor, log10

from _scatter import LEFT, SIZE, TOP
from incognote.report.plots import Plot

Dot = tuple[str, str, float, float]
"""Engine, whose it is, megabytes a second, recall."""

LEGEND = 180


def speed_plot(dots: Sequence[Dot], title: str) -> Plot:
    low, high = floor(log10(min(dot[2] for dot in dots))), ceil(log10(max(dot[2] for dot in dots)))
    high = max(high, low + 1)
    pieces = [*_axes(low, high)]
    kinds = list(dict.fromkeys(kind for _, kind, _, _ in dots))
    for number, kind in enumerate(kinds):
        line = TOP + 10 + 18 * number
        pieces.append(f'<circle cx="{LEFT + SIZE + 50}" cy="{line}" r="4" class="s{number}"/>')
        pieces.append(f'<text x="{LEFT + SIZE + 60}" y="{line + 4}">{escape(kind)}</text>')
    for engine, kind, speed, recall in dots:
        x, y = _x(log10(speed), low, high), _y(recall)
        told = f"{escape(engine)}: {speed:.2g} MB/s, recall {recall:.3f}"
        pieces.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" class="s{kinds.index(kind)}"><title>{told}</title>')
        pieces.append(f'</circle><text x="{x + 6:.1f}" y="{y + 3:.1f}" class="small">{escape(engine)}</text>')
    return Plot(title, LEFT + SIZE + LEGEND, TOP + SIZE + 50, tuple(pieces))


def _x(power: float, low: int, high: int) -> float:
    return LEFT + SIZE * (power - low) / (high - low)


def _y(recall: float) -> float:
    return TOP + SIZE * (1 - recall)


def _axes(low: int, high: int) -> Iterator[str]:
    bottom, middle = TOP + SIZE, SIZE / 2
    yield f'<text x="{LEFT + middle:g}" y="{bottom + 38}" text-anchor="middle">megabytes a CPU second</text>'
    yield f'<text transform="translate(18,{TOP + middle:g}) rotate(-90)" text-anchor="middle">recall of words</text>'
    for power in range(low, high + 1):
        x = _x(power, low, high)
        yield f'<path d="M{x:.1f} {TOP}V{bottom}" stroke="#bbb" stroke-width="0.5"/>'
        yield f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle" class="small">{10.0**power:g}</text>'
    for tenths in range(0, 11, 2):
        y = _y(tenths / 10)
        yield f'<path d="M{LEFT} {y:.1f}H{LEFT + SIZE}" stroke="#bbb" stroke-width="0.5"/>'
        yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end" class="small">{tenths / 10:.1f}</text>'
