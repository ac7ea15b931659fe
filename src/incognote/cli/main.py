"""`incognote`: the commands, loaded when they are called."""

from __future__ import annotations

import io
import os
import signal
import sys
import traceback
import warnings
from importlib import import_module
from typing import Any, NoReturn

import click

from incognote import __version__
from incognote.errors import ConfigError, DetectionError, FaultError, IncognoteError, UnknownNameError

_COMMANDS = {
    "deidentify": "Find PHI in notes and replace it.",
    "batch": "De-identify a whole archive of any size by several processes.",
    "reidentify": "Give de-identified notes back as they were, with their vault and its key.",
    "verify": "Prove an output against the notes it was made of.",
    "key": "Make, tell apart and change the secret keys for dates, names and vaults.",
    "roundtrip": "Ask a language model without PHI, and put the PHI back into its answer.",
    "detect": "Find PHI, and print where it is.",
    "explain": "Show why PHI was found.",
    "deid": "De-identify a file as the MIT program does, with its files and its questions.",
    "convert": "Read notes in one format and write them in another.",
    "evaluate": "Measure annotations against a gold standard, or annotators against each other.",
    "crossvalidate": "Train and measure engines on the same notes by cross-validation.",
    "stats": "Say what a corpus holds.",
    "synthesize": "Make notes with invented PHI of notes with slots for it.",
    "experiment": "Do the papers' experiments again, and print their tables beside ours.",
    "engines": "List the engines, their papers and their scores.",
    "train": "Train an engine on annotated notes.",
    "adapt": "Adapt the default engine to your hospital by a few dozen corrected notes.",
    "serve": "Serve a page for people and an interface for programs: find, annotate, review.",
    "project": "Make projects of notes that people annotate, fill them, and take the gold out.",
    "release": "Draw a random sample of an output for people to read, and print what it proves.",
    "token": "Make, list and take back the tokens for serve.",
    "features": "Rank the features of an engine that learns.",
}

EXIT_BUG, EXIT_USAGE, EXIT_INPUT = 1, 2, 3

_EPILOG = """\b
Exit codes:
  0  done
  1  a fault of the program
  2  wrong use: an option, a name, the key or the configuration
  3  input that can't be read or output that can't be written; nothing was written
  4  done, but some input was set aside (--keep-going)
  5  nothing was written, since it would have been no better (adapt)
  6  done, and some notes of an output fail (verify)
  roundtrip passes on the exit code of the command that it runs
  130 and 143  stopped by Ctrl-C or a signal; nothing half-written is left
"""


class _ReaderGoneError(Exception):
    """Whoever read our output has seen enough: `incognote … | head`."""


class _Commands(click.Group):
    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # click would call it a failure
            raise _ReaderGoneError from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"incognote.cli.{cmd_name}"), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(cls=_Commands, epilog=_EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="incognote %(version)s")
def cli() -> None:
    """De-identification of clinical notes: find protected health information and replace it, read and write notes in
    the formats of the field, and measure annotations with the scores of its papers.

    \b
    incognote deidentify notes/ --out clean/
    incognote convert notes/ --to jsonl --out notes.jsonl
    incognote evaluate --gold gold/ --pred system/ --html report.html
    incognote stats corpus/
    """


def main() -> None:
    """Run a command; errors are one line on standard error, without a word of any record."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # where a terminal can't show a letter
    warnings.showwarning = _say
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # so that what is half-written is removed
    try:
        code = cli(standalone_mode=False) or 0
        sys.stdout.flush()
        sys.exit(code)
    except click.ClickException as error:
        error.show()
        sys.exit(EXIT_USAGE)
    except (click.Abort, KeyboardInterrupt):
        _fail("stopped", 128 + signal.SIGINT)
    except IncognoteError as error:
        _fail(str(error), _exit_code(error))
    except (_ReaderGoneError, BrokenPipeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _fail(
            f"{error.filename or 'standard output'}: {error.strerror}; check the path, its permissions and the disk",
            EXIT_INPUT,
        )
    except Exception as error:
        _report_bug(error)
        sys.exit(EXIT_BUG)


def _exit_code(error: IncognoteError) -> int:
    if isinstance(error, ConfigError | UnknownNameError):
        return EXIT_USAGE
    return EXIT_BUG if isinstance(error, FaultError | DetectionError) else EXIT_INPUT


def _say(message: Warning | str, *_: Any, **__: Any) -> None:
    """A warning as a line, without the place in the program that gave it."""
    click.echo(f"incognote: {message}", err=True)


def _fail(message: str, code: int) -> NoReturn:
    click.echo(f"incognote: {message}", err=True)
    sys.exit(code)


def _report_bug(error: Exception) -> None:
    """Where a fault is, without its message, which might quote a record."""
    click.echo(f"incognote: a fault of the program: {type(error).__name__}", err=True)
    for frame in traceback.extract_tb(error.__traceback__):
        click.echo(f"  {frame.filename}:{frame.lineno} in {frame.name}", err=True)
    click.echo("Please report these lines; they hold nothing of your notes.", err=True)
