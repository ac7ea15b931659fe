"""What the five papers print: their results, their other tables, figures of their text, and their claims.

A paper is named by its first author and year: "uzuner2008", "sibanda2006", "aramaki2006", "he2015", "neamatullah2006".
"""

from incognote.experiments.printed import aramaki2006, he2015, neamatullah2006, sibanda2006, uzuner2008
from incognote.experiments.printed.tables import Basis, Claim, Counted, Printed, Row

RESULTS: dict[str, dict[str, Printed]] = {
    "uzuner2008": uzuner2008.RESULTS,
    "sibanda2006": sibanda2006.RESULTS,
    "aramaki2006": aramaki2006.RESULTS,
    "he2015": he2015.RESULTS,
    "neamatullah2006": neamatullah2006.RESULTS,
}
"""Tables of results: paper -> number -> table."""

COUNTS: dict[str, dict[str, Counted]] = {
    "uzuner2008": uzuner2008.COUNTS,
    "sibanda2006": sibanda2006.COUNTS,
    "aramaki2006": aramaki2006.COUNTS,
    "he2015": he2015.COUNTS,
    "neamatullah2006": neamatullah2006.COUNTS,
}
"""Tables of numbers: paper -> number -> table."""

PROSE: dict[str, dict[str, Counted]] = {
    "uzuner2008": uzuner2008.PROSE,
    "sibanda2006": sibanda2006.PROSE,
    "aramaki2006": aramaki2006.PROSE,
    "he2015": he2015.PROSE,
    "neamatullah2006": neamatullah2006.PROSE,
}
"""Figures of the running text: paper -> section -> figures."""


def rows_of(paper: str, basis: Basis) -> tuple[Row, ...]:
    """The rows of results that a claim names; none where it rests on a table of numbers."""
    table = RESULTS[paper].get(basis.table)
    return tuple(
        row
        for row in (table.rows if table else ())
        if row.method in (basis.methods or (row.method,)) and row.kind in (basis.kinds or (row.kind,))
    )


__all__ = ["COUNTS", "PROSE", "RESULTS", "Basis", "Claim", "Counted", "Printed", "Row", "rows_of"]
