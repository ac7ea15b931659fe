"""The same sentences of notes with names of eight groups of cultures, to see whose names an engine misses."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random
from string import Formatter

from incognote.types import Document, Span

SENTENCES = Path(__file__).parent / "accuracy" / "sentences.txt"
GROUPS = {
    "English": ("british",),
    "Latin American": ("mexican", "colombian"),
    "Chinese": ("chinese",),
    "South Asian": ("indian", "pakistani"),
    "Arabic": ("arabic", "maghrebi"),
    "West African": ("yoruba", "igbo", "ghanaian", "hausa"),
    "Slavic": ("russian", "polish", "czech", "croatian"),
    "Vietnamese, Korean": ("vietnamese", "korean"),
}
SEED = 8_017
ROUNDS = 20
"""How often each sentence is filled for a group."""
WITHOUT_ACCENTS = 0.5
LETTERS = str.maketrans("łŁøØđĐ", "lLoOdD")


def sentences() -> list[str]:
    """Lines with fields {female}, {male}, {surname}, {initial}, and {female2} … for somebody else."""
    return [line for line in SENTENCES.read_text("utf-8").splitlines() if line and not line.startswith("#")]


def filled(group: str, rounds: int = ROUNDS) -> list[Document]:
    """All sentences with names of a group, each a note whose spans are these names."""
    rng = Random(f"{SEED} {group}")
    templates = sentences()
    return [
        _fill(f"{number}-{at}", template.replace("\\n", "\n"), _names(rng.choice(GROUPS[group]), rng))
        for at in range(rounds)
        for number, template in enumerate(templates)
    ]


def plain(name: str) -> str:
    """A name without accents, as most systems write it."""
    marks = unicodedata.normalize("NFD", name.translate(LETTERS))
    return "".join(mark for mark in marks if not unicodedata.combining(mark))


@cache
def _listed() -> Mapping[tuple[str, str], tuple[str, ...]]:
    text = files("incognote.data").joinpath("synth/cultures/items.txt").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines())
    return {(culture, kind): tuple(names.split(",")) for culture, kind, names in rows}


def _names(culture: str, rng: Random) -> dict[str, str]:
    """Two people of a culture, by the names of fields."""
    bare = rng.random() < WITHOUT_ACCENTS
    names = {}
    for number in ("", "2"):
        for kind in ("female", "male", "surname"):
            name = rng.choice(_listed()[culture, kind])
            names[kind + number] = plain(name) if bare else name
        names["initial" + number] = plain(names["female" + number])[0]
    return names


def _fill(doc_id: str, template: str, names: Mapping[str, str]) -> Document:
    """In a sentence without capitals, or without small letters, names are written like it."""
    parts = [(text, field) for text, field, _, _ in Formatter().parse(template)]
    around = "".join(text for text, _ in parts)
    write = str.lower if around == around.lower() else str.upper if around == around.upper() else str
    note, spans = "", []
    for text, field in parts:
        note += text
        if field:
            name = write(names[field])
            spans.append(Span(len(note), len(note) + len(name), "PATIENT"))
            note += name
    return Document(doc_id, note, tuple(spans))
