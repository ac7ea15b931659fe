"""Peers are measured: notes are drawn apart, what runners write is read, and what doesn't run says why."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from incognote.types import Document, Span

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
TEXT = "Seen by Ann Lee in May."

RUNNER = """
import sys
sys.path.insert(0, {folder!r})
from _loop import run

def load():
    print("Ann")
    {load}

run("incognote", load)
"""


@pytest.fixture
def modules(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    monkeypatch.syspath_prepend(str(BENCHMARKS / "_peers"))
    import with_philter

    import _peer_runs
    import _speed_plot
    import peers

    return _peer_runs, _speed_plot, peers, with_philter


def looped(load, notes):
    """The lines that the loop writes for a peer."""
    code = RUNNER.format(folder=str(BENCHMARKS / "_peers"), load=load)
    lines = "".join(json.dumps({"part": "gold", "id": note, "text": note}) + "\n" for note in notes)
    done = subprocess.run([sys.executable, "-c", code], input=lines, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_the_loop_tells_places_and_costs_and_nothing_that_a_peer_prints():
    lines = looped("return lambda text: [(8, 15, 'NAME')]", [TEXT, TEXT])
    first, second, last = map(json.loads, lines)
    assert first == second | {"id": TEXT} == {"part": "gold", "id": TEXT, "spans": [[8, 15, "NAME"]]}
    assert last["start"] > 0
    assert last["memory"] > 1
    assert set(last["spent"]) == {"gold"}


def test_a_peer_that_fails_on_a_note_goes_on_and_is_told():
    lines = looped("return lambda text: [(0, 1 // (len(text) - 1), 'X')]", ["a", "bcd"])
    assert [json.loads(line)["spans"] for line in lines[:2]] == [[], [[0, 0, "X"]]]
    assert json.loads(lines[2])["failures"] == {"ZeroDivisionError": 1}


def test_a_peer_that_is_not_there_says_why(modules):
    runs, *_ = modules
    lines = looped("import no_such_peer", [TEXT])
    assert (
        runs.read(lines, {"gold": [Document("1", TEXT)]}).reason
        == "ModuleNotFoundError: No module named 'no_such_peer'"
    )


def test_spans_are_cut_to_the_note_and_a_run_that_stops_is_no_result(modules):
    runs, *_ = modules
    last = {"spent": {"gold": 1.0}, "start": 1.0, "memory": 1.0, "version": "1", "failures": {}}
    note = {"part": "gold", "id": "1", "spans": [[8, 11, "NAME"], [20, 99, "DATE"], [3, 3, "X"]]}
    docs = {"gold": [Document("1", TEXT)]}
    done = runs.read([json.dumps(note), json.dumps(last)], docs)
    assert done.found["gold"][0].spans == (Span(8, 11, "NAME"), Span(20, len(TEXT), "DATE"))
    assert runs.read([json.dumps(last)], docs).reason == "ended before its last note"


def test_reasons_name_no_addresses(modules):
    runs, *_ = modules
    told = runs._last_line("ERROR: No match for x at https://host/simple\nWARNING: old pip\n")
    assert told == "No match for x at …"


@pytest.mark.parametrize("notes", [1, 7, 30, 100])
def test_notes_to_warm_up_with_are_not_measured(modules, notes):
    *_, peers, _ = modules
    docs = [Document(str(number), TEXT) for number in range(100)]
    before, measured = peers.drawn(docs, notes, notes // 5, "gold").values()
    assert len(measured) == notes
    assert not {doc.id for doc in before} & {doc.id for doc in measured}
    assert len(before) <= notes // 5


def test_figures_of_a_run_and_of_one_that_failed(modules):
    runs, _, peers, _ = modules
    gold = [Document("1", TEXT, (Span(8, 15, "DOCTOR"), Span(19, 22, "DATE")))]
    found = [Document("1", TEXT, (Span(5, 11, "NAME"),))]
    engine, parts = runs.Engine("x", "with_x", ("x",), remark="as it is"), {"gold": gold}
    name, notes, megabytes, start, memory, recall, precision, touched, others, remark = peers.row(
        engine, runs.Run({"gold": found}, {"gold": 0.5}, 2.0, 10.4, "3"), parts, own_gold=True
    )
    assert (name, notes, start, memory, remark) == ("x 3", 2.0, 2.0, 10, "as it is")
    assert megabytes == pytest.approx(len(TEXT) / 1e6 / 0.5)
    assert (recall, precision, touched, others) == pytest.approx((1 / 3, 1 / 2, 2 / 6, 1 / 3))
    failed = peers.row(engine, runs.Run(reason="took more than 1 s"), parts, own_gold=True)
    assert len(failed) == 10
    assert failed[-1] == "took more than 1 s. as it is"
    assert (
        "x: " in peers.plot([(name, notes, megabytes, start, memory, recall, precision, 0.1, 0.1, "")], [engine]).file()
    )


def test_where_two_texts_of_one_length_differ(modules):
    *_, philter = modules
    assert list(philter.differences("by Ann Lee 5", "by *** *** *")) == [(3, 6, "PHI"), (7, 10, "PHI"), (11, 12, "PHI")]


def test_flags_in_the_middle_of_an_expression_count_for_all_of_it(modules):
    *_, philter = modules
    assert philter.compiled("a(?i)b|(?i)c").fullmatch("AB")
