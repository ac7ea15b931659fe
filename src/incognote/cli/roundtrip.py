"""`incognote roundtrip`."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from incognote.cli.reading import PATH_TYPE
from incognote.engine_choice import EngineChoice
from incognote.errors import ConfigError

if TYPE_CHECKING:
    from incognote.replace.keys import Key
    from incognote.roundtrip import RoundTrip
    from incognote.roundtrip.memory import Memory

STDIN = Path("-")

_STATE_HELP = "File that keeps a talk, encrypted with --key: a new one, or one to go on with."
_RESTORE_HELP = "File with an answer to print with its originals, or - for standard input."
_PATIENT_HELP = "Whose the prompt is: with --key, a patient's pseudonyms and dates are always the same."
_SHOW_HELP = "Print on standard error what is sent."


@click.command()
@click.argument("prompt", type=PATH_TYPE, required=False, metavar="[PROMPT]")
@click.argument("command", nargs=-1, type=click.UNPROCESSED, metavar="[-- COMMAND …]")
@click.option("--state", type=PATH_TYPE, metavar="FILE", help=_STATE_HELP)
@click.option("--restore", "answer", type=PATH_TYPE, metavar="ANSWER", help=_RESTORE_HELP)
@click.option("--key", metavar="FILE", help="File with the secret key, or - for standard input.")
@click.option("--patient", metavar="NAME", help=_PATIENT_HELP)
@click.option("--show", is_flag=True, help=_SHOW_HELP)
@click.option("--day-first", is_flag=True, help="To shift 3/4/2025 as the third of April.")
@click.option("--engine", metavar="NAME", help="The engine that finds PHI.  [default: incognote]")
@click.option("--point", metavar="NAME", help="How much it finds: balanced, safe or strict.  [default: safe]")
@click.option("--patients", type=PATH_TYPE, metavar="TABLE", help="What is known of patients; --patient says of whom.")
@click.option("--providers", type=PATH_TYPE, metavar="TABLE", help="What is known of doctors, nurses and others.")
@click.option("--config", "config_file", type=PATH_TYPE, help="Configuration file (TOML).")
def roundtrip(
    prompt: Path | None,
    command: tuple[str, ...],
    state: Path | None,
    answer: Path | None,
    key: str | None,
    patient: str | None,
    show: bool,
    day_first: bool,
    engine: str | None,
    point: str | None,
    patients: Path | None,
    providers: Path | None,
    config_file: Path | None,
) -> None:
    """Ask a language model without PHI, and put the PHI back into its answer.

    The PHI of the prompt becomes pseudonyms: other names, other numbers, shifted dates. COMMAND, any program that reads
    a prompt on standard input and writes an answer, gets that; its answer is printed as it comes, with the originals
    back in place, in whatever form it has the names and dates. Its exit code is ours. Nothing is stored.

    For the window of a chat, do it in two steps: --state keeps the talk in a file that only your key opens, PROMPT
    alone prints what to send, and --restore prints an answer with its originals. Later prompts with the same --state
    go on with the talk.

    What the engine misses is sent: see what it would be with --show and `cat` as the command.

    \b
    incognote roundtrip prompt.txt -- llm --model m
    cat prompt.txt | incognote roundtrip - --show -- llm --model m
    incognote roundtrip prompt.txt --key site.key --patient 7041 -- llm --model m
    incognote roundtrip prompt.txt --key site.key --state talk.state > safe.txt
    incognote roundtrip --restore answer.txt --key site.key --state talk.state
    """
    if str(STDIN) == key and STDIN in (prompt, answer):
        raise ConfigError("the key and the text can't both come on standard input; give one of them in a file")
    secret, memory = _opened(state, key, patient, day_first)
    if answer:
        if state and not state.exists():
            raise ConfigError(f"{state}: there is no such talk; give the --state that the prompt was sent with")
        if prompt or state is None:
            raise ConfigError(
                "--restore takes an answer, --key and the --state that the prompt was sent with, no prompt"
            )
        _restore(answer, memory)
        return
    if prompt is None or not (command or state):
        raise ConfigError("give a prompt, and the command that reads it behind --, or keep the talk with --state FILE")
    choice = EngineChoice(engine, (), (), patients, providers, None, None, point, {}, False)
    trip, sent = _hidden(prompt, command, choice, config_file, secret, memory)
    if state:
        from incognote.roundtrip.state import save

        save(trip.memory, state, secret)
    if show:
        click.echo(sent, err=True)
    if not command:
        _write(sent)
        return
    from incognote.cli.model import ask

    code = ask(command, sent.encode(), lambda chunks: _print(chunks, trip.memory))
    raise click.exceptions.Exit(code)


def _opened(state: Path | None, source: str | None, patient: str | None, day_first: bool) -> tuple[Key, Memory]:
    """The key, one for this call alone if there is none, and the talk so far."""
    from incognote.replace.keys import load, new_key, parse
    from incognote.roundtrip import state as states
    from incognote.roundtrip.memory import Memory

    key = load(source, os.environ, sys.stdin)
    if state and key is None:
        raise ConfigError("--state needs a key to encrypt the talk with: --key FILE (incognote key new makes one)")
    memory = states.load(state, key) if state and key and state.exists() else Memory()
    memory = replace(memory, patient=patient or memory.patient, day_first=day_first or memory.day_first)
    return key or parse(new_key()), memory


def _hidden(
    prompt: Path, command: tuple[str, ...], choice: EngineChoice, config_file: Path | None, key: Key, memory: Memory
) -> tuple[RoundTrip, str]:
    """The talk with a prompt more, and what to send. All that can be wrong is found before anything is sent."""
    from incognote import config
    from incognote.cli.model import require
    from incognote.formats.files import decode, read_bytes
    from incognote.known.tables import read_patients
    from incognote.roundtrip import RoundTrip
    from incognote.roundtrip.pseudonyms import pseudonyms

    if command:
        require(command)
    settings = config.load(config_file) if config_file else config.Config()
    raw = sys.stdin.buffer.read() if prompt == STDIN else read_bytes(prompt)
    text = decode(raw, prompt, "utf-8")
    pipeline = choice.pipeline(settings.engine, read_patients(choice.patients) if choice.patients else None)
    trip = RoundTrip(pipeline, pseudonyms(key, memory.day_first), memory)
    return trip, trip.hide(text)


def _restore(answer: Path, memory: Memory) -> None:
    """Print an answer with its originals."""
    from incognote.cli.model import pieces
    from incognote.formats.files import unreadable

    try:
        file = cast(io.BufferedReader, sys.stdin.buffer) if answer == STDIN else answer.open("rb")
    except OSError as error:
        raise unreadable(answer, error) from None
    with file:
        _print(pieces(file), memory)


def _print(chunks: Iterator[bytes], memory: Memory) -> None:
    """Print an answer with its originals as it comes."""
    from incognote.roundtrip.restorer import Restorer, decoded

    for piece in Restorer(memory).stream(decoded(chunks)):
        _write(piece)


def _write(text: str) -> None:
    """To standard output at once, as UTF-8, whatever the terminal has; bytes that were no text as they were."""
    sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))
    sys.stdout.buffer.flush()
