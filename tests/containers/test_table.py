"""Tables: what isn't rewritten stays byte for byte, wherever they are cut; rows that are broken are told."""

import csv
import gzip
import io
import tracemalloc
import zlib
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from incognote.containers.base import Cutting
from incognote.containers.csv_grammar import grammar
from incognote.containers.table import CSV, TSV
from incognote.errors import ConfigError, DamagedInputError, IncognoteError
from tests.containers.passing import WEEK, opened, passed, rewriting, through, unchanged

NO_FIXTURE_CHECK = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
FIELD = st.lists(st.sampled_from(["a", "b", '"', ",", ";", "\n", "\r\n", "\t", " ", "é"]), max_size=9).map("".join)
VARIED = (
    b'\xef\xbb\xbf"id",text,patient,other\r\n'
    b'7,"two\r\nlines, and ""quotes""",p1,"kept ""so"""\r\n'
    b"\r\n"
    b'"8",5" tall,,  spaces \n'
    b'9,"",p2,\xff\xfe bytes\r\n'
    b'10,"last, without an end",p1,x'
)


def upper(doc):
    return replace(doc, text=doc.text.upper())


@pytest.mark.parametrize("size", [1, 10, 40, 100_000])
def test_a_table_without_changes_is_the_same(tmp_path, size):
    out, notes, failures = through(CSV, VARIED, tmp_path, ".csv", Cutting(chunk_bytes=size))
    assert out == VARIED
    assert not failures
    assert [note.doc.id for note in notes] == ["7", "8", "9", "10"]
    assert [note.doc.text for note in notes] == ['two\r\nlines, and "quotes"', '5" tall', "", "last, without an end"]
    assert [note.doc.patient for note in notes] == ["p1", None, "p2", "p1"]
    assert [note.record for note in notes] == [1, 2, 3, 4]


def test_only_what_changes_is_written_anew(tmp_path):
    out, *_ = through(CSV, VARIED, tmp_path, ".csv", new=rewriting(upper))
    assert out == VARIED.replace(b"two", b"TWO").replace(b"lines, and", b"LINES, AND").replace(
        b"quotes", b"QUOTES"
    ).replace(b"tall", b"TALL").replace(b"last, without an end", b"LAST, WITHOUT AN END").replace(
        b'5" TALL', b'"5"" TALL"'
    )


@NO_FIXTURE_CHECK
@given(
    rows=st.lists(st.tuples(FIELD, FIELD, FIELD), max_size=8),
    size=st.integers(1, 60),
    end=st.sampled_from(["\n", "\r\n"]),
)
def test_any_table_is_cut_anywhere_and_read_as_python_reads_it(tmp_path, rows, size, end):
    raw = io.StringIO(newline="")
    writer = csv.writer(raw, lineterminator=end)
    writer.writerow(["id", "text", "x"])
    writer.writerows([[f"n{i}{a}", b, c] for i, (a, b, c) in enumerate(rows)])
    raw = raw.getvalue().encode()
    out, notes, failures = through(CSV, raw, tmp_path, ".csv", Cutting(chunk_bytes=size))
    assert (out, failures) == (raw, [])
    assert [(note.doc.id, note.doc.text) for note in notes] == [
        (row[0], row[1]) for row in list(csv.reader(io.StringIO(raw.decode(), newline="")))[1:]
    ]
    rewritten = [
        through(CSV, raw, tmp_path, ".csv", Cutting(chunk_bytes=n), rewriting(upper))[0] for n in (size, 10**6)
    ]
    assert rewritten[0] == rewritten[1]
    assert [row[2] for row in csv.reader(io.StringIO(rewritten[0].decode(), newline=""))] == [
        "x",
        *(r[2] for r in rows),
    ]


@pytest.mark.parametrize("block", [1, 2, 3, 7, 1 << 20])
def test_rows_are_found_wherever_blocks_of_the_file_end(tmp_path, monkeypatch, block):
    monkeypatch.setattr("incognote.containers.streams._BLOCK", block)
    assert through(CSV, VARIED, tmp_path, ".csv")[0] == VARIED


def test_new_names_patients_and_dates(tmp_path):
    raw = b"id;text;patient;when;secret\n1;a;p;2020-01-02;S\n2;b;;;S\n3;c;q;nonsense;S\n"
    dates = {"2020-01-02": "2020-01-09"}
    new = rewriting(lambda doc: replace(doc, id=f"n;{doc.id}", patient=doc.patient and "new"), WEEK, dates.get)
    cutting = Cutting(dates=("when",), dropped=("secret",))
    out, *_ = through(CSV, raw, tmp_path, ".csv", cutting, new)
    assert out == b'id;text;patient;when\n"n;1";a;new;2020-01-09\n"n;2";b;;\n"n;3";c;new;\n'


def test_dates_that_cannot_be_moved_are_left_out(tmp_path):
    raw = b"id,text,when\n1,a,2020-01-02\n"
    out, *_ = through(CSV, raw, tmp_path, ".csv", Cutting(dates=("when",)), rewriting(date=lambda text: text))
    assert out == b"id,text,when\n1,a,\n"


def test_a_column_of_ids_that_are_patients_gets_the_patients(tmp_path):
    new = rewriting(lambda doc: replace(doc, id="n", patient="p"))
    out, (note,), _ = through(CSV, b"id,text\n1,a\n", tmp_path, ".csv", Cutting(columns={"patient": "id"}), new)
    assert (note.doc.patient, out) == ("1", b"id,text\np,a\n")


def test_notes_that_fail_are_left_out(tmp_path):
    new = lambda note: None if note.doc.id == "1" else rewriting()(note)  # noqa: E731
    assert through(CSV, b"id,text\n1,a\n2,b\n", tmp_path, ".csv", new=new)[0] == b"id,text\n2,b\n"


def test_rows_that_cannot_be_read_are_told_and_the_rest_goes_on(tmp_path):
    raw = b'id,text,x\n1,a,x\n2,b\n,c,x\n4,"\xff",x\n5,e,x\n'
    out, notes, failures = through(CSV, raw, tmp_path, ".csv")
    assert out == b"id,text,x\n1,a,x\n5,e,x\n"
    assert [(failure.record, failure.reason) for failure in failures] == [
        (2, "it has 2 fields instead of 3"),
        (3, "it has no id"),
        (4, "it is not utf-8 text; name its encoding with --encoding"),
    ]
    assert [note.record for note in notes] == [1, 5]


@pytest.mark.parametrize("block", [5, 1 << 20])
@pytest.mark.parametrize(
    ("broken", "lines"),
    [
        (b'2,"he said "no", and\nwent, home,\nMr. Thornquist, 71,\n", x\n', 5),
        (b'2,"never closed, x\nThornquist, went, home\n', 3),
        (b'2,"closed" late,x\n', 2),
    ],
)
def test_behind_broken_quotes_only_what_is_surely_a_row_is_read(tmp_path, monkeypatch, broken, lines, block):
    monkeypatch.setattr("incognote.containers.streams._BLOCK", block)
    raw = b'id,text,x\n1,"a",x\n' + broken + b'3,unquoted,x\n4,"d",x\n5,e,x\n'
    out, _, (failure,) = through(CSV, raw, tmp_path, ".csv")
    assert out == b'id,text,x\n1,"a",x\n4,"d",x\n5,e,x\n'
    assert failure.record == 2
    assert f"from there {lines} lines passed over" in failure.reason


def test_a_file_that_ends_within_quotes(tmp_path):
    out, _, (failure,) = through(CSV, b'id,text\n1,a\n2,"b\nThornquist,x', tmp_path, ".csv")
    assert out == b"id,text\n1,a\n"
    assert "from there 2 lines passed over" in failure.reason


@pytest.mark.parametrize("huge", [b'"' + b'a""b\n,' * 500_000 + b'"', b"x" * 3_000_000, b'"' * 3_000_000])
def test_a_record_that_is_too_large_is_passed_over_and_never_held(tmp_path, huge):
    raw = b"id,text,x\n1,a,x\n2," + huge + b",x\n3,c,x\n"
    path = tmp_path / "in.csv"
    path.write_bytes(raw)
    cutting = Cutting(largest=200_000)
    tracemalloc.start()
    chunks = list(CSV.chunks(path, cutting))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 9_000_000  # blocks of the file, not the record and its copies
    out, notes, (failure,) = through(CSV, raw, tmp_path, ".csv", cutting)
    assert out == b"id,text,x\n1,a,x\n3,c,x\n"
    assert (failure.record, failure.reason) == (2, "it is larger than 200,000 bytes")
    assert [note.record for note in notes] == [1, 3]
    assert len(chunks) == 2


@pytest.mark.parametrize("left", [0, 1, 2])
def test_the_header_is_there_though_parts_failed_as_a_whole(tmp_path, left):
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    path.write_bytes(b"\xef\xbb\xbfid,secret,text\r\n1,S,a\r\n2,S,b\r\n")
    cutting = Cutting(dropped=("secret",), chunk_records=1)
    parts = [part.written([unchanged(note) for note in part.notes]) for _, part in opened(CSV, path, cutting)]
    CSV.join(parts[left:], out, path, cutting)
    assert out.read_bytes() == b"\xef\xbb\xbfid,text\r\n" + b"".join([b"1,a\r\n", b"2,b\r\n"][left:])


def test_other_encodings_and_gzip(tmp_path):
    raw = "id\ttext\tx\n1\tÄrger\tä\n".encode("cp1252")
    path, out = tmp_path / "in.tsv.gz", tmp_path / "out.tsv.gz"
    path.write_bytes(gzip.compress(raw))
    notes, _ = passed(TSV, path, out, Cutting(encoding="cp1252"), rewriting(upper))
    assert notes[0].doc.text == "Ärger"
    assert gzip.decompress(out.read_bytes()) == "id\ttext\tx\n1\tÄRGER\tä\n".encode("cp1252")
    first = out.read_bytes()
    out.unlink()
    passed(TSV, path, out, Cutting(encoding="cp1252"), rewriting(upper))
    assert out.read_bytes() == first


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-7", "iso2022_jp", "cp037"])
def test_encodings_that_cannot_be_cut_are_refused(tmp_path, encoding):
    with pytest.raises(ConfigError, match="UTF-8"):
        through(CSV, b"id,text\n", tmp_path, ".csv", Cutting(encoding=encoding))


@pytest.mark.parametrize(
    ("raw", "cutting", "message"),
    [
        (b"a,text\n", Cutting(), "no column 'id', but there are: 'a', 'text'"),
        (b"a,b\n", Cutting(columns={"patient": "b"}), "no column 'id', but there are: 'a', 'b'"),
        (b"id,note\n", Cutting(), "no column 'text'.*--columns text=NAME"),
        (b"id,text,text\n", Cutting(), "2 columns are called 'text'"),
        (b"id,text\n", Cutting(columns={"patient": "p"}), "no column 'p'"),
        (b"id,text\n", Cutting(dates=("when",)), "no column 'when'"),
        (b"id,text\n", Cutting(dropped=("x",)), "no column 'x'"),
        (b"id,text\n", Cutting(dates=("text",)), "'text' can't be two things"),
        (b"", Cutting(), "it is empty"),
        (b'"id,text\n', Cutting(), "first row has no end"),
        (b"\xff,text\n", Cutting(), "not utf-8"),
    ],
)
def test_columns_that_are_not_there(tmp_path, raw, cutting, message):
    with pytest.raises(IncognoteError, match=message):
        through(CSV, raw, tmp_path, ".csv", cutting)


def test_a_table_without_rows_keeps_its_header(tmp_path):
    assert through(CSV, b"id,text\n", tmp_path, ".csv")[0] == b"id,text\n"


@pytest.mark.parametrize("block", [100, 1 << 20])
@pytest.mark.parametrize("records", [7, 500])
def test_of_a_file_that_gzip_packed_and_was_cut_all_is_read_that_can_be(tmp_path, monkeypatch, block, records):
    monkeypatch.setattr("incognote.containers.streams._BLOCK", block)
    raw = b"id,text\n" + b"".join(b"%d,%d\n" % (number, number**9) for number in range(1, 2001))
    packed = gzip.compress(raw, mtime=0)[:-2000]
    whole = zlib.decompressobj(31).decompress(packed).rpartition(b"\n")[0] + b"\n"
    path, out = tmp_path / "in.csv.gz", tmp_path / "out.csv"
    path.write_bytes(packed)
    notes, (failure,) = passed(CSV, path, out, Cutting(chunk_records=records))
    assert out.read_bytes() == whole
    assert 1000 < len(notes) == failure.record - 1
    assert failure.reason == (
        "it was cut or isn't what gzip packed; from here to the end of the file nothing could be read; copy it again"
    )


@pytest.mark.parametrize("damaged", [b"id,text\n1,a\n", gzip.compress(b"id,text\n1,a\n", mtime=0)[:20]])
def test_a_file_of_which_nothing_can_be_read_is_an_error(tmp_path, damaged):
    (tmp_path / "in.csv.gz").write_bytes(damaged)
    with pytest.raises(DamagedInputError, match="gzip"):
        passed(CSV, tmp_path / "in.csv.gz", tmp_path / "out.csv")


def test_reprs_hold_no_text(tmp_path):
    (tmp_path / "a.csv").write_bytes(b"id,text\n1,Thornquist\n")
    (chunk,) = CSV.chunks(tmp_path / "a.csv", Cutting())
    assert "Thornquist" not in repr(chunk) + repr(chunk.payload) + repr(CSV.open(chunk, Cutting()))


@pytest.mark.parametrize("end", [b"\n", b"\r"])
@pytest.mark.parametrize(
    "first",
    [
        b"1,Zyx Wilhelmina,Mr. Rotterdam was seen here on 3/4/2012.",
        b"MRN12345,Zyx Wilhelmina,Rotterdam and fever",
        b"text,Zyx Wilhelmina,4 Rotterdam Road",
    ],
)
def test_a_record_in_the_place_of_the_header_is_not_shown(tmp_path, first, end):
    told = "no column 'id', but there are: [35] whose names may be a record and aren't shown; a table must begin"
    with pytest.raises(ConfigError, match=told) as error:
        through(CSV, end.join([first, b"2,Ada,Fine."]), tmp_path, ".csv")
    assert not any(word in str(error.value) for word in ("Zyx", "MRN12345", "Rotterdam"))


def test_rows_are_cut_as_pythons_csv_reads_them():
    rules = grammar(b",")
    rows = [b'"id","text"\r\n', b"1,Mr. Brennan came\r\n", b'2,"Mrs. Dahl\r\ncame"\r\n', b"3,a\rb\n", b'4,,"a""b"']
    assert list(rules.rows(b"".join(rows))) == rows
