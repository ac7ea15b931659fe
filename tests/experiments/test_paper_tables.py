"""The papers' tables with our figures, from results made up by hand."""

from dataclasses import replace
from functools import cache

import pytest

from incognote.experiments import plans
from incognote.experiments.aramaki2006 import aramaki2006_tables
from incognote.experiments.he2015 import he2015_tables
from incognote.experiments.neamatullah2006 import neamatullah2006_tables
from incognote.experiments.papers import STUDIES, studies_of
from incognote.experiments.plans import FEATURES
from incognote.experiments.printed import COUNTS, RESULTS, Counted, Row
from incognote.experiments.uzuner2008 import sibanda2006_tables, uzuner2008_tables

from .notes import made_up_counts, made_up_results

MAKERS = {
    "uzuner2008": lambda results: uzuner2008_tables(results, {}),
    "sibanda2006": lambda results: sibanda2006_tables(results, {}, Counted("gain", "", {})),
    "aramaki2006": aramaki2006_tables,
    "he2015": lambda results: he2015_tables(results, {"PATIENT": 7, "DOCTOR": 5}),
    "neamatullah2006": neamatullah2006_tables,
}


@cache
def keys_of(paper):
    return [study.key for study in STUDIES[paper]()]


def results_of(paper):
    return made_up_results(keys_of(paper))


@pytest.mark.parametrize("paper", STUDIES)
def test_every_row_of_results_is_measured(paper):
    """No study that a table needs is missing from the plans."""
    found = MAKERS[paper](results_of(paper)).results
    assert set(RESULTS[paper]) - set(found) == ({"2.1"} if paper == "neamatullah2006" else set())
    for number, table in found.items():
        printed = RESULTS[paper][number]
        assert [row[:2] for row in table.rows] == [row[:2] for row in printed.rows]
        for mine, theirs in zip(table.rows, printed.rows, strict=True):
            assert [figure is None for figure in mine[2:5]] == [figure is None for figure in theirs[2:5]]


@pytest.mark.parametrize("paper", STUDIES)
def test_every_study_counts(paper):
    """A study whose results no table shows would be trained in vain."""
    whole = MAKERS[paper](results_of(paper))
    for key in keys_of(paper):
        results = results_of(paper)
        other = made_up_counts(step=1000)
        other["thesis"]["words"] = 5
        results[key] = replace(results[key], counts=other)
        assert MAKERS[paper](results) != whole, key


def test_a_row_is_of_its_corpus_method_and_view():
    results = results_of("uzuner2008")
    counts = results["ambiguous, snow, names"].counts["words"]
    only = {"PATIENT>PATIENT": 3, "PATIENT>": 1, ">": 10, "DATE>DATE": 50}
    counts["all"] = only
    table = uzuner2008_tables(results, {}).results
    (number,) = (
        number
        for number, printed in RESULTS["uzuner2008"].items()
        if printed.corpus == "ambiguous" and printed.scored == "people, locations, organizations"
    )
    row = table[number].of("SNoW", "PHI")
    assert (row.precision, row.recall) == (100, 75)


def test_marks_of_uzuner_are_against_stat_deid():
    results = results_of("uzuner2008")
    low = {"PATIENT>PATIENT": 500, "PATIENT>": 500, ">": 5000}
    high = {"PATIENT>PATIENT": 990, "PATIENT>": 10, ">": 5000}
    for name, words in (("stat-deid", high), ("identifinder", low), ("crfd", high), ("heuristic-dictionary", high)):
        results[f"random, {name}"].counts["words"]["all"] = words
    table = uzuner2008_tables(results, {}).results["4"]
    marked = {row.method: row.marked for row in table.rows if row.kind == "PHI"}
    assert marked == {method: method == "IFinder" for method in marked}


def test_marks_of_feature_studies_are_on_those_that_are_alike():
    results = results_of("uzuner2008")
    found = {"Target words": 500, "Lexical bigrams": 700, "Syntactic bigrams": 705}
    for name in FEATURES:
        right = found.get(name, 10 * len(name))
        results[f"random, {name}"].counts["words"]["all"] = {"PATIENT>PATIENT": right, "PATIENT>": 1000 - right}
    rows = uzuner2008_tables(results, {}).results["16"].rows
    marked = {row.method for row in rows if row.marked and row.kind == "PHI"}
    assert {"Lexical bigrams", "Syntactic bigrams"} <= marked
    assert "Target words" not in marked


def test_the_confusion_matrix_has_actual_classes_in_rows():
    results = results_of("uzuner2008")
    results["authentic, stat-deid"].counts["words"]["all"] = {"PATIENT>DOCTOR": 4, ">DATE": 2, "ID>ID": 9}
    cells = uzuner2008_tables(results, {}).counts["21"].cells
    assert (cells["Patient"]["Doctor"], cells["Non-PHI"]["Date"], cells["ID"]["ID"]) == (4, 2, 9)
    assert sum(number for row in cells.values() for number in row.values()) == 15
    assert cells.keys() == COUNTS["uzuner2008"]["21"].cells.keys()


def test_aramaki_counts_types_and_places():
    results = results_of("aramaki2006")
    entities = {
        "strict": {"AGE": {"tp": 1, "fp": 1, "fn": 3}, "DATE": {"tp": 9, "fp": 0, "fn": 1}},
        "place": {"PHI": {"tp": 12, "fp": 0, "fn": 4}},
    }
    results["challenge, PROPOSED, old ages"].counts["entities"] = entities
    found = aramaki2006_tables(results)
    assert found.results["5"].of("PROPOSED", "AGE")[2:5] == (50, 25, pytest.approx(100 / 3))
    assert found.results["5"].of("PROPOSED", "all")[2:4] == (pytest.approx(100 * 10 / 11), pytest.approx(100 * 10 / 14))
    assert found.results["4"].of("PROPOSED", "PHI")[2:4] == (100, 75)
    assert found.counts["3"].cells["AGE"] == {"PHI": 4}
    assert found.counts["3"].cells["PHONE"] == {"PHI": 0}


def test_he_counts_types_mistakes_and_extents():
    results = results_of("he2015")
    best = results["authentic, wi-deid, labels, split"].counts
    best["mistakes"] = {
        "kinds": {"type": 3, "missing": 1},
        "types": {"PATIENT>PATIENT": 6, "PATIENT>DOCTOR": 3, "PATIENT>": 1, ">DOCTOR": 2, "DOCTOR>DOCTOR": 5},
        "extents": {"PATIENT>short": 2, "PATIENT>long": 1, "DATE>short": 4},
    }
    found = he2015_tables(results, {"PATIENT": 7, "DOCTOR": 5, "USERNAME": 1}).counts
    assert found["6"].cells["type"] == {"number": 3, "per cent": 75}
    assert found["6"].cells["spurious"] == {"number": 0, "per cent": 0}
    assert found["7"].cells["PATIENT"] == {"PATIENT": 6, "DOCTOR": 3, "missing": 1, "total": 10}
    assert found["7"].cells["spurious"] == {"DOCTOR": 2, "total": 2}
    assert found["7"].cells["total"] == {"PATIENT": 6, "DOCTOR": 10, "missing": 1}
    assert found["7-shares"].cells == {"missing": {"PATIENT": 10, "DOCTOR": 0}, "spurious": {"DOCTOR": 20}}
    assert found["8"].cells["PATIENT"] == {"short": 2, "long": 1, "short and long": 0, "total": 3}
    assert found["8"].cells["total"] == {"short": 6, "long": 1, "short and long": 0, "total": 7}
    assert found["4"].cells["NAME"]["train"] == 13
    assert found["4"].cells["DOCTOR"]["train"] == 5
    assert list(found["fig-2"].cells["all"]) == ["Lex", "Lex+Ort", "Lex+Ort+Dic"]


def test_he_scores_hipaa_and_all_categories_in_each_metric():
    results = results_of("he2015")
    best = results["authentic, wi-deid, labels, split"].counts["entities"]
    best["relaxed"] = {"PATIENT": {"tp": 3, "fp": 0, "fn": 1}, "DOCTOR": {"tp": 0, "fp": 0, "fn": 4}, "X": {"tp": 50}}
    table = he2015_tables(results, {}).results["3"]
    assert table.of("Unofficial run 2", "HIPAA relaxed").recall == 75
    assert table.of("Unofficial run 2", "i2b2 relaxed").recall == 37.5


def test_the_thesis_has_its_people_and_our_algorithm():
    results = results_of("neamatullah2006")
    results["authentic, deid, labels"].counts["thesis"] = {
        "notes": 2,
        "words": 2_000,
        "identified": {"Full name": 30, "Full date": 60},
        "escaped": {"Full name": 4, "Year": 5, "Ward": 1},
        "false positives": 10,
        "names of patients escaped": 2,
    }
    found = neamatullah2006_tables(results)
    table = found.results["4.1"]
    assert table.of("Algorithm", "PHI") == Row("Algorithm", "PHI", 90, 90, None)
    assert table.rows[:-1] == tuple(row for row in RESULTS["neamatullah2006"]["4.1"].rows if row.method != "Algorithm")
    assert found.counts["4.2"].cells["Algorithm"] == {"per cent": 0.5, "per 10,000 words": 50}
    assert found.counts["4.2"].cells["1 person, min"] == COUNTS["neamatullah2006"]["4.2"].cells["1 person, min"]
    assert found.counts["4.3"].cells["Year"] == {"false negatives": 5, "per 100,000 words": 250}
    assert found.counts["4.3"].cells["Hospital"]["false negatives"] == 0
    assert found.counts["4.3"].cells["Ward"]["false negatives"] == 1  # which the thesis's table has no row for
    assert found.counts["4.3"].cells["Patient's full or last name"]["false negatives"] == 2
    risks = {risk: cells["false negatives"] for risk, cells in found.counts["4.4"].cells.items()}
    assert risks == {"High": 4, "Medium": 1, "Low": 5}
    assert found.counts["4.4"].cells["Low"]["per cent"] == 50


def test_plans_name_each_study_once():
    for paper in STUDIES:
        assert len(set(keys_of(paper))) == len(keys_of(paper))


def test_all_papers_need_every_engine_everywhere():
    every = studies_of(list(STUDIES))
    assert len({study.key for study in every}) == len(every)
    assert {study.key for study in plans.everywhere()} <= {study.key for study in every}
    some = {study.key for study in studies_of(["aramaki2006", "neamatullah2006"])}
    assert some == {*keys_of("aramaki2006"), *keys_of("neamatullah2006")}


def test_ablations_of_aramaki_add_up():
    by_name = {study.name: study.recipe["detectors"][0] for study in plans.aramaki2006()}
    uses = {name: [feature["use"] for feature in part["features"]] for name, part in by_name.items()}
    assert set(plans.SENTENCE) & set(uses["BASE+SF"]) == set(plans.SENTENCE)
    assert not {*plans.SENTENCE, "dictionary"} & set(uses["BASELINE"])
    assert "dictionary" in uses["BASE+EX"]
    assert uses["BASE+LC"] == uses["BASELINE"]
    assert [name for name, part in by_name.items() if "second" in part] == ["BASE+LC", "PROPOSED"]
    assert sorted(uses["PROPOSED"]) == sorted([*uses["BASE+SF"], *uses["BASE+EX"][len(uses["BASELINE"]) :]])


@pytest.mark.parametrize("name", plans.FEATURES)
def test_one_group_of_features_alone(name):
    study = next(study for study in plans.uzuner2008() if study.key == f"random, {name}")
    assert {feature["use"] for feature in study.recipe["detectors"][0]["features"]} == set(plans.FEATURES[name])


def test_local_contexts_are_under_the_svm_of_stat_deid():
    snow, identifinder = (plans.local_context("random", name).recipe["detectors"][0] for name in plans.LOCAL_CONTEXTS)
    (whole,) = next(study for study in plans.uzuner2008() if study.key == "random, stat-deid").recipe["detectors"]
    assert snow["learner"] == identifinder["learner"] == whole["learner"]
    assert {feature["use"] for feature in snow["features"]} == {"snow-context", "dictionary"}
    assert {feature["use"] for feature in identifinder["features"]} == {"identifinder-context"}


def test_feature_sets_of_he_grow():
    sizes = {study.name: len(study.recipe["detectors"][0]["features"]) for study in plans.he2015()}
    assert sizes["Lex"] < sizes["Lex+Ort"] < sizes["wi-deid"] == sizes["Comparison System"]
    assert {study.split for study in plans.he2015()} == {True}
