"""Characters as numbers and their classes, looked up in one table for any Unicode text."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    Codes = npt.NDArray[np.uint8] | npt.NDArray[np.uint32]
    Classes = npt.NDArray[np.uint8]

SPACE, LOWER, UPPER, DIGIT, MARK = range(5)
"""MARK is any other character: punctuation, symbols, controls."""

_UNKNOWN = 255
_JOINERS = "\u00ad\u200c\u200d"  # soft hyphen and joiners stand inside words
_INVISIBLE = "\u200b\u2060\ufeff"  # zero-width spaces and the byte-order mark


def _class_of(char: str) -> int:
    if char.isspace() or char in _INVISIBLE:
        return SPACE
    category = unicodedata.category(char)
    if category in ("Lu", "Lt"):
        return UPPER
    if category[0] in "LM" or char in _JOINERS:
        return LOWER
    return DIGIT if category == "Nd" else MARK


_table = np.full(0x110000, _UNKNOWN, dtype=np.uint8)
_table[:256] = [_class_of(chr(code)) for code in range(256)]


def codes_of(text: str) -> Codes:
    """The code point of each character; lone surrogates pass."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), dtype=np.uint8)
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def classes_of(codes: Codes) -> Classes:
    """The class of each character; the table learns characters beyond Latin-1 as it meets them."""
    classes = _table[codes]
    if codes.dtype != np.uint8 and (classes == _UNKNOWN).any():
        for code in np.unique(codes[classes == _UNKNOWN]).tolist():
            _table[code] = _class_of(chr(code))
        classes = _table[codes]
    return classes
