import threading
import time

import pytest

from incognote.errors import ConfigError
from incognote.serve.jobs import Jobs
from incognote.serve.metrics import Metrics
from incognote.serve.problems import BusyError, ConflictError


def ended(jobs, number):
    until = time.monotonic() + 10
    while jobs.get(number).goes_on:
        assert time.monotonic() < until
        time.sleep(0.005)
    return jobs.get(number)


def test_a_job_tells_how_far_it_is_and_what_came_of_it():
    jobs, go_on = Jobs(), threading.Event()

    def work(tell):
        tell(1, 2)
        assert go_on.wait(10)
        return "all"

    job = jobs.start("counting", "project/1", work)
    until = time.monotonic() + 10
    while jobs.get(job.id).done != 1 and time.monotonic() < until:
        time.sleep(0.005)
    assert (jobs.get(job.id).done, jobs.get(job.id).of) == (1, 2)
    go_on.set()
    done = ended(jobs, job.id)
    assert (done.state, done.result) == ("done", "all")
    assert jobs.of("project/1") == [done]
    assert jobs.of("project/2") == []


def test_one_runs_at_a_time_and_others_wait():
    jobs, go_on, at_once, most = Jobs(7), threading.Event(), [], []

    def work(tell):
        at_once.append(1)
        most.append(len(at_once))
        assert go_on.wait(10)
        time.sleep(0.01)
        at_once.pop()

    started = [jobs.start("counting", f"project/{number}", work) for number in range(4)]
    assert [job.id for job in started] == [7, 8, 9, 10]
    until = time.monotonic() + 10
    while "running" not in [jobs.get(job.id).state for job in started]:
        assert time.monotonic() < until
    time.sleep(0.05)
    assert sorted(jobs.get(job.id).state for job in started) == ["running", "waiting", "waiting", "waiting"]
    go_on.set()
    assert {ended(jobs, job.id).state for job in started} == {"done"}
    assert most == [1] * 4


def test_the_same_is_not_begun_twice_and_not_too_much_waits():
    jobs, go_on = Jobs(), threading.Event()
    first = jobs.start("learn", "learn", lambda tell: go_on.wait(10))
    with pytest.raises(ConflictError, match="already"):
        jobs.start("learn", "learn", lambda tell: None)
    others = []
    with pytest.raises(BusyError, match="wait already"):
        others.extend(jobs.start("learn", str(number), lambda tell: None) for number in range(30))
    go_on.set()
    ended(jobs, first.id)
    again = jobs.start("learn", "learn", lambda tell: None)
    assert ended(jobs, again.id).state == "done"


def test_a_job_that_fails_says_why_but_quotes_nothing():
    def fault(tell):
        raise ValueError("Mrs. Osei")

    def wrong(tell):
        raise ConfigError("too few notes")

    jobs = Jobs()
    assert ended(jobs, jobs.start("x", "y", wrong).id).error == "too few notes"
    failed = ended(jobs, jobs.start("x", "y", fault).id)
    assert failed.state == "failed"
    assert "ValueError at fault:" in failed.error
    assert "Osei" not in failed.error


def test_metrics_are_cumulative():
    metrics = Metrics()
    for seconds in (0.001, 0.3, 100):
        metrics.request("POST", "/api/detect", 200, seconds)
    metrics.count("notes", 3)
    text = metrics.text({"queue": 1})
    assert 'incognote_requests_total{method="POST",route="/api/detect",status="200"} 3' in text
    assert 'incognote_request_seconds_bucket{route="/api/detect",le="0.005"} 1' in text
    assert 'incognote_request_seconds_bucket{route="/api/detect",le="60.0"} 2' in text
    assert 'incognote_request_seconds_bucket{route="/api/detect",le="+Inf"} 3' in text
    assert "incognote_notes_total 3" in text
    assert "incognote_queue 1" in text
