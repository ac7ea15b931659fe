"""Detectors: each finds spans in a note."""
