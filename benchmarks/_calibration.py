"""How often tokens are PHI that are said to be so with some probability: a dot for each tenth, best on the diagonal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from incognote.report.plots import Plot

LEFT, TOP, SIZE = 60, 20, 360
LEAST = 0.001  # below it stand nearly all words, and nobody doubts them


def bins(said: Sequence[tuple[float, bool]]) -> list[tuple[float, float, int]]:
    """Of each tenth of probabilities: their mean, the share that is PHI, and how many tokens it has."""
    chances, is_phi = np.array([one for one, _ in said]), np.array([fact for _, fact in said])
    tenths = np.minimum((chances * 10).astype(np.int64), 9)
    chosen = [(tenths == number) & (chances >= LEAST) for number in range(10)]
    return [(float(chances[some].mean()), float(is_phi[some].mean()), int(some.sum())) for some in chosen if some.any()]


def calibration(said: Sequence[tuple[float, bool]]) -> Plot:
    return Plot("Calibration", LEFT + SIZE + 40, TOP + SIZE + 50, tuple(_pieces(bins(said))))


def _pieces(dots: Sequence[tuple[float, float, int]]) -> Iterator[str]:
    bottom, middle = TOP + SIZE, SIZE / 2
    yield f'<path d="M{LEFT} {bottom}L{LEFT + SIZE} {TOP}" stroke="#bbb"/>'
    yield f'<path d="M{LEFT} {TOP}V{bottom}H{LEFT + SIZE}" fill="none" stroke="#bbb"/>'
    yield f'<text x="{LEFT + middle:g}" y="{bottom + 38}" text-anchor="middle">said to be PHI with probability</text>'
    yield f'<text transform="translate(18,{TOP + middle:g}) rotate(-90)" text-anchor="middle">share that is PHI</text>'
    for tick in (0, 0.5, 1):
        yield f'<text x="{LEFT + SIZE * tick:g}" y="{bottom + 16}" text-anchor="middle" class="small">{tick:g}</text>'
        yield f'<text x="{LEFT - 6}" y="{bottom - SIZE * tick + 4:g}" text-anchor="end" class="small">{tick:g}</text>'
    for chance, share, count in dots:
        told = f"said {chance:.3f}, is {share:.3f}, {count:,} tokens"
        yield f'<circle cx="{LEFT + SIZE * chance:.1f}" cy="{bottom - SIZE * share:.1f}" r="4" class="s0">'
        yield f"<title>{told}</title></circle>"
