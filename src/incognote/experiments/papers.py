"""A paper by its name: the studies it needs, and its tables with our figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from incognote.experiments import plans
from incognote.experiments.aramaki2006 import aramaki2006_tables
from incognote.experiments.classes import in_classes
from incognote.experiments.described import sibanda_counts, uzuner_counts
from incognote.experiments.he2015 import he2015_tables
from incognote.experiments.judged import Tables, Verdict, judge
from incognote.experiments.measured import Results
from incognote.experiments.neamatullah2006 import neamatullah2006_tables
from incognote.experiments.printed import Counted
from incognote.experiments.studies import AUTHENTIC, RANDOM, Setup, Study
from incognote.experiments.uzuner2008 import sibanda2006_tables, uzuner2008_tables
from incognote.experiments.verdicts import CHECKS
from incognote.layout.folding import usual
from incognote.learn.folds import author_split
from incognote.learn.gain import information_gains
from incognote.learn.settings import settings_of
from incognote.learn.training import labels_for, readings_of
from incognote.types import Document

STUDIES = {
    "uzuner2008": plans.uzuner2008,
    "sibanda2006": plans.sibanda2006,
    "aramaki2006": plans.aramaki2006,
    "he2015": plans.he2015,
    "neamatullah2006": plans.neamatullah2006,
}
_GAINS = {
    ("lemma", 0): "target word",
    ("lemma", -1): "word before",
    ("lemma", 1): "word after",
    ("left-bigram", 0): "bigram before",
    ("right-bigram", 0): "bigram after",
}


def studies_of(papers: Sequence[str]) -> list[Study]:
    """The studies that papers need, each once; all papers need every engine on every corpus too."""
    found = [study for paper in papers for study in STUDIES[paper]()]
    if set(papers) == set(STUDIES):
        found += plans.everywhere()
    return list({study.key: study for study in found}.values())


def tables_of(paper: str, results: Results, setup: Setup) -> Tables:
    if paper == "uzuner2008":
        return uzuner2008_tables(results, uzuner_counts(setup.described))
    if paper == "sibanda2006":
        return sibanda2006_tables(results, sibanda_counts(setup.described), _gains(setup.corpora[RANDOM]))
    if paper == "aramaki2006":
        return aramaki2006_tables(results)
    if paper == "he2015":
        return he2015_tables(results, _in_training(setup.corpora[AUTHENTIC]))
    return neamatullah2006_tables(results)


def verdicts_of(paper: str, tables: Tables) -> dict[str, Verdict]:
    return {key: judge(checks(tables)) for key, checks in CHECKS.items() if key.partition(".")[0] == paper}


def _in_training(docs: Sequence[Document]) -> Counter[str]:
    held_out = set(author_split(docs))
    return Counter(span.label for number, doc in enumerate(docs) if number not in held_out for span in doc.spans)


def _gains(docs: Sequence[Document]) -> Counted:
    """The information gain of Sibanda's features on the random corpus (section 6.4)."""
    (recipe,) = (study.recipe for study in plans.sibanda2006() if study.key == f"{RANDOM}, {plans.SIBANDA}")
    settings = settings_of(recipe)
    notes = [usual(in_classes(doc)) for doc in docs]
    readings = readings_of(notes, settings)
    found = information_gains(settings, readings, labels_for(notes, readings, settings))
    names = [
        (_GAINS.get((gain.feature, gain.offset), f"{gain.feature}, {gain.offset:+d}"), gain.bits) for gain in found
    ]
    return Counted(
        "gain", "Information gain of the SVM's features, in bits", {name: {"bits": bits} for name, bits in names}
    )
