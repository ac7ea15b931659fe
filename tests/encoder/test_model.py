"""What was told of a window is told again, and a window is run once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from incognote.encoder.model import Fed, Told
from incognote.encoder.pieces import Pieces
from incognote.encoder.windows import Window


def pieces(ids: list[int], marks: int = 0) -> Pieces:
    many = len(ids)
    return Pieces(np.array(ids), np.full(many, marks), np.zeros(many, dtype=np.int64), np.arange(many + 1))


class Counting:
    """Tells the ids of windows themselves, and counts how many it ran."""

    def __init__(self) -> None:
        self.ran = 0

    def __call__(self, fed: Sequence[Fed]) -> list[np.ndarray]:
        self.ran += len(fed)
        return [one.ids[:, None].astype(np.float32) for one in fed]


def window(start: int, end: int) -> Window:
    return Window(start, end, start, end)


def told(by: Told, fed: Pieces, *wide: Window) -> tuple[list[list[float]], int]:
    run = Counting()
    rows = by([Fed.of(fed, one) for one in wide], run)
    return [found[:, 0].tolist() for found in rows], run.ran


def test_windows_that_are_alike_run_once_and_each_gets_its_rows() -> None:
    by = Told()
    fed = pieces([7, 8, 9, 7, 8])
    assert told(by, fed, window(0, 2), window(2, 3), window(3, 5)) == ([[7, 8], [9], [7, 8]], 2)
    assert told(by, pieces([9]), window(0, 1)) == ([[9]], 0)


def test_windows_of_the_same_pieces_in_another_case_are_others() -> None:
    by = Told()
    told(by, pieces([7, 8]), window(0, 2))
    assert told(by, pieces([7, 8], marks=1), window(0, 2)) == ([[7, 8]], 1)


def test_it_names_no_pieces_when_printed() -> None:
    by = Told()
    told(by, pieces([7, 8]), window(0, 2))
    assert repr(by) == "Told(1 windows)"
