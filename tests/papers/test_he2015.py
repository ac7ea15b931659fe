"""Our measures give the figures of He 2015 from its own counts."""

import pytest

from incognote.evaluate.mistakes import KINDS
from incognote.evaluate.scores import Score, total
from incognote.labels import HIPAA_LABELS, LABELS, main_category

from . import he2015 as paper


def score(row):
    gold, system, agreed = row[:3]
    return Score(agreed, system - agreed, gold - agreed)


TYPES = {kind: score(row) for (_, kind), row in paper.ENTITIES.items() if kind != "overall"}


def figures(found):
    return tuple(round(figure, 4) for figure in (found.precision, found.recall, found.f))


@pytest.mark.parametrize("row", paper.ENTITIES)
def test_table_4(row):
    assert figures(score(paper.ENTITIES[row])) == paper.ENTITIES[row][3:]


def test_types_of_table_4_are_ours():
    assert set(TYPES) <= set(LABELS)
    assert all(main_category(kind) == main for main, kind in paper.ENTITIES if kind != "overall")


def test_overall_rows_count_confusions_within_a_main_category_as_found():
    """Table 4's overall rows exceed the sums of their types by the confusions of Table 7 inside the main category."""
    for (main, kind), row in paper.ENTITIES.items():
        if kind == "overall":
            own = [label for label in TYPES if main_category(label) == main]
            confused = sum(
                number
                for gold, (found, _, _) in paper.FOUND.items()
                for label, number in found.items()
                if gold != label and gold in own and label in own
            )
            agreed = sum(TYPES[label].tp for label in own)
            assert row[2] == agreed + confused


def test_i2b2_strict_of_table_3_is_the_sum_of_table_4():
    assert figures(total(TYPES.values())) == paper.I2B2_STRICT


def test_hipaa_strict_of_table_3_shows_which_labels_are_hipaas():
    """Only without IDNUM do the counts of Table 4 give the HIPAA scores of Table 3."""
    assert figures(total(TYPES[kind] for kind in TYPES if kind in HIPAA_LABELS)) == paper.HIPAA_STRICT
    with_idnum = total(TYPES[kind] for kind in TYPES if kind in HIPAA_LABELS | {"IDNUM"})
    assert figures(with_idnum) != paper.HIPAA_STRICT


def test_percentages_of_table_6():
    whole = sum(number for number, _ in paper.ERRORS.values())
    assert set(paper.ERRORS) == set(KINDS)
    for number, share in paper.ERRORS.values():
        assert round(100 * number / whole, 2) == share


def test_totals_of_table_7():
    for found, missing, whole in paper.FOUND.values():
        assert sum(found.values()) + missing == whole
    for kind, whole in paper.SYSTEM_TOTALS.items():
        in_column = sum(found.get(kind, 0) for found, _, _ in paper.FOUND.values())
        assert in_column + paper.SPURIOUS.get(kind, 0) == whole


def test_groups_of_table_6_are_the_sums_of_tables_7_and_8():
    confused = sum(n for gold, (found, _, _) in paper.FOUND.items() for kind, n in found.items() if kind != gold)
    assert confused == paper.ERRORS["type"][0]
    assert sum(missing for _, missing, _ in paper.FOUND.values()) == paper.ERRORS["missing"][0]
    assert sum(paper.SPURIOUS.values()) == paper.ERRORS["spurious"][0]
    assert tuple(map(sum, zip(*paper.EXTENTS.values(), strict=True))) == paper.EXTENT_TOTALS
    assert paper.EXTENT_TOTALS[3] == paper.ERRORS["extent"][0]
    assert all(sum(row[:3]) == row[3] for row in paper.EXTENTS.values())


def test_mistakes_are_counted_by_what_was_found():
    """System of Table 4 = column of Table 7 + extent errors of Table 8 for every type: extents go by the type found.

    Gold entities don't add up that way: 20 of the 11,462 are in neither table, since one wrong extent can span several.
    """
    for kind, whole in paper.SYSTEM_TOTALS.items():
        extents = paper.EXTENTS.get(kind, (0, 0, 0, 0))[3]
        assert TYPES[kind].system == whole + extents
    accounted = sum(whole for _, _, whole in paper.FOUND.values()) + paper.EXTENT_TOTALS[3]
    assert total(TYPES.values()).gold - accounted == 20
