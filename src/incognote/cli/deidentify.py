"""`incognote deidentify`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from incognote import __version__, formats
from incognote.cli.engine import Engine, engine_for, engine_options
from incognote.cli.reading import PATH_TYPE, Reader, reading_options
from incognote.cli.replacing import key_for, replacing_options
from incognote.cli.writing import require_outside, target
from incognote.engine_choice import EngineChoice
from incognote.errors import CannotHoldError, ConfigError
from incognote.formats.files import require_new
from incognote.replace.ahead import Glimpse, Look, gathered
from incognote.replace.alignment_file import About, Writer, aligned, new_alignment, path_beside
from incognote.replace.choices import ReplaceChoice
from incognote.replace.rewriter import Rewriter
from incognote.report.deidentified import Tally
from incognote.types import Document
from incognote.wording import number

if TYPE_CHECKING:
    from incognote.replace.keys import Key
    from incognote.replace.names import Names
    from incognote.replace.vault import Vault

_OUT_HELP = "New file or folder to write: a folder for .txt notes, one or many, a file for tables (clean.csv)."
_VAULT_HELP = "Keep what was replaced, encrypted with the key, in this new or old file: reidentify needs it to go back."


@click.command()
@click.argument("path", type=PATH_TYPE, metavar="IN")
@click.option("--out", required=True, type=PATH_TYPE, help=_OUT_HELP)
@click.option("--to", metavar="NAME", help="Format of the output; told by its suffix, or else the input's.")
@click.option("--keep-names", is_flag=True, help="Keep the ids of notes and patients, which may be record numbers.")
@click.option("--keep-columns", metavar="NAME,…", default="", help="Other columns or fields to keep as they are.")
@click.option("--vault", "vault_file", type=PATH_TYPE, metavar="FILE", help=_VAULT_HELP)
@click.option("--show", is_flag=True, help="Print each note before and after, side by side: this prints the record.")
@replacing_options
@engine_options
@reading_options
def deidentify(
    path: Path,
    out: Path,
    to: str | None,
    keep_names: bool,
    keep_columns: str,
    vault_file: Path | None,
    show: bool,
    replacing: ReplaceChoice,
    key_file: str | None,
    choice: EngineChoice,
    reader: Reader,
) -> None:
    """Find PHI in notes of any format, replace it, and write the notes.

    PHI becomes tags ([**Last Name 5**]); with a key, dates are shifted for each patient, and notes get new names that
    depend on it. All of the output is written, or nothing; a note in which anything fails is never written.

    Beside the output a side file, OUT.alignment.jsonl, says where what was replaced lies, for `incognote verify`. It
    has no text, but lengths of names: don't give it away with the output.

    \b
    incognote deidentify notes/ --out clean/
    incognote deidentify notes/ --key site.key --patient-of path:'(\\d+)' --out clean/
    incognote deidentify notes.csv --columns id=NOTE_ID,text=TEXT,patient=MRN --key site.key --out clean.csv
    incognote deidentify notes/ --key site.key --style surrogates --out clean/
    incognote deidentify notes/ --key site.key --vault site.vault --out clean/
    """
    require_outside(path, out)
    key = key_for(replacing, key_file, choice.switched_on(reader.settings.engine))
    ahead: dict[str, Glimpse] = {}
    rewriter = Rewriter(replacing, key, ahead)
    format_name = target(out, to, reader.folder_format(path))
    for new in (out, path_beside(out)):
        require_new(new)
    columns = frozenset(keep_columns.split(",")) - {""}
    about = About(__version__, replacing.style, *choice.named(reader.settings.engine), format_name)
    with _vault(vault_file, rewriter.key) as vault:
        engine = engine_for(choice, path, reader)
        ahead.update(gathered(lambda: engine.glance(path), Look.of(replacing, key)))
        output = Output(_names(rewriter.key, keep_names), columns, Tally(), show, vault)
        with new_alignment(path_beside(out), about) as side:

            def refuse(error: CannotHoldError) -> None:
                reader.aside(error)
                output.forget_last()
                side.forget_last()

            docs = output.notes(path, engine, rewriter, reader, side)
            formats.write(docs, out, format_name, reader.options, refuse)
    lines = output.tally.lines()
    click.echo(f"{number(output.tally.notes, 'note')} -> {out} ({format_name})", err=True)
    unseen = [f"no note has the field {name!r} of --keep-columns" for name in sorted(output.columns - output.kept)]
    about_key = [f"key: {rewriter.key.fingerprint}"] if rewriter.key else []
    about_vault = [f"vault: {vault_file} gives these notes back to who has the key"] if vault_file else []
    for line in (*lines, *unseen, output.about_names(), *about_key, *about_vault, *rewriter.remarks()):
        click.echo(line, err=True)
    engine.finish()


def _vault(file: Path | None, key: Key | None) -> AbstractContextManager[Vault | None]:
    """The vault for what is replaced; a wrong key is an error before any note is read."""
    if file is None:
        return nullcontext()
    from incognote.replace.keys import VARIABLE
    from incognote.replace.vault import Vault

    if key is None:
        raise ConfigError(f"--vault needs a key: --key FILE, --key - or the variable {VARIABLE}")
    return Vault.at(file, key)


def _names(key: Key | None, keep: bool) -> Names | None:
    from incognote.replace.names import Numbers, Pseudonyms

    return None if keep else Pseudonyms(key) if key else Numbers()


@dataclass(frozen=True)
class Output:
    """What is written of notes: their new text and spans under new names, and no field that wasn't asked for."""

    names: Names | None
    columns: frozenset[str]
    tally: Tally
    show: bool
    vault: Vault | None = None
    kept: set[str] = field(default_factory=set)

    def notes(self, path: Path, engine: Engine, rewriter: Rewriter, reader: Reader, side: Writer) -> Iterator[Document]:
        from incognote.replace.names import renamed

        for at, doc in engine.found_in(path):
            rewritten = rewriter.rewrite(doc)
            meta = {name: value for name, value in doc.meta.items() if name in self.columns}
            self.kept.update(meta)
            after = replace(rewritten.doc, meta=meta)
            after = after.with_spans(()) if rewriter.hides_places else after
            after = renamed(after, self.names) if self.names else after
            if self.vault:
                self.vault.add(rewritten.replaced, after, rewritten.alignment)
            self.tally.add(
                Counter(span.label for span in rewritten.replaced.spans),
                rewritten.dates,
                Counter(set(doc.meta) - set(meta)),
            )
            if self.show:
                from incognote.report.sides import print_sides

                print_sides(rewritten.replaced, after, sys.stdout)
            side.add(aligned(at, rewritten.replaced, after, rewritten.alignment))
            yield after
        if self.vault:
            self.vault.keep()  # a run that is killed must leave no output that can't be given back
        side.finish()

    def forget_last(self) -> None:
        """The last note was refused."""
        self.tally.forget_last()
        if self.vault:
            self.vault.forget_last()

    def about_names(self) -> str:
        from incognote.replace.names import Numbers

        if self.names is None:
            return "names: notes and patients keep theirs, which may be PHI"
        if isinstance(self.names, Numbers):
            return "names: notes are numbered in the order of the input; with --key they get names that stay the same"
        return "names: notes and patients have pseudonyms that depend on the key"
