"""FHIR: what is read, whose it is, that edits land in place and that all else stays to the byte."""

import base64
import gzip
import hashlib
import json
from pathlib import Path

import pytest

from incognote.containers.base import Cutting
from incognote.containers.fhir import FILE, LINES
from tests.containers.passing import passed, replacing, through

SAMPLES = Path(__file__).parent / "samples" / "fhir"
BUNDLE = SAMPLES / "bundle.json"
BULK = sorted((SAMPLES / "bulk").glob("*.ndjson"))
PATIENTS = ("117", "204", "311")
SECRET = "Quxley"


def text_of(attachment, charset="utf-8"):
    return base64.b64decode(attachment["data"]).decode(charset)


@pytest.fixture
def line(tmp_path):
    """A resource through NDJSON: what is written, the notes and the failures."""
    return lambda resource: through(LINES, json.dumps(resource).encode() + b"\n", tmp_path, ".ndjson")


@pytest.fixture
def bundle(tmp_path):
    """The bundle with `old` replaced everywhere: before and after."""

    def made(old, new):
        raw, notes, failures = through(FILE, BUNDLE.read_bytes(), tmp_path, ".json", new=replacing(old, new))
        assert not failures
        assert any(old in note.doc.text for note in notes)
        return json.loads(BUNDLE.read_bytes())["entry"], json.loads(raw)["entry"]

    return made


@pytest.mark.parametrize("path", [BUNDLE, *BULK], ids=lambda path: path.name)
@pytest.mark.parametrize("records", [1, 500])
def test_without_edits_a_file_stays_as_it_is(tmp_path, path, records):
    container = FILE if path is BUNDLE else LINES
    notes, failures = passed(container, path, tmp_path / "out", Cutting(chunk_records=records))
    assert (tmp_path / "out").read_bytes() == path.read_bytes()
    assert notes
    assert not failures


ODD = (
    b'\xef\xbb\xbf\t{ "status":"final" ,\r\n"resourceType" :"Observation",'
    b'"valueQuantity":{"value":1.50,"x":-0.0,"y":1E+2},'
    b'"note":[ {"text":"\\u00c9t\\u00E9 \\/ caf\xc3\xa9 \\ud83d\\ude00\\t\\"a\\"" }\t],"code":{ }}  '
)


@pytest.mark.parametrize(
    ("container", "raw"), [(FILE, ODD + b"\r\n"), (LINES, ODD.replace(b"\r\n", b"") + b"\r\n\r\n")]
)
def test_oddly_written_ones_stay_too_but_for_the_edit(tmp_path, container, raw):
    same, (note,), failures = through(container, raw, tmp_path, ".ndjson")
    assert (same, failures) == (raw, [])
    assert note.doc.text == 'Été / café 😀\t"a"'
    new, _, _ = through(container, raw, tmp_path, ".ndjson", new=replacing("😀\t", 'ö"\n'))
    assert new == raw.replace(b"\\ud83d\\ude00\\t", 'ö\\"\\n'.encode())


def test_packed_files_are_unpacked_and_packed(tmp_path):
    (tmp_path / "a.ndjson.gz").write_bytes(gzip.compress(BULK[0].read_bytes()))
    passed(LINES, tmp_path / "a.ndjson.gz", tmp_path / "out.ndjson.gz")
    assert gzip.decompress((tmp_path / "out.ndjson.gz").read_bytes()) == BULK[0].read_bytes()


FOUND = {
    "Patient/p-418832#text": (
        "Marisol Thornquist, née Villalba\nFemale, born 7 June 1951 & living in Salem\nMRN 00418832"
    ),
    "DocumentReference/doc-1#description": "Discharge of M. Thornquist\tfrom ward 4/B",
    "DiagnosticReport/dr-55#presentedForm[0]": "Radiologie: Frau Thornquist, Röntgen Thorax o.B. Gez. Dr. Müller",
    "DiagnosticReport/dr-55#conclusion": (
        "No infiltrate. Discussed with Mrs. Thornquist by phone — she will call 978-555-0121."
    ),
    "Observation/obs-3#note[0].authorString": "B. Oyelaran",
    "Observation/obs-3#note[0].text": 'Hemolysed; redrawn from "Mari" at 11:00.\nTold her son Anselm.',
    "Condition/c-1#onsetString": "the night of her sister Rosalba's wedding",
    "Condition/c-1#note[0].text": "Reported by the patient's son 👨 Anselm.",
    "AllergyIntolerance/a-1#reaction[0].description": "Hives as a child in Ponce, Puerto Rico",
    "MedicationRequest/m-1#contained[0].code.text": "Metoprolol tartrate 25 mg",
    "MedicationRequest/m-1#contained[1].text": "Dr. Oyelaran, cardiology",
    "MedicationRequest/m-1#dosageInstruction[0].patientInstruction": "Mari, take it with food",
}


def test_the_texts_of_a_bundle_are_found_and_whose_they_are(tmp_path):
    notes, _ = passed(FILE, BUNDLE, tmp_path / "out")
    texts = {note.doc.id: note.doc.text for note in notes}
    assert {name: texts.get(name) for name in FOUND} == FOUND
    assert texts["DocumentReference/doc-1#content[0].attachment"].startswith("DISCHARGE SUMMARY\r\n\r\nPt: Marisol")
    assert (
        "Dear Dr. Oyelaran,\nI saw Marisol Thornquist & her son"
        in texts["DocumentReference/doc-1#content[1].attachment"]
    )
    assert {note.doc.patient for note in notes} == {"p-418832"}
    assert {name.family for note in notes for name in note.known.names} == {("Thornquist",), (), ("Villalba",)}
    assert {note.record for note in notes} == {1, 3, 4, 5, 6, 7, 8}  # a Practitioner has names alone


def test_edits_change_texts_and_nothing_else(bundle):
    old, new = bundle("Thornquist", "Abel")
    document = new[2]["resource"]
    assert document["description"] == "Discharge of M. Abel\tfrom ward 4/B"
    first = document["content"][0]["attachment"]
    assert text_of(first) == text_of(old[2]["resource"]["content"][0]["attachment"]).replace("Thornquist", "Abel")
    second = text_of(document["content"][1]["attachment"])
    assert "<p>I saw <b>Marisol Abel</b> &amp; her son" in second
    assert "M&uuml;ller" in second
    div = new[0]["resource"]["text"]["div"]
    assert div == old[0]["resource"]["text"]["div"].replace("Thornquist", "Abel")
    report = new[3]["resource"]
    assert "Frau Abel, Röntgen" in text_of(report["presentedForm"][0], "latin-1")
    assert "Mrs. Abel by phone —" in report["conclusion"]
    for resource in ("name", "contact", "identifier", "telecom", "address", "birthDate"):
        assert new[0]["resource"][resource] == old[0]["resource"][resource]
    assert [new[at] for at in (1, 4, 5, 6, 7)] == [old[at] for at in (1, 4, 5, 6, 7)]


def test_size_and_hash_are_those_of_the_new_data(bundle):
    """The old hash would tell whether a guess at the old text is right."""
    old, new = (entries[2]["resource"]["content"][0]["attachment"] for entries in bundle("Thornquist", "Abel"))
    data = base64.b64decode(new["data"])
    assert new["size"] == len(data) != old["size"]
    assert new["hash"] == base64.b64encode(hashlib.sha1(data).digest()).decode() != old["hash"]
    kept = ("contentType", "language", "title", "creation")
    assert [new[name] for name in kept] == [old[name] for name in kept]


def test_new_letters_fit_where_they_are_put(bundle):
    _, new = bundle("Thornquist", 'Čuć & "Ø<b>"')
    assert 'Frau Cuc & "Ø<b>", Röntgen' in text_of(new[3]["resource"]["presentedForm"][0], "latin-1")
    assert '<b>Marisol Čuć &amp; "Ø&lt;b&gt;"</b>' in text_of(new[2]["resource"]["content"][1]["attachment"])
    assert new[2]["resource"]["description"].startswith('Discharge of M. Čuć & "Ø<b>"')


def test_entities_attributes_and_tags_inside_a_stretch(bundle):
    _, new = bundle("née Villalba\nFemale", "X")
    assert "<p>Marisol Thornquist, X</p><p title=" in new[0]["resource"]["text"]["div"]
    _, new = bundle("00418832", "1")
    assert '<p title="MRN 1">' in new[0]["resource"]["text"]["div"]
    _, new = bundle("& living", "<>")
    assert "1951 &lt;&gt; in Salem" in new[0]["resource"]["text"]["div"]


def test_whose_a_text_is_in_an_export(tmp_path):
    notes = [note for path in BULK for note in passed(LINES, path, tmp_path / path.name)[0]]
    assert {note.doc.id.partition("#")[0]: note.doc.patient for note in notes} == {
        **{f"DocumentReference/d-{at}": patient for at, patient in enumerate(PATIENTS, 1)},
        "Observation/o-1": "117",
        "Observation/o-3": "311",
        "RelatedPerson/rp-1": "117",
        **{f"Patient/{patient}": patient for patient in PATIENTS},
    }
    people = {note.doc.id: note for note in notes if note.known}
    assert sorted(people) == ["Patient/117", "Patient/204", "Patient/311", "RelatedPerson/rp-1"]
    assert all(note.doc.text == "" for note in people.values())
    assert people["Patient/204"].known.names[0].family == ("Okwuosa",)
    assert people["Patient/311"].known.relatives[0].family == ("Haverkort",)
    assert people["RelatedPerson/rp-1"].known.relatives[0].given == ("Oriabelle",)


def test_a_contained_patient_is_the_one_of_its_resource(line):
    resource = {
        "resourceType": "Observation",
        "contained": [{"resourceType": "Patient", "id": "p", "name": [{"family": SECRET}]}],
        "subject": {"reference": "#p"},
        "note": [{"text": "well"}],
    }
    _, (note,), _ = line(resource)
    assert note.known.names[0].family == (SECRET,)
    assert note.doc.patient


def test_contained_patients_of_resources_without_ids_are_kept_apart(tmp_path):
    entries = [
        {
            "resource": {
                "resourceType": "Observation",
                "contained": [{"resourceType": "Patient", "id": "p", "name": [{"family": family}]}],
                "subject": {"reference": "#p"},
                "note": [{"text": "well"}],
            }
        }
        for family in ("Abel", SECRET)
    ]
    raw = json.dumps({"resourceType": "Bundle", "entry": entries}).encode()
    _, (one, other), _ = through(FILE, raw, tmp_path, ".json")
    assert one.doc.patient != other.doc.patient


def test_two_patients_in_a_bundle_are_kept_apart(tmp_path):
    entries = [
        {"resource": {"resourceType": "Patient", "id": name, "name": [{"family": name}]}} for name in ("Abel", SECRET)
    ]
    subjects = [{"subject": {"reference": f"Patient/{name}"}} for name in ("Abel", SECRET)]
    entries += [{"resource": {"resourceType": "Condition", "note": [{"text": "x"}], **one}} for one in [*subjects, {}]]
    raw = json.dumps({"resourceType": "Bundle", "entry": entries}).encode()
    _, notes, _ = through(FILE, raw, tmp_path, ".json")
    families = [(note.record, [name.family[0] for name in note.known.names] if note.known else None) for note in notes]
    assert families == [(1, ["Abel"]), (2, [SECRET]), (3, ["Abel"]), (4, [SECRET]), (5, None)]


def test_signals_and_signatures_are_no_attachments(line):
    resource = {
        "resourceType": "Observation",
        "valueSampledData": {"origin": {"value": 0}, "period": 10, "dimensions": 1, "data": "2041 2043 E"},
        "extension": [{"url": "u", "valueSignature": {"sigFormat": "application/jose", "data": "ZZZ="}}],
        "note": [{"text": "ok"}],
    }
    raw, (note,), failures = line(resource)
    assert (json.loads(raw), note.doc.text, failures) == (resource, "ok", [])


@pytest.mark.parametrize(
    "resource",
    [
        {"resourceType": "Goal", "statusReason": SECRET},
        {"resourceType": "ChargeItem", "overrideReason": SECRET},
        {"resourceType": "Invoice", "cancelledReason": SECRET},
        {"resourceType": "Contract", "term": [{"action": [{"reason": [SECRET]}]}]},
    ],
)
def test_reasons_are_texts_where_they_are_strings(line, resource):
    _, (note,), _ = line(resource)
    assert note.doc.text == SECRET


def test_a_result_that_is_a_bare_number_is_no_text(line):
    component = [{"valueString": "10.8"}, {"valueString": "10.8 by Ann"}]
    _, notes, _ = line({"resourceType": "Observation", "valueString": "7.35", "component": component})
    assert [note.doc.text for note in notes] == ["10.8 by Ann"]


def test_patients_among_parameters_are_known(line):
    entry = [{"resource": {"resourceType": "Patient", "id": "1", "name": [{"family": SECRET}]}}]
    bundle = {"resourceType": "Bundle", "entry": entry}
    resource = {
        "resourceType": "Parameters",
        "parameter": [
            {"name": "a", "part": [{"name": "b", "resource": bundle}]},
            {"name": "c", "resource": {"resourceType": "Condition", "note": [{"text": "well"}]}},
        ],
    }
    _, notes, _ = line(resource)
    assert {name.family for note in notes for name in note.known.names} == {(SECRET,)}
    assert {note.doc.patient for note in notes} == {"1"}


@pytest.mark.parametrize("raw", [b"", b"\n", b'{"resourceType":"Bundle"}', b'{"resourceType":"Bundle","entry":[]}'])
def test_there_may_be_nothing(tmp_path, raw):
    for container, suffix in ((FILE, ".json"), (LINES, ".ndjson")):
        assert through(container, raw, tmp_path, suffix) == (raw, [], [])
