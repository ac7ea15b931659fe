"""Small notes and recipes for tests of learners."""

from incognote.types import Document, Span

NAMES = ["Abbott", "Birch", "Conrad", "Dorsey", "Ellery", "Foster", "Garnet", "Hollis", "Ingram", "Jarvis"]


def note(author, number, name):
    """A note with a doctor and a date; its name, its drug and its ward are in no other author's notes."""
    text = f"Seen by Dr. {name} on {number}/7/2021 for pain. Takes drug{author} daily in ward{number} now.\n"
    at = text.index(name)
    date = f"{number}/7/2021"
    return Document(
        f"{author}-{number}",
        text,
        (Span(at, at + len(name), "DOCTOR"), Span(text.index(date), text.index(date) + len(date), "DATE")),
    )


def notes(authors=4, each=3):
    return [
        note(f"a{author}", number + 1, f"{NAMES[author]}{'xyzw'[number]}")
        for author in range(authors)
        for number in range(each)
    ]


def tagger(iterations=20, features=(), **more):
    listed = [
        {"use": "lower", "window": [-1, 1]},
        {"use": "shape"},
        {"use": "dictionary", "name": "doctors", "labels": ["DOCTOR"]},
        *features,
    ]
    return {
        "use": "tagger",
        "tokenizer": "wi-deid",
        "within": "sentence",
        "scheme": "bio",
        "learner": {"use": "crf", "l1": 0.1, "l2": 0.1, "iterations": iterations},
        "features": listed,
        **more,
    }


def recipe(**settings):
    return {"detectors": [tagger(**settings)]}
