"""Hand-written C-CDA through a batch with the engine that users have: what goes, and that nothing else changes."""

import base64
import re
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from incognote.containers.base import Cutting
from incognote.engine_choice import EngineChoice
from incognote.errors import ConfigError
from tests.batch.lines import set_aside
from tests.batch.test_records import cleaned, in_a_table

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "tests" / "containers" / "samples" / "ccda"
EXAMPLE = ROOT / "examples" / "ccda"
ENGINE = EngineChoice("incognote-fast")
TEXT = re.compile(
    r"""(<((?:\w+:)?(?:title|text|originalText|value(?=[ ]\w+:type=.(?:\w+:)?(?:ST|ED))))\b[^<>]*(?<!/)>)
    (.*?)(</\2>)""",
    re.DOTALL | re.VERBOSE,
)
TAG = re.compile(r"<(/?[A-Za-z_][\w.:-]*)")

GONE = {
    "ccd.xml": "Marisol|Mari\\b|Thornquist|Anselm|(?i:quxley)|987-65|555-0121|Harbor Light|1998|1999",
    "discharge.xml": "Ottoline|Kestrelby|Isaura|isaura|Casimir|Wolny|555-0144|12/02/2024|19 Feb|Hallward",
    "html.xml": "Renske|Haverkort|31-7702|4&nbsp;May|555-0119",
    "latin.xml": "Ximena|Bustillo|Peñalver|14/05/2024|555-0167|550-1982",
    "prefixed.xml": "Zoë|Åkerblom",
    "referral.xml": "Jasper|Wiggins|Philippa|943-55|Gasworks|555-0135|jwiggins|14 Nov|2 Dec|Abernethy",
}
KEPT = {
    "ccd.xml": ("Latex &amp; rubber</td><td>None &lt; 24 h</td>", " denies alcohol.", "Penicillin G</content>"),
    "discharge.xml": ("SpO<sub>2</sub> 91&#160;%", "albuterol 2.5 mg", "Temp > 39 & ", "Return if worse."),
    "html.xml": (" about her sons &amp; the rash 😀; MRN ",),
    "latin.xml": ("Acude el ", ", FC 64.\r\n", " por teléfono: "),
    "prefixed.xml": ("<cda:br/>mår bra.", " sover bra"),
    "referral.xml": ("thank you for seeing Mr. ", "Sinemet 25/100 mg tid. His wife "),
}


def text_of(path):
    raw = path.read_bytes()
    return raw.decode("utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "latin-1" if b"8859-1" in raw else "utf-8")


def texts(whole):
    """All texts, out of their Base64."""
    found = [(start, inner) for start, _, inner, _ in TEXT.findall(whole)]
    return "\n".join(base64.b64decode(inner).decode() if '"B64"' in start else inner for start, inner in found)


def header(path):
    return [
        (one.tag, one.attrib, one.text) for one in ET.parse(path).getroot().find("{urn:hl7-org:v3}recordTarget").iter()
    ]


def require_same_but_for_texts(before, after):
    assert TEXT.sub(r"\1\4", text_of(before)) == TEXT.sub(r"\1\4", text_of(after))
    assert TAG.findall(texts(text_of(before))) == TAG.findall(texts(text_of(after)))
    assert header(before) == header(after)


@pytest.fixture(scope="module", params=["plain", "surrogates"])
def rewritten(request, tmp_path_factory):
    """The folder of what a batch makes of all samples."""
    out = tmp_path_factory.mktemp("ccda") / "out"
    assert not cleaned(SAMPLES, out, engine=ENGINE, style=request.param).quarantined
    return out


@pytest.mark.parametrize("name", GONE)
def test_texts_change_and_nothing_else_does(rewritten, name):
    require_same_but_for_texts(SAMPLES / name, rewritten / name)
    new = texts(text_of(rewritten / name))
    assert re.search(GONE[name], texts(text_of(SAMPLES / name)))
    assert not re.search(GONE[name], new)
    for kept in KEPT[name]:
        assert kept in new


def test_the_example_of_the_docs(tmp_path):
    summary = cleaned(EXAMPLE, tmp_path / "clean", engine=ENGINE, style="surrogates", workers=2)
    assert not summary.quarantined
    for file in EXAMPLE.iterdir():
        require_same_but_for_texts(file, tmp_path / "clean" / file.name)
        new = texts(text_of(tmp_path / "clean" / file.name))
        assert not re.search("(?i)thornquist|eloise|rosalind|dahl|wiggins|jasper|gasworks|harbor|555-0188", new)
    assert "<td>2.60</td><td>&lt; 1.5</td>" in (tmp_path / "clean" / "discharge.xml").read_text("utf-8")


def test_what_one_document_says_is_known_in_another_of_the_patient(tmp_path):
    (tmp_path / "in").mkdir()
    whole = (EXAMPLE / "referral.xml").read_text("utf-8")
    says = whole.replace("</patientRole>", "<telecom value='tel:zebulon-7'/></patientRole>")
    asks = re.sub(r"<patient>.*</patient>", "", whole).replace("Referral note", "Ask quxley zebulon-7, Wiggins")
    (tmp_path / "in" / "a.xml").write_text(asks, "utf-8")
    (tmp_path / "in" / "b.xml").write_text(says.replace("<given>Jasper", "<given>Quxley"), "utf-8")
    cleaned(tmp_path / "in", tmp_path / "out")
    title = re.search("<title>(.*)</title>", (tmp_path / "out" / "a.xml").read_text("utf-8"))[1]
    assert title.startswith("Ask ")
    assert not re.search("quxley|zebulon|Wiggins", title)


def test_dates_move_as_those_of_the_patients_notes_in_a_table(tmp_path):
    text = "Seen 03/14/2024, again 2 April 2024."
    own, others = in_a_table(text, (7042, 7041), tmp_path)
    whole = (EXAMPLE / "referral.xml").read_text("utf-8").replace("Referral note", text)
    (tmp_path / "note.xml").write_text(whole, "utf-8")
    cleaned(tmp_path / "note.xml", tmp_path / "clean.xml")
    assert f"<title>{own}</title>" in (tmp_path / "clean.xml").read_text("utf-8")
    assert own != others


def test_a_damaged_document_is_set_aside_unquoted_and_the_others_are_written(tmp_path):
    shutil.copytree(EXAMPLE, tmp_path / "in")
    (tmp_path / "in" / "damaged.xml").write_text("<ClinicalDocument><title>Quxley</title", "utf-8")
    (tmp_path / "in" / "entity.xml").write_text(
        '<!DOCTYPE a [<!ENTITY b "Quxley">]><ClinicalDocument>&b;</ClinicalDocument>', "utf-8"
    )
    cleaned(tmp_path / "in", tmp_path / "out")
    records, told = zip(*set_aside(tmp_path / "out"), strict=True)
    assert records == (1, 1)
    assert [reason.partition(" (")[0] for reason in told] == [
        "it is not well-formed XML",
        "it has a document type, which may declare entities; remove that",
    ]
    shutil.rmtree(tmp_path / "in")
    written = {file.name: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    assert not any(b"Quxley" in content for content in written.values())
    assert written["damaged.xml"] == written["entity.xml"] == b""
    assert b"ClinicalDocument" in written["discharge.xml"]


def test_an_excluded_patient_is_left_out_whole(tmp_path):
    (tmp_path / "excluded.txt").write_text("7042\n")
    cleaned(EXAMPLE, tmp_path / "out", engine=EngineChoice("deid", exclude=tmp_path / "excluded.txt"))
    assert (tmp_path / "out" / "referral.xml").read_bytes() == b""
    assert (tmp_path / "out" / "discharge.xml").read_bytes()


def test_columns_are_not_silently_kept(tmp_path):
    with pytest.raises(ConfigError, match="ccda has no columns for --drop-columns"):
        cleaned(EXAMPLE, tmp_path / "out", Cutting(dropped=("telecom",)))
