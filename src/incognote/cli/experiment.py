"""`incognote experiment`."""

from __future__ import annotations

import os
from pathlib import Path

import click

from incognote.cli.learning import going_on_from
from incognote.cli.progress import shown_progress
from incognote.cli.reading import PATH_TYPE, Reader, reading_options
from incognote.errors import OutputError

_PAPERS = ("uzuner2008", "sibanda2006", "aramaki2006", "he2015", "neamatullah2006")
_ALL = "all"
_CORPUS_HELP = (
    "Annotated notes of your own in place of the open corpus: the authentic corpus, of which the others are made."
)
_OUT_HELP = "Folder for the report and the folds; with a folder that has folds, the work goes on where it was."
_QUICK_HELP = "Use a sample of the notes and two folds, to see in minutes what comes."


@click.command()
@click.argument("papers", nargs=-1, required=True, type=click.Choice((*_PAPERS, _ALL)), metavar="PAPER…")
@click.option("--out", required=True, type=PATH_TYPE, help=_OUT_HELP)
@click.option("--corpus", type=PATH_TYPE, help=_CORPUS_HELP)
@click.option("--seed", type=int, default=2008, show_default=True, help="Which notes and which invented PHI are drawn.")
@click.option("--quick", is_flag=True, help=_QUICK_HELP)
@click.option("--workers", type=click.IntRange(1), help="Folds at a time.  [default: the number of cores]")
@reading_options
def experiment(
    papers: tuple[str, ...],
    out: Path,
    corpus: Path | None,
    seed: int,
    quick: bool,
    workers: int | None,
    reader: Reader,
) -> None:
    """Do the papers' experiments again, and print each of their tables with our figures beside theirs.

    PAPER is uzuner2008, sibanda2006, aramaki2006, he2015, neamatullah2006 or all. Four corpora are made of annotated
    notes, with random, ambiguous, out-of-vocabulary and mixed PHI; engines are trained and measured on them by ten-fold
    cross-validation. OUT/report.html and OUT/report.md have the tables, plots, and a verdict on each claim of a paper.

    \b
    incognote experiment all --quick --out quick/
    incognote experiment uzuner2008 --out uzuner/
    incognote experiment all --corpus i2b2-2006.xml --out ours/ --workers 8
    """
    from incognote import corpus as open_corpus
    from incognote.experiments.papers import studies_of
    from incognote.experiments.setup import prepare
    from incognote.experiments.studies import run
    from incognote.report.experiments import report_sections, verdict_table
    from incognote.report.sections import write_report
    from incognote.report.terminal import print_tables

    _require_ours(out)
    chosen = _PAPERS if _ALL in papers else tuple(dict.fromkeys(papers))
    studies = studies_of(chosen)
    docs = list(reader.read(corpus) if corpus else open_corpus.read())
    setup = prepare(docs, {study.corpus for study in studies}, seed, quick)
    with going_on_from(out), shown_progress() as progress:
        results = run(studies, setup, out, workers or os.cpu_count() or 1, progress)
    given = f"{' --corpus NOTES' if corpus else ''}{' --quick' if quick else ''}"
    command = f"incognote experiment {' '.join(papers)} --seed {seed}{given}"
    sections, verdicts = report_sections(chosen, results, setup, command)
    write_report(out, "report", "The papers' experiments", sections)
    print_tables([verdict_table(verdicts)])
    click.echo(f"{out / 'report.html'} and {out / 'report.md'} have every table", err=True)
    if corpus:
        reader.finish()


def _require_ours(out: Path) -> None:
    """Refuse a folder with other things than an experiment's, of which the report might replace some."""
    if out.exists() and not out.is_dir():
        raise OutputError(f"{out} is a file; give --out the name of a folder")
    if out.is_dir() and any(out.iterdir()) and not (out / "folds").is_dir():
        raise OutputError(
            f"{out} has other things in it and no folds; give --out a new folder, or one of an experiment"
        )
