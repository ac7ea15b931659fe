"""What the papers print was copied right, as far as figures can be checked by others."""

import pytest

from incognote.evaluate.scores import f_measure
from incognote.experiments.printed import COUNTS, PROSE, RESULTS, rows_of
from incognote.experiments.printed.claims import CLAIMS

ROWS = [
    pytest.param(paper, table.number, row, id=f"{paper}-{table.number}-{row.method}-{row.kind}")
    for paper, tables in RESULTS.items()
    for table in tables.values()
    for row in table.rows
    if row.f is not None and row.precision is not None
]
TABLES = [
    pytest.param(table, id=f"{paper}-{table.number}")
    for paper, tables in RESULTS.items()
    for table in tables.values()
]  # fmt: skip

# Where a printed F is not the harmonic mean of the printed precision and recall, within what rounding allows.
MISPRINTED_F = {
    ("uzuner2008", "14", "IFinder", "PHI"): 33.22,
    ("uzuner2008", "14", "Stat De-id", "Non-PHI"): 99.87,  # Table 20 prints 99.88 for the same run
    ("uzuner2008", "19-random", "IFinder", "PHI"): 95.08,
    ("uzuner2008", "19-oov", "SNoW", "PHI"): 94.35,
    ("uzuner2008", "19-challenge", "Stat De-id", "Non-PHI"): 99.87,
    ("sibanda2006", "7", "IFinder", "Non-PHI"): 90.55,
}


@pytest.mark.parametrize(("paper", "number", "row"), ROWS)
def test_f_is_that_of_precision_and_recall(paper, number, row):
    place = (paper, number, row.method, row.kind)
    step = 0.1 if paper == "sibanda2006" else 0.01
    f = 100 * f_measure(row.precision / 100, row.recall / 100)
    assert f == pytest.approx(MISPRINTED_F.get(place, row.f), abs=1.01 * step)
    assert (f == pytest.approx(row.f, abs=1.01 * step)) == (place not in MISPRINTED_F)


@pytest.mark.parametrize("table", TABLES)
def test_a_table_has_each_method_once_for_each_class(table):
    places = [row[:2] for row in table.rows]
    assert len(set(places)) == len(places)
    assert all(figure is None or 0 <= figure <= 100 for row in table.rows for figure in row[2:5])
    assert table.marks or not any(row.marked for row in table.rows)


def test_tables_are_under_their_numbers():
    for papers in (RESULTS, COUNTS, PROSE):
        assert set(papers) == set(RESULTS)
        assert all(table.number == number for tables in papers.values() for number, table in tables.items())


@pytest.mark.parametrize("key", CLAIMS)
def test_a_claim_rests_on_rows_that_exist(key):
    claim = CLAIMS[key]
    assert claim.key == key
    assert claim.quote
    assert claim.section
    for basis in claim.basis:
        table = RESULTS[claim.paper].get(basis.table)
        if not table:
            assert basis.table in COUNTS[claim.paper]
            assert basis.methods == basis.kinds == ()
            continue
        rows = rows_of(claim.paper, basis)
        assert {row.method for row in rows} >= set(basis.methods)
        assert {row.kind for row in rows} >= set(basis.kinds)
        assert rows


def test_every_paper_claims_something():
    assert {claim.paper for claim in CLAIMS.values()} == set(RESULTS)


def test_rows_of_a_basis_are_of_its_methods_and_classes():
    basis = CLAIMS["uzuner2008.context-over-dictionaries"].basis[0]
    assert [row[:2] for row in rows_of("uzuner2008", basis)] == [("Stat De-id", "PHI"), ("H+D", "PHI")]


SAME_RUN = [("random", "4"), ("authentic", "6"), ("ambiguous", "8"), ("oov", "11"), ("challenge", "14")]


@pytest.mark.parametrize(("corpus", "number"), SAME_RUN)
@pytest.mark.parametrize("kind", ["PHI", "Non-PHI"])
def test_table_19_of_uzuner_repeats_stat_de_id(corpus, number, kind):
    tables = RESULTS["uzuner2008"]
    assert tables[number].corpus == corpus
    assert tables[f"19-{corpus}"].of("Stat De-id", kind) == tables[number].of("Stat De-id", kind)
