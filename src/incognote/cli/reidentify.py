"""`incognote reidentify`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from incognote import formats
from incognote.cli.reading import PATH_TYPE, Reader, reading_options
from incognote.cli.writing import require_outside, target
from incognote.errors import CannotHoldError, VaultError
from incognote.formats.files import require_new
from incognote.types import Document
from incognote.wording import number

if TYPE_CHECKING:
    from incognote.replace.vault import Vault

_OUT_HELP = "New file or folder to write: a folder for .txt notes, one or many, a file for tables (back.csv)."
_VAULT_HELP = "The vault that deidentify --vault wrote."


@click.command()
@click.argument("path", type=PATH_TYPE, metavar="IN")
@click.option("--vault", "vault_file", required=True, type=PATH_TYPE, metavar="FILE", help=_VAULT_HELP)
@click.option("--key", metavar="FILE", help="File with the vault's key, or - for standard input.")
@click.option("--out", required=True, type=PATH_TYPE, help=_OUT_HELP)
@click.option("--to", metavar="NAME", help="Format of the output; told by its suffix, or else the input's.")
@click.option("--keep-names", is_flag=True, help="Keep the new ids of notes and patients, and give only texts back.")
@reading_options
def reidentify(
    path: Path,
    vault_file: Path,
    key: str | None,
    out: Path,
    to: str | None,
    keep_names: bool,
    reader: Reader,
) -> None:
    """Give de-identified notes back as they were: their texts to the letter, their ids and their patients.

    It takes the notes as `deidentify --vault` wrote them, the vault, and its key. Without any of the three there is no
    way back: who deletes a vault makes it impossible for good. A note that was changed since, or that the vault doesn't
    know, is an error; with --keep-going it is set aside. The output is PHI again.

    \b
    incognote deidentify notes/ --key site.key --vault site.vault --out clean/
    incognote reidentify clean/ --key site.key --vault site.vault --out back/
    incognote reidentify clean.csv --columns id=NOTE_ID,text=TEXT,patient=MRN --key site.key --vault site.vault \\
        --out back.csv
    """
    from incognote.replace.keys import load_required
    from incognote.replace.vault import Vault

    require_outside(path, out)
    secret = load_required(key, os.environ, sys.stdin)
    with Vault.open(vault_file, secret) as vault:
        format_name = target(out, to, reader.folder_format(path))
        require_new(out)
        given_back = _GivenBack(vault, keep_names, reader)
        formats.write(given_back.notes(path), out, format_name, reader.options, given_back.refuse)
    click.echo(f"{number(given_back.count, 'note')} -> {out} ({format_name})", err=True)
    click.echo("they are as they were: PHI and all", err=True)
    reader.finish()


class _GivenBack:
    """Notes as they were, and how many there are."""

    def __init__(self, vault: Vault, keep_names: bool, reader: Reader) -> None:
        self.count = 0
        self._vault = vault
        self._keep_names = keep_names
        self._reader = reader

    def notes(self, path: Path) -> Iterator[Document]:
        for doc in self._reader.read(path):
            try:
                old = self._vault.restore(doc)
            except VaultError as error:
                self._reader.aside(error)
                continue
            self.count += 1
            yield replace(old, id=doc.id, patient=doc.patient) if self._keep_names else old

    def refuse(self, error: CannotHoldError) -> None:
        self._reader.aside(error)
        self.count -= 1
