"""Characters as numbers and their kinds, looked up in one table for any Unicode text."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    Codes = npt.NDArray[np.uint8] | npt.NDArray[np.uint32]

SPACE, LOWER, UPPER, DIGIT = map(ord, " aA0")
"""One character stands for all of its kind; any other (punctuation, symbols, controls) is a kind by itself."""

INVISIBLE = "\u200b\u2060\ufeff"  # zero-width spaces and the byte-order mark
_JOINERS = "\u00ad\u200c\u200d"  # soft hyphen and joiners stand inside words


def _kind_of(char: str) -> int:
    if char.isspace() or char in INVISIBLE:
        return SPACE
    category = unicodedata.category(char)
    if category in ("Lu", "Lt"):
        return UPPER
    if category[0] in "LM" or char in _JOINERS:
        return LOWER
    return DIGIT if category == "Nd" else ord(char)


_ASCII = bytes(_kind_of(chr(code)) for code in range(128)) + bytes(128)
_table = np.zeros(0x110000, dtype=np.uint32)  # 0 where a character hasn't been met


def codes_of(text: str) -> Codes:
    """The code point of each character; lone surrogates pass."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), dtype=np.uint8)
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def text_of(codes: Codes) -> str:
    """The text that has these code points."""
    return codes.tobytes().decode("ascii" if codes.dtype == np.uint8 else "utf-32-le", "surrogatepass")


def kinds_of(text: str) -> Codes:
    """The kind of each character; the table learns characters as it meets them."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii").translate(_ASCII), dtype=np.uint8)
    codes = codes_of(text)
    kinds = _table.take(codes, mode="clip")
    if not kinds.all():
        for code in np.unique(codes[kinds == 0]).tolist():
            _table[code] = _kind_of(chr(code))
        kinds = _table.take(codes, mode="clip")
    return kinds
