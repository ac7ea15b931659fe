"""What commands that read notes share: their options, progress, and what was set aside."""

from __future__ import annotations

import functools
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from incognote import config, formats, registry
from incognote.errors import ConfigError, IncognoteError
from incognote.evaluate.words import word_places
from incognote.formats.files import kinds, read_text
from incognote.types import Document
from incognote.wording import number

EXIT_SET_ASIDE = 4

_FORMATS = ", ".join(registry.names("formats"))
_COLUMNS_HELP = "For csv, tsv and jsonl: which column is what, such as id=NOTE_ID,text=TEXT,patient=MRN,spans=PHI."


class _PathType(click.Path):
    """A path that isn't empty, as one of a variable that isn't set is; the current folder would be taken for it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("the path is empty; give a file or a folder", param, ctx)
        return super().convert(value, param, ctx)


PATH_TYPE = _PathType(path_type=Path, readable=False)


class Reader:
    """Reads paths with the options of a command; with --keep-going it collects what can't be read.

    `notes` is how many were read so far, which is the number of the last one in the order of the input.
    """

    def __init__(self, settings: config.Config, keep_going: bool) -> None:
        self.settings = settings
        self.keep_going = keep_going
        self.set_aside: list[IncognoteError] = []
        self.options = formats.Options(settings.input.encoding, settings.input.columns)
        self.notes = 0
        self._passed_over: Counter[str] = Counter()

    def read(self, path: Path) -> Iterator[Document]:
        """The notes of a path, with a progress bar on a terminal."""
        name = self.format_of(path)
        docs = formats.read(path, name, self.options, self.aside)
        files = formats.get(name).files(path)
        self._passed_over += kinds(map(str, formats.passed_over(path, name)))
        return self._counted(_progress(docs, len(files) if len(files) > 1 else None, path))

    def read_all(self, path: Path) -> Iterator[Document]:
        """The notes of a path in any format, also those of archives, as `batch` reads them."""
        from incognote.containers import reading

        name, encoding = self.settings.input.format, self.options.encoding
        if reading.container_for(path, name, encoding) is None:
            return self.read(path)
        self._passed_over += kinds(reading.passed_over(path, name, encoding))
        return self._counted(_progress(reading.read(path, name, self.options, self.aside), None, path))

    def glance(self, path: Path) -> Iterator[Document]:
        """The notes of a path, without a word on what can't be read."""
        return _progress(formats.read(path, self.format_of(path), self.options, lambda error: None), None, path)

    def format_of(self, path: Path) -> str:
        """The format of notes; an error if there are none there."""
        return self.settings.input.format or formats.detect(path, self.options.encoding)

    def folder_format(self, path: Path) -> str | None:
        """The format of notes that are files in a folder; None if many are in one file."""
        name = self.format_of(path)
        return name if formats.get(name).is_folder else None

    def _counted(self, docs: Iterator[Document]) -> Iterator[Document]:
        for doc in docs:
            self.notes += 1
            yield doc

    def read_words(self, file: Path) -> frozenset[str]:
        """The words of a list, case folded, cut as the words of notes are."""
        text = read_text(file, self.options.encoding)
        return frozenset(text[start:end].casefold() for start, end in word_places(text))

    def aside(self, error: IncognoteError) -> None:
        """Keep an error for the end, or stop at once if we don't keep going."""
        if not self.keep_going:
            raise error
        self.set_aside.append(error)

    def finish(self) -> None:
        """Report what was passed over or set aside; leave with an exit code if anything was set aside."""
        tell_passed_over(self._passed_over)
        if not self.notes and not self.set_aside:
            click.echo("warning: there were no notes in the input; check the path", err=True)
        if self.set_aside:
            self.list_set_aside()
            click.echo(f"{len(self.set_aside)} set aside in all", err=True)
            raise click.exceptions.Exit(EXIT_SET_ASIDE)

    def list_set_aside(self) -> None:
        for error in self.set_aside:
            click.echo(f"set aside: {error}", err=True)


def tell_passed_over(files: Counter[str]) -> None:
    """Say how many files of which kinds weren't read, if there were any."""
    if files:
        told = ", ".join(f"{count:,} {kind}" for kind, count in sorted(files.items()))
        click.echo(f"{number(files.total(), 'file')} passed over, not of the input's format: {told}", err=True)


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options for reading notes to a command, which gets a `reader` in their place."""

    @click.option(
        "--format", "format_name", metavar="NAME", help=f"Format of the input if its content doesn't tell: {_FORMATS}."
    )
    @click.option("--columns", metavar="ROLE=NAME,…", help=_COLUMNS_HELP)
    @click.option("--encoding", metavar="NAME", help="Encoding of text files.  [default: utf-8]")
    @click.option("--keep-going", is_flag=True, help="Set aside what can't be read, and say so at the end.")
    @click.option("--config", "config_file", type=PATH_TYPE, help="Configuration file (TOML).")
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
            encoding or settings.input.encoding,
            roles(columns) if columns else settings.input.columns,
        )
        return command(reader=Reader(replace(settings, input=given), keep_going), **others)

    return wrapped


def as_json(values: dict[str, Any]) -> str:
    """Figures as people and programs read them."""
    return json.dumps(values, indent=2) + "\n"


def roles(columns: str) -> dict[str, str]:
    roles = dict(part.strip().partition("=")[::2] for part in columns.split(","))
    if not all(roles.values()) or not set(roles) <= set(config.COLUMN_ROLES):
        raise ConfigError(
            f"--columns takes ROLE=NAME pairs with commas; the roles are {', '.join(config.COLUMN_ROLES)}"
        )
    return roles


def _progress(docs: Iterator[Document], total: int | None, path: Path) -> Iterator[Document]:
    if not sys.stderr.isatty():
        yield from docs
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import track

    yield from track(docs, escape(f"reading {path}"), total, console=Console(stderr=True), transient=True)
