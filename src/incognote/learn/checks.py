"""What a model's parts must be before any of them is used: a model may come from anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


def require(sound: bool) -> None:
    """Refuse a part of a model; who loads it says which model it is."""
    if not sound:
        raise ValueError("parts of the model don't go together")


def are_texts(names: Any) -> bool:
    return isinstance(names, list) and all(isinstance(name, str) for name in names)


def are_names(names: Any) -> bool:
    """Whether they are texts, at least one, and no two are the same."""
    return are_texts(names) and len(set(names)) == len(names) > 0


def all_within(numbers: npt.NDArray[np.integer[Any]], limit: int) -> bool:
    return bool((numbers >= 0).all() and (numbers < limit).all())
