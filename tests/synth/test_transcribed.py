"""PHI left in transcribed reports, terms of medicine that aren't, and notes that can't be used."""

from itertools import pairwise
from random import Random

import pytest

from incognote.synth.transcribed import engines, slotted
from incognote.types import Document, Span


def found(text):
    template = slotted(Document("n", text), Random(1), engines())
    return template and [(slot.span.label, slot.model) for slot in template.slots]


LEFT = [
    ("She was seen by Dr. Hudyncia's team. He", [("DOCTOR", "Hudyncia")]),
    ("as per Dr. Holden. He is on a drip", [("DOCTOR", "Holden")]),
    ("Return to see Rebecca Oyelaran, M.D. for care", [("DOCTOR", "Rebecca Oyelaran")]),
    ("He lives with his daughter Debra Anderson now.", [("PATIENT", "Debra Anderson")]),
    ("The scan was done on 11/28/2005 and in March of 2008.", [("DATE", "11/28/2005"), ("DATE", "March of 2008")]),
    ("Smoked (quit '92), fusion 4/94 done.", [("DATE", "'92"), ("DATE", "4/94")]),
    ("A57-year-old male, with sons 54 and 57 years old.", [("AGE", "57"), ("AGE", "54"), ("AGE", "57")]),
    ("The patient was taken to Kaweah Delta Hospital yesterday", [("HOSPITAL", "Kaweah Delta Hospital")]),
    ("The family lives in Bentley, Kansas with a dog", [("CITY", "Bentley"), ("STATE", "Kansas")]),
    ("He was working at Taco Bell then. Taco Bell let", [("ORGANIZATION", "Taco Bell"), ("ORGANIZATION", "Taco Bell")]),
    ("Lead, model #12345, serial #A1234.", [("DEVICE", "A1234")]),
    ("Please call 316-555-0142 at once", [("PHONE", "316-555-0142")]),
    ("This 44y/o man died at the stated age of thirty-nine years.", [("AGE", "44"), ("AGE", "thirty-nine")]),
    ("She works part time as a fork lift operator and smokes.", [("PROFESSION", "fork lift operator")]),
    (
        "He is employed at Brandt Motors as a die caster.",
        [("ORGANIZATION", "Brandt Motors"), ("PROFESSION", "die caster")],
    ),
    ("He is retired from Garrick Mills and naps.", [("ORGANIZATION", "Garrick Mills")]),
    ("She gets it for less at Walgreens now.", [("ORGANIZATION", "Walgreens")]),
    # facilities whose words are all common ones, and their short names
    (
        "seen at Jefferson Hospital twice; at Jefferson he",
        [("HOSPITAL", "Jefferson Hospital"), ("HOSPITAL", "Jefferson")],
    ),
    (
        "came to Children's Hospital. At Children's he",
        [("HOSPITAL", "Children's Hospital"), ("HOSPITAL", "Children's")],
    ),
    ("They were together beginning 1990, it seems", [("DATE", "1990")]),
    ("He was taken to Maple View Emergency Department then.", [("HOSPITAL", "Maple View Emergency Department")]),
    ("The baby was born at Woman's weighing 7 pounds.", [("HOSPITAL", "Woman's")]),
    ("He will be discharged to Garden Terrace in a week.", [("HOSPITAL", "Garden Terrace")]),
    ("She lives in Flagstaff. Stitches come out in flagstaff.", [("CITY", "Flagstaff"), ("CITY", "flagstaff")]),
    ("was treated at the VA in Houston; VA 20/40 OU", [("HOSPITAL", "VA"), ("CITY", "Houston")]),
    # towns of several words, and towns that are first names too
    ("The surgeon in High Point and one in Salt Lake City", [("CITY", "High Point"), ("CITY", "Salt Lake City")]),
    ("She moved from Eugene to Iowa City, then she", [("CITY", "Eugene"), ("CITY", "Iowa City")]),
    ("His brother in Arizona. He was raised in Iowa. He", [("STATE", "Arizona"), ("STATE", "Iowa")]),
    ("a recheck in Reno in a week, then back to Bishop.", [("CITY", "Reno"), ("CITY", "Bishop")]),
    ("He used to live in Canada and had a scan at Stanford.", [("COUNTRY", "Canada"), ("HOSPITAL", "Stanford")]),
    ("As discussed with Dr. Sandoval I did not operate.", [("DOCTOR", "Sandoval")]),
    ("She waits for Project Harbor to call. Hernia 5/79", [("ORGANIZATION", "Project Harbor"), ("DATE", "5/79")]),
    ("born in Munich, Germany and well", [("CITY", "Munich"), ("COUNTRY", "Germany")]),
    ("his son James Smith. Then John Smith needs a stent.", [("PATIENT", "James Smith"), ("PATIENT", "John Smith")]),
    ("He has pain. John has denied any fever.", [("PATIENT", "John")]),
    ("JOHN HAS PAIN AND KAREN IS HERE", [("PATIENT", "JOHN"), ("PATIENT", "KAREN")]),
    ("in Fall or on Monday's and Easter weekend he", [("DATE", "Monday's"), ("DATE", "Easter")]),
    ("since May and around Thanksgiving of the 14th.", [("DATE", "May"), ("DATE", "Thanksgiving"), ("DATE", "14th")]),
]


@pytest.mark.parametrize(("text", "phi"), LEFT)
def test_what_was_left_is_a_slot(text, phi):
    assert found(text) == phi


@pytest.mark.parametrize(
    "text",
    [
        "A Foley catheter and a Kocher clamp were placed, then Heaney clamps.",
        "He has Parkinson's disease; the Babinski sign was absent and Trendelenburg was used.",
        "PROCEDURE PERFORMED:  Laparoscopic appendectomy.",
        "Strength was 5/5 and pain of 5/10; pupils 4/4; BP127/97, HR83.",
        "She was given Lortab, Reglan and Vicryl with Betadine paint.",
        "The cavity was __________ and closed with **** stitches.",
        "Injected with Technetium-99m sulfur colloid.",
        "Doyle nasal splints and the Friedman tongue position",
        "A #15 Bard Parker and a curved Ochsner were used; DeLee suctioning; a Carrell patch; Stamm gastrostomy.",
        "Maryland dissector, Colorado needle, 22-French Olympus rectoscope at the GE junction; Humphrey visual fields",
        "She takes Celesta 40 mg, Theo-24 and TobraDex drops. Iron: FeSat 6, 98% O2Sat. Given Technetium 99m today.",
        "the 3rd nerve, the 7th interspace, pain of 4-5/10, gain of 1/2 a pound; arrived in Labor and Delivery; an APR",
        "seen in Hematology Clinic or our Pediatric Urology Clinic, taken to Recovery, admitted to General Surgery",
        "\nMYOCARDIAL PERFUSION IMAGING:  At rest. Hematology, Rheumatology and Neurology agreed; Ro, La were low",
        "to the Hospitalist Service; studies were removed at C5-C6 and then; MRI Brian Scan; in men age 40 or older",
        "Complex Regional Pain Syndrome. Levels were low (normal 232-1137) on Ultram ER.",
        "An Austin Moore prosthesis, a Jackson Pratt drain, the Jackson-Pratt; Dilute Russell Viper venom",
        "ANA was positive and an HIV ELISA was too. HAND: LONG FINGER. RAY AMPUTATION",
        "California Verbal Learning Test, MARK WOUND, Will Follow. May Need It.",
        "It may be done; may she rest. Conclusions for age.\n2.  No chest pain",
    ],
)
def test_terms_of_medicine_and_gaps_stay_text(text):
    assert found(text) == []


def test_marks_and_leftovers_together():
    text = "Dr. XYZ Estep saw Ms. ABC, a 44-year-old, at XYZ Hospital in 2004."
    assert [label for label, _ in found(text)] == ["DOCTOR", "PATIENT", "AGE", "HOSPITAL", "DATE"]


@pytest.mark.parametrize(
    "text",
    [
        "At this point, curved Masterson was used to cut",
        "He was given [REMOVED] with food",
        "House, Paul was admitted",  # at the very start of a note too
    ],
)
def test_a_note_that_is_not_safe_is_left_out(text):
    assert found(text) is None


def test_without_leftovers_only_marks_are_slots():
    template = slotted(Document("n", "Dr. X saw Dr. Holden"), Random(1))
    assert [slot.model for slot in template.slots] == [template.doc[template.slots[0].span]]


def test_leftovers_never_overlap_marks():
    template = slotted(
        Document("n", "Mr. ABC Smithson left"), Random(3), lambda doc: [Span(0, len(doc.text) - 5, "PATIENT")]
    )
    spans = [slot.span for slot in template.slots]
    assert all(first.end <= second.start for first, second in pairwise(spans))


NAMES = [
    *("John Smith", "James Johnson", "Mary Brown", "Robert Miller", "William Young", "Thomas White", "Karen King"),
    *("George Hill", "Mark Long", "Paul Wood", "Joseph Green", "Anthony Scott", "Scott Allen", "Jennifer Cook"),
    *("Linda J. Hall", "Matthew Price", "Bill Stone", "Douglas Rice", "Susan Q Black", "Wojciech Kowalczyk"),
]
FRAMES = [
    "The patient {} has pain. <NAME> is his wife.",
    "{} was admitted to the ward.",
    "He left.\n{} is well",
    'She said ("{}") at once.',
    "Then {} saw the nurse about a line.",
    "Seen with {} with a stent in place today.",
]


def survives(text, name):
    """Whether letters of a name lie in no slot of a note that is used."""
    template = slotted(Document("n", text), Random(1), engines())
    start = text.index(name)
    if template is None:
        return False
    kept = {place for slot in template.slots for place in range(slot.span.start, slot.span.end)}
    assert template.doc.text.startswith(name, start)
    return any(text[place].isalpha() and place not in kept for place in range(start, start + len(name)))


@pytest.mark.parametrize("frame", FRAMES)
def test_no_common_full_name_stays_text(frame):
    turned = [f"{name.split()[-1]}, {name.split()[0]}" for name in NAMES]
    names = [*NAMES, *turned, *(name.upper() for name in [*NAMES, *turned])]
    assert [name for name in names if survives(frame.format(name), name)] == []


@pytest.mark.parametrize("name", ["John", "Karen", "Timothy", "Scott", "Maria", "Debra"])
@pytest.mark.parametrize("does", ["has pain", "was seen", "is well", "denies it", "reports pain", "presents today"])
def test_a_first_name_that_does_something_is_a_person(name, does):
    assert ("PATIENT", name) in found(f"He left. {name} {does}.")


def test_no_name_is_a_date():
    dates = [found(f"{name} was admitted to the ward.") or [] for name in NAMES]
    assert [slots for slots in dates if any(label == "DATE" for label, _ in slots)] == []
