"""The report of the experiments: every figure of the papers is in it, or is said to be left out."""

from xml.etree import ElementTree

import pytest

from incognote.experiments import papers
from incognote.experiments.judged import HOLDS, OUTCOMES, UNTESTED
from incognote.experiments.papers import STUDIES, studies_of
from incognote.experiments.plans import ENGINES
from incognote.experiments.printed import COUNTS, RESULTS, Counted
from incognote.experiments.printed.claims import CLAIMS
from incognote.experiments.setup import prepare
from incognote.experiments.studies import CORPORA
from incognote.report.experiments import PAPERS, report_sections, verdict_table
from incognote.report.plots import Plot
from incognote.report.sections import write_report
from incognote.report.synthesized import synthesized_table
from incognote.report.tables import Table

from ..experiments.notes import made_up_results, small_notes

AUTHORS = {paper: title.partition(":")[0] for paper, title in PAPERS.items()}
AUTHORS["sibanda2006"] = "Sibanda 2006"


@pytest.fixture(scope="module")
def setup():
    return prepare(small_notes(), CORPORA, 1, quick=True)


@pytest.fixture(scope="module")
def report(setup):
    """The sections of the whole report by their titles, and the verdicts."""
    results = made_up_results(study.key for study in studies_of(list(STUDIES)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(papers, "_gains", lambda docs: Counted("gain", "Gain", {"target word": {"bits": 0.5}}))
        sections, verdicts = report_sections(list(STUDIES), results, setup, "incognote experiment all --seed 1")
    return {section.title: section.parts for section in sections}, verdicts


def left_out(report, paper, number):
    """Whether the report says that it has no such table of ours."""
    return any(part.startswith(AUTHORS[paper]) and f"Table {number}" in part for part in report[0]["Left out"])


def table_of(report, paper, table):
    """The report's table of a printed one, by number and title."""
    parts = [part for part in report[0][PAPERS[paper]] if isinstance(part, Table)]
    return next((part for part in parts if part.title == f"Table {table.number}: {table.title}"), None)


def shown(table):
    return [[column.show(value) for column, value in zip(table.columns, row, strict=True)] for row in table.rows]


@pytest.mark.parametrize("paper", STUDIES)
def test_every_printed_result_is_there(report, paper):
    for table in RESULTS[paper].values():
        found = table_of(report, paper, table)
        assert found or left_out(report, paper, table.number), table.number
        if found:
            figures = ["–" if f is None else f"{f:.2f}" for row in table.rows for f in row[2:5]]
            in_report = [cell.rstrip("*") for row in shown(found) for cell in row[-3:]]
            assert in_report == figures, table.number
            assert [row[:2] for row in shown(found)] == [[row.method, row.kind] for row in table.rows]


@pytest.mark.parametrize("paper", STUDIES)
def test_every_printed_number_is_there(report, paper):
    for table in COUNTS[paper].values():
        found = table_of(report, paper, table)
        assert found or left_out(report, paper, table.number), table.number
        if not found:
            continue
        names = [column.name for column in found.columns]
        rows = {row[0]: dict(zip(names, row, strict=True)) for row in shown(found)}
        for row, cells in table.cells.items():
            for column, number in cells.items():
                assert bracketed(rows[row][column]) == pytest.approx(number, abs=0.051), (table.number, row, column)


def bracketed(cell):
    return float(cell.partition("(")[2].removesuffix(")").replace(",", ""))


@pytest.mark.parametrize("paper", STUDIES)
def test_ours_stand_beside_theirs(report, paper):
    for table in RESULTS[paper].values():
        if found := table_of(report, paper, table):
            for ours, row in zip(shown(found), table.rows, strict=True):
                of_people = row.method.split()[1:2] in (["person,"], ["people,"])  # whom we didn't measure
                assert [cell == "–" for cell in ours[2:5]] == [of_people or figure is None for figure in row[2:5]]


def test_a_table_that_went_missing_would_be_seen(report):
    missing = ({PAPERS["he2015"]: report[0][PAPERS["he2015"]][1:], "Left out": report[0]["Left out"]}, report[1])
    with pytest.raises(AssertionError):
        test_every_printed_result_is_there(missing, "he2015")


@pytest.mark.parametrize("paper", STUDIES)
def test_every_claim_has_its_verdict(report, paper):
    sections, verdicts = report
    claims = {claim.quote: key for key, claim in CLAIMS.items() if claim.paper == paper}
    (table,) = (part for part in sections[PAPERS[paper]] if isinstance(part, Table) and part.key == f"{paper} claims")
    assert {row[0] for row in table.rows} == set(claims)
    for quote, _, outcome, evidence in table.rows:
        assert outcome == verdicts[claims[quote]].outcome
        assert outcome in OUTCOMES
        assert evidence == verdicts[claims[quote]].evidence or outcome == UNTESTED
        assert evidence


def test_claims_are_counted(report):
    sections, verdicts = report
    (table,) = sections["The claims"]
    assert sum(number for row in table.rows for number in row[1:]) == len(verdicts) == len(CLAIMS)
    assert sum(row[1 + OUTCOMES.index(HOLDS)] for row in table.rows) == sum(
        v.outcome == HOLDS for v in verdicts.values()
    )
    some = {key: verdict for key, verdict in verdicts.items() if key.startswith("he2015.")}
    assert [row[0] for row in verdict_table(some).rows] == [PAPERS["he2015"]]


def test_all_engines_are_side_by_side(report):
    (table,) = report[0]["Side by side"]
    assert [row[:2] for row in table.rows] == [(corpus, name) for corpus in CORPORA for name in ENGINES]
    assert all(0 < figure <= 100 for row in table.rows for figure in row[2:7])


def test_what_it_was_made_by(report):
    text = " ".join(report[0]["How this was made"])
    assert "`incognote experiment all --seed 1`" in text
    assert all(name in text for name in CORPORA)
    assert "2 folds" in text


def test_plots(report, tmp_path):
    plots = [part for parts in report[0].values() for part in parts if isinstance(part, Plot)]
    assert len({plot.title for plot in plots}) == len(plots) == 5 + 2 + 2 + 1
    for plot in plots:
        ElementTree.fromstring(plot.file())


def test_the_files_quote_no_note(report, tmp_path):
    from incognote.report.sections import Section

    write_report(tmp_path, "report", "T", [Section(title, parts) for title, parts in report[0].items()])
    written = "".join((tmp_path / f"report.{kind}").read_text("utf-8") for kind in ("html", "md"))
    assert not any(word in written for word in ("Abbott", "Garnetville", "7/2021", "Pneumonia since"))
    tables = sum(isinstance(part, Table) for parts in report[0].values() for part in parts)
    assert (tmp_path / "report.html").read_text("utf-8").count("<table>") == tables
    assert (tmp_path / "report.md").read_text("utf-8").count("\n### ") == tables


@pytest.mark.parametrize("paper", ["aramaki2006", "neamatullah2006"])
def test_a_report_of_one_paper(setup, paper):
    results = made_up_results(study.key for study in STUDIES[paper]())
    sections, verdicts = report_sections([paper], results, setup, "x")
    titles = [section.title for section in sections]
    assert [title for title in titles if title in PAPERS.values()] == [PAPERS[paper]]
    assert {key.partition(".")[0] for key in verdicts} == {paper}


@pytest.mark.parametrize(
    ("style", "words", "ambiguous", "in_dictionary"),
    [("ambiguous", 1047, 514, 86.53), ("oov", 1037, None, 2.51), ("training", None, None, None)],
)
def test_a_synthesized_corpus_beside_the_papers(setup, style, words, ambiguous, in_dictionary):
    found = setup.described["random"]
    table = synthesized_table(style, found)
    rows = {row["class"]: row for row in table.as_json()["rows"]}
    assert rows["Doctor"]["words"] == found.words["DOCTOR"].total() > 0
    assert rows["Doctor"]["ambiguous"] == found.share("DOCTOR", found.ambiguous())
    patient = rows["Patient"]
    assert patient["paper's words"] == words
    assert patient["paper's ambiguous"] == (ambiguous and pytest.approx(100 * ambiguous / words))
    assert patient["paper's in dictionary"] == in_dictionary
    assert rows["Non-PHI"]["in dictionary"] is None
