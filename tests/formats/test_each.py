"""Each format as it is found in the wild."""

import pytest

from incognote import formats, registry
from incognote.errors import CannotHoldError, OutputError
from incognote.label_maps import relabel
from incognote.types import Document, Span

# Aramaki 2006, Figure 1, shortened.
I2B2_2006 = """<?xml version="1.0" encoding="UTF-8"?>
<ROOT>
<RECORD ID="108">
<TEXT>
<PHI TYPE="ID">294702550</PHI> <PHI TYPE="HOSPITAL">DH</PHI>
<PHI TYPE="DATE">3/18</PHI>/2001 12:00:00 AM
Tell them ( <PHI TYPE="DOCTOR">Vita
Linkekotomones</PHI> , MD ) &amp; others .
</TEXT>
</RECORD>
<RECORD ID="109"><TEXT/></RECORD>
</ROOT>
"""

I2B2_2014 = """<?xml version="1.0" encoding="UTF-8" ?>
<deIdi2b2>
<TEXT><![CDATA[

Record date: 2069-04-07

Mr. Villegas & <wife>]]></TEXT>
<TAGS>
<DATE id="P0" start="15" end="25" text="2069-04-07" TYPE="DATE" comment="" />
<NAME id="P1" start="31" end="39" text="Villegas" TYPE="PATIENT" comment="" />
<LOCATION id="P2" start="42" end="48" text="&lt;wife&gt;" TYPE="OTHER" comment="" />
</TAGS>
</deIdi2b2>
"""

PHYSIONET = """
START_OF_RECORD=1||||1||||
WILL IN TO VISIT.
CALL JANE 3/9
||||END_OF_RECORD

START_OF_RECORD=1||||2||||
||||END_OF_RECORD
"""


def read(path, *args):
    return list(formats.read(path, *args))


def test_i2b2_2006(tmp_path):
    file = tmp_path / "deid.xml"
    file.write_text(I2B2_2006)
    first, second = read(file)
    assert first.id == "108"
    assert [(first[span], span.label) for span in first.spans] == [
        ("294702550", "ID"),
        ("DH", "HOSPITAL"),
        ("3/18", "DATE"),
        ("Vita\nLinkekotomones", "DOCTOR"),
    ]
    assert first.text.startswith("\n294702550 DH\n3/18/2001")
    assert first.text.endswith(", MD ) & others .\n")
    assert second == Document("109", "")


def test_i2b2_2014(tmp_path):
    (tmp_path / "220-01.xml").write_text(I2B2_2014)
    (doc,) = read(tmp_path)
    assert doc.id == "220-01"
    assert [(doc[span], span.label) for span in doc.spans] == [
        ("2069-04-07", "DATE"),
        ("Villegas", "PATIENT"),
        ("<wife>", "LOCATION-OTHER"),
    ]


def test_i2b2_2014_writes_ids_and_main_categories(tmp_path):
    doc = Document("1", "Ada ]]>\r\nOsei", (Span(0, 3, "PATIENT"), Span(9, 13, "KIN")))
    formats.write([doc], tmp_path / "out", "i2b2-2014")
    raw = (tmp_path / "out" / "1.xml").read_text()
    assert '<NAME id="P0" start="0" end="3" text="Ada" TYPE="PATIENT" comment="" />' in raw
    assert '<OTHER id="P1" start="9" end="13" text="Osei" TYPE="KIN" comment="" />' in raw
    assert read(tmp_path / "out") == [doc]


def test_brat_with_fragments_relations_and_notes(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"Ada and Ben Osei\r\nof Troy")
    lines = [
        "T1\tPATIENT 0 3;12 16\tAda Osei",
        "T7\tPATIENT 8 16\tBen Osei",
        "T3\tCITY 21 25\tTroy",
        "R1\tKin Arg1:T1 Arg2:T7",
        "#1\tAnnotatorNotes T7\tsibling?",
    ]
    (tmp_path / "a.ann").write_text("\n".join(lines) + "\n")
    (doc,) = read(tmp_path)
    assert doc.spans == (
        Span(0, 3, "PATIENT"),
        Span(8, 16, "PATIENT"),
        Span(12, 16, "PATIENT"),
        Span(21, 25, "CITY"),
    )
    assert doc.meta["fragments"] == [["PATIENT", [0, 3], [12, 16]]]
    formats.write([doc], tmp_path / "out", "brat")
    assert sorted((tmp_path / "out" / "a.ann").read_text().splitlines()) == sorted(lines)
    assert read(tmp_path / "out") == [doc]


def test_brat_fragments_survive_jsonl(tmp_path):
    (tmp_path / "a.txt").write_text("Ada and Ben Osei")
    (tmp_path / "a.ann").write_text("T1\tPATIENT 0 3;12 16\tAda Osei\n")
    docs = read(tmp_path)
    formats.write(docs, tmp_path / "a.jsonl", "jsonl")
    assert read(tmp_path / "a.jsonl") == docs


def test_brat_keeps_identical_annotations_apart(tmp_path):
    (tmp_path / "a.txt").write_text("Ada")
    (tmp_path / "a.ann").write_text("T1\tPATIENT 0 3\tAda\nT2\tPATIENT 0 3\tAda\nA1\tSure T2\n")
    (doc,) = read(tmp_path)
    assert len(doc.spans) == 2
    formats.write([doc], tmp_path / "out", "brat")
    assert read(tmp_path / "out") == [doc]


def test_brat_relations_follow_new_labels(tmp_path):
    (tmp_path / "a.txt").write_text("Ada, a baker, of Troy")
    lines = ["T1\tPATIENT 0 3\tAda", "T2\tPROFESSION 7 12\tbaker", "T4\tCITY 17 21\tTroy"]
    others = ["R1\tWorks Arg1:T1 Arg2:T2", "R2\tLives Arg1:T1 Arg2:T4", "#1\tAnnotatorNotes T2\tsure?"]
    (tmp_path / "a.ann").write_text("\n".join(lines + others))
    (doc,) = read(tmp_path)
    formats.write([relabel(doc, "i2b2-2014", "i2b2-2006")], tmp_path / "out", "brat")
    assert sorted((tmp_path / "out" / "a.ann").read_text().splitlines()) == sorted(
        ["T1\tPATIENT 0 3\tAda", "T4\tLOCATION 17 21\tTroy", "R2\tLives Arg1:T1 Arg2:T4"]
    )


def test_brat_fragments_follow_new_labels(tmp_path):
    (tmp_path / "a.txt").write_text("Ada and Ben Osei")
    (tmp_path / "a.ann").write_text("T1\tNOMBRE_SUJETO_ASISTENCIA 0 3;12 16\tAda Osei\n")
    (doc,) = read(tmp_path)
    assert relabel(doc, "meddocan", "i2b2-2014").meta == {"fragments": [["PATIENT", [0, 3], [12, 16]]]}


def test_brat_with_a_byte_order_mark_and_capital_suffixes(tmp_path):
    (tmp_path / "a.TXT").write_text("Ada")
    (tmp_path / "a.ann").write_text("\ufeffT1\tPATIENT 0 3\tAda\n")
    assert read(tmp_path)[0].spans == (Span(0, 3, "PATIENT"),)


def test_foreign_labels_through_i2b2_2014_and_back(tmp_path):
    text = "Niño de 5 años,\nvarón, de Móstoles.\n"
    (tmp_path / "S1.txt").write_text(text)
    (tmp_path / "S1.ann").write_text("T1\tEDAD_SUJETO_ASISTENCIA 8 14\t5 años\nT2\tTERRITORIO 26 34\tMóstoles\n")
    docs = read(tmp_path)
    formats.write(docs, tmp_path / "xml", "i2b2-2014")
    formats.write(read(tmp_path / "xml"), tmp_path / "brat", "brat")
    assert read(tmp_path / "xml") == read(tmp_path / "brat") == docs
    assert (tmp_path / "brat" / "S1.ann").read_text() == (tmp_path / "S1.ann").read_text()


def test_malformed_metadata_of_brat_is_refused(tmp_path):
    for meta in ({"fragments": 3}, {"brat": {}}, {"brat": {"ids": {"T1": []}, "lines": []}}):
        with pytest.raises(CannotHoldError, match="not as brat files leave them"):
            formats.write([Document("a", "x", meta=meta)], tmp_path / "out", "brat")


def test_i2b2_2014_keeps_comments(tmp_path):
    (tmp_path / "1.xml").write_text(I2B2_2014.replace('TYPE="PATIENT" comment=""', 'TYPE="PATIENT" comment="sure?"'))
    (doc,) = read(tmp_path)
    assert doc.meta == {"comments": [[31, 39, "PATIENT", "sure?"]]}
    formats.write([doc], tmp_path / "out", "i2b2-2014")
    assert read(tmp_path / "out") == [doc]


def test_conll_with_either_kind_of_tags(tmp_path):
    (tmp_path / "a.conll").write_text("Ada I-PER\nOsei I-PER\nBen B-PER\nof O\nTroy I-LOC\n\nTroy I-LOC\n. O\n")
    (tmp_path / "b.conll").write_text("Ada\tB-PER\nOsei\tI-PER\nBen\tB-PER\nof\tO\nTroy\tB-LOC\n\nTroy\tB-LOC\n.\tO\n")
    first, second = read(tmp_path)
    assert (first.id, first.text) == ("a", "Ada Osei Ben of Troy\nTroy .")
    assert [(first[span], span.label) for span in first.spans] == [
        ("Ada Osei", "PER"),
        ("Ben", "PER"),
        ("Troy", "LOC"),
        ("Troy", "LOC"),
    ]
    assert (second.text, second.spans) == (first.text, first.spans)


def test_conll_with_more_columns_and_notes(tmp_path):
    start = "-DOCSTART- -X- O O\n\n"
    (tmp_path / "eng.conll").write_text(
        f"{start}EU NNP I-NP I-ORG\n, , O O\n\n{start}{start}\nBBN\tNNP\tI-ORG\r\n \tSP\tO\r\n"
    )
    assert read(tmp_path) == [
        Document("eng-1", "EU ,", (Span(0, 2, "ORG"),)),
        Document("eng-3", "BBN", (Span(0, 3, "ORG"),)),
    ]


def test_conll_keeps_the_text_as_it_was(tmp_path):
    text = "\n Seen by Dr.Osei\nMensah on 3/4|5\\s.\n\nWell\r\n"
    doc = Document("ward 3|a", text, (Span(13, 24, "DOCTOR"), Span(28, 31, "DATE"), Span(31, 33, "X-1")))
    formats.write([doc], tmp_path / "n.conll", "conll")
    raw = (tmp_path / "n.conll").read_bytes().decode()
    assert raw.startswith("-DOCSTART-\tId=ward\\s3\\pa|SpacesAfter=\\n\\s\tO\n\nSeen\t_\tO\n")
    assert "Osei\tSpacesAfter=\\n\tB-DOCTOR\nMensah\t_\tI-DOCTOR\n" in raw  # no sentence ends inside a name
    assert ".\tSpacesAfter=\\n\\n\tO\n\nWell\tSpacesAfter=\\r\\n\tO\n" in raw
    assert read(tmp_path) == [doc]


@pytest.mark.parametrize(
    "spans", [[Span(0, 4, "A")], [Span(3, 5, "A")], [Span(0, 2, "A"), Span(1, 3, "B")], [Span(0, 3, "A B")]]
)
def test_conll_refuses_spans_that_are_not_of_words(spans, tmp_path):
    with pytest.raises(CannotHoldError):
        formats.write([Document("1", "Ada Osei", tuple(spans))], tmp_path / "n.conll", "conll")


def test_physionet_with_bare_locations(tmp_path):
    (tmp_path / "id.text").write_text(PHYSIONET)
    (tmp_path / "id.phi").write_text("Patient 1\tNote 1\n0\t0\t4\n23\t23\t27\nPatient 1\tNote 2\n")
    first, second = read(tmp_path / "id.text")
    assert (first.id, first.patient, first.text) == ("1/1", "1", "WILL IN TO VISIT.\nCALL JANE 3/9")
    assert [(first[span], span.label) for span in first.spans] == [("WILL", "PHI"), ("JANE", "PHI")]
    assert second == Document("1/2", "", patient="1")


def test_physionet_with_types_and_the_programs_own_output(tmp_path):
    (tmp_path / "id.text").write_text(PHYSIONET)
    (tmp_path / "id.phi").write_text("Patient 1\tNote 1\n0\t0\t4\n")
    (tmp_path / "id-phi.phrase").write_text("1 1 0 4 RelativeProxyName WILL\n1 1 28 31 Date 3/9\n")
    typed = read(tmp_path / "id.text")[0]
    assert [(typed[span], span.label) for span in typed.spans] == [("WILL", "RelativeProxyName"), ("3/9", "Date")]
    assert read(tmp_path) == read(tmp_path / "id-phi.phrase") == read(tmp_path / "id.text")
    assert [typed[span] for span in read(tmp_path / "id.phi")[0].spans] == ["WILL"]


def test_jsonl_keeps_other_fields(tmp_path):
    file = tmp_path / "notes.jsonl"
    file.write_text(
        '{"NOTE": 7, "TXT": "Ada", "ward": {"n": [1]}, "spans": [{"start":0,"end":3,"label":"PATIENT","score":0.5}]}\n'
    )
    options = formats.Options(columns={"id": "NOTE", "text": "TXT"})
    (doc,) = read(file, "jsonl", options)
    assert doc == Document("7", "Ada", (Span(0, 3, "PATIENT"),), meta={"ward": {"n": [1]}})
    assert doc.spans[0].score == 0.5
    formats.write([doc], tmp_path / "again.jsonl", "jsonl")
    again = read(tmp_path / "again.jsonl")
    assert again == [doc]
    assert again[0].spans[0].score == 0.5


@pytest.mark.parametrize(("name", "separator"), [("csv", ","), ("csv", ";"), ("tsv", "\t")])
def test_tables_with_chosen_columns(tmp_path, name, separator):
    file = tmp_path / f"notes.{name}"
    rows = [["WARD", "NOTE_ID", "TEXT", "MRN"], ["3W", "n1", '"Ada ""A"" Osei\r\nwell"', "p1"], ["4E", "n2", "", ""]]
    file.write_bytes(b"\xef\xbb\xbf" + "\n".join(separator.join(row) for row in rows).encode() + b"\n\n")
    options = formats.Options(columns={"id": "NOTE_ID", "text": "TEXT", "patient": "MRN"})
    docs = read(file, None, options)
    assert docs == [
        Document("n1", 'Ada "A" Osei\r\nwell', patient="p1", meta={"WARD": "3W"}),
        Document("n2", "", meta={"WARD": "4E"}),
    ]
    formats.write(docs, tmp_path / "again", name, options)
    assert '"NOTE_ID"' in (tmp_path / "again").read_text().splitlines()[0]
    assert read(tmp_path / "again", name, options) == docs


def test_text_keeps_every_byte(tmp_path):
    raw = "\ufeffline\r\n\fline\rno end é\0".encode()
    (tmp_path / "sub dir").mkdir()
    (tmp_path / "sub dir" / "n.1.txt").write_bytes(raw)
    (doc,) = read(tmp_path)
    assert doc.id == "sub dir/n.1"
    formats.write([doc], tmp_path / "out", "text")
    assert (tmp_path / "out" / "sub dir" / "n.1.txt").read_bytes() == raw


def test_other_encodings(tmp_path):
    (tmp_path / "n.txt").write_bytes("Ménière".encode("cp1252"))
    assert read(tmp_path, "text", formats.Options("cp1252"))[0].text == "Ménière"


@pytest.mark.parametrize(
    ("name", "content"), [("n.jsonl", '{"id": "1", "text": "Ménière"}\n'), ("n.csv", "id,text\n1,Ménière\n")]
)
def test_tables_in_utf_16(name, content, tmp_path):
    (tmp_path / name).write_bytes(content.encode("utf-16"))
    assert read(tmp_path / name, None, formats.Options("utf-16")) == [Document("1", "Ménière")]


def test_utf_16_is_divided_at_line_feeds_only(tmp_path):
    (tmp_path / "n.tsv").write_bytes("id\ttext\r\n1\tone\ftwo\u2028three\r\n".encode("utf-16"))
    assert read(tmp_path / "n.tsv", None, formats.Options("utf-16")) == [Document("1", "one\ftwo\u2028three")]


def test_spans_may_quote_their_text(tmp_path):
    (tmp_path / "n.jsonl").write_text(
        '{"id": "1", "text": "Ada", "patient": "", '
        '"spans": [{"start": 0, "end": 3, "label": "PATIENT", "text": "Ada"}]}\n'
    )
    assert read(tmp_path / "n.jsonl") == [Document("1", "Ada", (Span(0, 3, "PATIENT"),))]


def test_comments_of_two_tags_in_one_place(tmp_path):
    comments = [[0, 3, "PATIENT", "a"], [0, 3, "PATIENT", "b"]]
    doc = Document("1", "Ada", (Span(0, 3, "PATIENT"),) * 2, meta={"comments": comments})
    formats.write([doc], tmp_path / "x", "i2b2-2014")
    assert read(tmp_path / "x") == [doc]


@pytest.mark.parametrize(
    "meta",
    [
        {"brat": {"ids": {}, "lines": ["hello"]}},
        {"brat": {"ids": {}, "lines": ["R1\nT9\tX 0 1"]}},
        {"brat": {"ids": {"X": ["PATIENT", [0, 3]]}, "lines": []}},
        {"fragments": [["X"]]},
    ],
)
def test_fields_that_would_damage_a_brat_file_are_refused(meta, tmp_path):
    with pytest.raises(CannotHoldError):
        formats.write([Document("1", "Ada", meta=meta)], tmp_path / "x", "brat")


@pytest.mark.parametrize("name", ["jsonl", "i2b2-2006", "text"])
def test_a_note_without_an_id_is_refused(name, tmp_path):
    with pytest.raises(CannotHoldError):
        formats.write([Document("", "Ada")], tmp_path / "x", name)


def test_what_appears_meanwhile_is_not_overwritten(tmp_path):
    def docs():
        yield Document("1", "Ada")
        (tmp_path / "x.jsonl").write_text("precious")

    with pytest.raises(OutputError):
        formats.write(docs(), tmp_path / "x.jsonl", "jsonl")
    assert [file.name for file in tmp_path.iterdir()] == ["x.jsonl"]
    assert (tmp_path / "x.jsonl").read_text() == "precious"


def test_a_link_to_nowhere_is_not_overwritten(tmp_path):
    (tmp_path / "x.jsonl").symlink_to(tmp_path / "nowhere")
    with pytest.raises(OutputError):
        formats.write([Document("1", "Ada")], tmp_path / "x.jsonl", "jsonl")


def test_inline_tags_in_utf_16_are_seen(tmp_path):
    (tmp_path / "n.txt").write_bytes('<PHI TYPE="DATE">3/4</PHI>'.encode("utf-16"))
    assert read(tmp_path, None, formats.Options("utf-16"))[0].spans == (Span(0, 3, "DATE"),)


def test_hidden_files_and_folders_are_not_notes(tmp_path):
    (tmp_path / "n.txt").write_text("note")
    (tmp_path / "._n.txt").write_text("resource fork")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "x.txt").write_text("x")
    assert [doc.id for doc in read(tmp_path)] == ["n"]


def test_links_are_followed_but_not_in_circles(tmp_path):
    (tmp_path / "real" / "deep").mkdir(parents=True)
    (tmp_path / "real" / "deep" / "n.txt").write_text("note")
    (tmp_path / "real" / "deep" / "up").symlink_to(tmp_path / "real")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "link").symlink_to(tmp_path / "real")
    assert [doc.id for doc in read(tmp_path / "in")] == ["link/deep/n"]


def test_an_empty_folder_is_filled_and_keeps_its_permissions(tmp_path):
    (tmp_path / "out").mkdir(mode=0o700)
    formats.write([Document("a/b", "x"), Document("c", "y")], tmp_path / "out", "text")
    assert (tmp_path / "out").stat().st_mode & 0o777 == 0o700
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == ["a", "c.txt"]


def test_companions_that_exist_are_not_overwritten(tmp_path):
    (tmp_path / "n.phi").mkdir()
    with pytest.raises(OutputError, match=r"n\.phi exists already"):
        formats.write([Document("a", "x")], tmp_path / "n.text", "physionet")
    assert [file.name for file in tmp_path.iterdir()] == ["n.phi"]


def test_output_never_overwrites(tmp_path):
    (tmp_path / "out").mkdir()
    formats.write([Document("a", "x")], tmp_path / "out", "text")
    with pytest.raises(OutputError, match="exists already"):
        formats.write([Document("a", "y")], tmp_path / "out", "text")
    assert (tmp_path / "out" / "a.txt").read_text() == "x"
    with pytest.raises(OutputError, match="does not exist"):
        formats.write([], tmp_path / "no" / "out.jsonl", "jsonl")


@pytest.mark.parametrize("name", registry.names("formats"))
def test_nothing_that_a_format_writes_is_passed_over(name, tmp_path):
    fmt = formats.get(name)
    out = tmp_path / "in" if fmt.is_folder else tmp_path / "in" / f"n{fmt.suffixes[0]}"
    out.parent.mkdir(exist_ok=True)
    formats.write([Document("7/1", "Ada", (Span(0, 3, "PATIENT"),) if "spans" in fmt.holds else (), "7")], out, name)
    (tmp_path / "in" / "a.docx").write_text("x")
    assert formats.passed_over(tmp_path / "in", name) == [tmp_path / "in" / "a.docx"]
