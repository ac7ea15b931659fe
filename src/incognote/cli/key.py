"""`incognote key`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from incognote.cli.reading import PATH_TYPE
from incognote.errors import ConfigError
from incognote.wording import number

_KEY_HELP = "File with the key, or - for standard input.  [default: the variable INCOGNOTE_KEY]"


@click.group()
def key() -> None:
    """Make a secret key, on which shifted dates, surrogates, new names of notes and vaults depend, or change a vault's.

    The same key gives the same shifts, surrogates and names again. Whoever has it can shift dates and numbers back:
    keep it as safe as the notes, and not beside them.

    \b
    incognote key new --out site.key
    incognote key fingerprint --key site.key
    incognote key rotate site.vault --key site.key --new-key next.key
    incognote key old-id 7481503 --key site.key
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


@key.command()
@click.option("--key", "source", metavar="FILE", help=_KEY_HELP)
def fingerprint(source: str | None) -> None:
    """Print 16 letters and digits that tell a key from others and say nothing of it.

    deidentify prints them too, and a vault of another key names them: write them down beside the release.

    \b
    incognote key fingerprint --key site.key
    """
    from incognote.replace.keys import load_required

    click.echo(load_required(source, os.environ, sys.stdin).fingerprint)


@key.command()
@click.argument("vault_file", type=PATH_TYPE, metavar="VAULT")
@click.option("--key", "source", metavar="FILE", help=_KEY_HELP)
@click.option("--new-key", "new_source", required=True, metavar="FILE", help="File with the new key, or -.")
def rotate(vault_file: Path, source: str | None, new_source: str) -> None:
    """Encrypt a vault anew with a new key, all of it or, if anything fails, nothing.

    The notes that it gives back stay the same. The old key opens copies that were made before: destroy them.

    \b
    incognote key new --out next.key
    incognote key rotate site.vault --key site.key --new-key next.key
    """
    from incognote.replace.keys import STDIN, load_required
    from incognote.replace.vault import Vault

    if source == new_source == STDIN:
        raise ConfigError("standard input holds one key; give the other as a file")
    old, new = load_required(source, os.environ, sys.stdin), load_required(new_source, {}, sys.stdin)
    with Vault.open(vault_file, old) as vault:
        vault.rotate(new)
        count = vault.count()
    click.echo(f"{vault_file}: {number(count, 'note')}, now under the key {new.fingerprint}", err=True)
    click.echo(f"the key {old.fingerprint} opens it no longer, but copies made before; destroy them", err=True)


@key.command("old-id")
@click.argument("ids", nargs=-1, required=True, metavar="ID…")
@click.option("--key", "source", metavar="FILE", help=_KEY_HELP)
def old_id(ids: tuple[str, ...], source: str | None) -> None:
    """Print the numbers that surrogates of numbers stand for: this prints the record. It needs no vault.

    For record, account, device and other numbers of notes written with --style surrogates and this key; not for those
    of --check-digits invalid, nor for those that --mode publish drew anew, whose old ones only a vault has.

    \b
    incognote key old-id 7481503 --key site.key
    """
    from incognote.replace.keys import load_required
    from incognote.replace.surrogates import ids as surrogates

    with_key = load_required(source, os.environ, sys.stdin)
    found = [surrogates.old_id(one, with_key) for one in ids]
    if not all(found):
        place = found.index(None) + 1
        raise ConfigError(
            f"number {place} of those given has no letters or digits that could be a surrogate's; check it"
        )
    for old in found:
        click.echo(old)
    click.echo(f"by the key {with_key.fingerprint}; for a surrogate of another key these are no originals", err=True)
