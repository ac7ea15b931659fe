"""Notes with their PHI in brackets: `seen by [DOCTOR Smith]`."""

import re

from incognote.types import Document, Span

_PHI = re.compile(r"\[([A-Z]+) ([^\]]*)\]")


def note(marked):
    text, spans, read = "", [], 0
    for phi in _PHI.finditer(marked):
        text += marked[read : phi.start()]
        spans.append(Span(len(text), len(text) + len(phi[2]), phi[1]))
        text += phi[2]
        read = phi.end()
    return Document("n", text + marked[read:], tuple(spans))


def shown(doc):
    text, read = "", 0
    for span in doc.spans:
        text += f"{doc.text[read : span.start]}[{span.label} {doc[span]}]"
        read = span.end
    return text + doc.text[read:]
