"""Archives whose records say who a patient is: what is known from one file is taken out of the notes of another."""

import base64
import csv
import json
import re
import shutil
from pathlib import Path

import pytest

from incognote.batch.job import Job
from incognote.batch.sources import batch_of
from incognote.containers.base import Cutting
from incognote.engine_choice import EngineChoice
from incognote.errors import ConfigError
from incognote.replace.choices import ReplaceChoice
from incognote.replace.keys import Key
from tests.batch.lines import set_aside

SAMPLES = Path(__file__).parents[1] / "containers" / "samples" / "fhir"
KEY = Key(bytes(range(32)))
DATA = re.compile(rb'(?<="data":")[^"]*')


def cleaned(source, out, cutting=None, keep_names=True, engine=None, style="plain", workers=1):
    job = Job(KEY, engine or EngineChoice("deid"), replacing=ReplaceChoice(style), keep_names=keep_names)
    tell = lambda *_: None  # noqa: E731
    return batch_of(str(source), str(out), None, job, cutting or Cutting(), {}, workers, 60, tell).run()


@pytest.fixture
def bulk(tmp_path):
    shutil.copytree(SAMPLES / "bulk", tmp_path / "bulk")
    return tmp_path / "bulk"


def documents(folder):
    lines = (folder / "DocumentReference.ndjson").read_bytes().splitlines()
    return [base64.b64decode(DATA.search(line)[0]).decode() for line in lines]


def test_names_of_one_file_are_taken_out_of_the_notes_of_another(bulk, tmp_path):
    summary = cleaned(bulk, tmp_path / "out")
    first, second, third = documents(tmp_path / "out")
    assert re.fullmatch(
        r"62 yo man, pt \S+ was seen today with his wife \S+ Denies fever\.\n"
        r"Plan: aspirin 81 mg daily; call \S+ tomorrow at \S+",
        first,
    )
    assert not re.search("quxley|oriabelle|zebulon|555", first)
    assert "MX-20477" not in second
    assert "quxley is a word" in second  # it is no name of that patient's
    assert "<ul><li>K 4.10</li><li>Na&nbsp;139</li></ul>" in third
    assert "Ploeg" not in third
    observations = (tmp_path / "out" / "Observation.ndjson").read_text("utf-8")
    assert not re.search("quxley|Haverkort", observations)
    assert not summary.quarantined


def test_without_the_patients_nobody_would_know(bulk, tmp_path):
    """Else the test above would show nothing."""
    (bulk / "Patient.ndjson").unlink()
    cleaned(bulk, tmp_path / "out")
    assert "call zebulon tomorrow" in documents(tmp_path / "out")[0]


def test_all_but_the_texts_is_the_same_to_the_byte(bulk, tmp_path):
    cleaned(bulk, tmp_path / "out")
    for name in ("Patient.ndjson", "RelatedPerson.ndjson"):
        assert (tmp_path / "out" / name).read_bytes() == (bulk / name).read_bytes()
    old, new = ((folder / "DocumentReference.ndjson").read_bytes() for folder in (bulk, tmp_path / "out"))
    assert old != new
    assert DATA.sub(b"", old) == DATA.sub(b"", new)
    old, new = ((folder / "Observation.ndjson").read_bytes().split(b"\n") for folder in (bulk, tmp_path / "out"))
    assert old[1] == new[1]
    assert old[0].partition(b'"note"')[0] == new[0].partition(b'"note"')[0]
    assert b'"value":1.50,' in new[0]


def test_the_engine_that_users_have_does_it_too_by_two_processes(bulk, tmp_path):
    cutting = Cutting(chunk_records=1)
    engine = EngineChoice("incognote-fast")
    cleaned(bulk, tmp_path / "out", cutting, engine=engine, style="surrogates", workers=2)
    first, *_ = documents(tmp_path / "out")
    assert not re.search("quxley|oriabelle|zebulon|508-555-0173", first)
    assert "was seen today with his wife" in first


def test_a_bundle_knows_its_patient(tmp_path):
    cleaned(SAMPLES / "bundle.json", tmp_path / "clean.json")
    old, new = (json.loads(path.read_bytes()) for path in (SAMPLES / "bundle.json", tmp_path / "clean.json"))
    note = new["entry"][4]["resource"]["note"][0]["text"]
    assert not re.search("Mari|Anselm", note)
    assert note.startswith("Hemolysed; redrawn from")
    assert not re.search("Thornquist|Villalba|00418832|1951", new["entry"][0]["resource"]["text"]["div"])
    texts = (
        "text",
        "note",
        "conclusion",
        "presentedForm",
        "content",
        "description",
        "onsetString",
        "dosageInstruction",
    )
    for before, after in zip(old["entry"], new["entry"], strict=True):
        for name in before["resource"].keys() - {*texts, "contained", "reaction"}:
            assert before["resource"][name] == after["resource"][name]


def test_files_of_a_folder_get_new_names(bulk, tmp_path):
    cleaned(bulk, tmp_path / "out", keep_names=False)
    names = [file.name for file in (tmp_path / "out").iterdir()]
    assert len(names) == 4
    assert all(name.endswith(".ndjson") and "Patient" not in name for name in names)


def test_lines_called_jsonl_are_not_passed_over(bulk, tmp_path):
    for file in list(bulk.iterdir()):
        file.rename(file.with_suffix(".jsonl"))
    assert cleaned(bulk, tmp_path / "out").notes == 11
    assert len(list((tmp_path / "out").iterdir())) == 4


def test_an_excluded_patient_is_left_out_whole(bulk, tmp_path):
    (tmp_path / "excluded.txt").write_text("117\n")
    cleaned(bulk, tmp_path / "out", engine=EngineChoice("deid", exclude=tmp_path / "excluded.txt"))
    written = b"".join(file.read_bytes() for file in (tmp_path / "out").iterdir())
    assert b'"id":"117"' not in written
    assert b"Patient/117" not in written
    assert b'"id": "204"' in written


def test_a_damaged_line_is_set_aside_unquoted(bulk, tmp_path):
    whole = (bulk / "Observation.ndjson").read_text("utf-8")
    (bulk / "Observation.ndjson").write_text(f'{{"resourceType": "Observation", "note": "Quxley\n{whole}', "utf-8")
    cleaned(bulk, tmp_path / "out")
    assert set_aside(tmp_path / "out") == [(1, "it is not JSON; mend it")]
    assert "Quxley" not in (tmp_path / "out.quarantine.jsonl").read_text("utf-8")
    assert len((tmp_path / "out" / "Observation.ndjson").read_bytes().splitlines()) == 3


DAMAGED = {
    "JSON": b'{"resourceType":"Observation","note":[{"text":"Quxley',
    "Base64": b'{"resourceType":"Binary","contentType":"text/plain","data":"Quxley!"}',
    "UTF-8": b'{"resourceType":"Observation","note":[{"text":"Quxley M\xfcller"}]}',
    "encoding": b'{"resourceType":"Binary","contentType":"text/plain","data":"UXV4bGV5/w=="}',  # Quxley and a byte
    "PDF": b'{"resourceType":"Binary","contentType":"application/pdf","data":"UXV4bGV5"}',
}


@pytest.mark.parametrize("kind", DAMAGED)
@pytest.mark.parametrize("suffix", [".json", ".ndjson"])
def test_nothing_of_what_cannot_be_read_is_written(tmp_path, kind, suffix):
    source = tmp_path / f"in{suffix}"
    source.write_bytes(DAMAGED[kind])
    cleaned(source, tmp_path / f"out{suffix}")
    assert [record for record, _ in set_aside(tmp_path / f"out{suffix}")] == [1]
    source.unlink()
    written = [file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()]
    assert len(written) == 4  # the output, its side file, the report, and what was set aside
    assert not any(re.search(b"(?i)quxley|UXV4bGV5", content) for content in written)
    assert (tmp_path / f"out{suffix}").read_bytes() == b""


def in_a_table(text, patients, folder):
    """What becomes of that text of each patient in a table."""
    rows = "".join(f'{patient},{patient},"{text}"\n' for patient in patients)
    (folder / "notes.csv").write_text(f"id,patient,text\n{rows}")
    cleaned(folder / "notes.csv", folder / "clean.csv")
    with (folder / "clean.csv").open(newline="") as file:
        return [row["text"] for row in csv.DictReader(file)]


def test_dates_move_as_those_of_the_patients_notes_in_a_table(tmp_path):
    text = "Seen 03/14/2024, again 2 April 2024."
    of_117, of_204 = in_a_table(text, (117, 204), tmp_path)
    data = base64.b64encode(text.encode()).decode()
    lines = [
        {"note": [{"text": text}], "subject": {"reference": "Patient/117"}, "effectiveDateTime": "2024-03-14"},
        {"text": {"div": f"<div><p>{text}</p></div>"}, "subject": {"reference": "https://x.example/Patient/117"}},
        {"valueAttachment": {"contentType": "text/plain", "data": data}, "subject": {"reference": "Patient/117"}},
        {"note": [{"text": text}], "subject": {"reference": "Patient/204"}},
    ]
    whole = [json.dumps({"resourceType": "Observation", **line}) for line in lines]
    (tmp_path / "notes.ndjson").write_text("\n".join(whole))
    cleaned(tmp_path / "notes.ndjson", tmp_path / "clean.ndjson")
    first, second, third, other = map(json.loads, (tmp_path / "clean.ndjson").read_text().splitlines())
    assert first["note"][0]["text"] == of_117
    assert second["text"]["div"] == f"<div><p>{of_117}</p></div>"
    assert base64.b64decode(third["valueAttachment"]["data"]).decode() == of_117
    assert other["note"][0]["text"] == of_204
    assert len({text, of_117, of_204}) == 3
    assert first["effectiveDateTime"] == "2024-03-14"


def test_what_is_known_follows_patient_of(bulk, tmp_path):
    """All is one patient's, of whom the Patient says nothing of what it says of the others."""
    engine = EngineChoice("deid", patient_of="path:^[A-Z][a-z]+[A-Za-z]*(/)")
    cleaned(bulk, tmp_path / "out", engine=engine)
    _, second, _ = documents(tmp_path / "out")
    assert "quxley" not in second


@pytest.mark.parametrize("cutting", [Cutting(dropped=("telecom",)), Cutting(dates=("birthDate",))])
def test_columns_are_not_silently_kept(bulk, tmp_path, cutting):
    with pytest.raises(ConfigError, match="fhir-ndjson has no columns for --drop-columns"):
        cleaned(bulk, tmp_path / "out", cutting)
