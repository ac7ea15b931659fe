from itertools import pairwise

import pytest

from incognote.layout import lay_out
from incognote.vocabulary import Vocabulary

WRAPPED = "The patient was seen today in the clinic by her own nurse"


def sentences(text):
    layout = lay_out(text, Vocabulary())
    cuts = [*layout.tokens.starts[layout.sentences].tolist(), len(text)]
    return [" ".join(text[start:end].split()) for start, end in pairwise(cuts)]


@pytest.mark.parametrize(
    "expected",
    [
        ["He was seen.", "He left."],
        ["Seen by Dr. Smith.", "Mrs. Lee agreed."],
        ["Take 20 mg. q.d. for pain.", "Then stop."],
        ["BP 128/72, temp 98.6.", "HR 88."],
        ["Seen by J. K. Smith, M.D.", "The patient left."],
        ["Seen by J.K. Smith."],
        ["Lives in the U.S. Virgin Islands."],
        ["pt stable.", "denies pain.", "foley out."],
        ["Is it better?", "Yes!", "Good."],
        ["Will discuss ?TEE with team."],
        ["npo for ? TEE"],
        ['He said "no."', "She left."],
        ["Fever (102.4).", "Cough."],
        ["See Fig. 3 and No. 7."],
        ["Seen on Feb. 2nd, 2009 and Tues. 14th.", "Well."],
        ["Seen by Wm. Osei and Fr. Aloysius."],
        ["Patient stable.", "1. Unasyn", "2. Bone scan", "3. Home"],
        ["Plan: 1. Rest", "2. Fluids", "3. Review in 2 weeks.", "Well."],
        ["Took 4.", "Then 5.", "Then slept."],
        ["Murmur of grade 1.", "She is well."],
        ["Waiting... then nothing."],
        ["Waiting...", "Then nothing."],
        ["Diagnosis F31.2).", "Rule out others."],
    ],
)
def test_within_a_line(expected):
    assert sentences(" ".join(expected)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The patient is a 74-year-old woman who was brought by her\n"
            "nephew to the hospital, where she was seen by Dr.\n"
            "Smith of the surgical service and was taken at once to the\n"
            "operating room. She did well.\n",
            [
                "The patient is a 74-year-old woman who was brought by her nephew to the hospital, where she was seen "
                "by Dr. Smith of the surgical service and was taken at once to the operating room.",
                "She did well.",
            ],
        ),
        (
            "He was seen in consultation by Dr.\nJ. Smith, who agreed with us.\n",
            ["He was seen in consultation by Dr. J. Smith, who agreed with us."],
        ),
        (
            "She went home on all the medicines that she brought from\nhospital: aspirin and a pill, both once.\n",
            ["She went home on all the medicines that she brought from hospital: aspirin and a pill, both once."],
        ),
        (
            "She was brought in by\nher nephew after a fall\nat home and could not\nget up. Her hip was\nbroken.\n",
            ["She was brought in by her nephew after a fall at home and could not get up.", "Her hip was broken."],
        ),
        ("HISTORY OF PRESENT ILLNESS\n\nShe fell", ["HISTORY OF PRESENT ILLNESS", "She fell"]),
        ("PLAN:\nrest\nfluids", ["PLAN:", "rest", "fluids"]),
        ("1. Hypertension\n2. Gout. Stable.\n", ["1. Hypertension", "2. Gout.", "Stable."]),
        ("- aspirin\n- Lasix 40 mg\n* rest", ["- aspirin", "- Lasix 40 mg", "* rest"]),
        ("Neuro: a&o x3\nCV: sr 70s\nResp: clear", ["Neuro: a&o x3", "CV: sr 70s", "Resp: clear"]),
        ("Name: Ada Osei\r\nDOB: 3/4/31\r\n", ["Name: Ada Osei", "DOB: 3/4/31"]),
        ("a)\tfirst\nb)\tsecond", ["a) first", "b) second"]),
        ("one\ftwo", ["one", "two"]),
        ("Stable.  1. Rest 2. Fluids", ["Stable.", "1. Rest", "2. Fluids"]),
        (f"{WRAPPED}\nA) Rest\n", [WRAPPED, "A) Rest"]),
        (f"{WRAPPED}\nA)\n", [f"{WRAPPED} A)"]),
        ("[X] seen\n[ ] not seen", ["[X] seen", "[ ] not seen"]),
    ],
)
def test_across_lines(text, expected):
    assert sentences(text) == expected


@pytest.mark.parametrize("before", ["\ufeff", "\u200b", "<p>", "<td class='x'>", ">"])
def test_an_abbreviation_behind_what_no_word_has(before):
    assert len(sentences(f"{before}Dr. Swan came.")) == 1


def test_a_wrapped_time_of_day_is_no_field():
    text = "She was taken to the operating room after long discussion\n10:30 that night and tolerated it well there.\n"
    assert len(sentences(text)) == 1


def test_a_list_ends_with_its_line():
    assert sentences("1. Rest\n2. Fluids\n\nGave 3. Then left.") == ["1. Rest", "2. Fluids", "Gave 3.", "Then left."]


def test_a_paragraph_in_one_line_is_no_wrap():
    long = "she is well and " * 10 + "eating"
    assert sentences(f"The ward had sixty words a line and wrapped about here\n{long}\nAlso out of pills") == [
        f"The ward had sixty words a line and wrapped about here {long}",
        "Also out of pills",
    ]
