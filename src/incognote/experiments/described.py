"""Tables 1 to 3 of Uzuner 2008 for our corpora: words by class, ambiguous words, words in dictionaries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from incognote import lexicons, recipes
from incognote.evaluate.words import joined_word_places, word_labels
from incognote.experiments.classes import CLASSES, NAMED, in_classes
from incognote.experiments.printed import Counted, sibanda2006, uzuner2008
from incognote.experiments.scores import Words
from incognote.types import Document

NON_PHI = "Non-PHI"
NAMES_OF_CLASSES = {"": NON_PHI, **{name: name if name == "ID" else name.capitalize() for name in CLASSES}}
_DICTIONARIES = {
    "names": ("male-name", "female-name", "last-name"),
    "locations": ("location",),
    "hospitals": ("hospital",),
    "months": ("date",),
}


@dataclass(frozen=True, repr=False)
class Described:
    """How often each word of a corpus is in each of the papers' classes; "" counts what is no PHI."""

    words: Mapping[str, Counter[str]]

    def ambiguous(self) -> frozenset[str]:
        """Words that are PHI in one place and not in another."""
        as_phi = {word for name in CLASSES for word in self.words[name]}
        return frozenset(as_phi.intersection(self.words[""]))

    def out_of_vocabulary(self) -> frozenset[str]:
        """Words of people, locations and hospitals that no dictionary of Stat De-id has."""
        known = frozenset[str]().union(*dictionaries().values())
        return frozenset(word for name in NAMED for word in self.words[name] if lexicons.normal(word) not in known)

    def share(self, name: str, some: frozenset[str]) -> float:
        """The per cent of a class's words that are among some."""
        words = self.words[name]
        return 100 * sum(number for word, number in words.items() if word in some) / (words.total() or 1)

    def listed(self, name: str, kind: str) -> float:
        """The per cent of a class's words that a kind of dictionary has."""
        known = dictionaries()[kind]
        return self.share(name, frozenset(word for word in self.words[name] if lexicons.normal(word) in known))


def describe(docs: Sequence[Document]) -> Described:
    words: dict[str, Counter[str]] = {name: Counter() for name in NAMES_OF_CLASSES}
    for doc in map(in_classes, docs):
        places = joined_word_places(doc.text)
        for (start, end), label in zip(places, word_labels(doc.spans, places), strict=True):
            words[label][doc.text[start:end].casefold()] += 1
    return Described(words)


@cache
def dictionaries() -> dict[str, frozenset[str]]:
    """The words of Stat De-id's dictionaries, by what they are of."""
    (tagger,) = recipes.load("stat-deid")["detectors"]
    listed = {part["name"]: part["lexicons"] for part in tagger["features"] if part["use"] == "dictionary"}
    return {
        kind: frozenset(
            word for name in names for part in listed[name] for item in lexicons.items(**part) for word in item.split()
        )
        for kind, names in _DICTIONARIES.items()
    }


def words_for_tables(described: Mapping[str, Described]) -> dict[str, Words]:
    """The words that Tables 10 and 13 are about."""
    words: dict[str, Words] = {}
    if "ambiguous" in described:
        words["ambiguous"] = Words(ambiguous=described["ambiguous"].ambiguous())
    if "oov" in described:
        words["oov"] = Words(oov=described["oov"].out_of_vocabulary())
    return words


def uzuner_counts(described: Mapping[str, Described]) -> dict[str, Counted]:
    """Tables 1, 2 and 3."""
    printed = uzuner2008.COUNTS
    sizes = {
        name: {corpus: float(found.words[label].total()) for corpus, found in described.items()}
        for label, name in NAMES_OF_CLASSES.items()
    }
    ambiguous = {
        name: {corpus: _ambiguous(described[corpus], label) for corpus in ("ambiguous", "challenge")}
        for label, name in NAMES_OF_CLASSES.items()
    }
    shares = {corpus: _in_dictionaries(found) for corpus, found in described.items()}
    cells = {"1": sizes, "2": ambiguous, "3": shares}
    return {number: Counted(number, printed[number].title, table) for number, table in cells.items()}


def sibanda_counts(described: Mapping[str, Described]) -> dict[str, Counted]:
    """Tables 1, 6 and 10."""
    printed = sibanda2006.COUNTS
    one = {
        name: {corpus: float(described[corpus].words[label].total()) for corpus in ("random", "authentic")}
        for label, name in NAMES_OF_CLASSES.items()
    }
    six = {
        name: {
            "words": float(described["ambiguous"].words[label].total()),
            "ambiguous words": _ambiguous(described["ambiguous"], label),
        }
        for label, name in NAMES_OF_CLASSES.items()
    }
    unknown = described["oov"].out_of_vocabulary()
    ten = {
        name: {
            "words": float(described["oov"].words[label].total()),
            "not in dictionaries": float(
                sum(n for word, n in described["oov"].words[label].items() if label in NAMED and word in unknown)
            ),
        }
        for label, name in NAMES_OF_CLASSES.items()
    }
    return {n: Counted(n, printed[n].title, cells) for n, cells in (("1", one), ("6", six), ("10", ten))}


def _ambiguous(found: Described, label: str) -> float:
    words = found.ambiguous()
    return float(sum(number for word, number in found.words[label].items() if word in words))


def _in_dictionaries(found: Described) -> dict[str, float]:
    pairs = [("Patients", "PATIENT", "names"), ("Doctors", "DOCTOR", "names"), ("Locations", "LOCATION", "locations")]
    pairs += [("Hospitals", "HOSPITAL", "hospitals"), ("Dates", "DATE", "months")]
    pairs += [(NON_PHI, "", kind) for kind in _DICTIONARIES]
    return {f"{name} in {kind}": found.listed(label, kind) for name, label, kind in pairs}
