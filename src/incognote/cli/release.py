"""`incognote release`."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from incognote.cli.progress import shown_progress
from incognote.cli.reading import PATH_TYPE, roles
from incognote.errors import ConfigError, hint
from incognote.formats.files import new_files
from incognote.wording import number

if TYPE_CHECKING:
    from incognote.serve.store import Kind, Store

_DATA = click.option(
    "--data", required=True, type=PATH_TYPE, metavar="FOLDER", help="The folder of `incognote serve --data`."
)
_AUTHOR = "command line"


@click.group()
def release() -> None:
    """Review a release: draw a random sample of an output, have it read in the browser, print what it proves.

    \b
    incognote release new May --data review/ --output clean.parquet --sample 400 --seed 1 --reviewers ann,ben
    incognote serve --tokens site.tokens --data review/
    incognote release report May --data review/ --out report.pdf
    """


@release.command()
@click.argument("name")
@_DATA
@click.option(
    "--output", required=True, type=PATH_TYPE, help="What is to be released: a batch's or deidentify's output."
)
@click.option("--sample", type=click.IntRange(1), default=400, show_default=True, help="Notes to be read.")
@click.option("--reserve", type=click.IntRange(0), help="Notes to keep for a larger sample.  [default: as many again]")
@click.option("--seed", type=int, required=True, help="Any number: the same one draws the same notes.")
@click.option(
    "--target", type=click.FloatRange(0, 1), default=0.01, show_default=True, help="Share of notes that may leak."
)
@click.option("--reviewers", metavar="NAME,…", default="", help="Who reads the notes, dealt one after another.")
@click.option("--project", metavar="NAME", help="The project whose gold standard is reported along.")
@click.option("--format", "format_name", metavar="NAME", help="Format of the output if its content doesn't tell.")
@click.option("--columns", metavar="ROLE=NAME,…", help="Which column or field is what, such as id=NOTE_ID,text=TEXT.")
@click.option("--encoding", default="utf-8", metavar="NAME", help="Encoding of text files.  [default: utf-8]")
@click.option("--report", type=PATH_TYPE, metavar="FILE", help="The batch's report.  [default: OUTPUT.report.json]")
def new(
    name: str,
    data: Path,
    output: Path,
    sample: int,
    reserve: int | None,
    seed: int,
    target: float,
    reviewers: str,
    project: str | None,
    format_name: str | None,
    columns: str | None,
    encoding: str,
    report: Path | None,
) -> None:
    """Draw a random sample of an output, for people to read.

    What is drawn is kept in the data folder. The report, the list of what was set aside and the side file are taken
    along where they lie beside the output.

    \b
    incognote release new May --data review/ --output clean.parquet --sample 400 --seed 1 --target 0.01
    """
    from incognote.serve.projects.settings import PROJECT
    from incognote.serve.releases.drawing import How, draw
    from incognote.serve.releases.made import beside
    from incognote.serve.releases.releases import ReleaseSettings, new_release
    from incognote.serve.store import Store

    if report is not None and not report.exists():
        raise ConfigError(f"{report}: there is no such file; name the report of the batch with --report FILE")
    made, set_aside = beside(output, report)
    how = How(format_name, roles(columns) if columns else {}, encoding)
    with shown_progress() as tell:
        size = sample + (sample if reserve is None else reserve)
        drawn = draw(output, how, size, seed, tell=lambda notes: tell("drawing", notes, made.get("notes") or notes))
    names = tuple(dict.fromkeys(part.strip() for part in reviewers.split(",") if part.strip()))
    store = Store(data)
    try:
        gold = _number(store, PROJECT, project) if project else None
        settings = ReleaseSettings(names, target, gold)
        made_one = new_release(store, name, drawn, sample, seed, made, set_aside, settings, _AUTHOR)
    finally:
        store.close()
    kept = min(sample, len(drawn.docs))
    spare = len(drawn.docs) - kept
    click.echo(
        f"release {made_one.id}: {number(kept, 'note')} of {drawn.notes:,} drawn, {spare:,} in reserve", err=True
    )
    if drawn.unread:
        click.echo(f"{number(drawn.unread, 'record')} couldn't be read, and are in no sample", err=True)
    if drawn.unknown:
        which = number(len(drawn.unknown), "note")
        click.echo(f"nothing says where PHI was replaced in {which}, so the page can't show it", err=True)


@release.command("list")
@_DATA
def list_(data: Path) -> None:
    """List the releases, and how far each is.

    \b
    incognote release list --data review/
    """
    from incognote.serve.releases.releases import RELEASE, review_of

    store = _store(data)
    for one in store.collections(RELEASE):
        review = review_of(store, one.id)
        read = len(review.sample) - len(review.unread)
        click.echo(
            f"{one.id}\t{one.name}\t{read:,} of {review.size:,} read\t{number(len(review.open), 'finding')} open"
        )
    store.close()


@release.command()
@click.argument("name")
@_DATA
@click.option("--out", required=True, type=PATH_TYPE, metavar="FILE", help="New file, .html or .pdf.")
@click.option("--date", type=click.DateTime(), help="The date that it bears.  [default: now]")
def report(name: str, data: Path, out: Path, date: datetime | None) -> None:
    """Write the report for a privacy board. It holds no word of any note.

    \b
    incognote release report May --data review/ --out report.pdf
    """
    from incognote.report.paper import paper_html
    from incognote.report.paper_pdf import paper_pdf
    from incognote.serve.releases.releases import RELEASE
    from incognote.serve.releases.report import report_of

    if out.suffix.lower() not in (".html", ".pdf"):
        raise ConfigError(f"--out {out}: a report is .html or .pdf")
    store = _store(data)
    paper = report_of(store, _number(store, RELEASE, name), date)
    content = paper_pdf(paper) if out.suffix.lower() == ".pdf" else paper_html(paper).encode()
    store.close()
    with new_files([out]) as (stand_in,):
        stand_in.write_bytes(content)


def _number(store: Store, kind: Kind, name: str) -> int:
    """The number of a release or project by its name."""
    numbers = {one.name: one.id for one in store.collections(kind)}
    if name not in numbers:
        raise ConfigError(f"no {kind} is called {name!r}; {hint(name, numbers)}")
    return numbers[name]


def _store(data: Path) -> Store:
    """The store of a folder that must have one, so that a slip of the pen doesn't make another."""
    from incognote.serve.store import FILE, Store

    if not (data / FILE).exists():
        raise ConfigError(f"{data}: nothing is kept there; give the folder of `incognote serve --data`")
    return Store(data)
