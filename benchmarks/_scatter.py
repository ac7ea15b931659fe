"""Engines as dots: recall upwards, precision to the right."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import floor

from incognote.report.plots import Plot

LEFT, TOP, SIZE = 60, 20, 480
LEGEND = 180
TICKS = 5

Dot = tuple[str, str, float, float]
"""Engine, notes, precision, recall."""


def scatter(dots: Sequence[Dot], title: str) -> Plot:
    """A colour for each set of notes; both axes run from the same figure, a round one below all, to 1."""
    dots = [dot for dot in dots if dot[2] == dot[2] and dot[3] == dot[3]]
    least = min(0.9, *(floor(value * 10) / 10 for _, _, *values in dots for value in values))
    pieces = _axes(least)
    sets = list(dict.fromkeys(notes for _, notes, _, _ in dots))
    for number, notes in enumerate(sets):
        line = TOP + 10 + 18 * number
        pieces.append(f'<circle cx="{LEFT + SIZE + 30}" cy="{line}" r="4" class="s{number}"/>')
        pieces.append(f'<text x="{LEFT + SIZE + 40}" y="{line + 4}">{escape(notes)}</text>')
    for engine, notes, precision, recall in dots:
        x, y = LEFT + SIZE * (precision - least) / (1 - least), TOP + SIZE * (1 - recall) / (1 - least)
        told = f"{escape(engine)}, {escape(notes)}: precision {precision:.3f}, recall {recall:.3f}"
        pieces.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" class="s{sets.index(notes)}"><title>{told}</title>')
        pieces.append(f'</circle><text x="{x + 6:.1f}" y="{y + 3:.1f}" class="small">{escape(engine)}</text>')
    return Plot(title, LEFT + SIZE + LEGEND, TOP + SIZE + 50, tuple(pieces))


def _axes(least: float) -> list[str]:
    bottom, right = TOP + SIZE, LEFT + SIZE
    pieces = [f'<text x="{LEFT + SIZE / 2:g}" y="{bottom + 38}" text-anchor="middle">precision</text>']
    pieces.append(f'<text transform="translate(18,{TOP + SIZE / 2:g}) rotate(-90)" text-anchor="middle">recall</text>')
    for tick in range(TICKS + 1):
        share = tick / TICKS
        x, y, name = LEFT + SIZE * share, bottom - SIZE * share, f"{least + (1 - least) * share:.2f}"
        pieces.append(f'<path d="M{x:g} {TOP}V{bottom}M{LEFT} {y:g}H{right}" stroke="#bbb" stroke-width="0.5"/>')
        pieces.append(f'<text x="{x:g}" y="{bottom + 16}" text-anchor="middle" class="small">{name}</text>')
        pieces.append(f'<text x="{LEFT - 6}" y="{y + 4:g}" text-anchor="end" class="small">{name}</text>')
    return pieces
