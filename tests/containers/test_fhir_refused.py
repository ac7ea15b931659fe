"""FHIR that can't be read or is too large: it is left out, what is around it isn't, and no reason quotes it."""

import base64
import json

import pytest

from incognote.containers.attachments import read_attached
from incognote.containers.base import Cutting
from incognote.containers.fhir import FILE, LINES
from tests.containers.passing import through, unchanged
from tests.containers.test_fhir import BULK, BUNDLE, SECRET


def b64(text):
    return base64.b64encode(text.encode()).decode()


def attached(content_type, data):
    return {
        "resourceType": "DocumentReference",
        "content": [{"attachment": {"contentType": content_type, "data": data}}],
    }


DAMAGED = {
    "cut off": (f'{{"resourceType": "Observation", "note": "{SECRET}', "it is not JSON; mend it"),
    "NaN": (f'{{"resourceType": "Observation", "note": "{SECRET}", "a": NaN}}', "it is not JSON; mend it"),
    "a list": (f'["{SECRET}"]', "it is no FHIR resource: it has no resourceType"),
    "no kind": (f'{{"text": "{SECRET}"}}', "it is no FHIR resource: it has no resourceType"),
    "twice": (
        f'{{"resourceType": "Observation", "note": "x", "note": "{SECRET}"}}',
        "an object of it has one name twice; remove one",
    ),
    "no Base64": (attached("text/plain", f"{SECRET}!"), "it has an attachment that is not Base64"),
    "half of a letter": (
        attached("text/plain", base64.b64encode(b"\xc3" + SECRET.encode()).decode()),
        "it has an attachment that is not in the encoding that it names",
    ),
    "no encoding": (
        attached(f"text/plain; charset={SECRET}", b64("x")),
        "it has an attachment that is not in the encoding that it names",
    ),
    "a PDF": (
        attached("application/pdf", b64(SECRET)),
        "it has an attachment that is not text (application/pdf); remove it",
    ),
    "an odd type": (
        attached(f"image/{SECRET}", b64(SECRET)),
        "it has an attachment that is not text (of another type, or of none); remove it",
    ),
    "a PDF that is said to be text": (
        attached("text/plain", b64(f"%PDF-1.4 {SECRET}")),
        "it has an attachment that is not the text that its type says; remove it",
    ),
    "RTF that is said to be text": (
        attached("text/plain", b64(f"{{\\rtf1 {SECRET}")),
        "it has an attachment that is not the text that its type says; remove it",
    ),
    "UTF-16 that is said to be UTF-8": (
        attached("text/html", base64.b64encode(f"<p>{SECRET}</p>".encode("utf-16-le")).decode()),
        "it has an attachment that is not the text that its type says; remove it",
    ),
    "an encoding that would hide its own name": (
        attached("text/html", b64(f'<meta charset="utf-16le"><p>{SECRET}</p>')),
        "it has an attachment that is not in the encoding that it names",
    ),
    "no type": (
        {"resourceType": "Media", "content": {"data": b64(SECRET)}},
        "it has an attachment that is not text (of another type, or of none); remove it",
    ),
    "bytes": (
        {"resourceType": "Basic", "extension": [{"url": "u", "valueBase64Binary": b64(SECRET)}]},
        "it has bytes of which nobody says what they are; remove them",
    ),
    "a query": (
        {"resourceType": "AuditEvent", "entity": [{"query": b64(f"Patient?name={SECRET}")}]},
        "it has bytes of which nobody says what they are; remove them",
    ),
    "a Binary of STU3": (
        {"resourceType": "Binary", "contentType": "text/plain", "content": b64(SECRET)},
        "it has bytes of which nobody says what they are; remove them",
    ),
    "data in an address": (
        {"resourceType": "Media", "content": {"url": f"data:text/plain,{SECRET}"}},
        "it has an attachment within its address; write it as data",
    ),
    "entities": (
        attached("text/html", b64(f'<!DOCTYPE a [<!ENTITY b "{SECRET}">]><p>&b;</p>')),
        "its markup declares entities",
    ),
    "too deep": (
        f'{{"resourceType": "Basic", "a": {"[" * 200}"{SECRET}"{"]" * 200}}}',
        "it is nested more than 200 deep",
    ),
    "too deep, in objects": (
        '{"resourceType": "Basic", "a": ' + '{"a": ' * 498 + f'"{SECRET}"' + "}" * 499,
        "it is nested more than 200 deep",
    ),
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_what_cannot_be_read_is_left_out_and_not_quoted(tmp_path, kind):
    damaged, reason = DAMAGED[kind]
    bad = damaged if isinstance(damaged, str) else json.dumps(damaged)
    good = '{"resourceType":"Condition","note":[{"text":"well"}]}\n'
    raw, notes, failures = through(LINES, f"{good}{bad}\n{good}".encode(), tmp_path, ".ndjson")
    assert raw.decode() == good + good
    assert [note.record for note in notes] == [1, 3]
    assert [(failure.record, failure.reason) for failure in failures] == [(2, reason)]
    assert SECRET not in repr((notes, failures))


def test_an_attachment_that_is_printed_shows_no_text():
    assert SECRET not in repr(read_attached(b64(SECRET), "text/plain"))


def test_other_letters_than_utf8_are_refused(tmp_path):
    raw, _, (failure,) = through(LINES, b'{"resourceType":"Basic","note":"M\xfcller"}\n', tmp_path, ".ndjson")
    assert (raw, failure.reason) == (b"", "it is not UTF-8 text")


def test_a_damaged_entry_leaves_a_sound_bundle(tmp_path):
    whole = json.loads(BUNDLE.read_bytes())
    for at in (0, 3, 7):
        broken = json.loads(BUNDLE.read_bytes())
        broken["entry"][at] = {"resource": attached("image/png", "AAAA")}
        raw, _, (failure,) = through(FILE, json.dumps(broken).encode(), tmp_path, ".json")
        assert failure.record == at + 1
        assert json.loads(raw) == {**whole, "entry": whole["entry"][:at] + whole["entry"][at + 1 :]}


def test_a_note_that_fails_takes_its_entry_along(tmp_path):
    def failing(note):
        return None if note.record in (1, 8) else unchanged(note)

    raw, _, _ = through(FILE, BUNDLE.read_bytes(), tmp_path, ".json", new=failing)
    assert json.loads(raw)["entry"] == json.loads(BUNDLE.read_bytes())["entry"][1:7]


@pytest.mark.parametrize(
    ("bundle", "reason"),
    [
        ({"entry": {"a": SECRET}}, "its entries are no array"),
        ({"issues": {"issue": [{"diagnostics": SECRET}]}}, "it is a Bundle with text outside its entries; remove that"),
    ],
)
def test_bundles_that_cannot_be_read(tmp_path, bundle, reason):
    raw, _, (failure,) = through(FILE, json.dumps({"resourceType": "Bundle", **bundle}).encode(), tmp_path, ".json")
    assert (raw, failure.reason) == (b"", reason)


def test_what_is_too_large_is_refused(tmp_path):
    raw, _, (failure,) = through(FILE, BUNDLE.read_bytes(), tmp_path, ".json", Cutting(largest=1000))
    assert (raw, failure.reason) == (b"", "the file is larger than 5,000 bytes; write a resource a line (.ndjson)")
    raw, _, failures = through(FILE, BUNDLE.read_bytes(), tmp_path, ".json", Cutting(largest=1300))
    assert [failure.reason for failure in failures] == ["it is larger than 1,300 bytes"] * len(failures) != []
    assert len(json.loads(raw)["entry"]) == 8 - len(failures)
    lines = BULK[2].read_bytes()
    raw, _, failures = through(LINES, lines, tmp_path, ".ndjson", Cutting(largest=250))
    assert raw in lines
    assert [failure.reason for failure in failures] == ["it is larger than 250 bytes"] * len(failures) != []
