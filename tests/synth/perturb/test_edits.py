import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.synth.perturb.edits import Edit, edited, rewritten, stands_free, stretches
from incognote.types import Document, Span
from tests.synth.perturb.marked import note, shown


@pytest.mark.parametrize(
    ("before", "edits", "after"),
    [
        ("Dr. [DOCTOR Smith] saw", [(2, 4, "")], "Dr[DOCTOR Smith] saw"),
        ("Dr. [DOCTOR Smith] saw", [(4, 9, "Lu")], "Dr. [DOCTOR Lu] saw"),
        ("Dr. [DOCTOR Smith] saw", [(4, 4, "X ")], "Dr. X [DOCTOR Smith] saw"),
        ("Dr. [DOCTOR Smith] saw", [(9, 9, " MD")], "Dr. [DOCTOR Smith] MD saw"),
        ("Dr. [DOCTOR Smith] saw", [(4, 4, "X "), (4, 9, "Lu"), (9, 9, " MD")], "Dr. X [DOCTOR Lu] MD saw"),
        ("Dr. [DOCTOR Smith] saw", [(5, 5, "-")], "Dr. [DOCTOR S-mith] saw"),
        ("Dr. [DOCTOR Smith] saw", [(4, 9, "")], "Dr.  saw"),
        ("Dr. [DOCTOR Smith] saw", [(3, 5, "x")], "Dr. [DOCTOR Smith] saw"),  # crosses the start
        ("Dr. [DOCTOR Smith] saw", [(0, 13, "x")], "Dr. [DOCTOR Smith] saw"),  # swallows the span
        ("Dr. [DOCTOR Smith] saw", [(0, 2, "Mr"), (1, 3, "x")], "Mr. [DOCTOR Smith] saw"),
        ("[CITY Edison][STATE NJ]", [(6, 6, " ")], "[CITY Edison] [STATE NJ]"),
        ("", [(0, 0, "new")], "new"),
    ],
)
def test_spans_stay_on_what_they_were(before, edits, after):
    assert shown(edited(note(before), [Edit(*edit) for edit in edits])) == after


@st.composite
def notes(draw):
    pieces = draw(st.lists(st.tuples(st.text("abA .\n'é", max_size=8), st.booleans()), max_size=8))
    text, spans = "", []
    for piece, phi in pieces:
        if phi and piece:
            spans.append(Span(len(text), len(text) + len(piece), "PATIENT"))
        text += piece
    return Document("n", text, tuple(spans))


@given(notes(), st.data())
def test_edits_keep_what_they_do_not_touch(doc, data):
    place = st.integers(0, len(doc.text))
    edits = [Edit(*sorted(data.draw(st.tuples(place, place))), "#" * data.draw(st.integers(0, 2))) for _ in range(5)]
    new = edited(doc, edits)
    inside, outside = "".join(doc[span] for span in doc.spans), len(doc.text) - sum(map(len, doc.spans))
    kept = "".join(new[span] for span in new.spans).replace("#", "")
    assert is_part(kept, inside)
    assert len(new.text.replace("#", "")) - len(kept) <= outside
    assert is_part(new.text.replace("#", ""), doc.text)


def is_part(letters, text):
    """Whether letters come in a text in this order."""
    rest = iter(text)
    return all(letter in rest for letter in letters)


@given(notes())
def test_each_span_becomes_what_its_text_becomes(doc):
    new = edited(doc, rewritten(doc, (0, len(doc.text)), lambda text: f"<{text}>"))
    assert [new[span] for span in new.spans] == [f"<{doc[span]}>" for span in doc.spans]
    assert new.text.replace("<", "").replace(">", "") == doc.text


@given(notes())
def test_stretches_make_up_the_text(doc):
    assert "".join(doc.text[start:end] for start, end in stretches(doc)) == doc.text


@pytest.mark.parametrize(
    ("marked", "free"),
    [("by [DOCTOR Lu].", True), ("[DOCTOR Lu]", True), ("Dr[DOCTOR Lu] ", False), ("[DATE 3/4]T10", False)],
)
def test_what_stands_free(marked, free):
    doc = note(marked)
    assert stands_free(doc, doc.spans[0]) == free
