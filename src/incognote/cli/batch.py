"""`incognote batch`."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from incognote import __version__, config, recipes, registry
from incognote.cli.batch_progress import shown_progress
from incognote.cli.engine import engine_options
from incognote.cli.reading import EXIT_SET_ASIDE, PATH_TYPE, roles, tell_passed_over
from incognote.cli.replacing import key_for, replacing_options
from incognote.engine_choice import EngineChoice
from incognote.errors import ConfigError, shown
from incognote.replace.choices import ReplaceChoice
from incognote.wording import number

if TYPE_CHECKING:
    from incognote.batch.job import Job
    from incognote.batch.run import Batch, Progress
    from incognote.batch.summary import Summary
    from incognote.containers.base import Cutting
    from incognote.replace.keys import Key

_MEGABYTE = 1_000_000
_FORMATS = ", ".join(registry.names("containers"))
_WORKERS_HELP = "Processes.  [default: one for each core]"
_COLUMNS_HELP = (
    "Which column or field is what: id=NOTE_ID,text=TEXT,patient=MRN. Without it those called id, text, patient."
)
_DATES_HELP = "Columns of dates, which are shifted as the dates in their patient's notes are."
_ENCODING_HELP = "Encoding of text files, and of HL7 v2 messages that name none.  [default: utf-8]"
_SECONDS_HELP = "Time that a note may take, longer ones than 1 MB in proportion; one that takes longer is set aside."
_LARGEST_HELP = "Megabytes that a record may have; a larger one is set aside, never cut."
_SPARK_HELP = "Spark in the place of processes of ours, for Parquet; the master is this machine if none is named."
_NAMES_HELP = "Keep the ids of notes and patients, and names of files, which may be PHI."

_OF_NO_OUTPUT = frozenset(
    {"source", "out", "table", "out_table", "workers", "master", "seconds", "config_file", "key", "format_name"}
)
"""Parameters on which no note's new text depends, or which the plan has in another form."""


@click.command()
@click.argument("source", metavar="IN")
@click.option("--out", metavar="OUT", help="New file or folder of the same format as the input, or URL of a database.")
@click.option("--table", metavar="NAME", help="Table of a database with notes, or SCHEMA.TABLE.")
@click.option("--out-table", metavar="NAME", help="New table, of the database at OUT; without OUT of the one at IN.")
@click.option("--workers", type=click.IntRange(1), metavar="N", help=_WORKERS_HELP)
@click.option("--spark", "master", is_flag=False, flag_value="local[*]", metavar="[MASTER]", help=_SPARK_HELP)
@click.option("--format", "format_name", metavar="NAME", help=f"Format, if the content doesn't tell: {_FORMATS}.")
@click.option("--columns", metavar="ROLE=NAME,…", help=_COLUMNS_HELP)
@click.option("--date-columns", metavar="NAME,…", default="", help=_DATES_HELP)
@click.option("--drop-columns", metavar="NAME,…", default="", help="Columns that aren't written.")
@click.option("--keep-names", is_flag=True, help=_NAMES_HELP)
@click.option("--encoding", metavar="NAME", help=_ENCODING_HELP)
@click.option("--seconds", type=click.FloatRange(0.1), default=60, show_default=True, help=_SECONDS_HELP)
@click.option("--largest", type=click.IntRange(1), default=10, show_default=True, metavar="MB", help=_LARGEST_HELP)
@click.option("--config", "config_file", type=PATH_TYPE, help="Configuration file (TOML).")
@replacing_options
@engine_options
def batch(
    source: str,
    out: str | None,
    table: str | None,
    out_table: str | None,
    workers: int | None,
    master: str | None,
    format_name: str | None,
    columns: str | None,
    date_columns: str,
    drop_columns: str,
    keep_names: bool,
    encoding: str | None,
    seconds: float,
    largest: int,
    config_file: Path | None,
    replacing: ReplaceChoice,
    key_file: str | None,
    choice: EngineChoice,
) -> None:
    """De-identify a whole archive by several processes, in bounded memory, so that it can be killed and gone on with.

    IN is a table (Parquet, CSV, JSON lines), a folder or zip of text files, a folder of tables, or a database's URL.
    What isn't a note's text, id or patient stays as it is: look for columns that hold PHI, and leave them out with
    --drop-columns. In FHIR, HL7 v2 and C-CDA free texts are rewritten; structured names, identifiers and addresses
    stay.

    What was done is kept in OUT.work until all is done. If the run is stopped, start the same command again: it goes
    on, and writes the same in the end as if nothing had happened. A note on which anything fails isn't written; it is
    listed in OUT.quarantine.jsonl, with the reason, and the exit code is 4. OUT.report.json has counts, and
    OUT.alignment.jsonl says where what was replaced lies: it has no text, but lengths of names, so don't give it away.

    \b
    incognote batch notes.parquet --columns id=note_id,text=text,patient=mrn --key site.key --out clean.parquet
    incognote batch notes.csv --key site.key --style surrogates --date-columns visit_date --out clean.csv
    incognote batch tables/ --key site.key --engine incognote-fast --workers 8 --out clean/
    incognote batch postgresql://me@host/clinic --table note --key site.key --out-table note_clean
    incognote batch notes.parquet --key site.key --spark spark://head:7077 --out clean/
    """
    from incognote.batch.job import Job
    from incognote.cli.batch_spark import run_spark
    from incognote.containers.base import Cutting

    settings = config.load(config_file) if config_file else config.Config()
    key = _required(key_for(replacing, key_file, choice.switched_on(settings.engine)))
    choice.require_sound(settings.engine)
    if columns and "spans" in roles(columns):
        raise ConfigError("--columns: a batch finds PHI itself and reads no spans; leave spans=… out")
    cutting = Cutting(
        roles(columns) if columns else settings.input.columns,
        _listed(date_columns),
        _listed(drop_columns),
        _encoding(encoding or settings.input.encoding),
        largest=largest * _MEGABYTE,
    )
    job = Job(key, choice, settings.engine, replacing, keep_names)
    if master:
        run_spark(source, _file(out), master, job, cutting, _plan(job, cutting))
        return
    processes = workers or os.cpu_count() or 1
    with shown_progress() as tell:
        options = (job, cutting, _plan(job, cutting), processes, seconds, tell)
        ready = _ready(source, out, format_name, table, out_table, options)
        if ready.staying:
            staying = ", ".join(map(shown, ready.staying))
            click.echo(f"stay as they are: {staying}; --drop-columns leaves out what holds PHI", err=True)
        if ready.job.records_tell:
            click.echo(
                "only free texts change: names, identifiers, addresses, dates in fields of their own stay", err=True
            )
        with _telling_how_to_go_on(ready):
            summary = ready.run()
    _report(summary, _place(ready), ready.out, key)


def _ready(
    source: str,
    out: str | None,
    format_name: str | None,
    table: str | None,
    out_table: str | None,
    options: tuple[Job, Cutting, dict[str, Any], int, float, Progress],
) -> Batch:
    from incognote.batch.database_source import batch_of_table, is_database, table_of
    from incognote.batch.sources import batch_of

    if is_database(source):
        if format_name:
            raise ConfigError("--format is for files; leave it out for a database")
        new = table_of(out or source, out_table, "--out-table")
        return batch_of_table(table_of(source, table, "--table"), new, *options)
    if table or out_table:
        raise ConfigError(
            "--table and --out-table are for databases: give IN a URL, such as postgresql://HOST/DATABASE"
        )
    if out and is_database(out):
        raise ConfigError("files are written as files: name a new file or folder with --out OUT")
    return batch_of(source, _file(out), format_name, *options)


@contextmanager
def _telling_how_to_go_on(ready: Batch) -> Iterator[None]:
    from incognote.batch.run import work_folder

    try:
        yield
    except (KeyboardInterrupt, SystemExit):  # Ctrl-C, or a signal
        if work_folder(ready.out).exists():
            click.echo("stopped; start the same command again and it goes on", err=True)
        raise


def _file(out: str | None) -> str:
    if out is None or Path(out).name in ("", ".."):
        raise ConfigError("name a new file or folder with --out OUT")
    return out


def _encoding(name: str) -> str:
    if not config.is_encoding(name):
        raise ConfigError(f"no encoding is called {name!r}; name one such as utf-8, cp1252, latin-1 or utf-16")
    return name


def _required(key: Key | None) -> Key:
    if key is None:
        raise ConfigError(
            "batch needs a key, by which notes, patients and dates get new ones: give --key FILE; "
            "`incognote key new --out FILE` makes one"
        )
    return key


def _listed(names: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in names.split(",") if name.strip())


def _plan(job: Job, cutting: Cutting) -> dict[str, Any]:
    """All that the output depends on, besides the input, as JSON; nothing of the key but its fingerprint."""
    context = click.get_current_context()
    options = {
        param.opts[0]: context.params[param.name]
        for param in context.command.params
        if param.name and param.name not in _OF_NO_OUTPUT
    }
    in_effect = {
        "--engine": job.engine.name or job.settings.recipe,
        "--point": job.engine.named(job.settings)[1],
        "--columns": cutting.columns,
        "--encoding": cutting.encoding,
    }
    plan = {
        "version of incognote": __version__,
        "key": job.key.fingerprint,
        "options": options | in_effect,
        "configuration": {f"engine.{name}": value for name, value in asdict(job.settings).items()},
        "chunks": {"bytes": cutting.chunk_bytes, "records": cutting.chunk_records},
        "files that options name": _contents(job),
    }
    found: dict[str, Any] = json.loads(json.dumps(plan, default=str))
    return found


def _contents(job: Job) -> list[tuple[str, str]]:
    """What files and folders say that options name, such as --exclude: told by the key alone, since it may be PHI."""
    choice, settings = job.engine, job.settings
    engine = choice.name or settings.recipe
    own = () if recipes.parted(engine)[0] in recipes.names() else (engine,)
    table = () if (choice.patient_of or "").startswith(("path:", "field:")) else (choice.patient_of,)
    named = (*own, *table, choice.patients, choice.providers, choice.exclude, *settings.lists.values())
    told = []
    for path in {Path(name) for name in named if name}:
        files = sorted(file for file in (path, *path.rglob("*")) if file.is_file())
        digest = hmac.new(job.key.subkey("batch-options/1"), digestmod="sha256")
        for file in files:
            digest.update(hashlib.sha256(file.read_bytes()).digest())
        if files:
            told.append((str(path), digest.hexdigest()))
    return sorted(told)


def _place(ready: Batch) -> str:
    """Where the output is; the report, which may be passed on, doesn't say it."""
    from incognote.batch.database_source import DatabaseSource

    source = ready.sources[0]
    return source.out.place if isinstance(source, DatabaseSource) else str(ready.out)


def _report(summary: Summary, out: str, beside: Path, key: Key) -> None:
    rate = (summary.notes - summary.notes_before) / summary.seconds if summary.seconds else 0
    lines = [f"{number(summary.notes, 'note')} -> {out} ({rate:,.0f} notes/s by {number(summary.workers, 'worker')})"]
    lines += [
        f"{name}: {', '.join(f'{n:,} {what}' for what, n in sorted(counts.items()))}"
        for name, counts in (
            ("replaced", summary.labels),
            ("dates", summary.dates),
            ("tags where there is no surrogate", summary.tagged),
            ("dates in columns that couldn't be shifted, and are empty now", summary.emptied),
        )
        if counts
    ]
    if summary.excluded:
        lines.append(f"{number(summary.excluded, 'note')} of excluded patients left out")
    if summary.nobodys:
        lines.append(f"{number(summary.nobodys, 'note')} without a patient, whose dates, if any, got tags")
    if summary.plan["options"]["--exclude"] and not summary.excluded:
        lines.append("no note is of a patient of --exclude; check that ids are written alike")
    tell_passed_over(summary.passed_over)
    lines.append(f"key: {key.fingerprint}")
    for line in lines:
        click.echo(line, err=True)
    if summary.quarantined:
        click.echo(f"{summary.quarantined:,} set aside: see {beside}.quarantine.jsonl", err=True)
        raise click.exceptions.Exit(EXIT_SET_ASIDE)
