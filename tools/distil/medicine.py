"""Terms of medicine: MeSH, diseases, anatomy, drugs, and the single words inside them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from distil.eponyms import eponyms
from distil.lists import OWN_SOURCE, Draft, number, own, plain
from distil.sources import DOID, DRUGS, ICD, MESH, SCOWL, WORDFREQ, Sources
from incognote.lexicons import normal

LONGEST = 50
"""Terms with more characters than this aren't written out in notes."""
DIGITS = 2
"""Terms with so many digits are formulas, codes and years."""
LEVELS = 2
"""Tree numbers are cut behind so many levels: whole ones make the list twice as long."""
WORD = re.compile(r"[^\W\d_]{3,}")
DRUG = re.compile(r"(?!.*\d.*\d)[^\W\d_][^\W_,()]{2,}(?: [^\W_,()]+){0,2}")
ICD_END = re.compile(r"(?: (?:of|the|with|and|or|in|to|by|due|from|for|without))+$")
ICD_EXTRA = re.compile(r"\s*[\[(].*|,.*|\b(unspecified|other|not elsewhere classified|NEC|NOS)\b.*", re.IGNORECASE)


def drafts(sources: Sources, made: dict[str, Draft]) -> dict[str, Draft]:
    drugs = plain([*filter(DRUG.fullmatch, sources.drugs), *own("more-drugs")])
    diseases = plain(_short([*sources.mesh_below("C", "F03"), *_named_diseases(sources), *_icd_titles(sources)]))
    anatomy = plain(_short(sources.mesh_below("A")))
    names = plain([*eponyms(sources, frozenset(made["last"].items)), *own("more-eponyms")])
    found = {
        "mesh": _mesh(sources),
        "drugs": Draft("names of drugs, brands and active substances", (DRUGS, OWN_SOURCE), drugs),
        "diseases": Draft("names of diseases and findings, of one word or more", (MESH, DOID, ICD), diseases),
        "anatomy": Draft("parts of the body, tissues and cells", (MESH,), anatomy),
        "eponyms": Draft("personal names inside terms of medicine", (MESH, DOID, ICD, OWN_SOURCE), names),
    }
    return found | {"medical-words": _words(sources, made | found)}


def _short(terms: Iterable[str]) -> Iterator[str]:
    for term in terms:
        if len(term) <= LONGEST and "," not in term and WORD.search(term) and sum(map(str.isdigit, term)) < DIGITS:
            yield term


def _icd_titles(sources: Sources) -> Iterator[str]:
    """The part of a title that names the disease: what stands before a comma, a bracket or `unspecified`."""
    for title in sources.icd:
        name = ICD_END.sub("", ICD_EXTRA.sub("", title).strip(" -:;"))
        if 1 <= len(name.split()) <= 5 and WORD.search(name):
            yield name


def _named_diseases(sources: Sources) -> Iterator[str]:
    """Names of diseases but the short letters (`ALL`, `CAN`, `GO`) that read like words."""
    for name in sources.disease_names:
        if not (name.isupper() and normal(name) in sources.everyday):
            yield name


def _mesh(sources: Sources) -> Draft:
    items = {}
    for descriptor, names, trees in sources.mesh:
        cut = " ".join(sorted({".".join(tree.split(".")[:LEVELS]) for tree in trees}))
        items |= {normal(name): (descriptor, cut) for name in _short(names)}
    what = (
        f"headings and synonyms of MeSH in natural word order, with the id of the descriptor and its tree numbers down "
        f"to level {LEVELS}; supplementary concepts and terms of more than {LONGEST} characters are left out"
    )
    return Draft(what, (MESH,), items, ("id", "trees"))


def _words(sources: Sources, made: dict[str, Draft]) -> Draft:
    """Words of terms that aren't ordinary ones. What is only a person or a place there is left out."""
    proper = {word for name in sources.mesh_below("Z") for word in WORD.findall(normal(name))}
    proper |= {part for name in made["eponyms"].items for part in WORD.findall(name)}
    people = made["last"].items.keys() | made["first-female"].items.keys() | made["first-male"].items.keys()
    titled = {word for name in sources.mesh_below(*"ABCDEFGN") for word in WORD.findall(normal(name))}
    titled |= {word for drug in made["drugs"].items for word in WORD.findall(drug)}
    # MeSH writes every word with a capital, so a name is a word of medicine only if another source writes it small.
    natural = (*sources.disease_names, *sources.icd)
    small = {normal(word) for term in natural for word in WORD.findall(term) if word.islower()}
    small |= {drug for drug in made["drugs"].items if WORD.fullmatch(drug)}
    words = ((titled - people) | small) - proper - made["common-words"].items.keys()
    items = {word: (number(sources.zipf.get(word, 0.0)),) for word in words}
    what = "single words of terms of medicine that aren't ordinary words, with how common they are (0 to 8)"
    return Draft(what, (MESH, DOID, ICD, DRUGS, SCOWL, WORDFREQ), items, ("zipf",))
