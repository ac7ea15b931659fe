"""Damaged input: the error names file, line and remedy, and doesn't quote the record."""

import os

import pytest

from incognote import formats
from incognote.errors import DamagedInputError

SECRET = "Quillfeather"
NOTE_2014 = f"<r><TEXT>{SECRET}</TEXT><TAGS>\n%s</TAGS></r>"
SPANS = f'{{"id": "1", "text": "{SECRET}", "spans": [%s]}}\n'

CASES = [
    ("inline", "n.txt", f'ok\n<PHI TYPE="DATE">{SECRET}', 2, "never closed"),
    ("inline", "n.txt", f'ok\n\n<PHI TYPE="DATE">a <PHI TYPE="AGE">{SECRET}</PHI></PHI>', 3, "nested"),
    ("inline", "n.txt", f"{SECRET}</PHI>", 1, "unopened"),
    ("inline", "n.txt", f'{SECRET} <PHI TYPE="DATE"></PHI>', 1, "empty"),
    ("inline", "n.txt", f"{SECRET} <PHI KIND=3>x</PHI>", 1, "malformed"),
    ("i2b2-2006", "n.xml", f'<ROOT>\n<RECORD ID="1"><TEXT>{SECRET}', 2, "not well-formed"),
    ("i2b2-2006", "n.xml", f'<ROOT>\n<RECORD ID="1"><TEXT><b>{SECRET}</b></TEXT></RECORD></ROOT>', 2, "other than PHI"),
    ("i2b2-2006", "n.xml", f"<ROOT>\n<RECORD><TEXT>{SECRET}</TEXT></RECORD></ROOT>", 2, "no ID"),
    ("i2b2-2006", "n.xml", f'<ROOT><RECORD ID="1">\n<TEXT><PHI>{SECRET}</PHI></TEXT></RECORD></ROOT>', 2, "no TYPE"),
    ("i2b2-2006", "n.xml", f'<ROOT><RECORD ID="1"><TEXT><PHI TYPE="X"/>{SECRET}</TEXT></RECORD></ROOT>', 1, "empty"),
    ("i2b2-2006", "n.xml", f'<ROOT>\n<RECORD ID="1">{SECRET}</RECORD></ROOT>', 2, "0 TEXT elements"),
    ("i2b2-2006", "n.xml", f'<R><RECORD ID="1"><TEXT/><TEXT>{SECRET}</TEXT></RECORD></R>', 1, "2 TEXT elements"),
    ("i2b2-2006", "n.xml", f'<!DOCTYPE R SYSTEM "r">\n<R><RECORD ID="1"><TEXT>{SECRET}&x;</TEXT></RECORD>', 2, "ent"),
    ("i2b2-2006", "n.xml", f'<!DOCTYPE r [<!ENTITY e "{SECRET}">]>\n<ROOT>&e;</ROOT>', 1, "entities"),
    ("i2b2-2014", "n.xml", NOTE_2014 % '<NAME start="a" end="2" TYPE="X"/>', 2, "whole-number"),
    ("i2b2-2014", "n.xml", NOTE_2014 % '<NAME start="0" end="99" TYPE="X"/>', 2, "outside"),
    ("i2b2-2014", "n.xml", NOTE_2014 % '<NAME start="0" end="3" text="Ada" TYPE="X"/>', 2, "not what stands"),
    ("i2b2-2014", "n.xml", f"<r><TEXT>seen\n<b>{SECRET}</b></TEXT></r>", 2, "stands in the text"),
    ("i2b2-2014", "n.xml", f'<?xml version="1.0" encoding="klingon"?><r><TEXT>{SECRET}</TEXT></r>', 1, "encoding"),
    ("brat", "n.ann", f"T1\tX 0 3\tAda\nT2 {SECRET}\n", 2, "malformed"),
    ("brat", "n.ann", "T1\tX 0 3\tBen\n", 1, "not what stands"),
    ("brat", "n.ann", "T1\tX 0 99\tAda\n", 1, "outside"),
    ("brat", "n.ann", "T1\tX 0 3\tAda\nT1\tY 0 3\tAda\n", 2, "used twice"),
    ("brat", "n.ann", f"T1\tX 0 3\tAda\n T2 {SECRET}\n", 2, "no annotation"),
    ("brat", "n.ann", f"T1\tX 0 {'9' * 5000}\tAda\n", 1, "malformed"),
    ("physionet", "n.text", f"{SECRET}\n", 1, "outside a record"),
    ("physionet", "n.text", f"START_OF_RECORD=1||||1||||\n{SECRET}\nSTART_OF_RECORD=2||||1||||\n", 3, "inside another"),
    ("physionet", "n.text", f"START_OF_RECORD=1||||1||||\n{SECRET}\n", 2, "no end"),
    ("conll", "n.conll", f"a O\n{SECRET}\n", 2, "no word and tag"),
    ("conll", "n.conll", f"a\tO\n\nb\tX-{SECRET}\n", 3, "no word and tag"),
    ("jsonl", "n.jsonl", f'{{"id": "1", "text": "a"}}\n{{"id": "2", "text": {SECRET}}}\n', 2, "not JSON"),
    ("jsonl", "n.jsonl", f'{{"id": "1", "txt": "{SECRET}"}}\n', 1, "no field 'text'"),
    ("jsonl", "n.jsonl", f'{{"id": "1", "text": 3, "x": "{SECRET}"}}\n', 1, "is not text"),
    ("jsonl", "n.jsonl", SPANS % '{"start": 0, "end": 99, "label": "X"}', 1, "a span ends at 99"),
    ("jsonl", "n.jsonl", SPANS % '{"start": 0, "type": "X"}', 1, "malformed"),
    ("jsonl", "n.jsonl", SPANS % '{"start": false, "end": 1, "label": "X"}', 1, "wrong kind"),
    ("jsonl", "n.jsonl", SPANS % '{"start": 0, "end": 1, "label": "X", "score": "high"}', 1, "wrong kind"),
    ("jsonl", "n.jsonl", f'{{"id": "1", "text": "", "patient": {{"x": "{SECRET}"}}}}\n', 1, "is not a name"),
    ("jsonl", "n.jsonl", f'"{SECRET}"\n', 1, "not a JSON object"),
    ("jsonl", "n.jsonl", "[" * 100_000 + f'"{SECRET}"', 1, "not JSON"),
    ("csv", "n.csv", f"1,{SECRET}\n2,b\n", 1, "none of its 2 columns is called 'id'"),
    ("csv", "n.csv", f"id,text\n1,{SECRET},x\n", 2, "3 fields instead of 2"),
    ("csv", "n.csv", f'id,text\n1,a\n2,"{SECRET}" x\n', 3, "quoting"),
    ("csv", "n.csv", f'id,text\n1,a\n2,"{SECRET}\n\n\n', 3, "quoting"),
    ("csv", "n.csv", f'id,text,spans\n1,{SECRET},"[oops"\n', 2, "not JSON"),
    ("csv", "n.csv", "id,id,text\n", 1, "one name"),
    ("text", "n.txt", b"line\n\xff\xfe " + SECRET.encode("utf-16-le"), 2, "not utf-8"),
    ("jsonl", "n.jsonl", b'{"id":"1","text":"a"}\n{"id":"2","text":"\xe9' + SECRET.encode() + b'"}\n', 2, "not utf-8"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "file", "content", "line", "problem"), CASES)
def test_errors_name_file_line_and_remedy(name, file, content, line, problem, tmp_path):
    (tmp_path / "n.txt").write_text("Ada")
    path = tmp_path / file
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(DamagedInputError) as error:
        list(formats.read(path, name))
    message = str(error.value)
    assert f"{file}, line {line}: " in message
    assert problem in message
    assert "; " in message
    assert SECRET not in message
    assert error.value.__cause__ is None  # nor do the errors behind it reach a log


def test_brat_notes_without_their_other_half(tmp_path):
    (tmp_path / "lonely.txt").write_text("Ada")
    (tmp_path / "orphan.ann").write_text("")
    problems = []
    docs = list(formats.read(tmp_path, "brat", damage=problems.append))
    assert docs == []
    assert sorted(problem.path.name for problem in problems) == ["lonely.txt", "orphan.txt"]


def test_two_notes_with_one_id(tmp_path):
    (tmp_path / "n.jsonl").write_text('{"id": "1", "text": "a"}\n{"id": "1", "text": "b"}\n')
    with pytest.raises(DamagedInputError, match="two notes have the id '1'"):
        list(formats.read(tmp_path / "n.jsonl"))


@pytest.mark.parametrize(
    ("name", "file", "content", "good"),
    [
        ("jsonl", "n.jsonl", '{"id": "1", "text": "a"}\noops\n{"id": "3", "text": "c"}\n', ["1", "3"]),
        ("csv", "n.csv", "id,text\n1,a\n2\n3,c\n", ["1", "3"]),
        ("conll", "n.conll", "a O\n-DOCSTART- O\noops\n-DOCSTART- O\nc O\n", ["n", "n-2"]),
        (
            "i2b2-2006",
            "n.xml",
            '<R><RECORD ID="1"><TEXT>a</TEXT></RECORD><RECORD><TEXT/></RECORD>'
            '<RECORD ID="3"><TEXT>c</TEXT></RECORD><RECORD ID="4">',
            ["1", "3"],
        ),
    ],
)
def test_reading_goes_on_behind_damage(name, file, content, good, tmp_path):
    (tmp_path / file).write_text(content)
    problems = []
    docs = formats.read(tmp_path / file, name, damage=problems.append)
    assert [doc.id for doc in docs] == good
    assert problems


def test_physionet_locations_that_fit_no_record(tmp_path):
    (tmp_path / "n.text").write_text("START_OF_RECORD=1||||1||||\nAda\n||||END_OF_RECORD\n")
    for locations, problem in [
        ("Patient 1\tNote 1\n0\t0\t99\n", r"n\.phi, line 2: a location lies outside its record"),
        ("Patient 2\tNote 1\n0\t0\t1\n", "1 of its notes have no record"),
        ("Patient 1\tNote 1\n3\t3\t3\n", "empty or backwards"),
        ("Patient 1\tNote 1\nx\n", "malformed"),
    ]:
        (tmp_path / "n.phi").write_text(locations)
        with pytest.raises(DamagedInputError, match=problem):
            list(formats.read(tmp_path / "n.text"))


def test_physionet_words_that_are_not_there(tmp_path):
    (tmp_path / "n.text").write_text("START_OF_RECORD=1||||1||||\nAda\n||||END_OF_RECORD\n")
    (tmp_path / "n-phi.phrase").write_text("1 1 0 3 PTName Ben\n")
    with pytest.raises(DamagedInputError, match="not what stands there"):
        list(formats.read(tmp_path / "n.text"))


def test_xml_of_another_kind_is_no_empty_note(tmp_path):
    (tmp_path / "n.xml").write_text("<html><body>Ada</body></html>")
    with pytest.raises(DamagedInputError, match="neither of i2b2"):
        list(formats.read(tmp_path))
    for name in ("i2b2-2006", "i2b2-2014"):
        with pytest.raises(DamagedInputError, match=r"no RECORD|0 TEXT elements"):
            list(formats.read(tmp_path, name))


def test_a_folder_that_cannot_be_opened_is_an_error(tmp_path, monkeypatch):
    def refuse(folder, onerror, **_):
        onerror(PermissionError(13, "Permission denied", str(folder)))
        return []

    monkeypatch.setattr(os, "walk", refuse)
    with pytest.raises(DamagedInputError, match="Permission denied"):
        list(formats.read(tmp_path))


def test_lines_behind_a_bad_one_are_read(tmp_path):
    (tmp_path / "n.jsonl").write_bytes(b'{"id":"1","text":"a"}\n{"id":"2","text":"\xff"}\n{"id":"3","text":"c"}\n')
    found = []
    assert [doc.id for doc in formats.read(tmp_path / "n.jsonl", damage=found.append)] == ["1", "3"]
    assert [error.line for error in found] == [2]


def test_a_table_that_breaks_says_that_the_rest_was_not_read(tmp_path):
    (tmp_path / "n.csv").write_text('id,text\n1,a\n2,"x"y\n3,c\n')
    found = []
    assert [doc.id for doc in formats.read(tmp_path / "n.csv", damage=found.append)] == ["1"]
    assert "nothing behind it was read" in str(found[0])
