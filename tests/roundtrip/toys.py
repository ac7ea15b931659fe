"""An engine and a replacer for tests: what is marked {NAME:Jan Nowak} is PHI, and the replacer has a table."""

import re

from incognote.replace.date_notes import shift_dates
from incognote.replace.shifts import Shift
from incognote.roundtrip import RoundTrip
from incognote.types import Span

MARKED = re.compile(r"\{([A-Z-]+):([^}]*)\}")
SHIFT = Shift(-157)


class Toy:
    """Finds what was marked, and gives the table's word for each word, or a shifted date."""

    def __init__(self, table=None):
        self.table = table or {}
        self.spans = ()

    def prompt(self, marked):
        """The prompt without its marks, whose places are the spans of the next text."""
        spans, text, read = [], "", 0
        for mark in MARKED.finditer(marked):
            text += marked[read : mark.start()]
            spans.append(Span(len(text), len(text) + len(mark[2]), mark[1]))
            text += mark[2]
            read = mark.end()
        self.spans = tuple(spans)
        return text + marked[read:]

    def find(self, doc):
        return doc.with_spans(self.spans)

    def __call__(self, doc):
        return [self._new(doc, span) for span in doc.spans]

    def _new(self, doc, span):
        text = doc[span]
        if text in self.table:
            return self.table[text]
        if span.label == "DATE":
            return shift_dates(doc.with_spans([span]), SHIFT, False)[0].get(0, "[DATE]")
        return re.sub(r"[^\W\d_]+", lambda word: self.table.get(word[0], word[0]), text)


def talk(marked, **table):
    """A trip whose prompt was sent, and what was sent."""
    toy = Toy(table)
    trip = RoundTrip(toy, toy)
    return trip, trip.hide(toy.prompt(marked))
