"""Prompts for language models without PHI, and the PHI back in their answers."""

from __future__ import annotations

from incognote.roundtrip.trip import RoundTrip

__all__ = ["RoundTrip"]
