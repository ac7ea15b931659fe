"""The surfaces of the open corpus, by label."""

from functools import cache

from incognote.corpus import read


@cache
def records():
    """The surfaces of each note, by label, in order."""
    found = []
    for doc in read():
        by_label = {}
        for span in doc.spans:
            by_label.setdefault(span.label, []).append(doc[span])
        found.append(by_label)
    return found


def models(label):
    """All surfaces of a label, each once."""
    return sorted({model for record in records() for model in record.get(label, ())})
