"""Our measures give the figures of He 2015 from its own counts."""

import pytest

from incognote.evaluate.mistakes import KINDS
from incognote.evaluate.scores import Score, total
from incognote.experiments.printed import he2015 as paper
from incognote.labels import HIPAA_LABELS, LABELS, main_category

ENTITIES = paper.COUNTS["4"].cells
OVERALL = [kind for kind in ENTITIES if kind not in LABELS]
FOUND = {gold: row for gold, row in paper.COUNTS["7"].cells.items() if gold in LABELS}
SPURIOUS = paper.COUNTS["7"].cells["spurious"]
SYSTEM = paper.COUNTS["7"].cells["total"]
ERRORS = paper.COUNTS["6"].cells
EXTENTS = {kind: row for kind, row in paper.COUNTS["8"].cells.items() if kind != "total"}
EXTENT_TOTALS = paper.COUNTS["8"].cells["total"]


def score(row):
    return Score(row["agree"], row["system"] - row["agree"], row["gold"] - row["agree"])


TYPES = {kind: score(row) for kind, row in ENTITIES.items() if kind in LABELS}


def figures(found):
    return tuple(round(100 * figure, 2) for figure in (found.precision, found.recall, found.f))


@pytest.mark.parametrize("kind", ENTITIES)
def test_table_4(kind):
    assert figures(score(ENTITIES[kind])) == paper.RESULTS["4"].of("WI-deId", kind)[2:5]


@pytest.mark.parametrize("main", OVERALL)
def test_overall_rows_of_table_4_are_about_our_main_categories(main):
    for column in ("train", "gold", "system"):
        own = sum(ENTITIES[kind][column] for kind in TYPES if main_category(kind) == main)
        assert own == ENTITIES[main][column]


def test_table_5_repeats_tables_3_and_4():
    for row in paper.RESULTS["5"].rows:
        if row.method == "WI-deId":
            same = ("3", "Unofficial run 2", "i2b2 strict") if row.kind == "all" else ("4", "WI-deId", row.kind)
            assert paper.RESULTS[same[0]].of(*same[1:]).f == row.f


def test_overall_rows_count_confusions_within_a_main_category_as_found():
    """Table 4's overall rows exceed the sums of their types by the confusions of Table 7 inside the main category."""
    for main in OVERALL:
        own = [label for label in TYPES if main_category(label) == main]
        confused = sum(FOUND[gold].get(label, 0) for gold in own for label in own if gold != label)
        assert ENTITIES[main]["agree"] == sum(TYPES[label].tp for label in own) + confused


def test_i2b2_strict_of_table_3_is_the_sum_of_table_4():
    assert figures(total(TYPES.values())) == paper.RESULTS["3"].of("Unofficial run 2", "i2b2 strict")[2:5]


def test_hipaa_strict_of_table_3_shows_which_labels_are_hipaas():
    """Only without IDNUM do the counts of Table 4 give the HIPAA scores of Table 3."""
    printed = paper.RESULTS["3"].of("Unofficial run 2", "HIPAA strict")[2:5]
    assert figures(total(TYPES[kind] for kind in TYPES if kind in HIPAA_LABELS)) == printed
    with_idnum = total(TYPES[kind] for kind in TYPES if kind in HIPAA_LABELS | {"IDNUM"})
    assert figures(with_idnum) != printed


def test_percentages_of_table_6():
    whole = sum(row["number"] for row in ERRORS.values())
    assert set(ERRORS) == set(KINDS)
    for row in ERRORS.values():
        assert round(100 * row["number"] / whole, 2) == row["per cent"]


def test_totals_of_table_7():
    for row in (*FOUND.values(), SPURIOUS):
        assert sum(row.values()) == 2 * row["total"]
    for kind, whole in SYSTEM.items():
        assert sum(row.get(kind, 0) for row in (*FOUND.values(), SPURIOUS)) == whole


def test_percentages_of_table_7():
    shares = paper.COUNTS["7-shares"].cells
    for kind, row in FOUND.items():
        assert round(100 * row["missing"] / row["total"], 1) == shares["missing"].get(kind, 0)
        assert round(100 * SPURIOUS.get(kind, 0) / (SYSTEM[kind] or 1), 1) == shares["spurious"].get(kind, 0)


def test_missing_entities_of_section_3_4():
    printed = paper.PROSE["3.4"].cells["missing"]
    assert printed["gold"] == total(TYPES.values()).gold
    assert round(100 * printed["entities"] / printed["gold"], 1) == printed["per cent"]


def test_groups_of_table_6_are_the_sums_of_tables_7_and_8():
    confused = sum(row.get(kind, 0) for gold, row in FOUND.items() for kind in FOUND if kind != gold)
    assert confused == ERRORS["type"]["number"]
    assert SYSTEM["missing"] == ERRORS["missing"]["number"]
    assert SPURIOUS["total"] == ERRORS["spurious"]["number"]
    assert {name: sum(row[name] for row in EXTENTS.values()) for name in EXTENT_TOTALS} == EXTENT_TOTALS
    assert EXTENT_TOTALS["total"] == ERRORS["extent"]["number"]
    assert all(sum(row.values()) == 2 * row["total"] for row in EXTENTS.values())


def test_mistakes_are_counted_by_what_was_found():
    """System of Table 4 = column of Table 7 + extent errors of Table 8 for every type: extents go by the type found.

    Gold entities don't add up that way: 20 of the 11,462 are in neither table, since one wrong extent can span several.
    """
    for kind in FOUND:
        extents = EXTENTS[kind]["total"] if kind in EXTENTS else 0
        assert TYPES[kind].system == SYSTEM[kind] + extents
    accounted = sum(row["total"] for row in FOUND.values()) + EXTENT_TOTALS["total"]
    assert total(TYPES.values()).gold - accounted == 20
