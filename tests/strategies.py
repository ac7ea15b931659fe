"""Documents of all kinds, for property tests."""

from hypothesis import strategies as st

from incognote.labels import LABELS
from incognote.types import Document, Span

TEXTS = (
    st.text(max_size=60)
    | st.text("aB3 .,:-\r\n\t<>&]['\"\f\0é\u2028", max_size=60)
    | st.lists(st.sampled_from(["<PHI", "</PHI>", ' TYPE="X">', "x", "]]>", "\n||||END_OF_RECORD", " "])).map("".join)
)
IDS = st.text("abc123-_é", min_size=1, max_size=8)
LABELS_AND_OTHERS = (*LABELS, "NOMBRE_SUJETO", "Full name", 'a"b<c>')
FIELDS = st.dictionaries(st.sampled_from(["ward", "WARD", "ö"]), st.text(max_size=5), max_size=2)


@st.composite
def documents(draw, texts=TEXTS, labels=LABELS_AND_OTHERS, disjoint=False, ids=IDS):
    text = draw(texts)
    spans = []
    if text:
        places = st.tuples(st.integers(0, len(text) - 1), st.integers(1, len(text)))
        for start, end in draw(st.lists(places, max_size=4)):
            if start < end and not (disjoint and any(span.overlaps(Span(start, end, "X")) for span in spans)):
                score, source = draw(st.sampled_from([(1.0, ""), (0.25, "rule")]))
                spans.append(Span(start, end, draw(st.sampled_from(labels)), score, source))
    patient = draw(st.none() | st.text("p123", min_size=1, max_size=3))
    doc_id = f"{patient}/{draw(ids)}" if patient and draw(st.booleans()) else draw(ids)
    return Document(doc_id, text, tuple(spans), patient, draw(FIELDS))


def corpora(**kinds):
    return st.lists(documents(**kinds), max_size=4, unique_by=lambda doc: doc.id)
