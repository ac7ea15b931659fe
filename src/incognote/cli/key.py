"""`incognote key`."""

from __future__ import annotations

from pathlib import Path

import click

from incognote.cli.reading import PATH_TYPE


@click.group()
def key() -> None:
    """Make a secret key, on which shifted dates and new names of notes depend.

    The same key gives the same shifts and names again. Whoever has it can shift dates back: keep it as safe as the
    notes, and not beside them.

    \b
    incognote key new --out site.key
    incognote key new --out - | vault-of-your-site store
    incognote deidentify notes/ --key site.key --patient-of path:'(\\d+)' --out clean/
    """


@key.command()
@click.option(
    "--out",
    default="incognote.key",
    show_default=True,
    type=PATH_TYPE,
    help="New file for the key, which only you can read; - prints it instead.",
)
def new(out: Path) -> None:
    """Make a new key and write it to a new file.

    \b
    incognote key new --out site.key
    incognote key new --out - | vault-of-your-site store
    """
    from incognote.replace.keys import STDIN, new_key, write_key

    if str(out) == STDIN:
        click.echo(new_key())
        return
    write_key(out)
    click.echo(f"{out} holds a new key; keep it safe, and give it as --key {out}", err=True)
