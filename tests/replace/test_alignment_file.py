import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.errors import DamagedInputError, OutputError
from incognote.replace.alignment_file import About, aligned, new_alignment, path_beside, read_about, read_notes
from incognote.replace.edits import apply
from incognote.types import Document, Span

ABOUT = About("0.1", "thesis", "incognote", "safe", "text")


def note(number, text="Ada Osei came", spans=((0, 8),), new="[NAME]"):
    doc = Document(f"old-{number}", text, tuple(Span(start, end, "PATIENT") for start, end in spans))
    edited = apply(doc, [new] * len(doc.spans))
    return aligned(number, doc, Document(f"new-{number}", edited.doc.text), edited.alignment)


def written(path, notes):
    with new_alignment(path, ABOUT) as side:
        for one in notes:
            side.add(one)
        side.finish()


def test_it_is_read_as_it_was_written_and_holds_no_text(tmp_path):
    path = path_beside(tmp_path / "clean.csv")
    assert path.name == "clean.csv.alignment.jsonl"
    notes = [note(1), note(3, "Ama", ((0, 3),), "")]
    written(path, notes)
    assert read_about(path) == ABOUT
    assert list(read_notes(path)) == notes
    assert json.loads(path.read_text().splitlines()[1])["stretches"] == [[0, 8, 0, 6, "PATIENT"]]
    assert not any(word in path.read_text() for word in ("Ada", "Osei", "Ama", "came", "old-"))


@given(st.text(max_size=30), st.lists(st.integers(0, 30), max_size=8, unique=True), st.text(max_size=5))
def test_any_alignment_is_sound(tmp_path_factory, text, places, new):
    at = sorted(place for place in places if place <= len(text))
    spans = list(zip(at[::2], at[1::2], strict=False))
    path = tmp_path_factory.mktemp("side") / "x.alignment.jsonl"
    written(path, [one := note(1, text, spans, new)])
    assert list(read_notes(path)) == [one]


def test_the_last_note_can_be_taken_back(tmp_path):
    with new_alignment(tmp_path / "a", ABOUT) as side:
        side.add(note(1))
        side.add(note(2))
        side.forget_last()
        side.add(note(3))
        side.finish()
    assert [one.number for one in read_notes(tmp_path / "a")] == [1, 3]


@pytest.mark.parametrize("finished", [False, True])
def test_it_is_gone_when_the_output_fails(tmp_path, finished):
    def work():
        with new_alignment(tmp_path / "a", ABOUT) as side:
            side.add(note(1))
            if finished:
                side.finish()
                assert (tmp_path / "a").exists()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    assert list(tmp_path.iterdir()) == []


def test_it_never_overwrites(tmp_path):
    (tmp_path / "a").write_text("mine")
    with pytest.raises(OutputError):
        written(tmp_path / "a", [])

    def meanwhile():
        with new_alignment(tmp_path / "b", ABOUT) as side:
            (tmp_path / "b").write_text("theirs")
            side.finish()

    with pytest.raises(OutputError):
        meanwhile()
    assert sorted((file.name, file.read_text()) for file in tmp_path.iterdir()) == [("a", "mine"), ("b", "theirs")]


GOOD = {"number": 1, "id": "n", "old_length": 9, "new_length": 7, "stretches": [[0, 5, 0, 3, "X"]], "digest": "a"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"number": "1"},
        {"id": 7},
        {"new_length": 8},
        {"stretches": [[0, 5, 0, 3]]},
        {"stretches": [[0, 10, 0, 8, "X"]]},
        {"stretches": [[1, 5, 0, 3, "X"]]},
        {"stretches": 5},
        {"digest": 5},
        {"more": 1},
    ],
)
def test_damaged_lines_are_refused(tmp_path, wrong):
    path = tmp_path / "a"
    header = '{"kind": "incognote alignment", "version": 1}\n'
    path.write_text(header + json.dumps(GOOD))
    assert len(list(read_notes(path))) == 1
    path.write_text(header + json.dumps(GOOD | wrong))
    with pytest.raises(DamagedInputError, match="line 2"):
        list(read_notes(path))


def test_notes_out_of_order_and_files_of_other_kinds_are_refused(tmp_path):
    path = tmp_path / "a"
    path.write_text(f"\n{json.dumps(GOOD)}\n{json.dumps(GOOD)}\n")
    with pytest.raises(DamagedInputError, match="order"):
        list(read_notes(path))
    for content in ("", "x", "[]", '{"kind": "incognote alignment", "version": 2}'):
        path.write_text(content)
        with pytest.raises(DamagedInputError):
            read_about(path)
