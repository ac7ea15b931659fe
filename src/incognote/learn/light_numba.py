"""numba without what our loops don't need."""

from __future__ import annotations

from importlib.util import find_spec


def leave_scipy_for_later() -> None:
    """Keep numba from importing scipy's linear algebra when it begins, only to see whether it could.

    That takes two tenths of a second. Code that multiplies matrices still imports it when it is compiled.
    """
    if find_spec("scipy") is None:  # then numba has to know
        return
    from numba.np import linalg

    asked = getattr(linalg, "ensure_blas", None)
    if asked is None:  # a numba that does it otherwise is only slower
        return
    linalg.ensure_blas = lambda: None
    try:
        import numba.np.arraymath  # noqa: F401  # which asks once
    finally:
        linalg.ensure_blas = asked
