"""`incognote deid`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import click

from incognote import formats
from incognote.cli.engine import Engine, engine_for, engine_options
from incognote.cli.reading import PATH_TYPE, Reader, reading_options
from incognote.cli.replacing import key_for, replacing_options
from incognote.engine_choice import EngineChoice
from incognote.errors import ConfigError, shown
from incognote.evaluate.match import Overlaps
from incognote.formats.files import encode, new_files, require_new
from incognote.replace.ahead import Glimpse, Look, gathered
from incognote.replace.choices import PRESERVE, ReplaceChoice
from incognote.replace.rewriter import Rewriter
from incognote.types import Document, Span

_ENDINGS = (".res", ".phi", ".info")
_GOLD_ENDINGS = ("-phi.phrase", ".deid")
_GOLD_HELP = (
    "Compare with this gold standard: the same notes, annotated. X-phi.phrase, .phi and .deid need X.text beside."
)
_INTERACTIVE_HELP = "Ask the thesis's questions first: comparison, weeks of date shift, kinds of PHI."
_INFO_HEADER = "record\tstart\tend\tlabel\tscore\tdecision\treason\n"


@click.command()
@click.argument("path", type=PATH_TYPE, metavar="FILE")
@click.option("--interactive", is_flag=True, help=_INTERACTIVE_HELP)
@click.option("--gold", type=PATH_TYPE, help=_GOLD_HELP)
@click.option("--out", type=PATH_TYPE, metavar="FOLDER", help="Where to write.  [default: beside FILE]")
@replacing_options
@engine_options
@reading_options
def deid(
    path: Path,
    interactive: bool,
    gold: Path | None,
    out: Path | None,
    replacing: ReplaceChoice,
    key_file: str | None,
    choice: EngineChoice,
    reader: Reader,
) -> None:
    """De-identify a file as the MIT program does (Neamatullah 2006).

    FILE holds records between START_OF_RECORD and END_OF_RECORD lines, or is any text. Three new files have its name:
    .res is the text with PHI replaced, .phi the places of PHI, .info a line for each suspicion with its reason. The
    records keep their ids: use `incognote deidentify` where these may not be seen.

    \b
    incognote deid notes.text
    incognote deid notes.text --interactive
    incognote deid notes.text --gold notes-phi.phrase --out results/
    """
    name = _format(path, reader)
    outputs = [(out or path.parent) / (path.stem + ending) for ending in _ENDINGS]
    for file in outputs:
        require_new(file)
    without: tuple[str, ...] = ()
    if interactive:
        from incognote.cli.questions import ask

        if replacing.weeks is not None or replacing.shift_dates is not None or replacing.asks_for_shift:
            raise ConfigError("--interactive asks what becomes of dates; leave the options on dates out")
        answers = ask()
        kept = ("dates", "years") if answers.weeks == PRESERVE else ()  # not looked for, so that they hide no name
        without, replacing = (*answers.without, *kept), replace(replacing, weeks=answers.weeks)
        gold = gold or (_gold_beside(path) if answers.compare else None)
    key = key_for(replacing, key_file, choice.switched_on(reader.settings.engine))
    ahead: dict[str, Glimpse] = {}
    rewriter = Rewriter(replacing, key, ahead)
    engine = engine_for(choice, path, reader, without)
    ahead.update(gathered(lambda: engine.glance(path), Look.of(replacing, key)))
    golds = {doc.id: doc for doc in reader.read(gold)} if gold else {}
    compared: dict[str, Document] = {}
    with new_files(outputs) as (res, phi, info):
        with res.open("xb") as res_out, phi.open("xb") as phi_out, info.open("xb") as info_out:
            info_out.write(_INFO_HEADER.encode())
            for suspects, found in _searched(path, engine):
                after = rewriter.rewrite(found, wrapped=True).doc
                res_out.write(_text(after, name))
                phi_out.write(_places(found, name))
                info_out.write(_reasons(suspects, found))
                click.echo(f"record {shown(found.id)}: {len(found.spans)} PHI")
                if gold:
                    compared[found.id] = found
        if gold:
            _print_statistics(golds, compared, reader)
    for line in (f"wrote {', '.join(map(str, outputs))}", *rewriter.remarks()):
        click.echo(line, err=True)
    engine.finish()


def _format(path: Path, reader: Reader) -> str:
    if path.is_dir():
        raise ConfigError("deid takes one file; incognote deidentify takes folders")
    name = reader.settings.input.format or formats.detect(path, reader.options.encoding)
    if name not in ("physionet", "text"):
        raise ConfigError(f"{path} is of the format {name}; incognote deidentify reads it, or say --format text")
    return name


def _gold_beside(path: Path) -> Path:
    beside = [path.with_name(path.stem + ending) for ending in _GOLD_ENDINGS]
    for file in beside:
        if file.exists():
            return file
    raise ConfigError(f"there is no gold standard beside {path} ({' or '.join(map(str, beside))}); name it with --gold")


def _searched(path: Path, engine: Engine) -> Iterator[tuple[Document, Document]]:
    """Each record with its suspicions, and with what was found."""
    for suspects in engine.suspects_in(path):
        yield suspects, engine.settled(suspects)


def _text(after: Document, name: str) -> bytes:
    from incognote.formats.physionet import record

    return record(after, after, formats.Options())[""] if name == "physionet" else encode(after.text, after.id, name)


def _places(found: Document, name: str) -> bytes:
    """The places of PHI as the thesis writes them; a text without records is patient 1's note 1."""
    from incognote.formats.physionet import record

    numbered = found if name == "physionet" else replace(found, id="1/1", patient="1")
    return record(numbered, numbered, formats.Options())[".phi"]


def _reasons(suspects: Document, found: Document) -> bytes:
    overlaps = Overlaps(found.spans)
    rows = (
        (found.id, span.start, span.end, span.label, f"{span.score:g}", _decision(span, overlaps), span.source)
        for span in suspects.spans
    )
    return "".join("\t".join(map(str, row)) + "\n" for row in rows).encode("utf-8", "backslashreplace")


def _decision(suspect: Span, found: Overlaps) -> str:
    """What became of a suspicion: replaced as it is, or as part of others, or left in a tag that the note had."""
    spans = found.of(suspect)
    if spans == [suspect]:
        return "replaced"
    if not spans:
        return "left in its tag"
    return "replaced as " + ", ".join(f"{span.label} {span.start}-{span.end}" for span in spans)


def _print_statistics(golds: dict[str, Document], found: dict[str, Document], reader: Reader) -> None:
    """Section 3.4.2.2: counts and lists of mistakes, by their places, and the two scores."""
    from incognote.cli.pairing import paired
    from incognote.evaluate.sensitivity import Instance, sensitivity

    (pairs,) = paired(golds, {"deid": found}, reader).values()
    result = sensitivity((pair.gold, pair.pred) for pair in pairs)

    def listed(title: str, instances: Sequence[Instance]) -> None:
        counted = [instance for instance in instances if instance.tag]
        click.echo(f"Number of {title}: {len(counted):,}")
        for doc_id, span, tag in counted:
            click.echo(f"  record {shown(doc_id)} {span.start}-{span.end} {tag}")

    listed("false positives", result.false_positives)
    listed("false negatives", result.false_negatives)
    click.echo(f"Sensitivity: {result.sensitivity:.4f}")
    click.echo(f"Positive Predictive Value (PPV): {result.ppv:.4f}")
