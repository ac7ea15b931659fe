"""JSON lines: values are put in where the old ones stood, and all else stays byte for byte."""

import gzip
import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from incognote.containers.base import Cutting
from incognote.containers.json_lines import CONTAINER
from incognote.errors import ConfigError
from tests.containers.passing import WEEK, rewriting, through

VARIED = (
    b'\xef\xbb\xbf{ "id" : 7 , "te\\u0078t": "a \\/ \\u00e9\\n", "patient":"p", "n": 1.50e+3,  "o": {"text": [1]} }\r\n'
    b"\n"
    b'{"text":"\xc3\xa9","other":null,"id":"x/8"}\n'
    b'{"id":"9","text":null,"patient":12}'
)
VALUES = st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner, max_size=3))


def upper(doc):
    return replace(doc, text=doc.text.upper())


@pytest.mark.parametrize("size", [1, 90, 100_000])
def test_lines_without_changes_are_the_same(tmp_path, size):
    out, notes, failures = through(CONTAINER, VARIED, tmp_path, ".jsonl", Cutting(chunk_bytes=size))
    assert (out, failures) == (VARIED, [])
    assert [(note.doc.id, note.doc.text, note.doc.patient) for note in notes] == [
        ("7", "a / é\n", "p"),
        ("x/8", "é", None),
        ("9", "", "12"),
    ]
    assert [note.numbers for note in notes] == [{"id"}, set(), {"patient"}]


def test_new_values_are_written_as_the_line_writes_others(tmp_path):
    new = rewriting(lambda doc: replace(doc, id="55", patient=doc.patient and "66", text=doc.text.upper()))
    out, *_ = through(CONTAINER, VARIED, tmp_path, ".jsonl", new=new)
    first, _, second, third = out.split(b"\n")
    assert first.endswith(
        b'{ "id" : 55 , "te\\u0078t": "A / \\u00c9\\n", "patient":"66", "n": 1.50e+3,  "o": {"text": [1]} }\r'
    )
    assert second == '{"text":"É","other":null,"id":"55"}'.encode()
    assert third == b'{"id":"55","text":null,"patient":66}'


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.lists(st.dictionaries(st.text(max_size=3), VALUES, max_size=4), max_size=5), st.integers(1, 90), st.booleans()
)
def test_any_lines_are_cut_anywhere(tmp_path, others, size, escaped):
    rows = [{**other, "id": i, "text": f"é\u2028{i}"} for i, other in enumerate(others)]
    raw = "".join(json.dumps(row, ensure_ascii=escaped) + "\n" for row in rows).encode()
    assert through(CONTAINER, raw, tmp_path, ".jsonl", Cutting(chunk_bytes=size))[0] == raw
    out, *_ = through(CONTAINER, raw, tmp_path, ".jsonl", Cutting(chunk_bytes=size), rewriting(upper))
    assert [json.loads(line) for line in out.split(b"\n")[:-1]] == [
        {**row, "text": row["text"].upper()} for row in rows
    ]


@pytest.mark.parametrize(
    ("dropped", "line"),
    [
        (("a",), b'{ "id":1, "text":"t","b":3}\n'),
        (("a", "b"), b'{ "id":1, "text":"t"}\n'),
        (("a", "id", "text"), b'{"b":3}\n'),
        (("a", "b", "id", "text"), b"{}\n"),
    ],
)
def test_dropped_fields_leave_no_comma(tmp_path, dropped, line):
    raw = b'{"a": [1,2], "id":1, "text":"t","b":3}\n'
    assert through(CONTAINER, raw, tmp_path, ".jsonl", Cutting(dropped=dropped))[0] == line


def test_dates_move_and_those_that_cannot_become_null(tmp_path):
    raw = b'{"id":1,"text":"","d":"2020","e":77,"f":null}\n{"id":2,"text":"","d":"x"}\n'
    new = rewriting(shift=WEEK, date={"2020": "2021"}.get)
    out, *_ = through(CONTAINER, raw, tmp_path, ".jsonl", Cutting(dates=("d", "e", "f")), new)
    assert out == b'{"id":1,"text":"","d":"2021","e":null,"f":null}\n{"id":2,"text":"","d":null}\n'


def test_lines_that_cannot_be_read_are_told(tmp_path):
    lines = [
        b'{"id":1}',
        b'{"id":2,"text":"a","text":"b"}',
        b'{"id":3,"text":',
        b"[4]",
        b'{"id":5,"text":"\xff"}',
        b'{"id":true,"text":""}',
        b'{"id":7,"text":[]}',
        b'{"id":8,"text":""} x',
        b"[" * 100_000,
        b'{"id":10,"text":"%b"}' % (b"x" * 300_000),
        b"{}",
        b'{"id":12,"text":""}',
    ]
    out, notes, failures = through(CONTAINER, b"\n".join(lines), tmp_path, ".jsonl", Cutting(largest=200_000))
    assert out == lines[-1]
    assert [failure.record for failure in failures] == list(range(1, 12))
    assert [note.record for note in notes] == [12]
    assert not any("x" * 9 in failure.reason for failure in failures)


def test_a_field_twice_that_stays_as_it_is_changes_nothing_else(tmp_path):
    raw = b'{"n":1,"id":1,"text":"t","n":2,"patient":"p"}\n'
    out, *_ = through(CONTAINER, raw, tmp_path, ".jsonl", new=rewriting(upper))
    assert out == b'{"n":1,"id":1,"text":"T","n":2,"patient":"p"}\n'
    out, *_ = through(CONTAINER, raw, tmp_path, ".jsonl", Cutting(dropped=("id",)), rewriting(upper))
    assert out == b'{"n":1,"text":"T","n":2,"patient":"p"}\n'


def staying(tmp_path, raws, **named):
    paths = [tmp_path / f"{number}.jsonl" for number in range(len(raws))]
    for path, raw in zip(paths, raws, strict=True):
        path.write_bytes(raw)
    return CONTAINER.staying(paths, Cutting(**named))


def test_fields_that_stay_are_told(tmp_path):
    assert staying(tmp_path, [VARIED]) == ("n", "o", "other")
    assert staying(tmp_path, [VARIED], dropped=("o",), dates=("other",)) == ("n",)
    assert staying(tmp_path, [b"", b"\n"], dropped=("o",)) == ()  # nothing is written


@pytest.mark.parametrize(
    "named",
    [
        {"dropped": ("N",)},
        {"dates": ("when",)},
        {"columns": {"patient": "patientt"}},
        {"columns": {"text": "txt"}},
        {"columns": {"id": "ID"}},
    ],
)
def test_a_field_that_no_record_has_is_an_error(tmp_path, named):
    with pytest.raises(ConfigError, match=r"no column .*, but there are: 'id', 'text', 'patient', 'n', 'o', 'other'"):
        staying(tmp_path, [VARIED, VARIED], **named)


@pytest.mark.parametrize("field", [b'"n\xc3\xa9e"', b'"n\\u00e9e"'])
def test_a_field_may_come_late_and_in_another_file(tmp_path, field):
    many = b'{"id":1,"text":"n\xc3\xa9e"}\n' * 300
    late = many + b'{"id":2,"text":"","n":1,"seen":0,' + field + b":3}\n"
    assert staying(tmp_path, [many, late], dropped=("née",)) == ("n", "seen")
    with pytest.raises(ConfigError, match="no column 'née'"):
        staying(tmp_path, [many, many], dropped=("née",))


def test_the_fields_of_a_file_that_was_cut_are_those_that_can_be_read(tmp_path):
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"id":1,"text":"a","n":2}\n' * 9, mtime=0)[:-8])
    assert CONTAINER.staying([path], Cutting()) == ("n",)
