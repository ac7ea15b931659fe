"""Small notes and made-up results for tests of experiments."""

from itertools import product

from incognote.evaluate.entities import METRICS
from incognote.evaluate.mistakes import EXTENTS, KINDS
from incognote.experiments.classes import CLASSES
from incognote.experiments.studies import Result
from incognote.labels import LABELS, MAIN_CATEGORIES
from incognote.thesis import TAGS
from incognote.types import Document, Span


def note(doc_id, text, *marks):
    """A document whose spans are given as (words, label)."""
    return Document(doc_id, text, tuple(Span(text.index(w), text.index(w) + len(w), label) for w, label in marks))


NAMES = ("Abbott", "Birch", "Conrad", "Dorsey", "Ellery", "Foster", "Garnet", "Hollis", "Ingram", "Jarvis")


def small_notes():
    """Two notes of each of five authors, with names and dates that one note alone has."""
    return [
        note(
            f"a{number // 2}-{number}",
            f"Seen by Dr. {name} of {name}ville on {number + 1}/7/2021 for asthma. Pneumonia since. Takes heparin.\n",
            (name, "DOCTOR"),
            (f"{name}ville", "CITY"),
            (f"{number + 1}/7/2021", "DATE"),
        )
        for number, name in enumerate(NAMES)
    ]


def made_up_counts(step=0):
    """Counts of everything that tables are made of, different for each step."""
    names = ("", *CLASSES)
    words = {
        f"{gold}>{pred}": (900 if gold == pred else 2) + step + number
        for number, (gold, pred) in enumerate(product(names, names))
    }
    labels = [*LABELS, *MAIN_CATEGORIES, "PHI"]
    entities = {label: {"tp": 50 + step + at, "fp": 3 + at, "fn": 5} for at, label in enumerate(dict.fromkeys(labels))}
    views = (*METRICS, "place", "main")
    return {
        "words": {"all": words, "ambiguous": words, "oov": words},
        "entities": dict.fromkeys(views, entities),
        "mistakes": {
            "kinds": dict.fromkeys(KINDS, 10 + step),
            "types": {"PATIENT>DOCTOR": 3, "PATIENT>PATIENT": 6, "PATIENT>": 1, ">DOCTOR": 2, "DOCTOR>DOCTOR": 8},
            "extents": {f"{label}>{extent}": 2 for label, extent in product(("PATIENT", "DATE"), EXTENTS)},
        },
        "thesis": {
            "notes": 5,
            "words": 10_000,
            "identified": dict.fromkeys(TAGS, 10),
            "escaped": dict.fromkeys(TAGS, 2),
            "false positives": 7,
            "names of patients escaped": 3,
        },
    }


def made_up_results(keys):
    return {key: Result(made_up_counts(step), seconds=1.5, took=3600.0) for step, key in enumerate(keys)}
