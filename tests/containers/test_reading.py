"""Notes out of whatever files hold them."""

import gzip
import json
import zipfile
from pathlib import Path

import pytest

from incognote import formats
from incognote.containers.reading import passed_over, read
from incognote.errors import DamagedInputError, UnknownNameError
from incognote.types import Document

EXAMPLES = Path(__file__).parents[2] / "examples"
OPTIONS = formats.Options()


def notes(path, name=None, aside=None):
    def refuse(error):
        if aside is None:
            raise error
        aside.append(str(error))

    return {doc.id: doc for doc in read(path, name, OPTIONS, refuse)}


@pytest.mark.parametrize(
    ("path", "number", "words"),
    [
        ("fhir", 7, "DocumentReference/doc-501#content[0].attachment"),
        ("hl7", 4, "L-502#OBX[1].5"),
        ("ccda", 7, "doc-602"),
    ],
)
def test_archives_of_records(path, number, words):
    """Texts of records, and nothing of what stands around them; what says nothing is left out."""
    found = notes(EXAMPLES / path)
    assert len(found) == number and any(words in name for name in found)
    assert all(doc.text.strip() and doc.patient and not doc.spans for doc in found.values())
    assert not any("PID|" in doc.text or "</" in doc.text for doc in found.values())


def test_formats_of_notes_keep_their_spans():
    assert all(doc.spans for doc in notes(EXAMPLES / "annotators" / "ann").values())
    assert all(doc.spans for doc in notes(EXAMPLES / "gold").values())


def test_texts_that_are_packed(tmp_path):
    with zipfile.ZipFile(tmp_path / "notes.zip", "w") as archive:
        archive.writestr("a.txt", "Ada came.\r\n")
        archive.writestr("b.pdf", "")
    assert notes(tmp_path / "notes.zip") == {"a": Document("a", "Ada came.\r\n")}
    assert passed_over(tmp_path / "notes.zip") == ["b.pdf"]
    (tmp_path / "b.txt.gz").write_bytes(gzip.compress(b"Ben left."))
    assert notes(tmp_path / "b.txt.gz")["b"].text == "Ben left."


def test_what_a_format_of_notes_holds_goes_by_it(tmp_path):
    row = {"id": "a", "text": "Ada", "spans": [{"start": 0, "end": 3, "label": "PATIENT"}]}
    (tmp_path / "a.jsonl").write_text(json.dumps(row))
    (tmp_path / "c.json").write_text('{"resourceType": "Patient"')
    assert notes(tmp_path / "a.jsonl")["a"].spans
    with pytest.raises(DamagedInputError):
        notes(tmp_path / "c.json")
    with pytest.raises(UnknownNameError, match="parquet"):
        notes(tmp_path / "a.jsonl", "parket")


@pytest.mark.parametrize("name", ["x.parquet", "x.zip"])
def test_what_is_broken_is_told(tmp_path, name):
    (tmp_path / name).write_bytes(b"PAR1 no more of it")
    with pytest.raises(DamagedInputError):
        notes(tmp_path / name)


def test_parquet(tmp_path):
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    pq.write_table(pa.table({"id": ["1", "2"], "text": ["Ada came.", " "]}), tmp_path / "a.parquet")
    assert notes(tmp_path / "a.parquet") == {"1": Document("1", "Ada came.")}


def test_two_records_of_one_id(tmp_path):
    aside = []
    message = "MSH|^~\\&|A|B|C|D|20250101||ORU^R01|1|P|2.5\rPID|1||7041\rOBX|1|TX|N||Ada came home.\r"
    (tmp_path / "x.hl7").write_text(message * 2)
    assert len(notes(tmp_path / "x.hl7", aside=aside)) + len(aside) == 2
