"""HL7 v2: what is read, whose it is, and that without edits all stays to the byte."""

import gzip
from datetime import date
from pathlib import Path

import pytest

from incognote.containers.base import Cutting
from incognote.containers.hl7 import CONTAINER, units
from incognote.known.people import Detail, Name
from tests.containers.passing import passed, through, unchanged

SAMPLES = Path(__file__).parent / "samples" / "hl7"
FILES = sorted(SAMPLES.iterdir())
HEAD = "MSH|^~\\&|A|B|||2024||ORU^R01|7|P|2.5\rPID|1||55^^^B^MR||Ruiz^Ana\r"


@pytest.fixture
def message(tmp_path):
    """Segments behind a head through the container: what is written without the head, notes, failures."""

    def made(segments, head=HEAD, new=unchanged, cutting=None):
        raw, notes, failures = through(CONTAINER, (head + segments).encode(), tmp_path, ".hl7", cutting, new)
        return raw.decode().removeprefix(head), notes, failures

    return made


def texts(notes):
    return {note.doc.id.partition("#")[2]: note.doc.text for note in notes if note.doc.text}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
@pytest.mark.parametrize("records", [1, 500])
def test_without_edits_a_file_stays_as_it_is(tmp_path, path, records):
    notes, failures = passed(CONTAINER, path, tmp_path / "out", Cutting(chunk_records=records))
    assert (tmp_path / "out").read_bytes() == path.read_bytes()
    assert notes
    assert not failures


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_where_blocks_end_tells_nothing(path):
    raw = path.read_bytes()
    whole = list(units([raw], len(raw)))
    for size in (1, 2, 7, 100):
        assert list(units((raw[at : at + size] for at in range(0, len(raw), size)), len(raw))) == whole
    assert b"".join(whole) == raw


def test_packed_files_are_unpacked_and_packed(tmp_path):
    (tmp_path / "a.hl7.gz").write_bytes(gzip.compress(FILES[0].read_bytes()))
    passed(CONTAINER, tmp_path / "a.hl7.gz", tmp_path / "out.hl7.gz")
    assert gzip.decompress((tmp_path / "out.hl7.gz").read_bytes()) == FILES[0].read_bytes()


FOUND = {
    "oru_tx.hl7": {
        "OBR[1].13": "Ms. Haverlock fell at Wexcombe Mill on March 2",
        "OBR[1].31": "Chest pain, call her husband Desmond",
        "OBX[1].5": "CLINICAL HISTORY: 75 yo woman, husband Desmond reports cough & fever.\n"
        "Compared with the study of 01/15/2024 that was read for Philippa\nHaverlock (MRN 00734418) by Dr.\n"
        "Castellane. Density 10^9 unchanged.\n\nFINDINGS: No infiltrate.\nLymph nodes under 10 mm.",
        "OBX[7].5": "IMPRESSION: Stable. Phoned to Mr. Haverlock at 802-555-0143.",
        "OBX[9].5": "see note of Dr. Castellane",
        "NTE[1].3": "Reviewed with Pippa and her sister\nWinifred Quennell on 3/11/2024.",
        "OBX[10].5": "Follow up with Dr. Castellane in 6 months\nask for Ruthanne Castellane",
    },
    "oru_ft.hl7": {
        "OBX[1].5": "SURGICAL PATHOLOGY\nPatient: O'Dowd, Bartholomew\n History: 68 y/o; seen by Dr. Aurelio Fennimore "
        "& team on 5/9/2024.\nSpecimen A^1 ~ 2 cm | skin \\ left arm.\nCall 207-555-0166 (Bartholomew O'Dowd).",
        "OBX[2].5": "path: C:\\temp\\odowd; Müller stain, µm",
        "OBX[3].5": "Carcinoma, wife Henrietta told\nSecond reading by Dr. Fennimore",
        "OBX[4].5": "Discussed with Henrietta O'Dowd",
    },
    "delimiters.hl7": {
        "OBX[1].5": "Ismene Vanterpool |ref^1~2| R&L wrists, cost $20\nRead by Dr. Yardley @ Co. \\ no fracture",
        "NTE[1].3": "Told Ms% Vanterpool's daughter Calliope",
    },
    "latin1.hl7": {
        "OBX[1].5": "Herr Jörg Grützmacher, geb. 21.08.1959, wohnhaft Mühlenstraße 14.\nDiagnose: Ödem bds. (5 µg/l).\n"
        "Gez. Dr. Käthe Löwenstein",
    },
    "ed_text.hl7": {
        "OBX[1].5": "Letter to Dr. Fitzwarren\r\n\r\nRe: Seraphina Koldewey, seen 4/4/2024.\r\nINR 2.60.\r\n",
        "OBX[2].5": "Ms. Koldewey & her son Lysander\nK 4.10",
        "OBX[3].5": "Dictated for Seraphina Koldewey\nby P. Fitzwarren",
    },
    "adt_a01.hl7": {
        "PV2[1].3": "Hip fracture after a fall at Brightwater Bingo",
        "PV2[1].12": "Brought in by her son Armand",
        "AL1[1].3": "Penicillin",
        "AL1[1].5": "hives, per son Armand Delacourt",
        "AL1[2].3": "shellfish (told by Armand)",
        "DG1[1].3": "Fracture of neck of right femur",
        "DG1[1].4": "fell in Brightwater on 2/28/2024",
        "NTE[1].3": "Mme. Delacourt-Reyes is 87, speaks French; call Armand 206-555-0119.",
        "ACC[1].3": "Brightwater Bingo, 3 Quay Rd",
        "ACC[1].9": "Brought in by Armand Delacourt",
    },
}


@pytest.mark.parametrize("name", FOUND)
def test_the_texts_of_messages(tmp_path, name):
    notes, _ = passed(CONTAINER, SAMPLES / name, tmp_path / "out")
    assert texts(notes) == FOUND[name]


def test_each_message_is_a_record_of_its_patient(tmp_path):
    notes, _ = passed(CONTAINER, SAMPLES / "batch.hl7", tmp_path / "out")
    assert [(note.record, note.doc.id, note.doc.patient) for note in notes] == [
        (1, "B1#OBX[1].5", "H-7001"),
        (2, "B2#OBX[1].5", "H-7002"),
        (3, "B3#OBX[1].5", "H-7001"),
    ]


def test_all_that_is_known_of_a_patient(tmp_path):
    notes, _ = passed(CONTAINER, SAMPLES / "oru_tx.hl7", tmp_path / "out")
    known = notes[0].known
    assert {note.doc.patient for note in notes} == {"00734418"}  # of type MR, though another is the first
    family = [(("Philippa", "Jane"), ("Haverlock",)), (("Philippa",), ("Quennell",)), (("Pippa",), ("Haverlock",))]
    assert list(known.names) == [Name(*name) for name in family]
    assert known.relatives == (Name(("Desmond", "R"), ("Haverlock",)),)
    assert known.birth_dates == (date(1948, 9, 17),)
    assert {(detail.label, detail.value) for detail in known.numbers} == {
        ("MEDICALRECORD", "88120"),
        ("MEDICALRECORD", "00734418"),
        ("ACCOUNT", "7700123"),
        ("ACCOUNT", "V5501297"),
        ("SSN", "000-55-0193"),
        ("IDNUM", "P-20711"),
        ("IDNUM", "S24-30551"),
        ("PHONE", "(802)555-0142"),
        ("PHONE", "802-5550142"),
        ("PHONE", "(802)555-0143"),
        ("EMAIL", "p.haverlock@example.org"),
        ("ZIP", "05331"),
    }
    assert Detail("CITY", "Edgecombe") in known.places


@pytest.mark.parametrize(
    ("pid", "patient"),
    [
        ("PID|||1^^^A~2^^^B^MR~3^^^C^MR", "2"),
        ("PID|||1^^^A^PI~2^^^B^SS", "1"),
        ("PID|||~2", "2"),
        ('PID||9^^^X|""||Ruiz', "9"),
        ("PID|||||Ruiz", None),
    ],
)
def test_the_number_of_the_patient(message, pid, patient):
    _, (note,), _ = message(f"{pid}\rNTE|1||x", head="MSH|^~\\&\r")
    assert note.doc.patient == patient


def test_patients_of_one_message_are_kept_apart(message):
    head = "MSH|^~\\&|A\r"
    segments = "NTE|||a\rPID|||1||Abel\rNTE|||b\rPID|||2||Quxley^Baby Boy\rNTE|||c\rPID|||3||Ploeg"
    _, notes, _ = message(segments, head)
    families = {note.doc.text: {(*n.given, *n.family) for n in note.known.names} for note in notes}
    assert families == {
        "a": {("Abel",), ("Quxley",), ("Ploeg",)},
        "b": {("Abel",)},
        "c": {("Quxley",)},
        "": {("Ploeg",)},
    }
    assert [note.doc.patient for note in notes] == [None, "1", "2", "3"]


@pytest.mark.parametrize(
    ("segments", "found"),
    [
        ("OBX||TX|A||a\rOBX||FT|A|2|b\rOBX||TX|B||c", ["a\nb", "c"]),
        ("OBX||TX|A||a\rNTE|||n\rOBX||TX|A||b", ["a", "n", "b"]),
        ("OBX||TX|A||a\rOBR||||X\rOBX||TX|A||b", ["a", "b"]),
        ("OBX||TX|A||one na\rADD|me\rOBX||TX|A||b", ["one name\nb"]),
        ("DSP|||a\rDSP|||\rDSP|||b", ["a\n\nb"]),
        ("OBX||NM|A||72\rOBX||TS|A||20240101\rOBX||SN|A||>^100\rOBX||XPN|A||Ruiz^Ana", []),
        ("OBX||NM|A||72 per Ana", ["72 per Ana"]),
        ("OBX||||| untyped\rOBX||ZZ|||odd^ly", [" untyped\nodd^ly"]),
        ("OBX||IS|A||lives with Ana", ["lives with Ana"]),
        ("OBX||CE|A||C44^words^I10", ["words"]),
        ("OBX||CE|A||only words", ["only words"]),
        ('NTE|||""\rNTE||', ['""\n']),
        ("OBX||TX|A||\\.unknown Ana\\ \\ZAna\\ \\x", ["\\.unknown Ana\\ \\ZAna\\ \\x"]),
        ("OBX||ED|A||^TEXT^^Base64^", []),
        ("OBX||RP|A||", []),
        ("OBX||ST|A||10.8\rOBX||ST|B||7.35\rOBX||ST|C||<0.05\rOBX||ST|D||>= 60 %\rOBX||ST|E||4", []),
        (
            "OBX||ST|A||10.8.24\rOBX||ST|B||4471\rOBX||ST|C||10/8\rOBX||ST|D||7.35 Ana",
            ["10.8.24", "4471", "10/8", "7.35 Ana"],
        ),
        (
            "TQ1||||||||||if pain|call Ana\rODS||||salt\rODT|||tray\rOVR|||over",
            ["if pain", "call Ana", "salt", "tray", "over"],
        ),
    ],
)
def test_what_is_read_as_one(message, segments, found):
    raw, notes, failures = message(segments)
    assert (raw, failures) == (segments, [])
    assert [note.doc.text for note in notes if note.doc.text] == found


def test_a_text_may_be_one_very_long_word(message):
    """Such is the sequence of a genome; a pattern that goes back over it would take minutes."""
    _, notes, failures = message("OBX||ST|||" + "ACGT" * 12_500 + "\rOBX||ST|B||" + "+" * 50_000)
    assert ([len(note.doc.text) for note in notes], failures) == ([50_000, 50_000], [])


def test_a_break_within_a_text_is_no_end_of_a_segment(message):
    _, notes, failures = message("NTE|||one\nMr. Ruiz\r\nNTE|||two\nOBX||TX|||three")
    assert [note.doc.text for note in notes] == ["one\nMr. Ruiz\ntwo", "three"]
    assert not failures


@pytest.mark.parametrize("raw", [b"", b"\n", b"\xef\xbb\xbf", b"FHS|^~\\&|A\rBHS|^~\\&\rBTS|0\rFTS|1\r", b"\x0b\x1c\r"])
def test_there_may_be_nothing(tmp_path, raw):
    assert through(CONTAINER, raw, tmp_path, ".hl7") == (raw, [], [])
