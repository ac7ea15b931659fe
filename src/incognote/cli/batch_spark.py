"""`incognote batch --spark`."""

from __future__ import annotations

import json
import platform
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from incognote import __version__
from incognote.batch.summary import QUARANTINE, REPORT, listed, now, write_private
from incognote.cli.reading import EXIT_SET_ASIDE
from incognote.containers.detect import container_of
from incognote.errors import ConfigError, OutputError, shown
from incognote.wording import number

if TYPE_CHECKING:
    from incognote.adapters.spark import Done
    from incognote.batch.job import Job
    from incognote.containers.base import Cutting

_REMEDIES = {
    "workers": ("--workers", "say how many with --spark 'local[N]', or by the cluster's settings"),
    "format_name": ("--format", "Spark reads Parquet alone; leave out --spark for other formats"),
    "table": ("--table", "Spark reads Parquet alone; leave out --spark for databases"),
    "out_table": ("--out-table", "Spark writes Parquet alone; leave out --spark for databases"),
    "encoding": ("--encoding", "Parquet has its own; leave it out"),
    "seconds": ("--seconds", "no time is kept in Spark; leave it out, or leave out --spark"),
}
"""Options that Spark can't honour, and what to do."""


def run_spark(source: str, out: str, master: str, job: Job, cutting: Cutting, plan: dict[str, Any]) -> None:
    """De-identify Parquet by Spark into a new folder of Parquet; exit code 4 if notes were set aside."""
    from incognote.adapters.spark import require_sound, run
    from incognote.adapters.spark_session import session

    _require_fitting_options()
    _require_places(source, out)
    require_sound(job)
    started, begin = now(), time.monotonic()
    done = run(source, out, job, cutting, session(master))
    about = {"incognote": __version__, "python": platform.python_version(), "plan": plan, "spark": master}
    times = {"started": started, "ended": now(), "seconds": time.monotonic() - begin}
    counts = {"notes": done.written, "excluded": done.excluded, "quarantined": len(done.failed)}
    write_private(_beside(out, REPORT), [json.dumps(about | counts | times, indent=2) + "\n"])
    _tell(done, out, master, job)


def _tell(done: Done, out: str, master: str, job: Job) -> None:
    click.echo(f"{number(done.written, 'note')} -> {out} (by Spark at {master})", err=True)
    if done.staying:
        staying = ", ".join(map(shown, done.staying))
        click.echo(f"stay as they are: {staying}; --drop-columns leaves out what holds PHI", err=True)
    if done.excluded:
        click.echo(f"{number(done.excluded, 'note')} of excluded patients left out", err=True)
    click.echo(f"key: {job.key.fingerprint}", err=True)
    if done.failed:
        path = _beside(out, QUARANTINE)
        write_private(path, listed(done.failed))
        click.echo(f"{len(done.failed)} set aside: see {path}", err=True)
        raise click.exceptions.Exit(EXIT_SET_ASIDE)


def _require_fitting_options() -> None:
    """An error rather than an option that does nothing."""
    context = click.get_current_context()
    for name, (option, remedy) in _REMEDIES.items():
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise ConfigError(f"{option} can't be had with --spark: {remedy}")


def _require_places(source: str, out: str) -> None:
    """An error before Spark is started, for what is seen from here."""
    if not _is_address(source) and (name := container_of(Path(source)).name) != "parquet":
        raise ConfigError(f"--spark reads Parquet, and {source} is of the format {name}; leave out --spark")
    is_local = not _is_address(out)
    if is_local and not _is_address(source) and Path(out).resolve().is_relative_to(Path(source).resolve()):
        raise ConfigError("--out lies inside the input, and would be read as notes the next time; choose another place")
    for path in (*([Path(out)] if is_local else []), _beside(out, REPORT), _beside(out, QUARANTINE)):
        if path.exists():
            raise OutputError(f"{path} exists already; remove it or choose another place")


def _is_address(path: str) -> bool:
    """Whether it is somewhere that only Spark knows: hdfs://… or s3a://…"""
    return "://" in path


def _beside(out: str, ending: str) -> Path:
    """A file beside the output, or here if that isn't on this machine."""
    place = Path(out)
    return Path(place.name + ending) if _is_address(out) else place.with_name(place.name + ending)
