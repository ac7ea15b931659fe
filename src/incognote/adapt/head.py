"""The last layer of an encoder that goes on learning, while the rest stays as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from incognote.encoder.model import Head

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.encoder.model import Floats
    from incognote.types import Ints

PULL = 0.1
"""What a weight's distance from where it was costs, squared and halved, against the log-likelihoods of pieces.

By 40 notes with habits that no training note has (`benchmarks/adapting.py`), the head alone missed and spoilt fewer
words of others the less it was held, from 100 down to 0.03. The encoder knew those notes but for the habits, so it is
held a little more than that.
"""
_ITERATIONS = 40


def adapted(head: Head, states: Floats, labels: Ints, pull: float = PULL) -> Head:
    """Weights under which the labels of pieces are likely, and that aren't far from what they were."""
    from scipy.optimize import minimize
    from threadpoolctl import threadpool_limits

    shape = head.weight.shape[0], head.weight.shape[1] + 1
    start = np.column_stack([head.weight, head.bias]).astype(np.float32)
    given = np.column_stack([states, np.ones(len(states), dtype=np.float32)])
    every = np.arange(len(labels))

    def cost(flat: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        moved = flat.reshape(shape)
        chances = _softmax(given @ (start + moved.astype(np.float32)).T)
        likely = np.log(np.maximum(chances[every, labels], 1e-30)).sum(dtype=np.float64)
        chances[every, labels] -= 1
        slopes = (chances.T @ given).astype(np.float64) + pull * moved
        return float(pull / 2 * (moved**2).sum() - likely), slopes.ravel()

    with threadpool_limits(1):  # the same sums on every machine
        best = minimize(cost, np.zeros(start.size), jac=True, method="L-BFGS-B", options={"maxiter": _ITERATIONS})
    learned = (start + best.x.reshape(shape)).astype(np.float32)
    return Head(np.ascontiguousarray(learned[:, :-1]), np.ascontiguousarray(learned[:, -1]))


def _softmax(scores: Floats) -> Floats:
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Floats = raised / raised.sum(axis=1, keepdims=True)
    return shares
