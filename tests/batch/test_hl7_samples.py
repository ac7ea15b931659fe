"""Hand-written HL7 v2 through a batch with the engine that users have: what goes, and that nothing else changes."""

import csv
import re
from base64 import b64decode
from pathlib import Path

import pytest

from incognote.containers.base import Cutting
from incognote.engine_choice import EngineChoice
from tests.batch.lines import set_aside
from tests.batch.test_records import cleaned

SAMPLES = Path(__file__).parents[1] / "containers" / "samples" / "hl7"
EXAMPLE = Path(__file__).parents[2] / "examples" / "hl7"
ENGINE = EngineChoice("incognote-fast")
BREAK = re.compile("\r\n|\r|\n")
TEXTS = {
    ("OBX", 5), ("NTE", 3), ("OBR", 13), ("OBR", 31), ("PV2", 3), ("PV2", 12), ("AL1", 3), ("AL1", 5), ("DG1", 3),
    ("DG1", 4), ("ACC", 3), ("ACC", 9), ("TXA", 21),
}  # fmt: skip
GONE = {
    "adt_a01.hl7": "Delacourt|Emmanuelle|Armand|Brightwater|0119|2/28/2024",
    "batch.hl7": "(?i)tenterden|cosima|ottilie|6/1[23]/2024",
    "delimiters.hl7": "Ismene|Vanterpool|Yardley|Calliope",
    "ed_text.hl7": "Fitzwarren|Seraphina|Koldewey|Lysander|4/4/2024",
    "latin1.hl7": "Jörg|Grützmacher|21.08.1959|Mühlenstraße|Käthe|Löwenstein",
    "mdm_t02.hl7": "(?i)ostrander|valentina|MC-40178|lucinda|abercorn|ignatius|saltmarsh|pym|11/1[49]/2023",
    "mllp.hl7": "Absalom|Perpetua|Zuleika|Nightingale|8/2/2024",
    "newline.hl7": "(?i)blackwater|thaddeus|leonie|05/11/1945",
    "oru_ft.hl7": "(?i)dowd|barth|fennimore|0166|5/9/2024|henrietta",
    "oru_tx.hl7": "Haverlock|Philippa|Desmond|Castellane|00734418|Wexcombe|0143|Pippa|Winifred|Quennell|3/11|01/15",
}
KEPT = {
    "adt_a01.hl7": (
        "^Hip fracture after a fall at ",
        "|hives, per son ",
        "|WT-220914||Delacourt-Reyes^",
        "|VIP lounge of Del",
    ),
    "batch.hl7": ("FHS|^~\\&|LAB|HOLT|", " slept well, mother ", "'s mother, hr 64", "BTS|3|June nights"),
    "delimiters.hl7": (" R&L wrists, cost !F!20*Read by Dr. ", "|ref^1~", "$$Told Ms!S! "),
    "ed_text.hl7": ("INR 2.60.\r\n", "&amp; her son "),
    "latin1.hl7": (".\\.br\\Diagnose: \\XD6\\dem bds. (5 µg/l).\\.br\\",),
    "mdm_t02.hl7": ("||DISCHARGE SUMMARY\r\n", " with pyelonephritis. Temp 39.2, WBC 17.1.\r\n"),
    "mllp.hl7": (" is better, wife ", "\r\x1c\r\x0bMSH|"),
    "newline.hl7": ("||BP 128/76, pulse 64.\n\nMSH|", " denies pain.\n"),
    "oru_ft.hl7": (
        "||\\H\\SURGICAL PATHOLOGY\\N\\\\.br\\Patient: ",
        " \\T\\ team on ",
        " 2 cm \\F\\ skin \\E\\ left arm.\\.br\\",
    ),
    "oru_tx.hl7": (
        " reports cough & fever.|",
        ". Density 10^9 unchanged.|",
        "infiltrate.~Lymph nodes under 10 mm.|",
        "||72|/min|",
    ),
}


def read(path):
    return path.read_bytes().decode("latin-1" if path.name == "latin1.hl7" else "utf-8")


def fields(text):
    """All fields by place, and what parts segments; data is taken out of its Base64."""
    found, mark = {}, "|"
    for line, segment in enumerate(BREAK.split(text)):
        mark = segment[3] if segment.startswith("MSH") else mark
        for number, field in enumerate(segment.split(mark)):
            found[line, segment[:3], number] = field
    return found, BREAK.findall(text)


def legible(field):
    """A field, and what it holds in Base64."""
    return f"{field}\n{b64decode(field.split('^')[4]).decode()}" if "^Base64^" in field else field


@pytest.fixture(scope="module", params=["plain", "surrogates"])
def rewritten(request, tmp_path_factory):
    """The folder of what a batch makes of all samples."""
    out = tmp_path_factory.mktemp("hl7") / "out"
    assert not cleaned(SAMPLES, out, engine=ENGINE, style=request.param).quarantined
    return out


@pytest.mark.parametrize("name", GONE)
def test_texts_change_and_nothing_else_does(rewritten, name):
    before, after = read(SAMPLES / name), read(rewritten / name)
    (old, ends), (new, new_ends) = fields(before), fields(after)
    assert (list(old), ends) == (list(new), new_ends)
    assert {(place[1], place[2]) for place in old if old[place] != new[place]} <= TEXTS
    texts = "\n".join(legible(field) for (_, *place), field in new.items() if tuple(place) in TEXTS)
    contacts = re.compile(r"^O'Dowd\^Henrietta$", re.MULTILINE)  # a field of type XPN is no text
    assert not re.search(GONE[name], contacts.sub("", texts))
    for kept in KEPT[name]:
        assert kept in after + texts


@pytest.mark.parametrize("keep_names", [False, True])
def test_files_of_a_folder_get_new_names_and_the_same_content(tmp_path, keep_names):
    cutting = Cutting(chunk_records=1)
    summary = cleaned(SAMPLES, tmp_path / "out", cutting, keep_names, ENGINE, workers=2)
    assert not summary.quarantined
    files = list((tmp_path / "out").iterdir())
    assert ({file.name for file in files} == set(GONE)) == keep_names
    assert all(file.suffix == ".hl7" for file in files)
    cleaned(SAMPLES / "batch.hl7", tmp_path / "one.hl7", keep_names=True, engine=ENGINE)
    assert (tmp_path / "one.hl7").read_bytes() in [file.read_bytes() for file in files]


def test_dates_and_names_are_those_of_the_patients_notes_in_a_table(tmp_path):
    text = "Seen 03/14/2024, again 2 April 2024 by Dr. Oyelaran."
    (tmp_path / "notes.csv").write_text(f'id,patient,text\n1,117,"{text}"\n2,204,"{text}"\n')
    cleaned(tmp_path / "notes.csv", tmp_path / "clean.csv", engine=ENGINE, style="surrogates")
    with (tmp_path / "clean.csv").open(newline="") as file:
        of_117, of_204 = (row["text"] for row in csv.DictReader(file))
    pids = ("PID|||117", "PID|||9^^^X^PI~117^^^Y^MR", "PID|||204^^^Y^MR")
    (tmp_path / "notes.hl7").write_text("".join(f"MSH|^~\\&|A\n{pid}\nOBX||TX|A||{text}\n" for pid in pids))
    cleaned(tmp_path / "notes.hl7", tmp_path / "clean.hl7", engine=ENGINE, style="surrogates")
    written = re.findall(r"OBX\|\|TX\|A\|\|(.*)", (tmp_path / "clean.hl7").read_text())
    assert written == [of_117, of_117, of_204]
    assert len({text, of_117, of_204}) == 3


def test_what_one_message_says_is_known_in_another(tmp_path):
    admission = "MSH|^~\\&|A\rPID|||117||Quxley^Zebulon\rNK1||Quxley^Oriabelle\r"
    report = "MSH|^~\\&|A\rPID|||117\rNTE|||call zebulon tomorrow, or oriabelle at noon\r"
    (tmp_path / "in.hl7").write_bytes((report + admission).encode())
    cleaned(tmp_path / "in.hl7", tmp_path / "out.hl7")
    assert not re.search("zebulon|oriabelle", (tmp_path / "out.hl7").read_text())
    assert (tmp_path / "out.hl7").read_bytes().endswith(admission.encode())


def test_what_fails_is_nowhere_in_what_is_written(tmp_path):
    raw = "MSH|^~\\&|A||||||||Quxley's\rPID|||1||Quxley\rOBX||ED|||^application^pdf^Base64^UXV4bGV5\r"
    (tmp_path / "in.hl7").write_bytes(raw.encode())
    cleaned(tmp_path / "in.hl7", tmp_path / "out.hl7")
    assert [record for record, _ in set_aside(tmp_path / "out.hl7")] == [1]
    (tmp_path / "in.hl7").unlink()
    written = [file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()]
    assert len(written) == 4  # the output, its side file, the report, and what was set aside
    assert not any(re.search(b"(?i)quxley|UXV4bGV5", content) for content in written)


def test_the_example_of_the_docs(tmp_path):
    cleaned(EXAMPLE, tmp_path / "clean", engine=ENGINE, style="surrogates")
    (name,) = (file.name for file in EXAMPLE.iterdir())
    (old, ends), (new, new_ends) = (fields(read(folder / name)) for folder in (EXAMPLE, tmp_path / "clean"))
    assert (list(old), ends) == (list(new), new_ends)
    changed = {place: new[place] for place in old if old[place] != new[place]}
    assert {(name, number) for _, name, number in changed} == {("OBX", 5), ("NTE", 3), ("OBR", 13)}
    assert not re.search("(?i)rosalind|dahl|wiggins|jasper|gasworks|harbor|555-0188", "\n".join(changed.values()))
