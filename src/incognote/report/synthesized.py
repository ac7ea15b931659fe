"""What a corpus with invented PHI holds, beside the paper's corpus of that style (Uzuner 2008, Tables 1 to 3)."""

from __future__ import annotations

from incognote.experiments.described import NAMES_OF_CLASSES, Described
from incognote.experiments.printed import uzuner2008
from incognote.report.tables import Column, Row, Table, columns

_DICTIONARY_OF = {"PATIENT": "names", "DOCTOR": "names", "LOCATION": "locations", "HOSPITAL": "hospitals"}
_NOTE = "In per cent of a class's words. Dictionaries are those of Stat De-id: names, locations, hospitals, months."


def synthesized_table(style: str, found: Described) -> Table:
    """Words by class, the share of those that are ambiguous, and of those that the dictionary of the class has."""
    ambiguous, rows = found.ambiguous(), list[Row]()
    listed = {**_DICTIONARY_OF, "DATE": "months"}
    for label, name in NAMES_OF_CLASSES.items():
        in_lists = found.listed(label, listed[label]) if label in listed else None
        rows.append((name, found.words[label].total(), found.share(label, ambiguous), in_lists, *_printed(style, name)))
    names = columns("words", "ambiguous", "in dictionary", spec=".1f")
    theirs = columns("paper's words", "paper's ambiguous", "paper's in dictionary", spec=".1f")
    title = f"Words by class, style {style} (Uzuner 2008, Tables 1 to 3)"
    whole = [Column(column.name, "," if "words" in column.name else column.spec) for column in (*names, *theirs)]
    return Table("synthesized", title, (Column("class"), *whole), tuple(rows), _NOTE)


def _printed(style: str, name: str) -> tuple[int | None, float | None, float | None]:
    """The paper's number of words, share of ambiguous ones and share of those in a dictionary."""
    if style not in uzuner2008.CORPORA:
        return None, None, None
    words = uzuner2008.COUNTS["1"].cells[name][style]
    ambiguous = uzuner2008.COUNTS["2"].cells[name].get(style)
    in_lists = uzuner2008.COUNTS["3"].cells[style]
    mine = [value for column, value in in_lists.items() if column.startswith(f"{name}s in")]
    return int(words), 100 * ambiguous / words if ambiguous is not None else None, mine[0] if mine else None
