"""HL7 v2: edits land in their places, as the message writes text, and all else stays to the byte."""

import re
from base64 import b64decode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.containers.base import Chunk, Cutting, Edit, NewNote
from incognote.containers.hl7 import CONTAINER
from tests.containers.passing import replacing, through, unchanged
from tests.containers.test_hl7 import FOUND, HEAD, SAMPLES


@pytest.fixture
def written(tmp_path):
    """What is written of a segment behind a head with `old` replaced everywhere, and what was read of it."""

    def made(segment, old, new, head=HEAD):
        raw, (note,), _ = through(CONTAINER, (head + segment).encode(), tmp_path, ".hl7", new=replacing(old, new))
        return raw.decode().removeprefix(head), note.doc.text

    return made


@pytest.fixture
def sample(tmp_path):
    """A sample with `old` replaced everywhere: its segments before and after, and the notes."""

    def made(name, old, new, encoding="utf-8"):
        raw = (SAMPLES / name).read_bytes()
        written, notes, failures = through(CONTAINER, raw, tmp_path, ".hl7", new=replacing(old, new))
        assert not failures
        assert any(old in note.doc.text for note in notes)
        return raw.decode(encoding).split("\r"), written.decode(encoding).split("\r"), notes

    return made


def test_a_name_across_lines_is_replaced_in_its_places(sample):
    old, new, _ = sample("oru_tx.hl7", "Philippa\nHaverlock", "Edith & Ann\nMoor")
    assert [line for line in zip(old, new, strict=True) if line[0] != line[1]] == [
        (
            "OBX|2|TX|71260&GDT^CT CHEST W CONTRAST^C4||Compared with the study of 01/15/2024 that was read for "
            "Philippa||||||F",
            "OBX|2|TX|71260&GDT^CT CHEST W CONTRAST^C4||Compared with the study of 01/15/2024 that was read for "
            "Edith \\T\\ Ann||||||F",
        ),
        (
            "OBX|3|TX|71260&GDT^CT CHEST W CONTRAST^C4||Haverlock (MRN 00734418) by Dr.||||||F",
            "OBX|3|TX|71260&GDT^CT CHEST W CONTRAST^C4||Moor (MRN 00734418) by Dr.||||||F",
        ),
    ]


def test_what_has_other_lines_goes_into_the_first(sample):
    old, new, _ = sample("oru_tx.hl7", "Philippa\nHaverlock", "[NAME]")
    assert new[7] == old[7].replace("Philippa", "[NAME]")
    assert new[8] == old[8].replace("Haverlock", "")
    old, new, _ = sample("oru_tx.hl7", "infiltrate.\nLymph", "A\n\nB")
    assert new[11] == old[11].replace("infiltrate.~Lymph", "A\\.br\\\\.br\\B~")
    old, new, _ = sample("oru_ft.hl7", "Dowd, Bartholomew\n H", "A\nB")
    assert new[3] == old[3].replace("Dowd, Bartholomew\\.br\\\\.in+4\\H", "A\\.br\\B")


def test_escapes_around_edits_stay(sample):
    old, new, _ = sample("oru_ft.hl7", "Bartholomew O'Dowd", "A|^~\\&B")
    assert new[3] == old[3].replace("(\\H\\Barth\\N\\olomew O'Dowd)", "(\\H\\A\\F\\\\S\\\\R\\\\E\\\\T\\B\\N\\)")
    assert new[:3] + new[4:] == old[:3] + old[4:]
    old, new, _ = sample("oru_ft.hl7", "Fennimore & team", "X")
    assert new[3] == old[3].replace("Fennimore \\T\\ team", "X")


def test_other_marks_are_escaped_with_them(sample):
    old, new, _ = sample("delimiters.hl7", "Vanterpool", "%*!@$|^~\\&")
    assert new[3] == old[3].replace("Vanterpool", "!S!!R!!E!!T!!F!|^~\\&")
    assert len(new) == len(old)


def test_without_a_mark_for_escapes_new_text_is_plain(written):
    raw, _ = written("NTE|||Ana \\T\\ she\r", "Ana", "A|^~\\&\nB", "MSH|^~|A\r")
    assert raw == "NTE|||A   \\& B \\T\\ she\r"


def test_letters_fit_the_character_set(sample, written):
    old, new, _ = sample("latin1.hl7", "Grützmacher", "Čuć Ö＆", "latin-1")
    assert new[3] == old[3].replace("Grützmacher", "Cuc Ö\\T\\")
    _, new, _ = sample("adt_a01.hl7", "Brightwater Bingo", "Zoë")
    assert "|^Hip fracture after a fall at Zoe^L|" in new[5]
    assert written("NTE|||\\XC3A9\\\\XC3\\\\XA9\\ \\XE9\\", "éé", "ü") == ("NTE|||ü \\XE9\\", "éé é")


def test_the_encoding_that_is_named_is_the_one_of_those_that_name_none(tmp_path):
    raw = (HEAD + "NTE|||Müller\r").encode("latin-1")
    written, (note,), _ = through(CONTAINER, raw, tmp_path, ".hl7", Cutting(encoding="latin-1"))
    assert (note.doc.text, written) == ("Müller", raw)


def test_data_is_written_anew_where_it_changes(sample):
    old, new, _ = sample("ed_text.hl7", "Koldewey", "Abel <x>")
    data = [b64decode(line.split("|")[5].split("^")[4]).decode() for line in new[3:5]]
    assert data[0] == FOUND["ed_text.hl7"]["OBX[1].5"].replace("Koldewey", "Abel <x>")
    assert data[1] == "<html><body><p>Ms. <b>Abel &lt;x&gt;</b> &amp; her son Lysander</p><p>K 4.10</p></body></html>"
    assert new[5] == old[5].replace("Koldewey", "Abel <x>")
    _, new, _ = sample("ed_text.hl7", "P. Fitzwarren", "X")
    assert new[3:5] == old[3:5]


MARKS = st.permutations("|^~\\&$%!@#*").map(lambda marks: "".join(marks[:6]))
LETTERS = st.text(max_size=30) | st.text("|^~\\&$%!@#*XTFE.br\r\n\x0b\x1cA1é", max_size=30)


def escaped(text, marks):
    field, *others = marks
    names = dict(zip((field, *others), "FSRETP", strict=True))
    return "".join(f"{marks[3]}{names[c]}{marks[3]}" if c in names else c for c in text)


def plain(text):
    return re.sub("[\x00-\x08\x0b-\x1f]", " ", re.sub("\r\n?", "\n", text))


@given(MARKS, LETTERS, LETTERS, LETTERS, st.sampled_from(["TX", "FT", "ST", ""]))
def test_new_text_is_read_again_and_adds_nothing(marks, before, old, new, kind):
    f, c = marks[:2]
    before, old = (plain(text).replace("\n", " ") for text in (before, old))
    text = f"<{before}{old}>"
    lines = [
        f"MSH{marks}{f}A",
        f"PID{f * 3}1{c}x",
        f"OBX{f}1{f}{kind}{f}N{f * 2}{escaped(text, marks)}{f * 3}F",
        f"NTE{f * 3}n",
    ]
    chunk = Chunk(1, "\r".join(lines).encode())
    opened = CONTAINER.open(chunk, Cutting())
    assert not opened.failures
    assert [note.doc.text for note in opened.notes] == [text, "n"]
    assert opened.written([unchanged(note) for note in opened.notes])[""] == chunk.payload
    edit = Edit(1 + len(before), 1 + len(before) + len(old), new)
    first, second = opened.notes
    written = opened.written([NewNote(first.doc, [edit], None, lambda day: None), unchanged(second)])[""]
    again = CONTAINER.open(Chunk(1, written), Cutting())
    assert [note.doc.text for note in again.notes] == [f"<{before}{plain(new)}>", "n"]
    after = re.split("[\r\n]", written.decode())
    assert [line for at, line in enumerate(after) if at != 2] == [line for at, line in enumerate(lines) if at != 2]
    fields, old_fields = after[2].split(f), lines[2].split(f)
    assert [value for at, value in enumerate(fields) if at != 5] == [v for at, v in enumerate(old_fields) if at != 5]
