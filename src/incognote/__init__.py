"""De-identification of clinical notes."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from incognote import corpus
    from incognote.formats import read, write
    from incognote.layout import lay_out
    from incognote.recipes import build as engine
    from incognote.types import Document, Layout, Span
    from incognote.vocabulary import Vocabulary

__version__ = "0.1.0"
__all__ = ["Document", "Layout", "Span", "Vocabulary", "corpus", "engine", "lay_out", "read", "write"]

_HOMES = {
    "Document": "types.Document",
    "Layout": "types.Layout",
    "Span": "types.Span",
    "Vocabulary": "vocabulary.Vocabulary",
    "engine": "recipes.build",
    "lay_out": "layout.lay_out",
    "read": "formats.read",
    "write": "formats.write",
}


def __getattr__(name: str) -> Any:
    """Load a part when it is first used, so that importing the package costs nothing."""
    if name in _HOMES:
        module, _, attribute = _HOMES[name].partition(".")
        return getattr(import_module(f"incognote.{module}"), attribute)
    if name == "corpus":
        return import_module("incognote.corpus")
    raise AttributeError(f"module 'incognote' has no attribute {name!r}")
