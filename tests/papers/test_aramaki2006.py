"""The tables of Aramaki 2006 agree with each other and with the text."""

from incognote.experiments.printed import aramaki2006 as paper

RUNS = ("BASELINE", "BASE+SF", "BASE+EX", "BASE+LC", "PROPOSED")


def test_numbers_of_table_3_add_up():
    assert sum(paper.COUNTS["3"].column("PHI").values()) == paper.PROSE["Experiments"].cells["corpus"]["PHI"]


def test_recall_of_table_5_is_that_of_whole_phi_of_table_3():
    numbers = paper.COUNTS["3"].column("PHI")
    for row in paper.RESULTS["5"].rows:
        number = numbers.get(row.kind, sum(numbers.values()))
        assert round(100 * round(row.recall * number / 100) / number, 2) == row.recall


def test_recall_of_all_types_is_the_mean_of_the_types():
    """It is always a little lower, as if it were of two PHI more than Table 3 has."""
    numbers = paper.COUNTS["3"].column("PHI")
    for run in RUNS:
        found = sum(paper.RESULTS["5"].of(run, kind).recall * number for kind, number in numbers.items())
        assert 0 < found / sum(numbers.values()) - paper.RESULTS["5"].of(run, "all").recall < 0.025


def test_a_word_found_with_its_type_is_found():
    """So the F of types can't exceed that of PHI or not."""
    for run in RUNS:
        assert paper.RESULTS["5"].of(run, "all").f <= paper.RESULTS["4"].of(run, "PHI").f
