import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.known.ids import plain_id
from incognote.known.tables import read_excluded, read_patients


@pytest.mark.parametrize(
    "patient, plain", [(" 07042\t", "7042"), ("7042", "7042"), ("000", "0"), ("0A7", "0A7"), ("P 7", "P 7"), (" ", "")]
)
def test_plain_ids(patient, plain):
    assert plain_id(patient) == plain


@given(st.text())
def test_plain_ids_stay_as_they_are(patient):
    assert plain_id(plain_id(patient)) == plain_id(patient)


def test_tables_know_a_patient_by_any_form_of_the_id(tmp_path):
    (tmp_path / "p.csv").write_text("id,name\n07042,Ama Osei\n7042,Esi Osei\n")
    (tmp_path / "vip.txt").write_text("0042\n\n 7 \n")
    patients = read_patients(tmp_path / "p.csv")
    assert list(patients) == ["7042"]
    assert "007042" in patients
    assert len(patients["07042"].names) == 2
    assert read_excluded(tmp_path / "vip.txt") == {"42", "7"}
