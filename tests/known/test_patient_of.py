import pytest

from incognote.errors import ConfigError, DamagedInputError, IncognoteError
from incognote.known.patient_of import PatientOf
from incognote.types import Document


def test_a_document_says_it_itself():
    assert PatientOf()(Document("n", "", patient="P1")) == "P1"
    assert PatientOf()(Document("n", "")) is None
    assert PatientOf()(Document("n", "", patient=" ")) is None


@pytest.mark.parametrize(
    "expression, doc_id, patient",
    [
        (r"^(\d+)/", "0042/letter", "0042"),
        (r"(?:ward)/(?P<x>\w+)/(?P<patient>P\d+)", "ward/3b/P7_2", "P7"),
        (r"^(\d+)/", "letters/0042", None),
        (r"^(\d*)_", "_letter", None),
    ],
)
def test_by_path(expression, doc_id, patient):
    assert PatientOf.parse(f"path:{expression}")(Document(doc_id, "", patient="other")) == patient


@pytest.mark.parametrize("expression, said", [("(", "no regular expression"), (r"\d+", "no group")])
def test_expressions_that_cannot_work(expression, said):
    with pytest.raises(ConfigError, match=said):
        PatientOf.parse(f"path:{expression}")


@pytest.mark.parametrize(
    "text, patient",
    [
        ("MRN: 0042\nText", "0042"),
        ("Letter\n  mrn : 0042  Ward: 3", "0042"),
        ("Name: A. B.   MRN: 0042\tWard 3", "0042"),
        ("Ward|MRN #: 0042|x", "0042"),
        ("MRN#0042\r\n", "0042"),
        ("MRN:\nMRN: 0042", "0042"),
        ("MRN: --\nMRN: 0042", "0042"),
        ("MRN: 7041 Name: John DOB: 1/2/1950", "7041"),
        ("MRN: 7041.", "7041"),
        ("MRN: 7041, seen", "7041"),
        ("MRN: 7041 (verified)", "7041"),
        ("MRN: 70-41;", "70-41"),
        ("MRN: 7041\nMRN: 07041.", "07041"),
        ("the MRN: 0042", None),
        ("OLDMRN: 0042", None),
        ("MRN 0042", None),
    ],
)
def test_by_field(text, patient):
    assert PatientOf.parse("field:MRN")(Document("n", text)) == patient


def test_a_field_with_two_values_is_no_answer():
    with pytest.raises(ConfigError, match="note 'n': its field 'MRN' names 2 patients") as caught:
        PatientOf.parse("field:MRN")(Document("n", "MRN: 7041\nseen\nMRN: 7042"))
    assert "704" not in str(caught.value)


def test_a_field_of_several_words():
    assert PatientOf.parse("field:Record No")(Document("n", "RECORD  NO: 7 \n")) == "7"
    with pytest.raises(ConfigError):
        PatientOf.parse("field: ")


def test_by_table(tmp_path):
    path = tmp_path / "notes.csv"
    path.write_text("Note,Patient,ward\na/1.txt,P1,x\nb.2,P2,y\n")
    patient_of = PatientOf.parse(str(path))
    ids = ("a/1", "a/1.txt", "b.2", "c")
    assert [patient_of(Document(doc_id, "")) for doc_id in ids] == ["P1", "P1", "P2", None]


@pytest.mark.parametrize(
    "text", ["note,patient\na,P1\na,Zzyzx\n", "note,patient\na,\n", "note\na\n", "note,patient,mrn\na,b,Zzyzx\n"]
)
def test_tables_that_cannot_work(tmp_path, text):
    path = tmp_path / "notes.csv"
    path.write_text(text)
    with pytest.raises(IncognoteError) as caught:
        PatientOf.parse(str(path))
    assert "Zzyzx" not in str(caught.value)


def test_rows_that_differ_behind_a_dot_only(tmp_path):
    path = tmp_path / "notes.csv"
    path.write_text("note,patient\n7041.1,AAA\n7041.2,BBB\n7.txt,07\n7.rtf,7\n")
    patient_of = PatientOf.parse(str(path))
    assert [patient_of(Document(doc_id, "")) for doc_id in ("7041.1", "7041.2", "7")] == ["AAA", "BBB", "7"]
    with pytest.raises(ConfigError, match=r"note '7041': .* 2 patients") as caught:
        patient_of(Document("7041", ""))
    assert "BBB" not in str(caught.value)


@pytest.mark.parametrize("note", ["/", ".", "//"])
def test_a_row_without_a_note_s_name(tmp_path, note):
    path = tmp_path / "notes.csv"
    path.write_text(f"note,patient\n{note},P1\n")
    with pytest.raises(DamagedInputError, match="line 2: a row's note is no id"):
        PatientOf.parse(str(path))


def test_a_missing_table():
    with pytest.raises(IncognoteError, match="cannot be opened"):
        PatientOf.parse("nowhere.csv")
