"""What commands that read notes share: their options, progress, and what was set aside."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from incognote import config, formats
from incognote.errors import ConfigError, DamagedInputError, IncognoteError, OutputError
from incognote.formats.files import read_text
from incognote.types import Document

_COLUMNS_HELP = "For csv, tsv and jsonl: which column is what, such as id=NOTE_ID,text=TEXT,patient=MRN,spans=PHI."


class Reader:
    """Reads paths with the options of a command; with --keep-going it collects what can't be read."""

    def __init__(self, settings: config.Config, keep_going: bool) -> None:
        self.settings = settings
        self.keep_going = keep_going
        self.set_aside: list[IncognoteError] = []
        self.options = formats.Options(settings.input.encoding, settings.input.columns)

    def format_of(self, path: Path) -> formats.Format:
        return formats.get(self.settings.input.format or formats.detect(path))

    def read(self, path: Path) -> Iterator[Document]:
        """The notes of a path, with a progress bar on a terminal."""
        fmt = self.format_of(path)
        docs = formats.read(path, fmt.name, self.options, self._damage)
        files = fmt.files(path)
        return _progress(docs, len(files) if len(files) > 1 else None, path)

    def aside(self, error: IncognoteError) -> None:
        """Keep an error for the end, or stop at once if we don't keep going."""
        if not self.keep_going:
            raise error
        self.set_aside.append(error)

    def _damage(self, error: DamagedInputError) -> None:
        self.aside(error)

    def finish(self) -> None:
        """Report what was set aside; leave with its exit code if anything was."""
        if self.set_aside:
            for error in self.set_aside:
                click.echo(f"set aside: {error}", err=True)
            click.echo(f"{len(self.set_aside)} set aside in all", err=True)
            raise click.exceptions.Exit(4)


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options for reading notes to a command, which gets a `reader` in their place."""

    @click.option("--format", "format_name", metavar="NAME", help="Format of the input; found by content if not given.")
    @click.option("--columns", metavar="ROLE=NAME,…", help=_COLUMNS_HELP)
    @click.option("--encoding", metavar="NAME", help="Encoding of text files.  [default: utf-8]")
    @click.option("--keep-going", is_flag=True, help="Set aside what can't be read, and say so at the end.")
    @click.option("--config", "config_file", type=click.Path(path_type=Path), help="Configuration file (TOML).")
    @functools.wraps(command)
    def wrapped(
        format_name: str | None,
        columns: str | None,
        encoding: str | None,
        keep_going: bool,
        config_file: Path | None,
        **others: Any,
    ) -> Any:
        settings = config.load(config_file) if config_file else config.Config()
        given = config.InputConfig(
            format_name or settings.input.format,
            _known_encoding(encoding or settings.input.encoding),
            _roles(columns) if columns else settings.input.columns,
        )
        return command(reader=Reader(config.Config(given, settings.evaluate), keep_going), **others)

    return wrapped


def read_words(file: Path) -> frozenset[str]:
    """A word list, case folded; names of several words count word by word."""
    return frozenset(read_text(file, "utf-8").casefold().split())


def write_json(file: Path, values: dict[str, Any]) -> None:
    try:
        file.write_text(json.dumps(values, indent=2) + "\n", "utf-8")
    except OSError as error:
        raise OutputError(f"{file} could not be written ({error.strerror}); choose another place") from None


def _known_encoding(name: str) -> str:
    try:
        "".encode(name)
    except LookupError:
        raise ConfigError(f"no encoding is called {name!r}; common ones are utf-8, cp1252, latin-1, utf-16") from None
    return name


def _roles(columns: str) -> dict[str, str]:
    roles = dict(part.partition("=")[::2] for part in columns.split(","))
    if not all(roles.values()) or not set(roles) <= set(formats.ROLES):
        raise ConfigError(f"--columns takes ROLE=NAME pairs with commas; the roles are {', '.join(formats.ROLES)}")
    return roles


def _progress(docs: Iterator[Document], total: int | None, path: Path) -> Iterator[Document]:
    if not sys.stderr.isatty():
        yield from docs
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(docs, f"reading {path}", total, console=Console(stderr=True), transient=True)
