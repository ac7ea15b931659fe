import threading
import time

from incognote.errors import ConfigError
from incognote.serve.jobs import Jobs
from incognote.serve.metrics import Metrics


def ended(jobs, number):
    until = time.monotonic() + 10
    while jobs.get(number).state == "running":
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
