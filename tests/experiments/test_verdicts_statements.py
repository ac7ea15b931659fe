"""What a report says of a claim reads well."""

import pytest

from incognote.experiments.judged import Tables
from incognote.experiments.printed import COUNTS, RESULTS
from incognote.experiments.printed.claims import CLAIMS
from incognote.experiments.verdicts import CHECKS
from incognote.experiments.verdicts.figures import shown, titled

STATEMENTS = {
    "uzuner2008.context-over-dictionaries": "Table 11, PHI: Stat De-id 97.4 > H+D 38.7",
    "uzuner2008.oov-context": "Table 13, PHI, recall: Stat De-id 96.5 > H+D 11.2",
    "uzuner2008.significantly-best": "Table 10, Non-PHI: Stat De-id 98.5 > SNoW 97.8, significantly",
    "uzuner2008.random-named": "Table 5, PHI: Stat De-id 97.5 and SNoW 96.4 don't differ significantly",
    "uzuner2008.recall-90": "Table 8, PHI, recall: Stat De-id 94.3 > 90",
    "uzuner2008.all-over-target": "Table 4 and Table 16, PHI: Stat De-id 97.6 > Target words 56.5",
    "uzuner2008.target-authentic": "Target words, PHI: Table 17 79.7 ≥ Table 16 56.5 + 10",
    "uzuner2008.syntactic-over-lexical": "Table 16, PHI: Syntactic bigrams 85.2 > Lexical bigrams 77.6",
    "uzuner2008.local-context": "Table 19 (oov), PHI: Stat De-id 97.4 > SNoW 94.3",
    "uzuner2008.people-rarely-confused": "Table 21, Patient taken for, per cent: Doctor 0.34 < 2",
    "uzuner2008.locations-as-hospitals": "Table 21, "
    "Location taken for: Hospital 14 > Doctor 3, the highest of the others",
    "sibanda2006.ambiguity-and-oov": "H+D, PHI, recall: Table 2 67.6 > Table 13 11.1",
    "aramaki2006.sentences-types": "Table 5, rise of F from BASELINE to BASE+SF: "
    "PATIENT 12.2 > the median of the others 1.9",
    "he2015.few-instances": "Table 4, WI-deId: COUNTRY (66 instances) 69.8 < the median of the others 91.4",
    "he2015.missing-most": "Table 6, number: missing 851 > extent 202, the highest of the others",
    "he2015.recall-below-precision": "Table 4, WI-deId, DATE: recall 97.0 < precision 97.9",
    "neamatullah2006.between-one-and-two": "Table 4.1, sensitivity: 2 people, mean 94 > Algorithm 87",
    "neamatullah2006.medium-risk": "Table 4.4, false negatives, per cent: Medium 63.5 > 50",
}


@pytest.mark.parametrize("key", STATEMENTS)
def test_a_statement_has_the_figures_in_it(key):
    paper = CLAIMS[key].paper
    assert STATEMENTS[key] in [check.statement for check in CHECKS[key](Tables(RESULTS[paper], COUNTS[paper]))]


@pytest.mark.parametrize(
    ("figures", "texts"),
    [
        ((97.44, 38.71), ["97.4", "38.7"]),
        ((97.44, 97.41), ["97.44", "97.41"]),  # told apart
        ((95.0, 95.0), ["95.0", "95.0"]),
        ((0.05, 0.03), ["0.05", "0.03"]),  # not 0.1 and 0.0
        ((0.00001, 0.00002), ["0.000", "0.000"]),  # three decimals at most
        ((851, 202), ["851", "202"]),
        ((851, 202.5), ["851.0", "202.5"]),
    ],
)
def test_figures_have_as_many_decimals_as_they_need(figures, texts):
    assert shown(*figures) == texts


@pytest.mark.parametrize(
    ("number", "title"),
    [("4.1", "Table 4.1, PHI"), ("19-random", "Table 19 (random), PHI"), ("fig-2", "Figure 2, PHI")],
)
def test_a_table_is_named_as_the_paper_does(number, title):
    assert titled(number, "PHI", "") == title
