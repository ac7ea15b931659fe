"""C-CDA that can't be read, is too large or attacks its reader: it isn't written, and no reason quotes it."""

import base64
import tracemalloc

import pytest

from incognote.containers.base import Cutting, Edit, NewNote
from incognote.containers.ccda import CONTAINER
from incognote.containers.streams import MOST_OF_A_FILE
from tests.containers.passing import through, unchanged
from tests.containers.test_ccda import HEAD, document

SECRET = "Quxley"
DATA = base64.b64encode(SECRET.encode()).decode()
LAUGHS = "".join(f'<!ENTITY l{at} "{f"&l{at - 1};" * 10}">' for at in range(1, 30))
SOUND = f"<title>{SECRET}</title>"
NOT_TEXT = "it has an attachment that is not text ({}); remove it"
A_TYPE = "it has a document type, which may declare entities; remove that"
AN_ENCODING = "its encoding is none of UTF-8, US-ASCII, ISO-8859-1, and UTF-16 with a mark"
NOT_SO = "it is not in the encoding that it names"
NOT_READ = "it has a text in a form that isn't read; write it as text or in Base64"


def malformed(problem, line=1):
    return f"it is not well-formed XML (line {line}: {problem}); mend it"


def typed(declarations, text="<title>x</title>"):
    return f"<!DOCTYPE ClinicalDocument {declarations}>{document(text).decode()}"


ATTACKS = {
    "a document type": (typed(""), A_TYPE),
    "one elsewhere": (typed('SYSTEM "file:///etc/passwd"'), A_TYPE),
    "an entity": (typed(f'[<!ENTITY a "{SECRET}">]', "<title>&a;</title>"), A_TYPE),
    "a file as entity": (typed('[<!ENTITY a SYSTEM "file:///etc/passwd">]', "<title>&a;</title>"), A_TYPE),
    "a parameter entity": (typed('[<!ENTITY % a SYSTEM "http://x.example/a.dtd">%a;]'), A_TYPE),
    "billion laughs": (typed(f'[<!ENTITY l0 "{SECRET}">{LAUGHS}]', "<title>&l29;</title>"), A_TYPE),
    "default attributes": (typed(f'[<!ATTLIST title x CDATA "{SECRET}">]'), A_TYPE),
    "an undeclared entity": (document(f"<title>{SECRET}&nbsp;</title>"), malformed("undefined entity")),
    "XInclude": (
        document('<text><i:include xmlns:i="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/></text>'),
        "it includes other files; write what they hold into it",
    ),
    "an instruction in a text": (
        document(f"<text>Ann<?php {SECRET}?></text>"),
        "it has a processing instruction inside; remove that",
    ),
    "another version": (
        b'<?xml version="1.1"?>' + document(SOUND),
        "it is of another version than XML 1.0",
    ),
    "too deep": (document("<a>" * 5000 + SECRET + "</a>" * 5000), "it is nested more than 200 deep"),
    "data in an address": (
        document(f'<text><reference value="data:text/plain,{SECRET}"/></text>'),
        "it has data within an address; remove it",
    ),
    "a script": (
        document(f"<text><Script>&#81;{SECRET}</Script></text>"),
        "it has a script or a style within a text; remove it",
    ),
    "an odd name": (
        document(f"<text><é>{SECRET}</é></text>"),
        "an element of it has a name that begins with none of A-Z, a-z and _",
    ),
}

DAMAGED = {
    "cut off": (document(SOUND)[:-9], malformed("unclosed token")),
    "a tag too many": (document(f"{SOUND}\n</a>"), malformed("mismatched tag", 2)),
    "NUL": (document(f"<title>{SECRET}\0</title>"), malformed("not well-formed (invalid token)")),
    "a control": (document("<title>&#8;</title>"), malformed("reference to invalid character number")),
    "an attribute twice": (document(f'<a b="{SECRET}" b=""/>'), malformed("duplicate attribute")),
    "an unknown prefix": (document(f"<x:title>{SECRET}</x:title>"), malformed("unbound prefix")),
    "text behind": (document(SOUND) + SECRET.encode(), malformed("junk after document element")),
    "no XML": (SECRET.encode(), malformed("syntax error")),
    "another root": (f"<a>{SECRET}</a>".encode(), "it is no ClinicalDocument of HL7 version 3"),
    "another namespace": (
        document(SOUND, head='<ClinicalDocument xmlns="urn:x">'),
        "it is no ClinicalDocument of HL7 version 3",
    ),
    "letters between elements": (
        document(f"<component>{SECRET}<section/></component>"),
        "it has letters between elements, where a ClinicalDocument has none",
    ),
    "a hash": (
        document(f'<text integrityCheck="AAAA">{SECRET}</text>'),
        "it has a text with a hash of it; remove that (integrityCheck)",
    ),
}

ENCODINGS = {
    "windows-1252": ('<?xml version="1.0" encoding="windows-1252"?>', "cp1252", AN_ENCODING),
    "EBCDIC": ('<?xml version="1.0" encoding="IBM037"?>', "cp037", NOT_SO),
    "UTF-7": ('<?xml version="1.0" encoding="UTF-7"?>', "utf-7", AN_ENCODING),
    "UTF-32": ("\ufeff", "utf-32-le", malformed("not well-formed (invalid token)")),
    "UTF-16 without a mark": ('<?xml version="1.0" encoding="UTF-16"?>', "utf-8", AN_ENCODING),
    "UTF-16 that says UTF-8": ('<?xml version="1.0" encoding="UTF-8"?>', "utf-16", NOT_SO),
    "a mark that says another": ('\ufeff<?xml version="1.0" encoding="ISO-8859-1"?>', "utf-8", NOT_SO),
    "not UTF-8": ("", "latin-1", NOT_SO),
    "not ASCII": ('<?xml version="1.0" encoding="US-ASCII"?>', "utf-8", NOT_SO),
}

BODIES = {
    "a PDF": ("text mediaType='application/pdf' representation='B64'", DATA, NOT_TEXT.format("application/pdf")),
    "an image": ("value mediaType='image/png' representation='B64'", DATA, NOT_TEXT.format("image/png")),
    "another type": (
        f"text mediaType='x/{SECRET}'",
        SECRET,
        NOT_TEXT.format("of another type, or of none"),
    ),
    "no type": ("text representation='B64'", DATA, NOT_TEXT.format("of another type, or of none")),
    "RTF": ("text mediaType='text/rtf'", f"{{{SECRET}}}", NOT_TEXT.format("text/rtf")),
    "no Base64": (
        "text mediaType='text/plain' representation='B64'",
        f"{SECRET}!",
        "it has an attachment that is not Base64",
    ),
    "no encoding": (
        f"text mediaType='text/plain' charset='{SECRET}' representation='B64'",
        DATA,
        "it has an attachment that is not in the encoding that it names",
    ),
    "packed": ("text mediaType='text/plain' compression='GZ' representation='B64'", DATA, NOT_READ),
    "another form": (f"text representation='{SECRET}'", SECRET, NOT_READ),
    "an image in a text": (
        "text",
        f"Ann<thumbnail mediaType='image/png' representation='B64'>{DATA}</thumbnail>",
        NOT_READ,
    ),
}


def refused(raw, folder, cutting=None):
    """Why nothing is written of it."""
    raw = raw.encode() if isinstance(raw, str) else raw
    out, notes, (failure,) = through(CONTAINER, raw, folder, ".xml", cutting)
    assert (out, notes, failure.record) == (b"", [], 1)
    assert SECRET not in failure.reason
    return failure.reason


@pytest.mark.parametrize("kind", ATTACKS)
def test_attacks(tmp_path, kind):
    raw, reason = ATTACKS[kind]
    assert refused(raw, tmp_path) == reason


@pytest.mark.parametrize("kind", DAMAGED)
def test_damage(tmp_path, kind):
    raw, reason = DAMAGED[kind]
    assert refused(raw, tmp_path) == reason


@pytest.mark.parametrize("kind", ENCODINGS)
def test_encodings(tmp_path, kind):
    head, codec, reason = ENCODINGS[kind]
    raw = head + document("<title>Zoë</title>").decode()
    assert refused(raw.encode(codec), tmp_path) == reason


@pytest.mark.parametrize("kind", BODIES)
def test_what_is_no_text(tmp_path, kind):
    element, content, reason = BODIES[kind]
    body = f"<{element}>{content}</{element.split()[0]}>"
    assert refused(document(SOUND + body), tmp_path) == reason


def test_instructions_and_comments_outside_stay(tmp_path):
    raw = b'<?xml-stylesheet href="a.xsl"?><!-- a -->\n' + document(SOUND) + b"<!-- b --><?c d?>\n"
    assert through(CONTAINER, raw, tmp_path, ".xml")[0] == raw


def test_a_text_that_fails_takes_its_document_along(tmp_path):
    def failing(note):
        return None if note.doc.id.endswith("title") else unchanged(note)

    raw, notes, _ = through(CONTAINER, document(f"{SOUND}<text>x</text>"), tmp_path, ".xml", new=failing)
    assert (raw, len(notes)) == (b"", 2)


def test_what_would_change_what_is_around_it_is_not_written(tmp_path):
    """`]]` and `>` are letters, but not side by side."""

    def cut(note):
        return NewNote(note.doc, [Edit(2, 3, "")], None, lambda text: None)

    with pytest.raises(Exception, match="it is not well-formed XML"):
        through(CONTAINER, document("<title>]]Q></title>"), tmp_path, ".xml", new=cut)


def test_what_is_too_large_is_refused_unread(tmp_path):
    body = f"<text>{SECRET * 1000}</text>"
    assert refused(document(body), tmp_path, Cutting(largest=5000)) == "a text of it is larger than 5,000 bytes"
    assert refused(document(body), tmp_path, Cutting(largest=1000)) == "the file is larger than 5,000 bytes"
    large = tmp_path / "large.xml"
    with large.open("wb") as file:
        file.truncate(60_000_000)
    tracemalloc.start()
    (chunk,) = CONTAINER.chunks(large, Cutting(largest=1_000_000))
    assert tracemalloc.get_traced_memory()[1] < 2 * MOST_OF_A_FILE * 1_000_000
    tracemalloc.stop()
    assert (chunk.payload, [one.record for one in chunk.refused]) == (b"", [1])


def test_many_elements_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("incognote.containers.xml_places._MOST", 100)
    assert refused(document("<a/>" * 100), tmp_path) == "it has more than 100 elements"


def test_nothing_shows_a_text(tmp_path):
    raw = document(SOUND, f'<id extension="{SECRET}"/>', HEAD.replace(">", f' x="{SECRET}">'))
    opened = CONTAINER.open(next(CONTAINER.chunks(_written(tmp_path, raw), Cutting())), Cutting())
    assert SECRET not in repr((opened, opened.notes, opened.records))


def _written(folder, raw):
    (folder / "a.xml").write_bytes(raw)
    return folder / "a.xml"
