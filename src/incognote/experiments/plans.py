"""Which studies each paper's tables need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from incognote.experiments.studies import (
    AMBIGUOUS,
    AUTHENTIC,
    CHALLENGE,
    CORPORA,
    LABELS,
    NAMES,
    OLD_AGES,
    OOV,
    RANDOM,
    Study,
    engine,
    with_features,
)

STAT, CRFD, IDENTIFINDER, HEURISTIC, SNOW = "stat-deid", "crfd", "identifinder", "heuristic-dictionary", "snow"
SIBANDA, WI_DEID, ARAMAKI, DEID = "sibanda-2006", "wi-deid", "aramaki", "deid"
ENGINES = (STAT, SIBANDA, CRFD, WI_DEID, ARAMAKI, SNOW, IDENTIFINDER, DEID, HEURISTIC)

FEATURES: dict[str, tuple[str, ...]] = {
    "Target words": ("lemma",),
    "Lexical bigrams": ("left-bigram", "right-bigram"),
    "Syntactic bigrams": ("syntax",),
    "POS information": ("tag",),
    "Dictionary": ("dictionary",),
    "MeSH": ("mesh",),
    "Orthographic": ("first-capital", "dash-or-slash", "digit", "length"),
}
"""Uzuner 2008, section 9.5: what Stat De-id may look at, a group at a time."""
FEATURE_CORPORA = (RANDOM, AUTHENTIC, CHALLENGE)
LOCAL_CONTEXTS = {"SNoW": "snow-context", "IdentiFinder": "identifinder-context"}

SENTENCE = (
    "position",
    "sentence-length-before",
    "sentence-length",
    "sentence-length-behind",
    "last-word",
    "last-word-but-one",
    "last-word-but-two",
)
BASELINE, SENTENCES, RESOURCES, CONSISTENCY, PROPOSED = ABLATIONS = (
    "BASELINE",
    "BASE+SF",
    "BASE+EX",
    "BASE+LC",
    "PROPOSED",
)
"""Aramaki 2006, "Experimental Set-up"."""

RUNS = {"Best official run": "wi-deid-official", "Unofficial run 1": "wi-deid-run1", "Unofficial run 2": WI_DEID}
LEXICAL = ("lower", "first-four", "last-four", "tag")
COMPARISON, LEX, LEX_ORT = "Comparison System", "Lex", "Lex+Ort"


def everywhere() -> list[Study]:
    """All engines on all corpora."""
    return [engine(corpus, name) for corpus in CORPORA for name in ENGINES]


def uzuner2008() -> list[Study]:
    found = [engine(corpus, name) for corpus in CORPORA for name in (STAT, IDENTIFINDER, HEURISTIC, CRFD)]
    found += [engine(corpus, SNOW, NAMES) for corpus in CORPORA]
    found += [
        with_features(engine(corpus, STAT), name, _only(engine(corpus, STAT), uses))
        for corpus in FEATURE_CORPORA
        for name, uses in FEATURES.items()
    ]
    return found + [local_context(corpus, name) for corpus in CORPORA for name in LOCAL_CONTEXTS]


def local_context(corpus: str, system: str) -> Study:
    """The local context of another system under Stat De-id's SVM (Table 19)."""
    lists = _only(engine(corpus, SNOW), ("dictionary",)) if system == "SNoW" else []
    features = [{"use": LOCAL_CONTEXTS[system]}, *lists]
    return with_features(engine(corpus, STAT), f"SVM with {system}'s local context", features, within="sentence")


def sibanda2006() -> list[Study]:
    corpora = (RANDOM, AUTHENTIC, AMBIGUOUS, OOV)
    found = [engine(corpus, name) for corpus in corpora for name in (SIBANDA, IDENTIFINDER, HEURISTIC)]
    return found + [engine(corpus, name, NAMES) for corpus in corpora for name in (SIBANDA, SNOW)]


def aramaki2006() -> list[Study]:
    whole = engine(CHALLENGE, ARAMAKI, OLD_AGES)
    (tagger,) = whole.recipe["detectors"]
    resources = _only(whole, ("dictionary",))
    sentence = _only(whole, SENTENCE)
    local = [feature for feature in tagger["features"] if feature not in (*resources, *sentence)]
    one_stage = {key: value for key, value in tagger.items() if key != "second"}

    def ablation(name: str, features: Sequence[Any], part: dict[str, Any]) -> Study:
        recipe = {**whole.recipe, "detectors": [{**part, "features": list(features)}]}
        return Study(CHALLENGE, name, recipe, OLD_AGES)

    return [
        ablation(BASELINE, local, one_stage),
        ablation(SENTENCES, [*local, *sentence], one_stage),
        ablation(RESOURCES, [*local, *resources], one_stage),
        ablation(CONSISTENCY, local, tagger),
        ablation(PROPOSED, tagger["features"], tagger),
    ]


def he2015() -> list[Study]:
    whole = engine(AUTHENTIC, WI_DEID, LABELS, split=True)
    (tagger,) = whole.recipe["detectors"]
    lexical = _only(whole, LEXICAL)
    orthographic = [feature for feature in tagger["features"] if feature["use"] not in (*LEXICAL, "dictionary")]
    return [
        *(engine(AUTHENTIC, name, LABELS, split=True) for name in RUNS.values()),
        with_features(whole, COMPARISON, tagger["features"], tokenizer="penn"),
        with_features(whole, LEX, lexical),
        with_features(whole, LEX_ORT, [*lexical, *orthographic]),
    ]


def neamatullah2006() -> list[Study]:
    return [engine(AUTHENTIC, DEID, LABELS)]


def _only(study: Study, uses: Sequence[str]) -> list[Any]:
    (tagger,) = study.recipe["detectors"]
    return [feature for feature in tagger["features"] if feature["use"] in uses]
