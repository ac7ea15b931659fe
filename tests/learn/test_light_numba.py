"""Compiled loops need no scipy, and other code in the process that needs it still gets it."""

import subprocess
import sys

import pytest

CODE = """
import sys
import numpy as np
from incognote.learn.kernels import compiled
assert compiled().hashed(np.arange(3), 8).shape == (8, 2)
assert "scipy.linalg" not in sys.modules
from numba import njit
assert njit(lambda one: one @ one)(np.ones((2, 2))).tolist() == [[2, 2], [2, 2]]
assert "scipy.linalg" in sys.modules
"""


def test_scipy_is_imported_by_those_who_need_it():
    pytest.importorskip("numba")
    pytest.importorskip("scipy")
    subprocess.run([sys.executable, "-c", CODE], check=True)
