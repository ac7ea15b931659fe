"""`incognote serve`."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from incognote.cli.reading import PATH_TYPE
from incognote.errors import ConfigError

if TYPE_CHECKING:
    from incognote.serve.people import Tokens

_LOOPBACK = ("127.0.0.1", "localhost", "::1")


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; elsewhere it takes --tokens.")
@click.option("--port", type=click.IntRange(0, 65535), default=8321, show_default=True, help="0 takes a free one.")
@click.option("--allow-host", "hosts", multiple=True, metavar="NAME", help="Another name by which it may be called.")
@click.option("--tokens", "token_file", type=PATH_TYPE, help="Who may ask for what (incognote token new makes it).")
@click.option("--data", type=PATH_TYPE, metavar="FOLDER", help="Keep projects and reviews there. It holds PHI.")
def serve(host: str, port: int, hosts: tuple[str, ...], token_file: Path | None, data: Path | None) -> None:
    """Serve a page for people and an interface for programs: find PHI, annotate, adjudicate, measure, review, sign.

    Everything takes a token. Without --tokens one is made for this run and printed with the address, and the service
    listens on this machine alone.

    \b
    incognote serve
    incognote serve --data review/ --key site.key
    incognote serve --host 0.0.0.0 --allow-host deid.our-hospital.example --tokens site.tokens --data review/
    """
    try:
        import uvicorn

        from incognote.serve.app import make_app
    except ModuleNotFoundError as error:
        raise ConfigError(f"the service needs {error.name}, which isn't installed; install incognote[serve]") from None
    from incognote.serve.service import Service, Settings
    from incognote.serve.store import Store

    tokens, address = _tokens(host, token_file)
    logging.basicConfig(stream=sys.stderr, format="%(asctime)s %(message)s", level=logging.INFO)
    names = Settings.hosts | {host, *hosts}
    service = Service(Settings(hosts=names, data=data), tokens, None, Store(data) if data else None)  # type: ignore
    config = uvicorn.Config(make_app(service), host, port, access_log=False, log_level="warning", server_header=False)
    server = uvicorn.Server(config)
    sock = config.bind_socket()
    click.echo(address.format(port=sock.getsockname()[1]), err=True)
    server.run([sock])


def _tokens(host: str, file: Path | None) -> tuple[Tokens, str]:
    """Who may ask, and what to say of the address."""
    from incognote.serve.people import Person, Role, TokenFile, Tokens, digest, new_token

    shown = f"http://{f'[{host}]' if ':' in host else host}:{{port}}/"
    if file is not None:
        return TokenFile(file), f"open {shown} and give your token"
    if host not in _LOOPBACK:
        raise ConfigError(
            f"--host {host} lets other machines in, so people need tokens: make them with `incognote token new "
            "--tokens FILE --name NAME --role ROLE` and start with --tokens FILE"
        )
    token = new_token()
    return Tokens({digest(token): Person("you", Role.ADMIN)}), f"open {shown}#token={token}"
