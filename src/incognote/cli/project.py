"""`incognote project`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from incognote import formats
from incognote.cli.progress import shown_progress
from incognote.cli.reading import PATH_TYPE, Reader, reading_options
from incognote.cli.writing import target
from incognote.errors import ConfigError, hint
from incognote.wording import number

if TYPE_CHECKING:
    from incognote.serve.projects.adding import Added
    from incognote.serve.store import Store
    from incognote.types import Document

_AUTHOR = "command line"
_DATA = click.option(
    "--data", required=True, type=PATH_TYPE, metavar="FOLDER", help="The folder of `incognote serve --data`."
)
_NOTES_HELP = "Notes of any format, or an archive as batch reads it; annotations in them are left out."


@click.group()
def project() -> None:
    """Make projects of notes that people annotate in the page of `incognote serve`, fill them, and take the gold out.

    The service may run meanwhile.

    \b
    incognote project new falls --data review/ --notes notes/ --annotators ann,ben --engine incognote --blind
    incognote project add falls --data review/ --notes examples/annotators/ann --as ann
    incognote project list --data review/
    incognote project export falls --data review/ --of gold --to i2b2-2014 --out gold/
    """


@project.command()
@click.argument("name")
@_DATA
@click.option("--notes", type=PATH_TYPE, metavar="IN", help=_NOTES_HELP)
@click.option("--annotators", metavar="NAME,…", default="", help="Who annotates, by the names of their tokens.")
@click.option("--engine", metavar="NAME", help="Have an engine mark the notes first; incognote@balanced is one.")
@click.option("--blind", is_flag=True, help="Annotators don't see what the engine found.")
@click.option("--each", type=click.IntRange(1), help="Give each note to so many of them in turn.  [default: to all]")
@reading_options
def new(
    name: str,
    data: Path,
    notes: Path | None,
    annotators: str,
    engine: str | None,
    blind: bool,
    each: int | None,
    reader: Reader,
) -> None:
    """Make a project.

    \b
    incognote project new falls --data review/ --notes notes/ --annotators ann,ben --engine incognote
    """
    from incognote.serve.engines.catalogue import MODELS, Catalogue
    from incognote.serve.people import require_name
    from incognote.serve.projects.adding import add as add_notes
    from incognote.serve.projects.assignment import assign
    from incognote.serve.projects.settings import ProjectSettings, new_project
    from incognote.serve.store import Store

    names = tuple(dict.fromkeys(part.strip() for part in annotators.split(",") if part.strip()))
    for one in names:
        require_name(one)
    found = Catalogue(data / MODELS).sound(engine) if engine else None
    docs = _read(reader, notes) if notes else []
    with closing(Store(data)) as store:
        with store.writing():
            made = new_project(store, name, ProjectSettings(names, blind, found), _AUTHOR)
            added = add_notes(store, made.id, docs, _AUTHOR)
            if each is not None:
                assign(store, made.id, each, _AUTHOR)
        click.echo(f"project {made.id}: {_told(added)}", err=True)
        _preannotate(store, made.id)
    if notes:
        reader.finish()


@project.command()
@click.argument("name")
@_DATA
@click.option("--notes", required=True, type=PATH_TYPE, metavar="IN", help="Notes, or annotations of notes there.")
@click.option("--as", "annotator", metavar="NAME", help="Keep annotations as marks of this annotator, or engine:NAME.")
@reading_options
def add(name: str, data: Path, notes: Path, annotator: str | None, reader: Reader) -> None:
    """Bring more notes into a project, or annotations of its notes that were made elsewhere: all of them, or none.

    \b
    incognote project add falls --data review/ --notes examples/annotators/ann --as ann
    """
    from incognote.serve.projects.adding import add as add_notes

    docs = _read(reader, notes)
    with _project(data, name) as (store, number_):
        click.echo(_told(add_notes(store, number_, docs, _AUTHOR, annotator)), err=True)
        _preannotate(store, number_)
    reader.finish()


@project.command("list")
@_DATA
def list_(data: Path) -> None:
    """List the projects, and how far each is.

    \b
    incognote project list --data review/
    """
    from incognote.serve.projects.progress import overview
    from incognote.serve.projects.settings import PROJECT, settings_of

    with closing(_store(data)) as store:
        for one in store.collections(PROJECT):
            annotators = settings_of(store, one.id).annotators
            glance = overview(store, one.id, annotators)
            lines = map(glance.progress, annotators)
            told = [f"{line.annotator} {line.done:,} of {line.assigned:,}" for line in lines]
            told += [f"{number(glance.unassigned, 'note')} of nobody"] if glance.unassigned else []
            click.echo(f"{one.id}\t{one.name}\t{number(len(glance.whose), 'note')}\t{', '.join(told)}")


@project.command()
@click.argument("name")
@_DATA
@click.option("--of", default="gold", show_default=True, help="gold, an annotator, or engine:NAME@POINT.")
@click.option("--out", required=True, type=PATH_TYPE, help="New file or folder to write.")
@click.option("--to", metavar="NAME", help="Format of the output; told by its suffix if not given.")
def export(name: str, data: Path, of: str, out: Path, to: str | None) -> None:
    """Write the gold, or one annotator's marks, in any format that holds spans.

    \b
    incognote project export falls --data review/ --of gold --to i2b2-2014 --out gold/
    """
    from incognote.serve.projects.exporting import exported, require_spans

    format_name = target(out, to)
    require_spans(format_name)
    with _project(data, name) as (store, number_):
        docs = exported(store, number_, of)
    formats.write(docs, out, format_name)
    spans = sum(len(doc.spans) for doc in docs)
    click.echo(f"{number(len(docs), 'note')}, {number(spans, 'span')} -> {out} ({format_name})", err=True)


def _read(reader: Reader, path: Path) -> list[Document]:
    docs = list(reader.read_all(path))
    if not docs:
        reader.list_set_aside()
        raise ConfigError(f"{path}: there is no note in it; check the path, or name its --format or --columns")
    return docs


def _preannotate(store: Store, project: int) -> None:
    """Have the project's engine mark the notes that it hasn't seen, if it has an engine and there are any."""
    from incognote.serve.engines.catalogue import MODELS, Catalogue
    from incognote.serve.projects.preannotation import preannotate
    from incognote.serve.projects.progress import seen_by
    from incognote.serve.projects.settings import settings_of

    engine = settings_of(store, project).engine
    if engine is None or seen_by(store, project, engine) == set(store.note_ids(project)):
        return
    pipeline = Catalogue(store.folder / MODELS).build(engine)
    with shown_progress() as tell:
        seen = preannotate(
            store, project, engine, pipeline.find_many, _AUTHOR, lambda done, of: tell("reading", done, of)
        )
    failed = f" and failed on {seen['failed']:,}; add notes to try those again" if seen["failed"] else ""
    click.echo(f"{engine} has marked {number(seen['notes'], 'note')}{failed}", err=True)


def _told(added: Added) -> str:
    told = f"{number(added.notes, 'note')} new"
    if added.annotated:
        told += f", {added.annotated:,} annotated with {number(added.marks, 'mark')}"
    return told + (f"; {number(added.overlapping, 'span')} overlapped others" if added.overlapping else "")


@contextmanager
def _project(data: Path, name: str) -> Iterator[tuple[Store, int]]:
    """The store of a folder, and the number of a project in it."""
    from incognote.serve.projects.settings import PROJECT

    with closing(_store(data)) as store:
        numbers = {one.name: one.id for one in store.collections(PROJECT)}
        if name not in numbers:
            raise ConfigError(f"no project is called {name!r}; {hint(name, numbers)}")
        yield store, numbers[name]


def _store(data: Path) -> Store:
    """The store of a folder that must have one, so that a slip of the pen doesn't make another."""
    from incognote.serve.store import FILE, Store

    if not (data / FILE).exists():
        raise ConfigError(f"{data}: nothing is kept there; give the folder of `incognote serve --data`")
    return Store(data)
