"""The words of a PDF as reportlab writes it, for tests."""

import re
import zlib
from base64 import a85decode

_STREAM = re.compile(rb"<<([^>]*?/FlateDecode[^>]*?)>>\s*stream\r?\n(.*?)endstream", re.DOTALL)
_SHOWN = re.compile(r"\(((?:[^()\\]|\\.)*)\) Tj")


def words_of(content):
    """What stands on the pages, without blanks; letters beyond ASCII are written by other numbers."""
    packed = _STREAM.findall(content)
    streams = [
        zlib.decompress(a85decode(raw.strip().removesuffix(b"~>"))) for kind, raw in packed if b"ASCII85" in kind
    ]
    pages = b"".join([content, *streams]).decode("latin-1")
    return re.sub(r"\s|\\", "", "".join(_SHOWN.findall(pages)))
