"""HL7 v2 that can't be read or is too large: it is left out, what is around it isn't, and no reason quotes it."""

import base64
import tracemalloc

import pytest

from incognote.containers.base import Cutting
from incognote.containers.hl7 import CONTAINER, units
from incognote.containers.streams import Lost
from tests.containers.passing import through, unchanged
from tests.containers.test_hl7 import SAMPLES

SECRET = "Quxley"
HEAD = f"MSH|^~\\&|A|B|||2024||ORU^R01|{SECRET}'s 1|P|2.5\rPID|1||55||{SECRET}^Ana\r"
GOOD = "MSH|^~\\&|A|B|||2024||ORU^R01|7|P|2.5\rNTE|||well\r"
NOT_TEXT = "it has an attachment that is not text ({}); remove it"
PDF = base64.b64encode(f"%PDF-1.4 {SECRET}".encode()).decode()
LONG = base64.b64encode(f"a scan of {SECRET}, page 1 of 17, with letters and figures 123".encode()).decode()
PACKED = "it has data where a text should be; write it as ED with its type"


def value(kind, data):
    return f"{HEAD}OBX|1|{kind}|A||{data}|||F\r"


def charset(name, text=SECRET):
    return f"MSH|^~\\&|A{'|' * 15}{name}\rNTE|||{text}\r"


DAMAGED = {
    "a text's own line": (
        f"{HEAD}NTE|||a\rabout {SECRET}\r",
        "it has a line that is no segment; escape line breaks in texts",
    ),
    "a small name": (f"{HEAD}nte|||{SECRET}\r", "it has a line that is no segment; escape line breaks in texts"),
    "another mark": (f"{HEAD}NTE$$${SECRET}\r", "it has a line that is no segment; escape line breaks in texts"),
    "behind the frame": (f"\x0b{HEAD}\x1c{SECRET}\r", "it has a line that is no segment; escape line breaks in texts"),
    "no marks": (f"MSH||{SECRET}\r", "its MSH-2 doesn't name the marks between its parts"),
    "letters as marks": (f"MSH|Qux|{SECRET}\r", "its MSH-2 doesn't name the marks between its parts"),
    "a mark twice": (f"MSH|^~^&|{SECRET}\r", "its MSH-2 doesn't name the marks between its parts"),
    "text in a header": (f"FHS|^~\\&|A\rNTE|||{SECRET}\r", "it doesn't begin with MSH"),
    "a line like a trailer": (
        f"MSH|^~\\&|A\rNTE|||a\rBTS, {SECRET}\r",
        "it has a line that is no segment; escape line breaks in texts",
    ),
    "a PDF": (value("ED", f"^application^pdf^Base64^{PDF}"), NOT_TEXT.format("application/pdf")),
    "an image": (value("ED", f"^IM^{SECRET}^Base64^{PDF}"), NOT_TEXT.format("of another type, or of none")),
    "RTF": (value("ED", f"^TEXT^RTF^Base64^{PDF}"), NOT_TEXT.format("text/rtf")),
    "no type": (value("ED", f"^^^Base64^{PDF}"), NOT_TEXT.format("of another type, or of none")),
    "XML as it is": (value("ED", f"^TEXT^XML^A^{SECRET}"), NOT_TEXT.format("text/xml")),
    "no Base64": (value("ED", f"^TEXT^^Base64^{SECRET}!"), "it has an attachment that is not Base64"),
    "hexadecimal": (
        value("ED", f"^TEXT^^Hex^{SECRET}"),
        "it has data that is written in another way than Base64; write it so",
    ),
    "data alone": (value("ED", PDF), "it has data of which nobody says what it is; remove it"),
    "a second one": (
        value("ED", f"^TEXT^^A^ok~^application^pdf^Base64^{PDF}"),
        NOT_TEXT.format("application/pdf"),
    ),
    "a pointer": (
        value("RP", f"\\\\E\\\\srv\\E\\{SECRET}.pdf^A^IM^PDF"),
        "it points to a document that lies elsewhere; remove that",
    ),
    "a PDF as text": (value("TX", PDF), PACKED),
    "data as text": (value("ST", LONG), PACKED),
    "RTF as text": (value("FT", f"{{\\E\\rtf1 {SECRET}}}"), PACKED),
    "entities": (value("ED", f'^text/html^^A^<!DOCTYPE a [<!ENTITY b "{SECRET}">]>'), "its markup declares entities"),
    "other letters": (
        f"{HEAD}NTE|||\\C2842\\{SECRET}\r",
        "it changes its character set within a text; write it in UTF-8",
    ),
    "a character set": (
        charset("ISO IR87"),
        "its MSH-18 names a character set that isn't read; write it in UTF-8",
    ),
    "several": (charset("~8859/1"), "its MSH-18 names several character sets; write it in UTF-8"),
    "ISO 2022": (
        charset("", f"\x1b$B{SECRET}"),
        "it is not utf-8 text; name its encoding in MSH-18, or with --encoding",
    ),
}


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
@pytest.mark.parametrize("kind", DAMAGED)
def test_what_cannot_be_read_is_left_out_and_not_quoted(tmp_path, kind, end):
    damaged, reason = DAMAGED[kind]
    good, bad = (text.replace("\r", end).encode() for text in (GOOD, damaged))
    raw, notes, failures = through(CONTAINER, good + bad + good, tmp_path, ".hl7")
    assert raw == good + good
    assert [note.record for note in notes] == [1, 3]
    assert [(failure.record, failure.reason) for failure in failures] == [(2, reason)]
    assert SECRET not in repr((notes, failures, notes[0].known))


def test_letters_of_another_encoding_are_refused(tmp_path):
    bad = f"{HEAD}NTE|||Müller\r".encode("latin-1")
    raw, _, (failure,) = through(CONTAINER, GOOD.encode() + bad, tmp_path, ".hl7")
    assert raw == GOOD.encode()
    assert failure.reason == "it is not utf-8 text; name its encoding in MSH-18, or with --encoding"
    _, _, (failure,) = through(CONTAINER, bad, tmp_path, ".hl7", Cutting(encoding="utf-99"))
    assert failure.reason == "it is not utf-99 text; name its encoding in MSH-18, or with --encoding"


def test_what_is_no_message_is_one_that_is_damaged(tmp_path):
    raw, notes, (failure,) = through(CONTAINER, f"{SECRET}\n{GOOD}".encode(), tmp_path, ".hl7")
    assert (raw, notes[0].record) == (GOOD.encode(), 2)
    assert (failure.record, failure.reason) == (1, "it doesn't begin with MSH")


@pytest.mark.parametrize("trailer", ["FTS|1\x1c{}\r", "BTS|1\r{}\r", "FHS|^~\\&|A\n{}", "\x0bBHS|^~\\&\x0b{}\r"])
def test_no_text_hides_behind_a_header_or_trailer(tmp_path, trailer):
    raw, _, (failure,) = through(CONTAINER, (GOOD + trailer.format(SECRET)).encode(), tmp_path, ".hl7")
    assert (raw, failure.record) == (GOOD.encode(), 2)


def test_a_damaged_message_leaves_those_of_its_batch(tmp_path):
    whole = (SAMPLES / "batch.hl7").read_bytes()
    for number in (1, 2, 3):
        broken = whole.replace(b"|TX|NOTE", b"|ED|NOTE", number).replace(b"|ED|NOTE", b"|TX|NOTE", number - 1)
        raw, notes, (failure,) = through(CONTAINER, broken, tmp_path, ".hl7")
        assert failure.record == number
        assert (len(notes), raw.count(b"MSH|"), raw.count(b"PID|1||H-")) == (2, 2, 2)
        assert raw.startswith(b"FHS|^~\\&|LAB|HOLT|ARCH|HOLT|20240620||June|nightly file|F-620\rBHS|")
        assert raw.endswith(b"\rBTS|3|June nights\rFTS|1\r")
        assert [note.record for note in notes] == [at for at in (1, 2, 3) if at != number]


def test_a_note_that_fails_takes_its_message_along(tmp_path):
    whole = (SAMPLES / "mllp.hl7").read_bytes()

    def failing(note):
        return None if note.record == 1 else unchanged(note)

    raw, _, _ = through(CONTAINER, whole, tmp_path, ".hl7", new=failing)
    assert raw == whole[whole.index(b"\x0b", 1) :]
    two = f"{HEAD}NTE|||a\rOBX||TX|||b\r".encode()
    raw, notes, _ = through(CONTAINER, two, tmp_path, ".hl7", new=lambda n: None if n.doc.text == "b" else unchanged(n))
    assert (raw, len(notes)) == (b"", 2)


def test_what_is_too_large_is_refused(tmp_path):
    whole = (SAMPLES / "batch.hl7").read_bytes()
    *_, largest, _ = sorted(len(unit) for unit in units([whole], len(whole)))
    raw, notes, (failure,) = through(CONTAINER, whole, tmp_path, ".hl7", Cutting(largest=largest))
    assert (failure.record, failure.reason) == (2, f"it is larger than {largest} bytes")
    assert [note.record for note in notes] == [1, 3]
    assert b"Ravensworth" not in raw
    assert raw.endswith(b"\rBTS|3|June nights\rFTS|1\r")


def test_it_is_never_held():
    def source():
        yield GOOD.encode()
        yield HEAD.encode()
        yield from (b"x" * 1_000_000 for _ in range(50))
        yield b"\r" + GOOD.encode()

    tracemalloc.start()
    kept = [unit for unit in units(source(), 100_000) if not isinstance(unit, Lost)]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept == [GOOD.encode()] * 2
    assert peak < 5_000_000
