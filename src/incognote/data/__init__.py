"""Lists that the code reads: TOML files beside this one."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any


def load_toml(name: str) -> dict[str, Any]:
    """A TOML file by its path below this folder."""
    return tomllib.loads(files(__name__).joinpath(name).read_text("utf-8"))
