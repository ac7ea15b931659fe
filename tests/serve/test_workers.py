import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import active_children
from pathlib import Path

import pytest

from incognote.errors import ConfigError, DetectionError, FaultError, UnknownNameError
from incognote.serve.engines.catalogue import Catalogue
from incognote.serve.engines.work import Find
from incognote.serve.engines.workers import Labour, Workers
from incognote.serve.problems import BusyError, TooLongError
from incognote.types import Document
from tests.serve.labours import ENGINE, Die, LateOnOne, Raise, Sleep, Waiting

DOC = Document("1", "Seen by Dr. Boris Adams.")


@pytest.fixture
def workers():
    made = []

    def start(size=1, queue=4, seconds=20.0):
        labour = Labour(Catalogue(), ENGINE)
        made.append(Workers(labour, size, queue, seconds))
        return made[-1]

    yield start
    for one in made:
        one.close()


def until(true, seconds=20):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def alive(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]


def test_phi_is_found_in_a_process_of_its_own(workers):
    some = workers()
    (found,) = some.do(Find(ENGINE, [DOC]))
    assert [found[span] for span in found.spans] == ["Boris Adams"]
    assert some.do(Sleep(0)) != os.getpid()


def test_who_is_late_is_replaced(workers):
    some = workers(seconds=0.5)
    before = some.do(Sleep(0))
    with pytest.raises(TooLongError, match=r"0\.5 seconds; send less"):
        some.do(Sleep(30))
    assert some.do(Sleep(0)) != before
    assert not alive(before)
    assert some.gauges()["workers_replaced"] == 1


def test_who_dies_is_replaced(workers):
    some = workers()
    with pytest.raises(FaultError, match="memory"):
        some.do(Die())
    process = some.do(Sleep(0))
    os.kill(process, signal.SIGKILL)  # while it has nothing to do
    until(lambda: process not in [child.pid for child in active_children()])
    assert some.do(Sleep(0)) != process


def test_errors_of_ours_are_told_and_others_are_not_quoted(workers):
    some = workers()
    with pytest.raises(ConfigError, match="as it is"):
        some.do(Raise(ConfigError("as it is")))
    with pytest.raises(FaultError) as error:
        some.do(Raise(ValueError("Zanderquist")))
    assert "ValueError" in str(error.value)
    assert "Zanderquist" not in str(error.value)
    assert some.do(Sleep(0))


def test_what_comes_beyond_the_queue_is_refused_until_there_is_room(workers, tmp_path):
    some = workers(size=1, queue=2)
    some.do(Sleep(0))
    with ThreadPoolExecutor(3) as threads:
        first = threads.submit(some.do, Waiting(tmp_path / "go"))
        until(lambda: some.gauges()["workers_busy"] == 1)
        others = [threads.submit(some.do, Sleep(0)) for _ in range(2)]
        until(lambda: some.gauges()["requests_waiting"] == 2)
        with pytest.raises(BusyError, match="try again"):
            some.do(Sleep(0))
        (tmp_path / "go").touch()
        for done in (first, *others):
            done.result()
    assert some.do(Sleep(0))
    assert some.gauges()["requests_waiting"] == some.gauges()["workers_busy"] == 0


def test_nobody_waits_longer_than_work_may_take(workers, tmp_path):
    some = workers(seconds=0.5, queue=8)
    some.do(Sleep(0))

    def problem(_):
        with pytest.raises((BusyError, TooLongError)) as error:
            some.do(Waiting(tmp_path / "never"))
        return error.type

    with ThreadPoolExecutor(5) as threads:
        problems = list(threads.map(problem, range(5)))
    assert problems.count(BusyError) >= 3  # while one was at work, and another perhaps
    assert some.do(Sleep(0))


def test_work_in_the_background_is_never_refused(workers, tmp_path):
    some = workers(queue=0)
    some.do(Sleep(0))
    with ThreadPoolExecutor(2) as threads:
        threads.submit(some.do, Waiting(tmp_path / "go"))
        until(lambda: some.gauges()["workers_busy"] == 1)
        patient = threads.submit(some.find, [DOC], ENGINE)
        with pytest.raises(BusyError):
            some.do(Sleep(0))
        (tmp_path / "go").touch()
        assert patient.result()[0].spans


def test_notes_on_which_processes_are_late_are_told_apart(workers, monkeypatch):
    monkeypatch.setattr("incognote.serve.engines.workers.Find", LateOnOne)
    found = workers(seconds=1.0).find([DOC, Document("late", "text"), Document("2", "Mr. Boris Adams")], ENGINE)
    assert [isinstance(one, DetectionError) for one in found] == [False, True, False]
    assert (found[1].doc_id, found[1].problem) == ("late", "it took longer than 1 seconds")


def test_closing_ends_processes_and_refuses_what_waits(workers, tmp_path):
    some = workers()
    process = some.do(Sleep(0))
    refused = []

    def ask(work):
        try:
            some.do(work)
        except (BusyError, FaultError) as error:
            refused.append(type(error))

    threads = [threading.Thread(target=ask, args=(work,)) for work in (Waiting(tmp_path / "never"), Sleep(0))]
    threads[0].start()
    until(lambda: some.gauges()["workers_busy"] == 1)
    threads[1].start()
    until(lambda: some.gauges()["requests_waiting"] == 1)
    some.close()
    for thread in threads:
        thread.join(20)
    assert sorted(kind.__name__ for kind in refused) == ["BusyError", "FaultError"]
    assert not alive(process)
    with pytest.raises(BusyError, match="stopping"):
        some.do(Sleep(0))


def test_a_signal_to_the_group_leaves_workers_to_their_work(workers):
    some = workers()
    process = some.do(Sleep(0))
    for one in (signal.SIGINT, signal.SIGTERM):
        os.kill(process, one)
    assert some.do(Sleep(0.1)) == process


@pytest.mark.parametrize("name", ["", "/etc/passwd", "../models", "nobody", "deid@safe", "incognote@sfae", "."])
def test_engines_go_by_name_only(name, tmp_path):
    catalogue = Catalogue(tmp_path)
    with pytest.raises(UnknownNameError) as error:
        catalogue.sound(name)
    if name not in ("", "."):
        assert name not in str(error.value)


def test_the_first_point_is_named():
    assert Catalogue().sound("incognote") == "incognote@safe"
    assert Catalogue().sound("incognote@strict") == "incognote@strict"


def test_only_whole_folders_with_a_fitting_name_are_models(tmp_path):
    for name in ("ours-2", "deid", ".hidden", "with blank", "empty"):
        (tmp_path / name).mkdir()
        if name != "empty":
            (tmp_path / name / "manifest.json").write_text("{}")
    assert Catalogue(tmp_path).adapted() == ["ours-2"]
