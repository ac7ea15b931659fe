"""Annotators and engines against a gold standard, by hand."""

import pytest

from incognote.config import EvaluateConfig
from incognote.evaluate.significance import exact_interval
from incognote.report import measured
from incognote.report.measured import System
from incognote.types import Document, Span

TEXT = "Ada saw Ben and Cleo in Troy"
ADA, BEN, CLEO, TROY = Span(0, 3, "PATIENT"), Span(8, 11, "DOCTOR"), Span(16, 20, "PATIENT"), Span(24, 28, "CITY")
SAW = Span(4, 7, "DOCTOR")
SETTINGS = EvaluateConfig()


def notes(**spans):
    return {doc_id: Document(doc_id, TEXT, found) for doc_id, found in spans.items()}


GOLD = notes(a=(ADA, BEN, CLEO, TROY), b=())
ANN, DAN = notes(a=(ADA, BEN), b=()), notes(a=(BEN, CLEO, TROY), b=(SAW,))
ENGINE = notes(a=(ADA, CLEO, TROY, SAW))


def systems(**found):
    return {name: System.of(GOLD, theirs) for name, theirs in found.items()}


def test_people_and_engines_as_in_the_thesis():
    table = measured.people_and_engines_table(
        GOLD, {"ann": ANN, "dan": DAN}, {"e@safe": System.of(GOLD, ENGINE)}, SETTINGS
    )
    assert table.rows == (
        ("1 person", "sensitivity", 0.5, 0.75, 0.625, None),
        ("1 person", "PPV", 0.75, 1.0, 0.875, None),
        ("2 people", "sensitivity", None, None, 1.0, exact_interval(4, 4)),
        ("2 people", "PPV", None, None, 0.8, exact_interval(4, 5)),
        ("e@safe", "sensitivity", None, None, 0.75, exact_interval(3, 4)),
        ("e@safe", "PPV", None, None, 0.75, exact_interval(3, 4)),
    )


def test_who_was_measured_on_fewer_notes_is_told():
    def note(people, engine):
        engines = {"e@safe": System.of(GOLD, engine)}
        return measured.people_and_engines_table(GOLD, people, engines, SETTINGS).note

    assert "looked" not in note({"ann": ANN}, ANN) and "group of people" not in note({"ann": ANN}, ANN)
    assert "e@safe looked at 1 of the 2 notes" in note({"ann": ANN}, ENGINE)
    assert "group of people" in note({"ann": ENGINE, "dan": DAN}, ANN)


def test_those_who_have_no_note_in_common_are_no_group():
    table = measured.people_and_engines_table(
        GOLD, {"ann": {"a": ANN["a"]}, "dan": {"b": DAN["b"]}}, {"deid": System([])}, SETTINGS
    )
    assert {row[0] for row in table.rows} == {"1 person"}


def test_each_is_measured_on_the_notes_that_they_have():
    table = measured.measured_table(systems(ann=ANN, engine=ENGINE), SETTINGS)
    ann, engine = table.rows
    assert ann[:5] == ("ann", 2, 4, 2, 0)
    assert ann[9:] == (0.5, exact_interval(1, 2))
    assert engine[:5] == ("engine", 1, 4, 3, 1)
    assert engine[5:7] == (0.75, exact_interval(3, 4))


def test_labels_by_what_is_covered():
    """A place that is covered counts for its label, whatever it was called."""
    found = notes(a=(Span(0, 3, "CITY"), Span(16, 19, "PATIENT"), SAW))
    rows = {row[0]: row[1:] for row in measured.label_table(System.of(GOLD, found), SETTINGS).rows}
    assert rows["PATIENT"] == (2, 1, 1, 0.5, exact_interval(1, 2), 0)
    assert rows["DOCTOR"] == (1, 0, 1, 0.0, exact_interval(0, 1), 1)
    assert rows["all"][:3] == (4, 1, 3)


@pytest.mark.parametrize("found", [{}, {"ann": ANN, "<b>": ENGINE, "nobody": {}}])
def test_plots_are_drawn(found):
    for plot in (measured.sensitivity_plot(systems(**found), SETTINGS), measured.categories_plot(systems(**found))):
        assert plot.file().startswith("<svg")
        assert "<b>" not in plot.file()
    if found:
        assert "0.750" in measured.sensitivity_plot(systems(**found), SETTINGS).file()
