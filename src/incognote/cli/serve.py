"""`incognote serve`."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from incognote.cli.reading import PATH_TYPE
from incognote.errors import ConfigError

if TYPE_CHECKING:
    from incognote.serve.people import Tokens
    from incognote.serve.service import Settings

_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_MEGABYTE = 1_000_000

_IN_THE_CLEAR = (
    "warning: this is plain HTTP, by which tokens and notes go unencrypted; put a proxy with TLS before it, and let "
    "nobody else reach it"
)
_ENGINE_HELP = "The engine that is used where none is named; `incognote engines` lists them."
_POINT_HELP = "Its operating point, such as balanced, safe or strict.  [default: its first]"
_KEY_HELP = "File with the secret key for dates, surrogates and names; or -.  [default: one of this run]"
_VAULT_HELP = "Keep what is replaced, encrypted with the key, in this new or old file, so that it can be given back."
_WORKERS_HELP = "Processes that find and replace PHI."
_QUEUE_HELP = "Requests that may wait for a process; what comes beyond is answered 429."
_SECONDS_HELP = "Time that the work of a request may take, and as long it may wait; then its process is replaced."
_LARGEST_HELP = "Megabytes that a request may have; imports by admins may have twenty times as many."
_IDLE_HELP = "Stop when nobody has asked for anything for so many minutes."


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; elsewhere it takes --tokens.")
@click.option("--port", type=click.IntRange(0, 65535), default=8321, show_default=True, help="0 takes a free one.")
@click.option("--allow-host", "hosts", multiple=True, metavar="NAME", help="Another name by which it may be called.")
@click.option("--tokens", "token_file", type=PATH_TYPE, help="Who may ask for what (incognote token new makes it).")
@click.option("--data", type=PATH_TYPE, metavar="FOLDER", help="Keep projects and reviews there. It holds PHI.")
@click.option("--engine", default="incognote", show_default=True, metavar="NAME", help=_ENGINE_HELP)
@click.option("--point", metavar="NAME", help=_POINT_HELP)
@click.option("--key", "key_file", metavar="FILE", help=_KEY_HELP)
@click.option("--vault", type=PATH_TYPE, metavar="FILE", help=_VAULT_HELP)
@click.option("--workers", type=click.IntRange(1, 256), default=2, show_default=True, help=_WORKERS_HELP)
@click.option("--queue", type=click.IntRange(0, 10_000), default=16, show_default=True, help=_QUEUE_HELP)
@click.option("--seconds", type=click.FloatRange(0.1), default=60, show_default=True, help=_SECONDS_HELP)
@click.option("--largest", type=click.IntRange(1), default=10, show_default=True, metavar="MB", help=_LARGEST_HELP)
@click.option("--stop-when-idle", "idle", type=click.FloatRange(0, min_open=True), metavar="MINUTES", help=_IDLE_HELP)
def serve(
    host: str,
    port: int,
    hosts: tuple[str, ...],
    token_file: Path | None,
    data: Path | None,
    engine: str,
    point: str | None,
    key_file: str | None,
    vault: Path | None,
    workers: int,
    queue: int,
    seconds: float,
    largest: int,
    idle: float | None,
) -> None:
    """Serve a page for people and an interface for programs: find PHI, annotate, adjudicate, measure, review, sign.

    Everything takes a token. Without --tokens one is made for this run and printed with the address, and the service
    listens on this machine alone. Ctrl-C or a signal stops it when what was asked is answered.

    \b
    incognote serve
    incognote serve --data review/ --key site.key
    incognote serve --data review/ --key site.key --vault site.vault --engine incognote-fast --workers 4
    incognote serve --host 0.0.0.0 --allow-host deid.our-hospital.example --tokens site.tokens --data review/
    """
    try:
        from incognote.serve.running import Limits, alone_in, run
    except ModuleNotFoundError as error:
        raise ConfigError(f"the service needs {error.name}, which isn't installed; install incognote[serve]") from None
    from incognote.serve.engines.catalogue import MODELS, Catalogue
    from incognote.serve.engines.notes import full_name
    from incognote.serve.service import Settings, host_name

    names = Settings.hosts | set(map(host_name, (host, *hosts)))
    settings = _with_key(Settings(hosts=names, largest=largest * _MEGABYTE, data=data), key_file, vault)
    catalogue = Catalogue(data / MODELS if data else None)
    default = catalogue.sound(full_name(engine, point, engine))
    tokens, address = _tokens(host, token_file)
    with alone_in(data) as store, _listening(host, port) as listening:
        click.echo(address.format(port=listening.getsockname()[1]), err=True)
        if host.lower() not in _LOOPBACK:
            click.echo(_IN_THE_CLEAR, err=True)
        run(listening, settings, store, tokens, catalogue, default, Limits(workers, queue, seconds, idle))


def _with_key(settings: Settings, key_file: str | None, vault: Path | None) -> Settings:
    """The settings with the key, if one is given, and the vault, which is of that key."""
    from dataclasses import replace

    from incognote.replace.keys import VARIABLE, load
    from incognote.replace.vault import Vault

    key = load(key_file, os.environ, sys.stdin)
    if key is None:
        if vault:
            raise ConfigError(f"--vault needs a key that lasts: --key FILE, --key - or the variable {VARIABLE}")
        return settings
    if vault:
        with Vault.at(vault, key):
            pass
    return replace(settings, key=key, key_lasts=True, vault=vault)


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens, so that a port that is taken is an error before anything starts."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named, or each answer waits for 40 ms
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()  # whoever calls as soon as the address is told waits, and isn't turned away
    except (OSError, UnicodeError) as error:
        listening.close()
        why = getattr(error, "strerror", None) or "no such name"
        raise ConfigError(
            f"can't listen at {host}, port {port} ({why}); give another --port, 0 for a free one"
        ) from None
    return listening


def _tokens(host: str, file: Path | None) -> tuple[Tokens, str]:
    """Who may ask, and what to say of the address."""
    from incognote.serve.people import ALONE, Person, Role, TokenFile, Tokens, digest, new_token

    shown = f"http://{f'[{host}]' if ':' in host else host}:{{port}}/"
    if file is not None:
        return TokenFile(file), f"open {shown} and give your token"
    if host.lower() not in _LOOPBACK:
        raise ConfigError(
            f"--host {host} lets other machines in, so people need tokens: make them with `incognote token new "
            "--tokens FILE --name NAME --role ROLE` and start with --tokens FILE"
        )
    token = new_token()
    return Tokens({digest(token): Person(ALONE, Role.ADMIN)}), f"open {shown}#token={token}"
