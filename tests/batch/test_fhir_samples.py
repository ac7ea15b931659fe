"""Hand-written FHIR through a batch with the engine that users have: what goes, and that nothing else changes."""

import base64
import json
import re
from pathlib import Path

import pytest

from incognote.engine_choice import EngineChoice
from tests.batch.test_records import SAMPLES, cleaned

EXAMPLE = Path(__file__).parents[2] / "examples" / "fhir"
SINGLE = SAMPLES / "single"
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
ENGINE = EngineChoice("incognote-fast")

REWRITTEN = {
    "bundle.json": {
        *(f"entry.2.resource.content.0.attachment.{name}" for name in ("data", "size", "hash")),
        "entry.0.resource.text.div",
        "entry.2.resource.description",
        "entry.2.resource.content.1.attachment.data",
        "entry.3.resource.presentedForm.0.data",
        "entry.3.resource.conclusion",
        "entry.4.resource.note.0.authorString",
        "entry.4.resource.note.0.text",
        "entry.5.resource.onsetString",
        "entry.5.resource.note.0.text",
        "entry.6.resource.reaction.0.description",
        "entry.7.resource.contained.1.text.div",
        "entry.7.resource.dosageInstruction.0.patientInstruction",
    },
    "questionnaire-response.json": {"item.0.answer.0.valueString", "item.4.item.0.answer.0.valueString"},
    "diagnostic-report.json": {"presentedForm.0.data", "presentedForm.0.title", "conclusion"},
    "transaction.json": {
        "entry.2.resource.title",
        "entry.2.resource.section.0.text.div",
        "entry.2.resource.section.0.section.0.text.div",
        "entry.3.resource.payload.0.contentString",
        "entry.3.resource.payload.1.contentAttachment.data",
        "entry.3.resource.note.0.text",
    },
}
GONE = {
    "bundle.json": "Thornquist|Villalba|00418832|Mari\\b|Anselm|978|Oyelaran",
    "questionnaire-response.json": "Hollowbrook|(?i:tamsin)|Guinevra|5550",
    "diagnostic-report.json": "Bustillo|Ximena|550-1982|Leocadia|14/05/2024",
    "transaction.json": "Kestrelby|KB-3391-77|Ottoline|Isaura|Casimir",
}
KEPT = {
    "bundle.json": ("with chest pain.\r\nTroponin 0.04 -> 1.50 ng/mL.", "BP 128/76", "No infiltrate."),
    "questionnaire-response.json": ("My mother ", " says I snore. Ring me on "),
    "diagnostic-report.json": ("Acude el ", "FC 64.\r\n"),
    "transaction.json": ("</i> slept badly;<br/>", "HR&#160;88</li><li>SpO<sub>2</sub> 97 % &lt; goal", " has a rash."),
}


def leaves(value, path=""):
    """All simple values, by path; numbers as they are written."""
    if not isinstance(value, dict | list):
        return {path[1:]: value}
    items = value.items() if isinstance(value, dict) else enumerate(value)
    return {name: leaf for key, below in items for name, leaf in leaves(below, f"{path}.{key}").items()}


def values(raw):
    return leaves(json.loads(raw, parse_float=str, parse_int=str))


def text_at(found, path):
    """The text of a leaf, out of its Base64 where it is data."""
    if not path.endswith(".data"):
        return found[path]
    charset = found.get(path.removesuffix("data") + "contentType", "").partition("charset=")[2]
    return base64.b64decode(found[path]).decode(charset or "utf-8")


@pytest.mark.parametrize("name", REWRITTEN)
def test_texts_change_and_nothing_else_does(tmp_path, name):
    source = SAMPLES / name if name == "bundle.json" else SINGLE / name
    summary = cleaned(source, tmp_path / name, engine=ENGINE)
    assert not summary.quarantined
    before, after = (path.read_bytes().decode("utf-8") for path in (source, tmp_path / name))
    old, new = values(before), values(after)
    assert list(old) == list(new)
    assert {path for path in old if old[path] != new[path]} == REWRITTEN[name]
    numbers = re.compile(r'("size": )\d+')
    assert numbers.sub(r"\1", STRING.sub(_key, before)) == numbers.sub(r"\1", STRING.sub(_key, after))
    texts = "\n".join(text_at(new, path) for path in REWRITTEN[name] if not path.endswith((".size", ".hash")))
    assert not re.search(GONE[name], texts)
    for kept in KEPT[name]:
        assert kept in texts


def _key(string):
    """Names of elements stay to be compared, values are compared elsewhere."""
    return string[0] if string.string[string.end() :].lstrip().startswith(":") else '""'


def test_the_example_of_the_docs(tmp_path):
    cleaned(EXAMPLE, tmp_path / "clean", engine=ENGINE, style="surrogates")
    names = sorted(file.name for file in EXAMPLE.iterdir())
    assert names == sorted(file.name for file in (tmp_path / "clean").iterdir())
    assert (tmp_path / "clean" / "Patient.ndjson").read_bytes() == (EXAMPLE / "Patient.ndjson").read_bytes()
    for name in ("Clinical.ndjson", "DocumentReference.ndjson"):
        lines = [(folder / name).read_text("utf-8").splitlines() for folder in (EXAMPLE, tmp_path / "clean")]
        for old, new in zip(*(map(values, part) for part in lines), strict=True):
            changed = {path for path in old if old[path] != new[path]}
            assert {path.rpartition(".")[2] for path in changed} <= {"data", "title", "text", "div", "onsetString"}
            texts = "\n".join(text_at(new, path) for path in changed)
            assert changed
            assert not re.search("(?i)thornquist|eloise|rosalind|dahl|wiggins|jasper|gasworks|harbor|555-0188", texts)
    assert '"value":2.60,' in (tmp_path / "clean" / "Clinical.ndjson").read_text("utf-8")
