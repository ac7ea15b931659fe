from datetime import date

import pytest

from incognote.errors import IncognoteError
from incognote.known.dates import parse_birth_date
from incognote.known.people import Detail, Name, parse_name
from incognote.known.tables import read_excluded, read_patients, read_providers


def table(folder, text, name="patients.csv"):
    path = folder / name
    path.write_bytes(text.encode())
    return path


def test_a_patient_of_a_table(tmp_path):
    text = (
        "ID,First Name,middle,LAST,maiden,DOB,phone,mrn,locker_number,address,relatives\n"
        "P1,Ama,Efua,Osei,Mensah,1950-12-03,555-0100;555-0199,0042,L-9,"
        '"12 Oak St, Apt 4, Salem, OR 97301",Kofi Osei (son)\n'
    )
    patient = read_patients(table(tmp_path, text))["P1"]
    assert patient.names == (Name(("Ama", "Efua"), ("Osei",)), Name(("Ama", "Efua"), ("Mensah",)))
    assert patient.relatives == (Name(("Kofi",), ("Osei",)),)
    assert patient.birth_dates == (date(1950, 12, 3),)
    assert {(number.label, number.value) for number in patient.numbers} == {
        ("PHONE", "555-0100"),
        ("PHONE", "555-0199"),
        ("MEDICALRECORD", "0042"),
        ("IDNUM", "L-9"),
        ("IDNUM", "P1"),
        ("ZIP", "97301"),
    }
    assert patient.places == (Detail("STREET", "12 Oak St Apt 4"), Detail("CITY", "Salem"), Detail("STATE", "OR"))


@pytest.mark.parametrize(
    "name, text",
    [
        ("p.csv", "\ufeffid,name\n7,Ama Osei\n"),
        ("p.csv", "id;name\r\n7;Ama Osei\r\n"),
        ("p.tsv", "name\tid\nAma Osei\t7\n"),
        ("p.jsonl", '{"id": 7, "name": ["Ama Osei"], "phone": null}\n'),
    ],
)
def test_kinds_of_tables(tmp_path, name, text):
    assert read_patients(table(tmp_path, text, name))["7"].names == (Name(("Ama",), ("Osei",)),)


def test_rows_with_one_id_are_one_patient(tmp_path):
    patients = read_patients(table(tmp_path, "id,name\n7,Ama Osei\n8,Li Wei\n7,Ama Mensah\n"))
    assert list(patients) == ["7", "8"]
    assert [name.family for name in patients["7"].names] == [("Osei",), ("Mensah",)]


def test_the_record_number_may_be_the_id(tmp_path):
    patients = read_patients(table(tmp_path, "mrn,name\n00123,Ama Osei\n"))
    assert Detail("MEDICALRECORD", "00123") in patients["00123"].numbers


@pytest.mark.parametrize(
    "text, said",
    [
        ("Zzyzx,Osei\n1,2\n", "none of its 2 columns is called 'id' or 'mrn'"),
        ("id,name,shoe size\n7,Zzyzx,42\n", "column 'shoe_size'"),
        ("id,patient_id\n1,2\n", "2 columns hold an id"),
        ("id,name,Name\n1,2,3\n", "two columns have one name"),
        ("id,name\n,Zzyzx\n", "line 2: a row has no id"),
        ("id,dob\n7,Zzyzx\n", "line 2: a birth date is not a date"),
        ("id,dob\n7,31/31/1950\n", "line 2: a birth date is not a date"),
        ("id,name\n7,Zzyzx,8\n", "line 2: a row has 3 fields instead of 2"),
        ('id,name\n7,"Zzyzx"x\n', "the quoting of a row is broken"),
        ("", "none of its 0 columns"),
    ],
)
def test_what_is_wrong_is_said_without_values(tmp_path, text, said):
    with pytest.raises(IncognoteError) as caught:
        read_patients(table(tmp_path, text))
    assert said in str(caught.value)
    assert "Zzyzx" not in str(caught.value)


@pytest.mark.parametrize("line", ["[1]", "{", '{"id": {"a": "Zzyzx"}}', '{"id": true}', '{"id": 1.5}'])
def test_json_lines_must_be_flat(tmp_path, line):
    with pytest.raises(IncognoteError, match="line 1: the line is not") as caught:
        read_patients(table(tmp_path, line + "\n", "p.jsonl"))
    assert "Zzyzx" not in str(caught.value)


def test_bytes_that_are_no_text_and_missing_files(tmp_path):
    (tmp_path / "p.csv").write_bytes(b"id,name\n7,\xff\n")
    for name in ("p.csv", "q.csv"):
        with pytest.raises(IncognoteError):
            read_patients(tmp_path / name)


def test_providers_need_no_id(tmp_path):
    path = table(tmp_path, 'name,pager,npi\n"Okafor, Chidi, MD",555-0111,1234567893\n')
    (provider,) = read_providers(path)
    assert provider.names == (Name(("Chidi",), ("Okafor",)),)
    with pytest.raises(IncognoteError, match="'name', 'first' or 'last'"):
        read_providers(table(tmp_path, "pager\n1\n"))


def test_nothing_shows_itself(tmp_path):
    patients = read_patients(table(tmp_path, "id,name,phone,dob\n7,Ama Osei,555-0100,1950-12-03\n"))
    shown = f"{patients} {patients!r} {patients['7']!r} {patients['7'].names!r} {patients['7'].numbers!r}"
    assert not any(part in shown for part in ("Ama", "Osei", "0100", "1950"))


@pytest.mark.parametrize(
    "text, given, family",
    [
        ("John Q. Smith", ("John", "Q."), ("Smith",)),
        ("Smith, John", ("John",), ("Smith",)),
        ("Dr. Jane Doe, MD PhD", ("Jane",), ("Doe",)),
        ("John Smith Jr.", ("John",), ("Smith",)),
        ("Anna van der Berg", ("Anna",), ("van der Berg",)),
        ("de la Cruz, María", ("María",), ("de la Cruz",)),
        ("Thi Do", ("Thi",), ("Do",)),
        ("Xiong, Pa Houa", ("Pa", "Houa"), ("Xiong",)),
        ("Xiong, Pa", ("Pa",), ("Xiong",)),
        ("Smith, John, MD", ("John",), ("Smith",)),
        ("Tom", ("Tom",), ()),
    ],
)
def test_whole_names(text, given, family):
    assert parse_name(text) == Name(given, family)


@pytest.mark.parametrize(
    "text, days",
    [
        ("1950-12-03", [date(1950, 12, 3)]),
        ("19501203", [date(1950, 12, 3)]),
        ("1950-12-03 00:00:00", [date(1950, 12, 3)]),
        ("3 Dec 1950", [date(1950, 12, 3)]),
        ("December 3rd, 1950", [date(1950, 12, 3)]),
        ("12/13/1950", [date(1950, 12, 13)]),
        ("13.12.1950", [date(1950, 12, 13)]),
        ("12/03/1950", [date(1950, 12, 3), date(1950, 3, 12)]),
        ("12/03/50", []),
        ("30 Feb 1950", []),
        ("unknown", []),
    ],
)
def test_birth_dates(text, days):
    assert parse_birth_date(text) == days


def test_excluded_patients(tmp_path):
    assert read_excluded(table(tmp_path, "\ufeffP1\r\n\r\n P2 \n", "vips.txt")) == {"P1", "P2"}
    for text in ("id,name\nP1,Zzyzx\n", "P1\tZzyzx\n"):
        with pytest.raises(IncognoteError, match="one id a line") as caught:
            read_excluded(table(tmp_path, text, "vips.txt"))
        assert "Zzyzx" not in str(caught.value)
