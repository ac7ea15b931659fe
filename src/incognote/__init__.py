"""De-identification of clinical notes."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from incognote import corpus
    from incognote.formats import read, write
    from incognote.layout import lay_out
    from incognote.types import Document, Layout, Span
    from incognote.vocabulary import Vocabulary

__version__ = "0.1.0"
__all__ = ["Document", "Layout", "Span", "Vocabulary", "corpus", "lay_out", "read", "write"]

_HOMES = {
    "Document": "types",
    "Layout": "types",
    "Span": "types",
    "Vocabulary": "vocabulary",
    "lay_out": "layout",
    "read": "formats",
    "write": "formats",
}


def __getattr__(name: str) -> Any:
    """Load a part when it is first used, so that importing the package costs nothing."""
    if name in _HOMES:
        return getattr(import_module(f"incognote.{_HOMES[name]}"), name)
    if name == "corpus":
        return import_module("incognote.corpus")
    raise AttributeError(f"module 'incognote' has no attribute {name!r}")
