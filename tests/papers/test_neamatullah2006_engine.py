"""The thesis's own examples, by the engine: its tables 3.1 to 3.5, its appendices, and the words it speaks of."""

import re

import pytest

from incognote import recipes
from incognote.evaluate.match import covered
from incognote.replace.edits import apply
from incognote.replace.tags import thesis
from incognote.types import Document


@pytest.fixture(scope="module")
def deid():
    return recipes.build("deid")


def found(engine, text):
    doc = Document("x", text)
    return [doc[span] for span in engine.find(doc).spans]


TABLE_3_1 = [
    "03/18/2001", "3/18/01", "18/03/2001", "18/3/01", "2001/18/03", "96/21/03", "2001/03/18", "96/03/21",
    "2 Jan, 96", "2 January, 1996", "Jan 2, 96", "January 2, 1996",
]  # fmt: skip


@pytest.mark.parametrize("date", TABLE_3_1)
def test_dates_of_table_3_1(deid, date):
    assert found(deid, f"The film was read on {date} again.") == [date]


@pytest.mark.parametrize(
    "text", ["s/p CABG [1996], stable", "CVA in ['97] with", "had an MI [2006]", "[2004] appendectomy"]
)
def test_years_beside_a_medical_event(deid, text):
    year = re.search(r"\[(.*)\]", text)[1]
    assert found(deid, text.replace("[", "").replace("]", "")) == [year]


@pytest.mark.parametrize(
    "place",
    [
        *("Tolliver Street", "Memorial Parkway", "Quincy Town", "Abbey Ville", "Boston Harbor"),
        *("Cape Cod", "Fort Bragg", "Lake Placid", "Mount Rainier", "Los Feliz"),
    ],
)
def test_places_of_table_3_2(deid, place):
    """Terms that follow a place and terms that precede one."""
    assert place in " ".join(found(deid, f"She fell near {place} last week."))


@pytest.mark.parametrize("number", ["(617) 225-6598", "617-225-6598", "617 225 6598", "225-6598", "123-45-6789"])
def test_numbers_of_table_3_3_by_their_shape(deid, number):
    assert found(deid, f"Contact is {number} at any hour.") == [number]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Phone 225 6598.", "225 6598"),
        ("SSN 123-456789.", "123-456789"),
        ("SSN 12345-6789.", "12345-6789"),
        ("SSN 123456789.", "123456789"),
    ],
)
def test_numbers_of_table_3_3_by_their_label(deid, text, number):
    assert found(deid, text) == [number]


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("patient is of age 90.", "90"),
        ("he is 120.", "120"),
        ("she is 120.", "120"),
        ("patient is 125 today.", "125"),
        ("a 95 year old woman", "95"),
        ("a 95-year-old woman", "95"),
        ("is 95 years old", "95"),
        ("is 95 years of age", "95"),
        ("is 95 yrs of age", "95"),
        ("95 y.o. female", "95"),
        ("95 yo female", "95"),
        ("ninetyfive years old", "ninetyfive"),
        ("ninety five years old", "ninety five"),
    ],
)
def test_ages_of_table_3_4(deid, text, age):
    assert found(deid, text) == [age]


@pytest.mark.parametrize("text", ["a 49 year old man", "HR 95 and 98%", "weight 126 kg", "patient is 126 today."])
def test_no_age_over_89(deid, text):
    assert found(deid, text) == []


@pytest.mark.parametrize(
    ("text", "tagged"),
    [
        ("Seen by Dr. John Doe.", "Seen by Dr. [**Full Name 1**]."),
        ("Seen by Dr. Doe.", "Seen by Dr. [**Last Name 1**]."),
        ("Sent to Mount Sinai Hospital today.", "Sent to [**Hospital 1**] today."),
        ("Admitted to Ward E today.", "Admitted to [**Ward 1**] today."),
        ("Seen 2006/3/4.", "Seen [**Full Date 1**]."),
        ("Seen on 3/21.", "Seen on [**Partial Date 1**]."),
        ("MI in 2006.", "MI in [**Year 1**]."),
        ("She is 93 years old.", "She is [**Age over 89**] years old."),
    ],
)
def test_tags_of_table_3_5(deid, text, tagged):
    doc = deid.find(Document("x", text))
    assert apply(doc, thesis(doc)).doc.text == tagged


def test_misspellings_and_abbreviations(deid):
    """Section 3.5.2: Chicage is a place, a misspelt organ no name, MAE no first name."""
    assert found(deid, "He flew in from Chicage for this.") == ["Chicage"]
    assert found(deid, "He flew in from Chicago for this.") == ["Chicago"]
    assert found(deid, "The morgan donor list was reviewed.") == []
    assert found(deid, "MAE well, following commands. MAE x4.") == []


@pytest.mark.parametrize("text", ["strength 4/5 in both arms", "BP 120/80", "24 2/7 weeks", "1/2 NS at 75", "CABG x3"])
def test_what_only_looks_like_a_date(deid, text):
    assert found(deid, text) == []


@pytest.mark.parametrize("day", ["Christmas Eve", "Thanksgiving", "Easter", "Hanukkah"])
def test_days_that_betray_a_date(deid, day):
    assert found(deid, f"She was admitted on {day} with pain.") == [day]


# Appendix A: the tags stand for PHI; a filling of the kind takes the place of each.
APPENDIX_A = """\
Name: <Tolliver>, <Anne> <Marie> Unit Number: <117-40-62>

Admission Date: <2012-08-12> Discharge Date: <2012-09-10>

Date of Birth: <1952-05-24> Sex: F

HISTORY OF PRESENT ILLNESS: This patient was transferred from the Cardiac Care Unit on <2012-08-01>. For a \
description of the events taken place in the Cardiac Care Unit, please see Dr. <Abernathy>'s discharge note for \
the Cardiac Care Unit.

Briefly, the patient is a 68 year old female with a history of hypertrophic cardiomyopathy diagnosed by \
echocardiogram in the year <2010>, who broke her left hip on <2012-08-11>, and was admitted to the Orthopedic \
Service for open reduction and internal fixation. However, the patient experienced shortness of breath secondary \
to congestive heart failure and was transferred to the <Larkspur General Hospital> where she was aggressively \
diuresed with Lasix. Cardiology advised a blood transfusion and aggressive administration of negative inotropics \
(Lopressor 100 four times a day and Verapamil 80 three times a day currently), and close monitoring of \
intervascular volume (goal euvolemic).

PHYSICAL EXAMINATION: Upon arrival, the patient was afebrile with a temperature of 97.2 F.; pulse of 88; blood \
pressure of 128/72; tachypneic at a rate of 36, saturation of 98% by 40% face mask. III/VI harsh systolic murmur \
best heard at the apex. Foley catheter and rectal bag were in place.

LABORATORY: She had a white blood cell count of 8.6, hematocrit of 28.4, platelet count of 439. Coags were a PT \
of 13.5, PTT of 25.6 and an INR of 1.3. Chem-10 included the sodium of 142, potassium 3.5, chloride 103, \
bicarbonate 31.

She was Clostridium difficile positive on <2012-08-23>. LENI's performed on <2012-08-27> were negative for deep \
venous thrombosis. She was weaned to room air successfully on <2012-09-04>. She completed a 10 day course of \
Flagyl.

DISCHARGE STATUS: The patient is being discharged to <Maple Grove Rehabilitation Center> for rehabilitation on \
<2012-09-10>.

DISCHARGE MEDICATIONS:
1. Enoxaparin 30 mg subcutaneously q. 12 times six weeks total (started on <2012-08-17>).
2. Pantoprazole 40 mg intravenously q. 24 hours.
9. Aspirin 325 mg p.o. q. day.
12. Miconazole powder 2%, one application topical four times a day p.r.n.
16. Zyprexa 5 mg twice a day plus 20 mg q. h.s.

<Margaret> <L>. <Swanson>, M.D.

Dictated By: <Tobias> <Okonkwo>, M.D.

D: <2012-09-10> 11:23 T: <2012-09-10> 11:27 JOB#: <88120476>
"""

# Appendix B: the header's date is all there is.
APPENDIX_B = """\
MICU Nursing Progress Note 7a-7p:

Neuro: Alert and oriented x3. Ativan 1mg po prn for expressed anxiety. Moving all extremities w/o difficulty. \
OOB to BSC and to chair with one assist tolerating increased activity well.

CV: HR 90-105 ST. No ectopy. K+ 3.9. Denies cardiac compliants. SBP 149-159. SBP 171 with increased activity to \
chair. Cont to encourage pt to drink secondary tachycardia.

PULM: Trach with ventilatory support on SIMV (home settings). Sats 99-100%. RR 14-22 on vent. Sxn'd for whitish \
thick secretions. Conts on Resp treatments q4hr. Pt placed on passe muir valve and humidified oxygen. Speech \
clear. Trach site c/d. Pt tolerating wean well. Abx changed per sensitivities to ceftaz and pipercillin iv. \
Levofloxacin po d/c'd.

GI: Abd soft NT +BS. Excellant appetite. Large soft BM on BSC.

GU: Voiding spontaneously via urinal cyu. -fluid status.

SKIN: R elbow with stage 2 breakdown, team aware. Cleansed with NS and DSD appiled.

PROPH: Protonix po and hep SC.

A: Improving resp status. tolerating time of vent. Conts with tachycardia

P: Cont to increase time off vent as tolerated. Await discussion with team regarding dc plans to home.
"""


def test_appendix_a(deid):
    text, places, at = "", [], 0
    for mark in re.finditer(r"<([^>]*)>", APPENDIX_A):
        text += APPENDIX_A[at : mark.start()]
        places.append((len(text), len(text) + len(mark[1])))
        text += mark[1]
        at = mark.end()
    text += APPENDIX_A[at:]
    cover = covered(deid.find(Document("a", text)).spans)
    assert all(any(start <= first and last <= end for start, end in cover) for first, last in places)
    phi = {at for first, last in places for at in range(first, last)}
    bare = "".join(text[at] for start, end in cover for at in range(start, end) if at not in phi)
    assert re.sub(r"[\s,.]", "", bare) == ""


def test_appendix_b(deid):
    assert found(deid, APPENDIX_B) == []
