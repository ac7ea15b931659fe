"""Parquet: dates and times move as far as the patient's notes do; those that can't are null."""

import datetime as dt

import pytest

from incognote.containers.base import Cutting
from incognote.errors import ConfigError
from incognote.replace.shifts import Shift
from tests.containers.parquet_tables import as_read, table, there_and_back
from tests.containers.passing import WEEK, rewriting

pa = pytest.importorskip("pyarrow")
pc = pytest.importorskip("pyarrow.compute")

UTC = dt.UTC
DATES = [dt.datetime(2020, 1, 2, 3, 4, 5), None, dt.datetime(9999, 12, 30)]


@pytest.mark.parametrize(
    ("type", "first"),
    [
        (pa.date32(), dt.date(2020, 1, 9)),
        (pa.date64(), dt.date(2020, 1, 9)),
        (pa.timestamp("s"), dt.datetime(2020, 1, 9, 3, 4, 5)),
        (pa.timestamp("us", "UTC"), dt.datetime(2020, 1, 9, 3, 4, 5, tzinfo=UTC)),
        (pa.timestamp("ms", "Europe/Berlin"), dt.datetime(2020, 1, 9, 3, 4, 5, tzinfo=UTC)),
    ],
)
def test_dates_move_and_those_out_of_range_are_null(tmp_path, type, first):
    before = table(when=pa.array(DATES, pa.timestamp("ms")).cast(type))
    after, *_ = there_and_back(before, tmp_path, Cutting(dates=("when",)), rewriting(shift=WEEK))
    assert after.schema == as_read(tmp_path).schema
    assert after["when"].to_pylist() == [first, None, None]
    assert there_and_back(before, tmp_path, Cutting(dates=("when",)))[0]["when"].to_pylist() == [None] * 3


@pytest.mark.parametrize(
    ("zone", "before", "after"),
    [
        ("America/New_York", "2012-03-04T23:30", "2012-03-11T23:30-04:00"),
        ("America/New_York", "2012-11-04T00:30", "2012-11-11T00:30-05:00"),
        ("America/New_York", "2012-10-28T01:30", "2012-11-04T01:30-04:00"),  # which clocks show twice
        ("America/New_York", "2012-03-04T02:30", "2012-03-11T03:00-04:00"),  # which they never show
        ("America/Sao_Paulo", "2017-10-08T00:30", "2017-10-15T01:00-02:00"),
        ("+05:30", "2012-03-04T23:30", "2012-03-11T23:30+05:30"),
        ("UTC", "2012-03-04T23:30", "2012-03-11T23:30+00:00"),
    ],
)
@pytest.mark.parametrize("unit", ["ms", "us", "ns"])
def test_times_with_a_zone_move_as_its_clocks_show_them(tmp_path, unit, zone, before, after):
    local = pa.array([dt.datetime.fromisoformat(before), None], pa.timestamp(unit))
    times = pc.assume_timezone(local, zone)
    moved, *_ = there_and_back(table(2, when=times), tmp_path, Cutting(dates=("when",)), rewriting(shift=WEEK))
    assert moved["when"].type == times.type
    assert moved["when"].cast(pa.timestamp("ms", "UTC")).to_pylist() == [dt.datetime.fromisoformat(after), None]


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Tokyo"])
@pytest.mark.parametrize(
    ("unit", "number"), [("ns", 2**63 - 5), ("ns", -(2**63) + 5), ("us", 253_402_300_799_000_000), ("us", 2**62)]
)
@pytest.mark.parametrize("shift", [WEEK, Shift(-1), Shift(52)])
def test_times_that_are_out_of_range_in_their_zone_are_null_or_right(tmp_path, zone, unit, number, shift):
    when = pa.array([number], pa.int64()).cast(pa.timestamp(unit, zone))
    after, *_ = there_and_back(table(1, when=when), tmp_path, Cutting(dates=("when",)), rewriting(shift=shift))
    (moved,) = after["when"].cast(pa.int64()).to_pylist()
    day = 86_400 * 10 ** (9 if unit == "ns" else 6)
    assert moved is None or abs(moved - number - shift.days * day) <= day // 24


def test_a_zone_that_nobody_knows_is_told(tmp_path):
    before = table(when=pa.array([1, 2, 3], pa.timestamp("us", "Zyx/Rotterdam")))
    with pytest.raises(ConfigError, match="the time zone of the column 'when' isn't known here"):
        there_and_back(before, tmp_path, Cutting(dates=("when",)))


def test_nanoseconds_and_dates_as_text(tmp_path):
    when = pa.array([0, None, 2**63 - 5], pa.int64()).cast(pa.timestamp("ns"))
    before = table(when=when, day=pa.array(["2020", None, "x"]))
    new = rewriting(shift=WEEK, date={"2020": "2021"}.get)
    after, *_ = there_and_back(before, tmp_path, Cutting(dates=("when", "day")), new)
    assert after["when"].cast(pa.int64()).to_pylist() == [7 * 86_400 * 10**9, None, None]
    assert after["day"].to_pylist() == ["2021", None, None]
