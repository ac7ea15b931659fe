import pytest

from incognote.verify import findings
from incognote.verify.search import Searcher

LEFT = [
    # label, original, output, what is found there, why
    ("PATIENT", "Ada Osei", "seen, Osei came", "Osei", findings.NAME),
    ("PATIENT", "Ada Osei", "seen, OSEI'S son", "OSEI", findings.NAME),
    ("PATIENT", "Ada Osei", "osei ada", "osei ada", findings.NAME),
    ("PATIENT", "Lima-Ødegård", "Mr Odegard", "Odegard", findings.NAME),
    ("PATIENT", "O\u0308degard", "ÖDEGÅRD", "ÖDEGÅRD", findings.NAME),
    ("PATIENT", "Thornquist", "Thorn-\nquist", "Thorn-\nquist", findings.NAME),
    ("PATIENT", "Thornquist", "Thorn\u00adquist", "Thorn\u00adquist", findings.NAME),
    ("DOCTOR", "O'Brien", "O’Brien", "O’Brien", findings.NAME),
    ("DOCTOR", "O’Brien", "OBRIEN", "OBRIEN", findings.NAME),
    ("DOCTOR", "Fairweather-Quist", "baby Fairweather", "Fairweather", findings.NAME),
    ("DOCTOR", "Smith", "then Smith came", "Smith", findings.NAME),
    ("PATIENT", "Grant Church", "Church, Grant", "Church, Grant", findings.NAME),
    ("PATIENT", "Hope", "Mrs. Hope", "Hope", findings.NAME),
    ("PATIENT", "Hope", "Hope for rain", "Hope", findings.WORD),
    ("PATIENT", "Frank", "frank blood", "frank", findings.WORD),
    ("DOCTOR", "Will May", "in May she", "May", findings.WORD),
    ("DOCTOR", "May", "Mr. MAY", "MAY", findings.NAME),
    ("DOCTOR", "May", "then mr. may left", "may", findings.NAME),
    ("DOCTOR", "Young", "mr. young", "young", findings.NAME),
    ("DOCTOR", "Li", "Dr. LI", "LI", findings.NAME),
    ("DOCTOR", "Li", "dr. li", "li", findings.NAME),
    ("DOCTOR", "May", "hx of ms may progress", "may", findings.WORD),
    ("PATIENT", "Bob Hope", "hope, bob", "hope, bob", findings.NAME),
    ("PATIENT", "So Young", "so young", "so young", findings.WORD),
    ("DOCTOR", "Graves", "no Graves' disease", "Graves", findings.EPONYM),
    ("DOCTOR", "Graves", "Dr. Graves' disease", "Graves", findings.NAME),
    ("PATIENT", "王小明", "患者王小明来", "王小明", findings.NAME),
    ("MEDICALRECORD", "704-36-18", "id 7043618", "7043618", findings.NUMBER),
    ("MEDICALRECORD", "7043618", "id 70.43/618", "70.43/618", findings.NUMBER),
    ("MEDICALRECORD", "7043618", "id 007043618", "007043618", findings.NUMBER),
    ("IDNUM", "AB-1234567", "ab 123 4567", "ab 123 4567", findings.NUMBER),
    ("PHONE", "(541) 555-0171", "555.0171", "555.0171", findings.NUMBER),
    ("PHONE", "+1 541 555 0171 x22", "5415550171", "5415550171", findings.NUMBER),
    ("PHONE", "541-555-0171 ext. 22", "call 5550171", "5550171", findings.NUMBER),
    ("EMAIL", "ada.osei@clinic.org", "Ada.Osei @ clinic.org", "Ada.Osei @ clinic.org", findings.NUMBER),
    ("IDNUM", "12345", "12/345", "12/345", findings.SPREAD),
    ("MEDICALRECORD", "12345", "id 12 345", "12 345", findings.SPREAD),
    ("MEDICALRECORD", "12345", "1.2 3 45", "1.2 3 45", findings.SPREAD),
    ("IDNUM", "8841", "8841", "8841", findings.SHORT),
    ("PHONE", "617-555-0134 (Maria)", "call Maria", "Maria", findings.NAME),
    ("ZIP", "02139", "02139", "02139", findings.NUMBER),
    ("DATE", "12/27/2024", "Dec 27, 2024", "Dec 27, 2024", findings.FULL_DATE),
    ("DATE", "12/27/2024", "2024-12-27", "2024-12-27", findings.FULL_DATE),
    ("DATE", "12/27/2024", "27th of December '24", "27th of December '24", findings.FULL_DATE),
    ("DATE", "Dec. 27th, 2024", "12/27/24", "12/27/24", findings.FULL_DATE),
    ("DATE", "27 Dec 2024", "20241227", "20241227", findings.FULL_DATE),
    ("DATE", "12/27/2024", "on Dec 27.", "Dec 27", findings.PART_OF_DATE),
    ("DATE", "3/14", "on 3/14.", "3/14", findings.PART_OF_DATE),
    ("DATE", "August 2019", "8/2019", "8/2019", findings.PART_OF_DATE),
    ("DATE", "1988", "since 1988", "1988", findings.PART_OF_DATE),
    ("CITY", "Pawtucket", "PAWTUCKET", "PAWTUCKET", findings.PLACE),
    ("HOSPITAL", "Blackstone Memorial Hospital", "Blackstone\nMemorial Hospital", None, findings.PLACE),
    ("ORGANIZATION", "Fenmoor Rail", "the Fenmoor line", "Fenmoor", findings.PART),
    ("STREET", "12 Green Street", "12 Green Street", "12 Green Street", findings.PLACE),
    ("STATE", "Oregon", "OREGON", "OREGON", findings.GENERAL),
    ("PROFESSION", "piano tuner", "a piano\ntuner", "piano\ntuner", findings.GENERAL),
    ("AGE", "93", "a 93-year-old", "93", findings.AGE),
    ("AGE", "ninety-two", "she is ninety two", "ninety two", findings.AGE),
    ("AGE", "ninety-two", "aged 92", "92", findings.AGE),
    ("AGE", "103", "One hundred and three", "One hundred and three", findings.AGE),
    ("AGE", "90", "ninety years old", "ninety", findings.AGE),
    ("OTHER-PHI", "Osei 7043618", "Osei", "Osei", findings.NAME),
]


@pytest.mark.parametrize(("label", "original", "output", "where", "reason"), LEFT)
def test_what_is_left(label, original, output, where, reason):
    found = Searcher([(label, original)]).find(output)
    (start, end), hit = max(found, key=lambda place_and_hit: place_and_hit[0][1] - place_and_hit[0][0])
    assert (output[start:end], hit.original.reason, hit.original.label) == (where or output, reason, label)


NOTHING = [
    ("PATIENT", "Ada Osei", "Adaptation of Oseid"),
    ("PATIENT", "Hope", "we hope"),
    ("PATIENT", "Newman", "a new man came"),
    ("DOCTOR", "Dr. van Dyke MD", "the MD drove a van"),
    ("DOCTOR", "Ng", "NG tube; 5 ng"),
    ("PATIENT", "A. B.", "A B"),
    ("MEDICALRECORD", "7043618", "17043618 or 70436189"),
    ("IDNUM", "8841", "8 841"),
    ("IDNUM", "12", "12"),
    ("PHONE", "1-541-555-0171 x22", "1-541-555-0199"),
    ("SSN", "000-00-0000", "000-00-0000"),
    ("ROOM", "4", "4"),
    ("DATE", "12/27/2024", "12/28/2024 and 2724"),
    ("DATE", "Tuesday", "Tuesday"),
    ("DATE", "winter", "winter"),
    ("DATE", "4/5", "BP 4/5/6, CDK4/5, 4/5%"),
    ("HOSPITAL", "General Hospital", "the hospital and general ward"),
    ("DEPARTMENT", "Emergency Room", "emergency room"),
    ("STATE", "MA", "MA"),
    ("AGE", "93", "SpO2 93%"),
    ("AGE", "71", "71-year-old"),
    ("AGE", "90", "ninety degrees"),
    ("AGE", "eighty-nine", "eighty-nine years"),
    ("PATIENT", "May Osei", "she may"),
    ("PHONE", "617-555-0134 ext. 5, office", "office"),
    ("SECTION", "Lives with Osei", "Osei"),
    ("CONCEPT", "myalgia", "myalgia"),
]


@pytest.mark.parametrize(("label", "original", "output"), NOTHING)
def test_what_is_no_finding(label, original, output):
    assert list(Searcher([(label, original)]).find(output)) == []


def test_a_weaker_hit_hides_no_stronger_one():
    searcher = Searcher([("DATE", "1988"), ("IDNUM", "1988-4471"), ("DATE", "May 7"), ("IDNUM", "7-43-618")])
    for text in ("id 1988-4471", "May 7-43-618"):
        assert findings.NUMBER in {hit.original.reason for _, hit in searcher.find(text)}


def test_a_word_beside_a_name_of_the_patient_is_a_name():
    searcher = Searcher([("PATIENT", "Hope"), ("PATIENT", "Osei")])
    assert [hit.original.reason for _, hit in searcher.find("Hope Osei")] == [findings.NAME] * 2


def test_a_hit_shows_no_text():
    ((_, hit),) = Searcher([("PATIENT", "Thornquist")]).find("Thornquist")
    assert "thornquist" not in repr(hit).lower()
