"""`incognote verify`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from incognote import formats, registry
from incognote.cli.engine import engine_for, engine_options
from incognote.cli.reading import PATH_TYPE, Reader, as_json, reading_options
from incognote.config import InputConfig
from incognote.engine_choice import EngineChoice
from incognote.errors import ConfigError, DamagedInputError
from incognote.formats.files import new_files, require_new
from incognote.replace.alignment_file import About, path_beside, read_about, read_notes
from incognote.verify.findings import Verdict

if TYPE_CHECKING:
    from incognote.report.verified import Summary
    from incognote.types import Document
    from incognote.verify.verifier import Outputs, Verified

EXIT_FAIL = 6
_RESCAN_POINT = "balanced"

_SIDE_HELP = "The side file that was written with it.  [default: OUTPUT.alignment.jsonl]"
_RESCAN_HELP = "Don't let the engine read the output again, which takes most of the time."
_JSON_HELP = "Write the verdicts and all findings to this new file, without text."
_SHOW_HELP = "Print the words around each finding: this prints the record."


@click.command()
@click.argument("original", type=PATH_TYPE)
@click.argument("output", type=PATH_TYPE)
@click.option("--alignment", type=PATH_TYPE, metavar="FILE", help=_SIDE_HELP)
@click.option("--no-rescan", is_flag=True, help=_RESCAN_HELP)
@click.option("--strict", is_flag=True, help=f"Leave with {EXIT_FAIL} for REVIEW as well as for FAIL.")
@click.option("--show", is_flag=True, help=_SHOW_HELP)
@click.option("--json", "json_file", type=PATH_TYPE, metavar="FILE", help=_JSON_HELP)
@engine_options
@reading_options
def verify(
    original: Path,
    output: Path,
    alignment: Path | None,
    no_rescan: bool,
    strict: bool,
    show: bool,
    json_file: Path | None,
    choice: EngineChoice,
    reader: Reader,
) -> None:
    """Prove an output of `deidentify` or `batch` against the notes it was made of: PASS, REVIEW or FAIL for each note.

    FAIL: a note is missing or extra, text outside the replacements differs by a single character, or a name, number,
    address or full date that was replaced somewhere in the patient's notes is left in the text, the id or a column, in
    whatever case, with whatever separators, in whatever notation. REVIEW: what may be chance, such as a name that is a
    common word, and what the engine finds in the output that it didn't before. Findings are printed by their offsets in
    OUTPUT, without text.

    The engine reads the output at the point `balanced`, if it has that and no other is named: what it knows less surely
    was judged in the original, and the same beside tags is mostly noise.

    Give the options for reading and --patient-of as they were given then, since ORIGINAL is read again.

    \b
    incognote verify notes/ clean/
    incognote verify notes/ clean/ --patient-of path:'(\\d+)' --strict --json verdicts.json
    incognote verify notes.csv clean.csv --columns id=NOTE_ID,text=TEXT,patient=MRN --no-rescan
    """
    from incognote.report.verified import Summary
    from incognote.verify.verifier import Verifier

    if json_file:
        require_new(json_file)
    side = alignment or path_beside(output)
    if not side.is_file():
        raise DamagedInputError(side, "there is no side file", "it is written with OUTPUT; name it with --alignment")
    about = _readable(read_about(side))
    of_output = _reader_of_output(reader, about)
    find = None if no_rescan else engine_for(_to_rescan(choice, reader), output, of_output).found
    verifier = Verifier(_patient_of(choice), find)
    verifier.learn(reader.read(original), read_notes(side))
    summary, listed = Summary(), _Listed(show)
    again = Reader(reader.settings, reader.keep_going)
    for one in verifier.results(again.read(original), read_notes(side), _outputs(output, about, of_output)):
        listed.add(one, summary)
    for line in summary.lines():
        click.echo(line)
    if json_file:
        with new_files([json_file]) as (stand_in,):
            content = {"made_by": vars(about), **summary.values(), "findings": listed.values}
            stand_in.write_text(as_json(content), "utf-8")
    reader.set_aside += of_output.set_aside
    _leave(summary, strict, reader)


class _Listed:
    """Prints notes that don't pass, and keeps what is said of them for programs."""

    def __init__(self, show: bool) -> None:
        self._show = show
        self.values: list[dict[str, Any]] = []

    def add(self, one: Verified | int, summary: Summary) -> None:
        from incognote.report.verified import lines_of, values_of

        if isinstance(one, int):
            summary.not_written.append(one)
            return
        summary.add(one.result, one.keeps_name)
        if one.result.verdict is not Verdict.PASS:
            self.values.append(values_of(one.result))
            for line in lines_of(one.result, one.doc, self._show):
                click.echo(line)


def _readable(about: About) -> About:
    """An error if a batch wrote what no format of notes is."""
    name = "text" if about.format == "texts" else about.format
    if name not in registry.names("formats"):
        raise ConfigError(f"outputs of the format {name} can't be verified; those of csv, tsv, jsonl and texts can")
    return replace(about, format=name)


def _reader_of_output(reader: Reader, about: About) -> Reader:
    """Reads what was written: the format that it said, in UTF-8, with the same columns."""
    written = InputConfig(about.format, "utf-8", reader.settings.input.columns)
    return Reader(replace(reader.settings, input=written), reader.keep_going)


def _to_rescan(choice: EngineChoice, reader: Reader) -> EngineChoice:
    """The engine at a point that doubts more, unless a user named one."""
    from incognote import recipes

    settings = reader.settings.engine
    name, point = recipes.parted(choice.name or settings.recipe)
    if point or choice.point or choice.thresholds or settings.point or settings.thresholds:
        return choice
    return replace(choice, point=_RESCAN_POINT) if _RESCAN_POINT in recipes.load(name).get("points", {}) else choice


def _outputs(output: Path, about: About, reader: Reader) -> Outputs:
    from incognote.verify.outputs import Files, Stream

    if formats.get(about.format).is_folder:
        return Files(output, about.format, reader.options, reader.aside)
    return Stream(formats.read(output, about.format, reader.options, reader.aside))


def _patient_of(choice: EngineChoice) -> Callable[[Document], str | None]:
    from incognote.known.patient_of import PatientOf

    whose = PatientOf.parse(choice.patient_of) if choice.patient_of else PatientOf()

    def patient(doc: Document) -> str | None:
        try:
            return whose(doc)
        except ConfigError:  # it names two, so it was never written
            return None

    return patient


def _leave(summary: Summary, strict: bool, reader: Reader) -> None:
    if summary.verdicts[Verdict.FAIL] or (strict and summary.verdicts[Verdict.REVIEW]):
        reader.list_set_aside()
        raise click.exceptions.Exit(EXIT_FAIL)
    reader.finish()
