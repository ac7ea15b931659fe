"""Detectors: each finds spans in a document with its layout."""
