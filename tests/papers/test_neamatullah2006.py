"""Our statistics give the figures of the thesis from its own counts."""

from collections import Counter

import pytest

from incognote.evaluate.sensitivity import Sensitivity
from incognote.experiments.printed import neamatullah2006 as paper

RATES = paper.COUNTS["4.2"].cells
ESCAPED = paper.COUNTS["4.3"].cells
RISKS = paper.COUNTS["4.4"]


def escaped():
    return Sensitivity(escaped=Counter({tag: row["false negatives"] for tag, row in ESCAPED.items()}))


def test_table_4_4_from_table_4_3():
    by_risk = escaped().by_risk()
    assert by_risk == RISKS.column("false negatives")
    shares = {risk: round(100 * number / sum(by_risk.values())) for risk, number in by_risk.items()}
    assert shares == RISKS.column("per cent")


@pytest.mark.parametrize("words", [280_000, 287_000, 295_000])
def test_rates_of_table_4_3_agree_on_the_number_of_words(words):
    """Each rate per 100,000 words is that of its number in a sample of 280,000 to 295,000 words."""
    for row in ESCAPED.values():
        assert round(100_000 * row["false negatives"] / words) == row["per 100,000 words"]


def test_the_rate_of_table_4_2_disagrees_with_table_4_3():
    """Table 4.2 has 5 escaped PHI per 10,000 words; the 104 of Table 4.3 in 280,000 words are 3.7."""
    found = escaped()
    found.words = 280_000
    assert found.escaped.total() == 104
    assert found.per_10_000_words() == pytest.approx(3.71, abs=0.01)
    assert RATES["Algorithm"]["per 10,000 words"] == 5


@pytest.mark.parametrize("who", RATES)
def test_table_4_2_in_per_cent_and_per_10_000(who):
    """The two ways to write a rate agree, but for one person's minimum: 0.19 % are 19 per 10,000 words, printed 29."""
    per_cent, per_10_000 = RATES[who].values()
    assert 100 * per_cent == pytest.approx(19 if who == "1 person, min" else per_10_000)
    assert (per_10_000 == 29) == (who == "1 person, min")
