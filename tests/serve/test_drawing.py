import gzip
import json
import os
import zipfile
from importlib.resources import files
from pathlib import Path

import pytest

from incognote import formats
from incognote.errors import ConfigError
from incognote.replace.alignment_file import About, Aligned, Stretch, digest_of, new_alignment, path_beside
from incognote.serve.releases.drawing import How, draw
from incognote.serve.releases.made import beside, of_quarantine, of_report
from incognote.types import Document, Span

EXAMPLES = Path(__file__).parents[2] / "examples"
DOCS = [Document(f"n{number}", f"Note {number} 🙂 of Ada.\r\nEnd.") for number in range(40)]


def rows():
    return [{"id": doc.id, "text": doc.text} for doc in DOCS]


def as_csv(folder):
    formats.write(DOCS, folder / "notes.csv", "csv")
    return folder / "notes.csv"


def as_gzip(folder):
    (folder / "notes.csv.gz").write_bytes(gzip.compress(as_csv(folder).read_bytes()))
    return folder / "notes.csv.gz"


def as_jsonl(folder):
    (folder / "notes.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows()))
    return folder / "notes.jsonl"


def as_texts(folder):
    formats.write(DOCS, folder / "notes", "text")
    return folder / "notes"


def as_zip(folder):
    with zipfile.ZipFile(folder / "notes.zip", "w") as archive:
        for file in as_texts(folder).iterdir():
            archive.write(file, file.name)
    return folder / "notes.zip"


def as_parquet(folder):
    import pyarrow as pa
    from pyarrow import parquet

    parquet.write_table(pa.Table.from_pylist(rows()), folder / "notes.parquet")
    return folder / "notes.parquet"


@pytest.mark.parametrize("made", [as_csv, as_gzip, as_jsonl, as_texts, as_zip, as_parquet])
def test_every_kind_of_output(made, tmp_path):
    drawn = draw(made(tmp_path), How(), 10, 1)
    assert (drawn.notes, drawn.unread, len(drawn.docs)) == (40, 0, 10)
    texts = {doc.id: doc.text for doc in DOCS}
    assert all(texts[doc.id] == doc.text for doc in drawn.docs)


def test_the_same_are_drawn_however_it_was_cut(tmp_path):
    one, other = (draw(made(tmp_path), How(), 10, 1) for made in (as_jsonl, as_parquet))
    assert [doc.id for doc in one.docs] == [doc.id for doc in other.docs]
    assert draw(as_jsonl(tmp_path), How(), 20, 1).docs[:10] == one.docs


@pytest.mark.parametrize("name", ["fhir", "hl7", "ccda"])
def test_archives_of_records(name):
    folder = EXAMPLES / name
    file = folder if folder.is_dir() else next(EXAMPLES.glob(f"{name}*"))
    drawn = draw(file, How(), 3, 1)
    assert drawn.docs
    assert len({doc.id for doc in drawn.docs}) == len(drawn.docs)


def test_a_format_of_notes_alone(tmp_path):
    docs = [doc.with_spans([Span(0, 4, "IDNUM")]) for doc in DOCS]
    formats.write(docs, tmp_path / "notes", "i2b2-2014")
    drawn = draw(tmp_path / "notes", How(), 5, 1)
    assert drawn.shows_replaced
    assert drawn.docs[0].spans == (Span(0, 4, "IDNUM"),)


def test_notes_of_one_id_are_told_apart(tmp_path):
    (tmp_path / "n.jsonl").write_text('{"id": "a", "text": "one"}\n{"id": "a", "text": "two"}\n')
    drawn = draw(tmp_path / "n.jsonl", How(), 5, 1)
    assert sorted(doc.id for doc in drawn.docs) == ["a", "a (2)"]
    assert sorted(doc.text for doc in drawn.docs) == ["one", "two"]


def test_what_cannot_be_read_is_counted(tmp_path):
    (tmp_path / "n.jsonl").write_text('{"id": "a", "text": "one"}\n{broken\n{"id": "b", "text": "two"}\n')
    drawn = draw(tmp_path / "n.jsonl", How(), 5, 1)
    assert (drawn.notes, drawn.unread) == (2, 1)


def test_nothing_to_draw_from(tmp_path):
    (tmp_path / "n.jsonl").write_text("")
    with pytest.raises(ConfigError, match="no notes"):
        draw(tmp_path / "n.jsonl", How(), 5, 1)


def test_progress_is_told(tmp_path):
    told = []
    draw(as_jsonl(tmp_path), How(), 5, 1, tell=told.append)
    assert told[-1] == 40


@pytest.mark.parametrize("fits", [True, False])
def test_what_was_replaced_is_shown_if_the_side_file_fits(tmp_path, fits):
    output = as_texts(tmp_path)
    with new_alignment(path_beside(output), About("0", "surrogates", "deid", None, "text")) as side:
        for number, doc in enumerate(DOCS, 1):
            size, digest = len(doc.text), digest_of(doc.text if fits else "another")
            side.add(Aligned(number, doc.id, size, size, (Stretch(0, 4, 0, 4, "IDNUM"),), digest))
        side.finish()
    drawn = draw(output, How(), 5, 1)
    assert drawn.shows_replaced is fits
    assert drawn.docs[0].spans == ((Span(0, 4, "IDNUM"),) if fits else ())


def test_what_was_replaced_may_be_known_of_some_notes_and_of_none_too_much(tmp_path):
    """Two came to read alike, though what was invented in one stood in the other before."""
    (tmp_path / "n.jsonl").write_text('{"id": "a", "text": "Ada, Leeds"}\n{"id": "b", "text": "Osei"}\n')
    name, town = Stretch(0, 3, 0, 3, "PATIENT"), Stretch(5, 10, 5, 10, "CITY")
    with new_alignment(path_beside(tmp_path / "n.jsonl"), About("0", "surrogates", "deid", None, "jsonl")) as side:
        for number, stretches in enumerate([(name, town), (town,)], 1):
            side.add(Aligned(number, "x", 10, 10, stretches, digest_of("Ada, Leeds")))
        side.finish()
    drawn = draw(tmp_path / "n.jsonl", How(), 5, 1)
    assert {doc.id: doc.spans for doc in drawn.docs} == {"a": (Span(5, 10, "CITY"),), "b": ()}
    assert (drawn.unknown, drawn.shows_replaced) == ({"b"}, False)


REPORT = {
    "incognote": "9.9",
    "plan": {
        "key": "abcd",
        "options": {"--engine": "incognote", "--point": "safe", "--threshold": {}, "--style": "thesis",
                    "--patients": "/osei/patients.csv"},
    },
    "notes": 7,
    "labels": {"DATE": 3},
}  # fmt: skip


def test_a_report_of_another_version_has_no_checksums():
    made = of_report(json.dumps(REPORT))
    assert (made["incognote"], made["key"], made["labels"], made["sums"]) == ("9.9", "abcd", {"DATE": 3}, {})
    assert "osei" not in json.dumps(made)


def test_a_report_of_this_version_has_those_of_its_models():
    from incognote import __version__

    made = of_report(json.dumps({**REPORT, "incognote": __version__}))
    assert {"recipe incognote", "model incognote", "model incognote-fast"} == set(made["sums"])
    assert made["thresholds"]["all"] == 0.12


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"plan": 3}', "\x00"])
def test_what_is_no_report_is_refused(content):
    with pytest.raises(ConfigError, match="none of `incognote batch`"):
        of_report(content)


@pytest.mark.parametrize(
    "change",
    [
        {"labels": ["DATE"]},
        {"labels": {"DATE": "3"}},
        {"labels": {"DATE": 10**4000}},
        {"notes": "7"},
        {"notes": True},
        {"started": 7},
        {"started": "\ud800"},
        {"dates": {"shifted": None}},
        {"quarantined": -1},
        {"incognote": {}},
    ],
)
def test_what_a_report_tells_must_be_of_its_kind(change):
    with pytest.raises(ConfigError, match="none of `incognote batch`"):
        of_report(json.dumps({**REPORT, **change}))


@pytest.mark.parametrize(
    "change",
    [
        {"--engine": ["deid"]},
        {"--point": 3},
        {"--point": "\ud800"},
        {"--threshold": {"all": "x"}},
        {"--threshold": {"all": 3}},
        {"--threshold": [["all", 0.1]]},
        {"--style": None},
    ],
)
def test_so_must_its_options(change):
    options = {**REPORT["plan"]["options"], **change}
    with pytest.raises(ConfigError, match="none of `incognote batch`"):
        of_report(json.dumps({**REPORT, "plan": {"key": "abcd", "options": options}}))


def test_an_engine_that_is_named_by_its_file_is_not_looked_for_where_only_some_are_known(tmp_path):
    from incognote import __version__

    def made(engine, known):
        options = {**REPORT["plan"]["options"], "--engine": engine, "--point": None}
        report = {**REPORT, "incognote": __version__, "plan": {"key": "abcd", "options": options}}
        return of_report(json.dumps(report), known)

    own = tmp_path / "own.toml"
    own.write_text(files("incognote.data.recipes").joinpath("deid.toml").read_text())
    assert set(made(str(own), None)["sums"]) == {"recipe own.toml"}
    assert made(str(own), ("deid",))["sums"] == {}
    assert made("deid", ("deid",))["sums"]
    os.mkfifo(tmp_path / "f.toml")  # opening it would wait for ever
    assert made(str(tmp_path / "f.toml"), ("deid",))["engine"] == "f.toml"


@pytest.mark.parametrize("record", ["1e999", "NaN", '"3"', "null", "-1", "true", "2.5", "9" * 400])
def test_the_list_must_tell_records_by_number(record):
    with pytest.raises(ConfigError, match="the list is none"):
        of_quarantine(f'{{"source": "a", "record": {record}, "reason": "b"}}')


def test_reasons_can_be_printed():
    assert of_quarantine('{"source": "a", "record": 1, "reason": "cut \\ud800"}') == [(1, 1, "cut ?")]


def test_the_list_of_what_was_set_aside_loses_its_names():
    lines = [
        {"source": "Osei_Ada.csv", "record": 3, "reason": "'Osei \"Ada\"': it can't be read, and isn't cut"},
        {"source": "b.csv", "record": 0, "reason": "it is larger than 10 bytes"},
        {"source": "Osei_Ada.csv", "record": 9, "reason": 'note "O\'sei": it failed'},
    ]
    assert of_quarantine("\n".join(map(json.dumps, lines))) == [
        (1, 3, "(a name): it can't be read, and isn't cut"),
        (2, 0, "it is larger than 10 bytes"),
        (1, 9, "note (a name): it failed"),
    ]
    with pytest.raises(ConfigError):
        of_quarantine("{}")


def test_nothing_lies_beside(tmp_path):
    assert beside(tmp_path / "out.csv") == ({}, [])
