import os
import signal
import threading
import time

import pytest

from incognote.batch import pool
from incognote.batch.journal import BatchError, Place
from incognote.batch.pool import Pool
from incognote.errors import ConfigError, FaultError
from tests.batch.labours import Doubling, DyingAtFirst, Hanging, Unready

DIED = "the process died on it, for want of memory perhaps"


@pytest.fixture(scope="module", autouse=True)
def forked_workers():
    """None: here processes are started as users' are."""


def results(works, labour=None, workers=2, seconds=30.0):
    placed = [(Place(0, i), work) for i, work in enumerate(works)]
    return dict(Pool(labour or Doubling(), workers, seconds).results(placed))


def test_all_work_is_done():
    found = results([[i, i + 1] for i in range(20)])
    assert found == {Place(0, i): [2 * i, 2 * i + 2] for i in range(20)}


def test_no_work():
    assert results([]) == {}


def test_a_note_on_which_processes_die_is_left_out_and_no_other():
    assert results([[1, "die", 3], [4]]) == {Place(0, 0): [2, DIED, 6], Place(0, 1): [8]}


def test_several_such_notes_in_one_work():
    assert results([["die", 2, "die"]], workers=1) == {Place(0, 0): [DIED, 4, DIED]}


def test_a_process_that_dies_once_costs_nothing(tmp_path):
    once = str(tmp_path / "once")
    assert results([[1, once]]) == {Place(0, 0): [2, "did it the second time"]}


def test_a_note_that_takes_too_long_is_left_out():
    late = "it took longer than 0.3 seconds"
    assert results([[1, "hang", 3], [5]], seconds=0.3) == {Place(0, 0): [2, late, 6], Place(0, 1): [10]}


def test_errors_that_a_user_can_mend_are_raised():
    with pytest.raises(ConfigError, match="mend it"):
        results([[1, "mend"]])
    with pytest.raises(ConfigError, match="no such engine"):
        results([[1]], Unready())


def test_processes_that_die_before_they_are_ready_are_replaced(tmp_path):
    assert results([[1], [2]], DyingAtFirst(str(tmp_path), 3), workers=1) == {Place(0, 0): [2], Place(0, 1): [4]}


def test_where_none_gets_ready_it_stops(tmp_path):
    with pytest.raises(BatchError, match="fewer --workers"):
        results([[1]], DyingAtFirst(str(tmp_path), 1_000), workers=2)


def test_one_that_hangs_before_it_is_ready_is_replaced(monkeypatch):
    monkeypatch.setattr(pool, "_TO_GET_READY", 0.2)
    monkeypatch.setattr(pool, "_STARTS", 2)
    with pytest.raises(BatchError, match="hung"):
        results([[1]], Hanging(), workers=1)


def test_a_fault_is_told_without_its_message():
    with pytest.raises(FaultError, match=r"ValueError at .*labours.py") as caught:
        results([["fault"]])
    assert "SECRET" not in str(caught.value)


def test_processes_killed_from_outside_are_replaced():
    workers = Pool(Doubling(), 2, 30.0)
    works = ((Place(0, i), [i]) for i in range(300))
    found = {}
    for place, done in workers.results(works):
        found[place] = done
        if place.chunk % 50 == 0:
            os.kill(workers._workers[0].process.pid, signal.SIGKILL)
    assert found == {Place(0, i): [2 * i] for i in range(300)}


def test_works_are_taken_only_when_a_worker_is_free():
    taken = 0

    def works():
        nonlocal taken
        for i in range(100):
            taken += 1
            yield Place(0, i), [i]

    results = Pool(Doubling(), 2, 30.0).results(works())
    for number, _ in enumerate(results, 1):
        assert taken <= number + 2


def test_nobody_is_left_when_we_stop_early():
    before = threading.active_count()
    doubling = Pool(Doubling(), 2, 30.0)
    results = doubling.results((Place(0, i), [i]) for i in range(100))
    next(results)
    workers = [one.process for one in doubling._workers]
    results.close()
    time.sleep(0.1)
    assert not any(process.is_alive() for process in workers)
    assert threading.active_count() == before
