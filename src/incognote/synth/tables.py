"""The lists that invented values are drawn from: TOML files below `data/synth`."""

from __future__ import annotations

from functools import cache
from typing import Any

from incognote.data import load_toml


@cache
def table(name: str) -> dict[str, Any]:
    """A list by its name, read once."""
    return load_toml(f"synth/{name}.toml")
