"""Our F gives the figures of Aramaki 2006 from its own precision and recall."""

import pytest

from incognote.evaluate.scores import f_measure

from . import aramaki2006 as paper

ROWS = [("PHI or not", run, *row) for run, row in paper.TWO_WAY.items()]
ROWS += [(kind, run, *row) for run, rows in paper.TYPES.items() for kind, row in rows.items()]


@pytest.mark.parametrize(("kind", "run", "precision", "recall", "f"), ROWS)
def test_f_of_tables_4_and_5(kind, run, precision, recall, f):
    assert 100 * f_measure(precision / 100, recall / 100) == pytest.approx(f, abs=0.0101)
