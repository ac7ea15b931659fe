"""How fast known PHI is found: seconds to read a table of many patients, and seconds a megabyte of notes.

    python benchmarks/known.py [--patients 100000] [--notes 1000] [--providers 2000]

Each note is 3 kB of the open corpus and belongs to a patient of its own, so that nothing made ready for one serves
another; names are made of syllables. Layouts are made beforehand and not counted.
"""

from __future__ import annotations

import argparse
import platform
import random
import re
import resource
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path

from incognote import corpus
from incognote.detect.known import KnownPhi
from incognote.known.tables import read_patients, read_providers
from incognote.layout import lay_out
from incognote.types import Document
from incognote.vocabulary import Vocabulary

SYLLABLES = (
    "an",
    "ber",
    "cor",
    "da",
    "el",
    "fin",
    "gar",
    "han",
    "jo",
    "kal",
    "lor",
    "mi",
    "nor",
    "pe",
    "ra",
    "sen",
    "zim",
)
GIVEN = ("John", "Mary", "William", "Elizabeth", "Robert", "Anna", "Carlos", "Fatima", "Wei", "Olga")
NOTE = 3_000


def word(choice: random.Random) -> str:
    return "".join(choice.choices(SYLLABLES, k=choice.randint(2, 3))).capitalize()


def row(choice: random.Random, number: int) -> str:
    last = word(choice)
    date = f"{choice.randint(1920, 2015)}-{choice.randint(1, 12):02}-{choice.randint(1, 28):02}"
    address = f"{choice.randint(1, 999)} {word(choice)} Street;{word(choice)};IL;{choice.randint(10000, 99999)}"
    phone, mrn = choice.randint(2_000_000_000, 9_999_999_999), choice.randint(1_000_000, 9_999_999)
    relatives = f'"{word(choice)} {last} (wife); {choice.choice(GIVEN)} {last}"'
    first = choice.choice(GIVEN)
    return f"P{number},{first},{word(choice)},{last},{date},{phone},{mrn},{address.replace(';', ',')},{relatives}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--patients", type=int, default=100_000)
    parser.add_argument("--notes", type=int, default=1_000)
    parser.add_argument("--providers", type=int, default=2_000)
    options = parser.parse_args()
    choice = random.Random(0)
    with tempfile.TemporaryDirectory() as folder:
        table, doctors = Path(folder) / "patients.csv", Path(folder) / "providers.csv"
        header = "id,first,middle,last,dob,phone,mrn,street,city,state,zip,relatives\n"
        table.write_text(header + "".join(row(choice, number) for number in range(options.patients)))
        doctors.write_text(
            "first,last\n" + "".join(f"{word(choice)},{word(choice)}\n" for _ in range(options.providers))
        )
        begin = time.process_time()
        patients = read_patients(table)
        print(f"{platform.machine()}, Python {platform.python_version()}; CPU seconds of one core")
        print(f"{len(patients):,} patients read in {time.process_time() - begin:.2f} s")
        providers = read_providers(doctors)

    prose = "\n".join(doc.text for doc in corpus.read())
    pieces = [prose[at : at + NOTE] for at in range(0, len(prose) - NOTE, NOTE)]
    common = set(re.findall(r"\b[a-z]+\b", prose))  # stands in for a list of words
    vocabulary = Vocabulary()
    ids = choice.sample(sorted(patients), options.notes)
    texts = islice(cycle(pieces), options.notes)
    docs = [
        Document(str(number), text, patient=patient)
        for number, (text, patient) in enumerate(zip(texts, ids, strict=True))
    ]
    layouts = [lay_out(doc.text, vocabulary) for doc in docs]
    detector = KnownPhi(patients, providers, common.__contains__)
    megabytes = sum(len(doc.text.encode()) for doc in docs) / 1e6
    for name in ("each patient's first note", "the same notes again"):
        begin = time.process_time()
        found = sum(len(detector.detect(doc, layout)) for doc, layout in zip(docs, layouts, strict=True))
        spent = time.process_time() - begin
        print(f"{name}: {spent / megabytes:.3f} s/MB, {found:,} spans in {len(docs):,} notes")
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB resident")


if __name__ == "__main__":
    main()
