from hypothesis import given
from hypothesis import strategies as st

from incognote.replace.alignment_file import aligned
from incognote.replace.edits import apply
from incognote.types import Document, Span
from incognote.verify.unchanged import compared

TEXT = "Ada came in.\nNa 140 K 4.2\nOsei left.\n"
SPANS = (Span(0, 3, "PATIENT"), Span(26, 30, "PATIENT"))


def made(text=TEXT, spans=SPANS, new="[NAME]"):
    doc = Document("old", text, tuple(spans))
    edited = apply(doc, [new] * len(doc.spans))
    return edited.doc.text, aligned(1, doc, edited.doc, edited.alignment)


def test_what_is_as_it_was():
    text, note = made()
    assert compared(TEXT, text, note) == (None, note.stretches)


def test_a_changed_value_a_dropped_line_and_an_added_blank_are_placed():
    text, note = made()
    for old, new in (
        ("140", "141"),
        ("Na 140 K 4.2\n", ""),
        ("came in", "came  in"),
        ("left.\n", "left."),
        (".\n", ".\n\n"),
    ):
        changed = text.replace(old, new, 1)
        (start, end), stretches = compared(TEXT, changed, note)
        assert text[:start] == changed[:start]
        assert text[len(text) - (len(changed) - end) :] == changed[end:]
        assert {changed[stretch.new_start : stretch.new_end] for stretch in stretches} == {"[NAME]"}
        assert len(stretches) == 2


@given(st.data())
def test_any_change_outside_is_found_and_none_where_there_is_none(data):
    text = data.draw(st.text("ab \n", min_size=1, max_size=20))
    places = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    spans = [Span(start, end, "X") for start, end in zip(places[::2], places[1::2], strict=False)]
    new, note = made(text, spans, data.draw(st.sampled_from(["", "T", "[T]"])))
    assert compared(text, new, note).difference is None
    inside = {at for stretch in note.stretches for at in range(stretch.new_start, stretch.new_end)}
    at = data.draw(st.sampled_from(sorted(set(range(len(new) + 1)) - inside)))
    cut = at < len(new) and data.draw(st.booleans())
    changed = new[:at] + "#" + new[at + cut :]
    (start, end), stretches = compared(text, changed, note)
    assert start <= at < end
    assert all(changed[a:b] == new[c:d] for a, b, c, d in _beside(stretches, note.stretches))


def _beside(found, known):
    by_old = {stretch.old_start: stretch for stretch in known}
    for stretch in found:
        same = by_old[stretch.old_start]
        yield stretch.new_start, stretch.new_end, same.new_start, same.new_end
