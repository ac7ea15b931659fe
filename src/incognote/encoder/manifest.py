"""What an encoder's folder says of itself: of what it was made, and the checksums of its files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from incognote.learn.models import MANIFEST, ModelError

KIND, FORMAT = "incognote encoder", 2


def write(folder: Path, made_of: Mapping[str, Any]) -> None:
    """Write the manifest of all files that are there."""
    sums = {file.name: _checksum(file) for file in sorted(folder.iterdir()) if file.name != MANIFEST}
    content = {"kind": KIND, "format": FORMAT, "made_of": made_of, "files": sums}
    (folder / MANIFEST).write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", "utf-8")


def made_of(folder: Path) -> dict[str, Any]:
    """What an encoder was made of."""
    said: dict[str, Any] = json.loads((folder / MANIFEST).read_text("utf-8"))["made_of"]
    return said


def require_whole(folder: Path) -> None:
    """Refuse a folder that isn't an encoder's, or whose files aren't what they were."""
    try:
        content = json.loads((folder / MANIFEST).read_text("utf-8"))
        is_ours = (content["kind"], content["format"]) == (KIND, FORMAT)
        is_whole = all(_checksum(folder / name) == checksum for name, checksum in content["files"].items())
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        is_ours = is_whole = False
    if not is_ours or not is_whole:
        raise ModelError(f"{folder}: this encoder is damaged, incomplete or of another version; install it again")


def _checksum(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
