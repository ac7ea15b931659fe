"""The papers' tables with our figures beside theirs, their plots, and what becomes of their claims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from incognote import __version__
from incognote.experiments import printed
from incognote.experiments.described import Described
from incognote.experiments.judged import OUTCOMES, Tables, Verdict
from incognote.experiments.measured import Results, per_cent, score_of_class, summed, words_of
from incognote.experiments.neamatullah2006 import without_people
from incognote.experiments.papers import tables_of, verdicts_of
from incognote.experiments.plans import ENGINES, FEATURE_CORPORA, FEATURES
from incognote.experiments.printed import COUNTS, RESULTS, Counted, Printed
from incognote.experiments.printed.claims import CLAIMS
from incognote.experiments.setup import FOLDS
from incognote.experiments.studies import CORPORA, Setup
from incognote.experiments.verdicts import WHY_NOT
from incognote.labels import LABELS
from incognote.report.plots import Plot, curves, grouped_bars, heat_map
from incognote.report.sections import Part, Section
from incognote.report.tables import TEXT, Column, Row, Significant, Table, Value, columns

PAPERS = {
    "uzuner2008": "Uzuner 2008: A de-identifier for medical discharge summaries",
    "sibanda2006": "Sibanda and Uzuner 2006: Role of local context in automatic deidentification",
    "aramaki2006": "Aramaki 2006: Sentence features and label consistency",
    "he2015": "He 2015: CRFs based de-identification of medical records",
    "neamatullah2006": "Neamatullah 2006: Automated de-identification of free-text medical records",
}
_DIFFERENCES = (
    "The papers' corpora can't be had, so figures are not to be compared one by one: what can be compared is "
    "which method is better, and by how much. The authentic corpus is the notes as they are; the others are made "
    "of the same notes. A word is a run of letters and digits with marks inside (`12/02/99` is one), and it is "
    "PHI if any part of it is. Folds are of random notes, so that an author's style is met in training.",
    "The papers used IdentiFinder as it had been trained on news. Here it learns from the notes, as the others "
    "do, which is kinder to it. The rules of `deid` were written with the open corpus at hand, and are no measure"
    " of others there. Douglass's heuristics, SNoW and the CRF libraries are programs of our own, after the "
    "papers.",
)
_LEFT_OUT = (
    "Every table of the papers' results is above. Left out, or with figures of one side alone:",
    "He 2015, Figures 2 and 3: the paper prints curves without numbers; ours are there.",
    "Neamatullah 2006, Table 2.1, and the rows of one, two and three people in Tables 4.1 and 4.2: no clinicians "
    "marked our notes, so there are the thesis's figures alone; `incognote evaluate` makes such rows of several "
    "annotations.",
    "Claims of the thesis about its program and people set our program on our notes against people on its notes.",
)
_OURS_AND_THEIRS = (
    Column("method"),
    Column("class", TEXT),
    *columns("P", "R", "F", spec=".2f"),
    *columns("paper's P", "paper's R", "paper's F", spec=".2f"),
)
_LAST = ("missing", "spurious", "total")
_SYSTEM_TABLES = ("4", "6", "8", "11", "14")


def report_sections(
    papers: Sequence[str], results: Results, setup: Setup, command: str
) -> tuple[list[Section], dict[str, Verdict]]:
    """The whole report, and the verdict on each claim."""
    tables = {paper: tables_of(paper, results, setup) for paper in papers}
    verdicts = {key: found for paper in papers for key, found in verdicts_of(paper, tables[paper]).items()}
    sections = [
        Section("How this was made", [*_how(results, setup, command), *_DIFFERENCES]),
        Section("The claims", [verdict_table(verdicts)]),
        *overview(results),
        *(paper_section(paper, tables[paper], verdicts) for paper in papers),
        Section("Left out", _LEFT_OUT),
    ]
    return sections, verdicts


def _how(results: Results, setup: Setup, command: str) -> Iterator[Part]:
    took = sum(result.took for result in results.values())
    sizes = ", ".join(f"{name} {_words(found):,}" for name, found in setup.described.items())
    yield f"Made by incognote {__version__}: `{command}`."
    yield f"Words of the corpora: {sizes}. {setup.folds} folds, the same for all engines; He 2015 has a fixed split."
    if setup.folds < FOLDS:
        yield "This is a quick run on a sample: it shows what there is, and its figures and verdicts say nothing."
    yield f"{len(results)} engines and variants of engines were trained and measured, in {took / 3600:.1f} hours."


def _words(found: Described) -> int:
    return sum(words.total() for words in found.words.values())


def verdict_table(verdicts: Mapping[str, Verdict]) -> Table:
    """How many claims of each paper hold."""
    rows: list[Row] = []
    for paper, title in PAPERS.items():
        outcomes = [verdict.outcome for key, verdict in verdicts.items() if key.partition(".")[0] == paper]
        if outcomes:
            rows.append((title, *(outcomes.count(outcome) for outcome in OUTCOMES)))
    return Table(
        "claims", "Claims of the papers, by what our figures say", (Column("paper"), *columns(*OUTCOMES)), tuple(rows)
    )


def overview(results: Results) -> list[Section]:
    """All engines on all corpora, where they were measured: words of PHI, and strict entities."""
    rows: list[Row] = []
    for corpus in CORPORA:
        for name in ENGINES:
            if result := results.get(f"{corpus}, {name}"):
                words = words_of(result, "all PHI")
                found = [score_of_class(words, "PHI"), score_of_class(words, "Non-PHI")]
                strict = summed(result.counts["entities"]["strict"].values())
                figures = [per_cent(value) for value in (found[0].precision, found[0].recall, found[0].f, found[1].f)]
                rows.append((corpus, name, *figures, per_cent(strict.f), result.seconds))
    names = (
        Column("corpus"),
        Column("engine", TEXT),
        *columns("P", "R", "F", "other words' F", "strict F", spec=".2f"),
    )
    table = Table(
        "engines", "Every engine on every corpus", (*names, Column("training, s", ".1f")), tuple(rows), _STRICT
    )
    return [Section("Side by side", [table])] if len(rows) == len(CORPORA) * len(ENGINES) else []


_STRICT = (
    "Per cent of words of PHI, of other words, and of entities with the right place and class; seconds to train on a "
    "fold's notes. `sibanda-2006` and `heuristic-dictionary` don't tell classes, so that their strict F says little."
)


def paper_section(paper: str, ours: Tables, verdicts: Mapping[str, Verdict]) -> Section:
    """All tables of a paper, its plots and its claims."""
    ours = without_people(ours) if paper == "neamatullah2006" else ours
    parts: list[Part] = []
    numbers = sorted({*ours.results, *ours.counts}, key=_rank)
    for number in numbers:
        if number in ours.counts:
            parts.append(_counted(ours.counts[number], COUNTS[paper].get(number)))
        if number in ours.results:
            parts.append(_results(ours.results[number], RESULTS[paper][number]))
    parts += _PLOTS[paper](ours) if paper in _PLOTS else []
    return Section(PAPERS[paper], [*parts, claims_table(paper, verdicts)])


def claims_table(paper: str, verdicts: Mapping[str, Verdict]) -> Table:
    rows = [
        (claim.quote, claim.section, verdicts[key].outcome, _evidence(key, verdicts[key]))
        for key, claim in CLAIMS.items()
        if key in verdicts and claim.paper == paper
    ]
    names = (Column("claim"), Column("section", TEXT), Column("here", TEXT), Column("by our figures", TEXT))
    return Table(f"{paper} claims", "Its claims, and what our figures say", names, tuple(rows))


def _evidence(key: str, verdict: Verdict) -> str:
    return verdict.evidence if verdict.checks else WHY_NOT.get(key, "no figures of ours decide it")


def _rank(number: str) -> tuple[int, list[int], str]:
    """Tables in the papers' order; what isn't a table comes last."""
    plain = number.partition("-")[0].split(".")
    return (0, [int(part) for part in plain], number) if plain[0].isdecimal() else (1, [], number)


def _results(ours: Printed, theirs: Printed) -> Table:
    found = {(row.method, row.kind): row for row in ours.rows}
    rows = [(row.method, row.kind, *_figures(found.get((row.method, row.kind))), *_figures(row)) for row in theirs.rows]
    note = f"Scored: {theirs.scored}; the paper's corpus: {theirs.corpus}.{' * ' + ours.marks if ours.marks else ''}"
    return Table(f"table {ours.number}", f"Table {ours.number}: {theirs.title}", _OURS_AND_THEIRS, tuple(rows), note)


def _figures(row: printed.Row | None) -> tuple[Value, Value, Value]:
    """Precision, recall and F; a mark is on the F or, where there is none, on the recall."""
    if row is None:
        return None, None, None
    if row.f is None:
        return row.precision, _marked(row.recall, row.marked), None
    return row.precision, row.recall, _marked(row.f, row.marked)


def _marked(value: float | None, marked: bool) -> Value:
    return Significant(value) if marked and value is not None else value


def _counted(ours: Counted, theirs: Counted | None) -> Table:
    """A number of ours, and the paper's in brackets; all rows and columns of both."""
    printed_cells = theirs.cells if theirs else {}
    in_rows = [*printed_cells.values(), *ours.cells.values()]
    names = _ordered(name for cells in in_rows for name in cells)
    rows: list[Row] = []
    for row in _ordered([*printed_cells, *ours.cells]):
        cells, in_paper = ours.cells.get(row, {}), printed_cells.get(row, {})
        rows.append((row, *(_both(cells.get(name), in_paper.get(name)) for name in names)))
    note = "In brackets: the paper's." if theirs else "The paper prints no such numbers."
    what = "Figure" if ours.number.startswith("fig") else "Table" if theirs else ""
    title = f"{what} {ours.number.removeprefix('fig-')}: {ours.title}" if what else ours.title
    return Table(
        f"numbers {ours.number}", title, (Column(""), *(Column(name, TEXT) for name in names)), tuple(rows), note
    )


def _ordered(names: Iterable[str]) -> list[str]:
    """Each name once, as they come, but types behind those that they are of, and sums last."""
    found = list(dict.fromkeys(names))
    last = [name for name in _LAST if name in found]
    labels = [name for name in found if name in LABELS]
    if len(labels) < len(found) - len(last):  # not a table of types alone
        return [*(name for name in found if name not in last), *last]
    return [*sorted(labels, key=LABELS.index), *last]


def _both(ours: float | None, theirs: float | None) -> str:
    shown = "–" if ours is None else _number(ours)
    return f"{shown} ({_number(theirs)})" if theirs is not None else shown


def _number(value: float) -> str:
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.2f}" if abs(value) < 100 else f"{value:,.1f}"


def _uzuner_plots(ours: Tables) -> Iterator[Plot]:
    theirs = RESULTS["uzuner2008"]
    for number in _SYSTEM_TABLES:
        pairs = [(row.method, row.f, theirs[number].of(row.method, "PHI").f) for row in _phi(ours, number)]
        bars = [(name, {"ours": (mine or 0) / 100, "the paper's": (other or 0) / 100}) for name, mine, other in pairs]
        yield grouped_bars(bars, f"F on PHI, {theirs[number].corpus} corpus (Table {number})")
    feature_tables = dict(zip(FEATURE_CORPORA, ("16", "17", "18"), strict=True))
    series = {corpus: _features(ours.results[number]) for corpus, number in feature_tables.items()}
    printed_series = {f"{corpus}, paper": _features(theirs[number]) for corpus, number in feature_tables.items()}
    yield curves(list(FEATURES), series, "F on PHI with one group of features alone (Tables 16 to 18)", printed_series)
    cells = ours.counts["21"].cells
    counts = [[int(cells[row][column]) for column in cells] for row in cells]
    yield heat_map(list(cells), counts, "Stat De-id on the authentic corpus: actual (rows) and predicted (Table 21)")


def _phi(tables: Tables, number: str) -> list[printed.Row]:
    return [row for row in tables.results[number].rows if row.kind == "PHI"]


def _features(table: Printed) -> list[float | None]:
    found = {row.method: row.f for row in table.rows if row.kind == "PHI"}
    return [None if found.get(name) is None else (found[name] or 0.0) / 100 for name in FEATURES]


def _aramaki_plots(ours: Tables) -> Iterator[Plot]:
    for number, kind in (("4", "PHI"), ("5", "all")):
        bars = [
            (row.method, {"ours": (row.f or 0) / 100, "the paper's": (theirs.f or 0) / 100})
            for row in ours.results[number].rows
            if row.kind == kind and (theirs := RESULTS["aramaki2006"][number].of(row.method, kind))
        ]
        yield grouped_bars(bars, f"F of the ablations (Table {number})")


def _he_plots(ours: Tables) -> Iterator[Plot]:
    cells = ours.counts["fig-2"].cells
    sets = list(next(iter(cells.values())))
    series = {name: [cells[name][which] / 100 for which in sets] for name in cells}
    yield curves(sets, series, "Strict F as feature sets are added (Figures 2 and 3)")


_PLOTS = {"uzuner2008": _uzuner_plots, "aramaki2006": _aramaki_plots, "he2015": _he_plots}
