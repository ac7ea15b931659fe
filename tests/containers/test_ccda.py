"""C-CDA: what is read, whose it is, that edits land in place and that all else stays to the byte."""

import base64
import gzip
import re
import xml.etree.ElementTree as ET
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from incognote.containers.base import Edit, NewNote
from incognote.containers.ccda import CONTAINER
from incognote.containers.detect import container_of
from incognote.containers.readings import fitting
from tests.containers.passing import passed, replacing, through

SAMPLES = Path(__file__).parent / "samples" / "ccda"
FILES = sorted(SAMPLES.glob("*.xml"))
SETTINGS = settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
HEAD = '<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'


def document(body="", patient='<id root="1.2" extension="P7"/>', head=HEAD):
    target = f"<recordTarget><patientRole>{patient}</patientRole></recordTarget>"
    return f"{head}{target}{body}</ClinicalDocument>".encode()


@pytest.fixture
def texts(tmp_path):
    """The texts of a document with that body, by the last steps of their paths."""

    def read(body, **parts):
        raw = document(body, **parts)
        same, notes, failures = through(CONTAINER, raw, tmp_path, ".xml")
        assert (same, failures) == (raw, [])
        return [note.doc.text for note in notes]

    return read


@pytest.fixture
def changed(tmp_path):
    """A document's body with `old` replaced everywhere."""

    def made(body, old, new):
        raw, notes, failures = through(CONTAINER, document(body), tmp_path, ".xml", new=replacing(old, new))
        assert not failures
        assert any(old in note.doc.text for note in notes)
        return raw.decode().partition("</recordTarget>")[2].removesuffix("</ClinicalDocument>")

    return made


@pytest.fixture
def person(tmp_path):
    """What is known of the patient."""

    def known(patient, rest=""):
        _, (note, *_), _ = through(CONTAINER, document(rest, patient), tmp_path, ".xml")
        return note.doc.patient, note.known

    return known


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_without_edits_a_file_stays_as_it_is(tmp_path, path):
    assert container_of(path) is CONTAINER
    notes, failures = passed(CONTAINER, path, tmp_path / "out.xml")
    assert (tmp_path / "out.xml").read_bytes() == path.read_bytes()
    assert notes
    assert not failures


def test_packed_files_are_unpacked_and_packed(tmp_path):
    (tmp_path / "a.xml.gz").write_bytes(gzip.compress(FILES[0].read_bytes()))
    passed(CONTAINER, tmp_path / "a.xml.gz", tmp_path / "out.xml.gz")
    assert gzip.decompress((tmp_path / "out.xml.gz").read_bytes()) == FILES[0].read_bytes()


def test_there_may_be_nothing(tmp_path):
    assert through(CONTAINER, b"\n", tmp_path, ".xml") == (b"\n", [], [])


SECTION = "component.structuredBody.component"
FOUND = {
    "ccd.xml": {
        "title": "Continuity of Care Document: Marisol Thornquist",
        f"{SECTION}[1].section.title": "Allergies",
        f"{SECTION}[1].section.text": "Substance\tReaction\tSince\nPenicillin G\tHives, seen by her son Anselm\t"
        "03/14/1998\nLatex & rubber\tNone < 24 h\nwhen",
        f"{SECTION}[1].section.entry.act.entryRelationship.observation.participant.participantRole.playingEntity.code"
        ".originalText": "penicillin, told by Mari",
        f"{SECTION}[2].section.title": "Social History of M. Thornquist",
        f"{SECTION}[2].section.text": "Retired; lives at 41 Harbor Light Road with Anselm.\n"
        "Call (541) 555-0121 before visits.",
        f"{SECTION}[2].section.entry[1].observation.value[1]": "Smoked with quxley until 1999",
        f"{SECTION}[2].section.entry[1].observation.entryRelationship.observation.value": "Mrs. Thornquist denies "
        "alcohol.",
        f"{SECTION}[2].section.entry[2].act.text": "Her SSN 987-65-4329 was checked. ",
    },
    "discharge.xml": {
        "title": "Discharge Summary",
        f"{SECTION}.section.title": "Hospital Course — 5 days\n for Ottoline ",
        f"{SECTION}.section.text": 'Admission\nOttoline ("Otti") was brought in on 12/02/2024 by her\n\t\t\t\t\t'
        "grandfather Casimir\nMr. Wolny, reached at 617-555-0144\n.\nWheeze, SpO2 91 %\n"
        'Given albuterol 2.5 mg q4h; mother told\nTemp > 39 & "hot", per Isaura <mother>\n'
        "Peak flow of O. Kestrelby\nmailto:isaura@example.org\n dictated by I. Kestrelby's nurse ",
        f"{SECTION}.section.component.section.title": "Follow-up",
        f"{SECTION}.section.component.section.text": "Dr. Hallward, 19 Feb 2024, with Isaura.\n\nReturn if worse.",
    },
    "html.xml": {
        "title": "Telephone note",
        "component.nonXMLBody.text": "Telephone note\nRenske Haverkort rang on 4 May 2024 about her sons & the rash "
        "😀; MRN 31-7702.\nRing back: 413-555-0119",
    },
    "prefixed.xml": {
        "title": "Consultation",
        f"{SECTION}.section.text": "Fru Åkerblom\nmår bra.",
        f"{SECTION}.section.entry.observation.value[1]": "Zoë sover bra",
    },
}


@pytest.mark.parametrize("name", FOUND)
def test_the_texts_of_a_document_are_found(tmp_path, name):
    notes, _ = passed(CONTAINER, SAMPLES / name, tmp_path / "out.xml")
    assert {note.doc.id.partition("#")[2]: note.doc.text for note in notes} == FOUND[name]
    assert len({note.doc.id.partition("#")[0] for note in notes}) == 1


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<title>Ann &#38; B</title>", ["Ann & B"]),
        ("<text>a\r\n\n b&#10;c</text>", ["a\r\n\n b\nc"]),
        ("<text><reference value='#n'/></text>", []),
        ("<text><reference value='#n'/> Ann </text>", [" Ann"]),
        ("<text mediaType='application/pdf'><reference value='a.pdf'/></text>", []),
        ("<text mediaType='text/html'>&lt;p&gt;An&lt;b&gt;n &amp;amp; B&lt;/b&gt;</text>", ["Ann & B"]),
        ("<text mediaType='text/html'><p>Ann</p><p>B</p></text>", ["Ann\nB"]),
        ("<text><p xmlns='http://www.w3.org/1999/xhtml'>Ann</p></text>", ["Ann"]),
        ("<code><originalText>Ann</originalText></code>", ["Ann"]),
        ("<code><qualifier><name><originalText>Ann</originalText></name></qualifier></code>", ["Ann"]),
        ("<value xsi:type='ST'>Ann</value>", ["Ann"]),
        ("<value>Ann</value>", ["Ann"]),
        ("<value xsi:type='ST'>10.8</value>", []),
        ("<value xsi:type='PN'>Ann<given>B</given></value>", []),
        ("<value xsi:type='IVL_TS'><low value='2024'/></value>", []),
        ("<author><name>Ann</name><addr>B<city>C</city></addr></author>", []),
        ("<x:desc xmlns:x='urn:hl7-org:sdtc'>Ann</x:desc>", ["Ann"]),
        ("<note xmlns='urn:other'>Ann</note>", ["Ann"]),
        ("<!-- Ann --><code><!-- Ann --></code>", []),
        ("<text><!-- Ann --></text>", [" Ann "]),
    ],
)
def test_what_is_a_text(texts, body, expected):
    assert [text.rstrip() for text in texts(body)] == ([text.rstrip() for text in expected] or [""])


def test_base64_is_read_and_written_in_the_encoding_that_it_names(changed):
    data = base64.b64encode("Frau Müller".encode("latin-1")).decode()
    start, end = "<text mediaType='text/plain' charset='iso-8859-1' representation='B64'>", "</text>"
    new = changed(f"{start}\n {data[:5]}\n {data[5:]}\n{end}", "Müller", "Čuć-Öz")
    assert new.startswith(start)
    assert base64.b64decode(new.removeprefix(start).removesuffix(end)).decode("latin-1") == "Frau Cuc-Öz"


@pytest.mark.parametrize(
    ("body", "old", "new", "after"),
    [
        ("<text><content>Ann</content> <b>Lee</b></text>", "Ann Lee", "B", "<text><content>B</content> <b></b></text>"),
        ("<title>A&#x6e;n</title>", "Ann", "<&>", "<title>&lt;&amp;&gt;</title>"),
        ("<text><![CDATA[Ann <1>]]></text>", "Ann", "B", "<text><![CDATA[B <1>]]></text>"),
        ("<text><![CDATA[Ann]]></text>", "Ann", "]]>", "<text><![CDATA[]]>]]&gt;<![CDATA[]]></text>"),
        ("<text>x<!--Ann--></text>", "Ann", "-->", "<text>x<!-- - --></text>"),
        (
            "<text mediaType='text/html'>&lt;p&gt;Ann&lt;/p&gt;</text>",
            "Ann",
            "<&>",
            "<text mediaType='text/html'>&lt;p&gt;&amp;lt;&amp;amp;&amp;gt;&lt;/p&gt;</text>",
        ),
        ("<text>Ann<reference value='#Ann'/></text>", "Ann", "B", "<text>B<reference value='#Ann'/></text>"),
    ],
)
def test_new_text_is_put_in_place_and_escaped(changed, body, old, new, after):
    assert changed(body, old, new) == after


LETTERS = st.text(st.characters(codec="utf-8", exclude_characters="Q") | st.sampled_from("<>&]-'\";#"), max_size=12)
NAMES = st.sampled_from(["text", "title", "value", "originalText", "desc", "other"])
CODECS = st.sampled_from(["utf-8", "utf-16", "iso-8859-1", "us-ascii"])
LEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escaped(text):
    return LEGAL.sub(" ", text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def as_read(text):
    """As a parser gives it."""
    return LEGAL.sub(" ", text).replace("\r\n", "\n").replace("\r", "\n")


@SETTINGS
@given(LETTERS, LETTERS, st.lists(st.tuples(NAMES, LETTERS, st.booleans()), max_size=4), LETTERS, CODECS)
def test_any_new_text_makes_a_document_with_that_text_alone_new(tmp_path, before, behind, others, new, codec):
    """Around the text that is replaced stand any letters, in its element and in others, in a section or in CDATA."""
    whole = [
        (name, f"<![CDATA[{fitting(as_read(text), codec).replace(']]>', '')}]]>" if in_cdata else escaped(text))
        for name, text, in_cdata in others
    ]
    body = "".join(f"<{name}>{text}</{name}>" for name, text in whole)
    text = f"<a>{body}</a><text>{escaped(before)}Q&#81;Q{escaped(behind)}</text>"
    declared = f'<?xml version="1.0" encoding="{codec}"?>'
    raw = f"{declared}{HEAD}{text}</ClinicalDocument>".encode(codec, "xmlcharrefreplace")
    assert through(CONTAINER, raw, tmp_path, ".xml")[0] == raw
    out, _, failures = through(CONTAINER, raw, tmp_path, ".xml", new=replacing("QQQ", new))
    assert not failures
    expected, found = (list(ET.fromstring(file).iter()) for file in (raw, out))
    assert [(one.tag, one.attrib) for one in expected] == [(one.tag, one.attrib) for one in found]
    fit = as_read(fitting(new, codec))
    assert [one.text or "" for one in found] == [as_read((one.text or "").replace("QQQ", fit)) for one in expected]


@SETTINGS
@given(st.data(), st.sampled_from(FILES))
def test_any_edits_of_a_sample_keep_all_that_is_no_text(tmp_path, data, path):
    """Stretches anywhere, over tags, entities and comments, become any text."""

    def edited(note):
        text = note.doc.text
        start = data.draw(st.integers(0, len(text)))
        edit = Edit(start, data.draw(st.integers(start, len(text))), data.draw(LETTERS))
        return NewNote(note.doc, [edit], None, lambda text: None)

    (tmp_path / "out.xml").unlink(missing_ok=True)
    passed(CONTAINER, path, tmp_path / "out.xml", new=edited)
    old, new = (list(ET.fromstring(file.read_bytes()).iter()) for file in (path, tmp_path / "out.xml"))
    assert [one.tag for one in old] == [one.tag for one in new]
    apart = [(one.tag, one.attrib) for one in old if "href" not in one.attrib and "abbr" not in one.attrib]
    assert apart == [(one.tag, one.attrib) for one in new if "href" not in one.attrib and "abbr" not in one.attrib]


def test_the_patient_is_the_first_id_with_an_extension(person):
    assert person('<id nullFlavor="NI"/><id root="1.2.3"/><id root="1" extension="A"/><id extension="B"/>')[0] == "A"
    assert person('<id root="1.2.3"/><id root="0F2B-uuid"/>')[0] == "0F2B-uuid"
    assert person('<id root="1.2.3"/>')[0] is None


def test_what_a_patient_says(person):
    _, known = person(
        '<id root="2.16.840.1.113883.4.1" extension="987-65-4329"/><id root="2.16.840.1.113883.4.3.25" extension="S7"/>'
        '<telecom value="tel:+1(541)555-0121;ext=4"/><telecom value="fax:555-0102"/><telecom value="a@x.org"/>'
        "<addr><houseNumber>7</houseNumber><streetName>Elm St</streetName><city>Ponce</city></addr>"
        "<addr>9 Oak Rd, Salem, OR 97301</addr><patient>"
        '<name use="L"><given>Jo<!-- x -->an &amp;</given><given>M.</given><family>Quxley</family></name>'
        '<name><given>Joan</given><family qualifier="BR">Abel</family><family>Cole</family></name>'
        '<name>Nan Quxley</name><birthTime value="195106071200-0500"/></patient>'
    )
    assert {(name.given, name.family) for name in known.names} == {
        (("Joan", "&", "M."), ("Quxley",)),
        (("Joan",), ("Abel",)),
        (("Joan",), ("Cole",)),
        (("Joan",), ("Abel Cole",)),
        (("Nan",), ("Quxley",)),
    }
    assert known.birth_dates == (date(1951, 6, 7),)
    assert {(detail.label, detail.value) for detail in known.numbers} == {
        ("SSN", "987-65-4329"),
        ("LICENSE", "S7"),
        ("PHONE", "(541)555-0121"),
        ("FAX", "555-0102"),
        ("EMAIL", "a@x.org"),
        ("ZIP", "97301"),
    }
    streets = {detail.value for detail in known.places if detail.label == "STREET"}
    assert streets == {"7 Elm St", "9 Oak Rd"}


@pytest.mark.parametrize(
    ("start", "is_known"),
    [
        ("informant relatedEntity relatedPerson", True),
        ("participant associatedEntity:NOK associatedPerson", True),
        ("participant associatedEntity:PROV associatedPerson", False),
        ("entry subject relatedSubject subject", True),
        ("entry participantRole:POLHOLD playingEntity", True),
        ("entry participantRole:MANU playingEntity", False),
        ("recordTarget patientRole patient", True),  # another patient than the first
        ("author assignedPerson", False),
    ],
)
def test_who_is_a_relative(person, start, is_known):
    steps = [step.partition(":") for step in start.split()]
    opened = "".join(f'<{name} classCode="{kind}">' for name, _, kind in steps)
    closed = "".join(f"</{name}>" for name, _, _ in reversed(steps))
    _, known = person("", f"{opened}<name><given>Oriabelle</given></name>{closed}")
    assert [name.given for name in known.relatives] == ([("Oriabelle",)] if is_known else [])
