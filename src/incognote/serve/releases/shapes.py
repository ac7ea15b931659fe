"""What is sent and answered about releases."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from incognote.serve.importing import FileShape
from incognote.serve.shapes import Op, PlotShape, Shape, TableShape

_Text = Annotated[str, Field(max_length=2000)]


class NewRelease(Shape):
    """An output to draw from, and what lies beside it."""

    name: str = Field(min_length=1, max_length=100)
    files: list[FileShape] = Field(
        max_length=100_000, description="The output of `incognote batch` or `incognote deidentify`."
    )
    sample: int = Field(default=400, ge=1, description="Notes to be read.")
    reserve: int | None = Field(default=None, ge=0, description="Notes to keep for a larger sample; as many again.")
    seed: int = Field(description="Any number: the same one draws the same notes.")
    target: float = Field(default=0.01, ge=0, le=1, description="The largest share of notes that may leak.")
    reviewers: list[str] = Field(default=[], description="Who reads the notes, dealt one after another.")
    project: int | None = Field(default=None, description="The project whose gold standard is reported along.")
    format: str | None = Field(default=None, description="Where the content doesn't tell.")
    columns: dict[str, str] = Field(default={}, description="Which column is id, text, patient.")
    report: str | None = Field(default=None, description="The content of OUT.report.json.")
    quarantine: str | None = Field(default=None, description="The content of OUT.quarantine.jsonl.")
    alignment: str | None = Field(default=None, description="The content of OUT.alignment.jsonl.")


class ReleaseChange(Shape):
    """All settings, as they are to be from now on."""

    reviewers: list[str]
    target: float = Field(ge=0, le=1)
    project: int | None = None


class SampleSize(Shape):
    """A larger sample."""

    size: int = Field(ge=1, description="How many notes the sample is to have in all.")


class NewFinding(Shape):
    """A stretch of a note, in code points, that leaked or may betray somebody."""

    start: int = Field(ge=0)
    end: int
    kind: Literal["leak", "indirect"]
    label: str = Field(max_length=40, description="Of a leak a label of PHI; of an indirect identifier its kind.")
    comment: _Text = Field(default="", description="For other reviewers; reports don't show it.")
    op: Op = None


class Withdrawal(Shape):
    """Taking a finding of yours back."""

    op: Op = None


class Verdict(Shape):
    """What you say of somebody else's finding."""

    real: bool = Field(description="Whether it is what was said of it.")
    op: Op = None


class ReadNote(Shape):
    """Whether you are done with a note."""

    done: bool = Field(description="Whether you have read it to its end.")
    op: Op = None


class SignOff(Shape):
    """What somebody stands for with their name."""

    name: str = Field(min_length=1, max_length=200, description="As it is to be printed.")
    position: str = Field(min_length=1, max_length=200)
    method: Literal["safe harbor", "expert determination"]
    statement: _Text = Field(min_length=1)
    anyway: _Text = Field(default="", description="Why, if something is unsettled: unread, undecided, not shown.")
    seen: int = Field(description="The `last` of the release that you have seen and stand for; 409 if it is another.")


class FindingShape(BaseModel):
    """Something that was marked in a note, in code points."""

    model_config = ConfigDict(from_attributes=True)

    id: int
    note: int
    start: int
    end: int
    kind: Literal["leak", "indirect"]
    label: str
    comment: str
    author: str
    at: str
    real: bool | None = Field(description="What somebody else said of it, null while nobody has.")
    judge: str = Field(description="Who said so.")


class Kept(BaseModel):
    """What was kept of a request."""

    id: int = Field(description="The number of what was kept.")


class SignatureShape(BaseModel):
    """A sign-off as it was given."""

    at: str
    author: str
    name: str
    position: str
    method: str
    statement: str
    anyway: str
    outdated: bool = Field(description="Whether something changed after it.")


class ReleaseLine(BaseModel):
    """A release in a list."""

    id: int
    name: str
    notes: int = Field(description="In the whole output.")
    size: int = Field(description="Of the sample.")
    read: int = Field(description="Notes of the sample that somebody has read.")
    open: int = Field(description="Findings that are neither confirmed nor rejected.")
    signed: Literal["", "signed", "outdated"]


class Progress(BaseModel):
    """How far a reviewer is with the notes that are theirs."""

    reviewer: str
    notes: int
    read: int


class Wanted(BaseModel):
    """How a release is set."""

    reviewers: list[str]
    target: float
    project: int | None


class ReleaseShape(ReleaseLine):
    """A release as it stands."""

    last: int = Field(description="The last event that you see here; a sign-off names it.")
    reads: bool = Field(description="Whether you may read its notes, mark and judge.")
    settings: Wanted
    kept: int = Field(description="Notes that the sample may have at most: those and the reserve.")
    shows_replaced: bool = Field(description="Whether it is known of all notes what was replaced.")
    progress: list[Progress]
    says: list[str] = Field(description="What the sample proves, in sentences.")
    shown: bool = Field(description="Whether the target is.")
    unsettled: list[str] = Field(description="What stands in the way of a sign-off.")
    picture: PlotShape
    tables: list[TableShape]
    findings: list[FindingShape] = Field(description="Empty for who may not read its notes.")
    signatures: list[SignatureShape]
    methods: dict[str, str] = Field(description="How a release may be signed, and the paragraph of each.")
    indirect_kinds: list[str] = Field(description="What an indirect identifier may be.")
    enough: int | None = Field(
        description="A size of the sample that would show the target if no more leaks are found; null if none would."
    )


class SampleLine(BaseModel):
    """A note of the sample in a list."""

    number: int
    reviewer: str = Field(description="Who read it, or else whose it is.")
    read: bool
    findings: int


class Stretch(BaseModel):
    """A stretch of a note's text, in code points."""

    start: int
    end: int
    label: str


class SampleNote(SampleLine):
    """A note of the sample."""

    text: str
    replaced: list[Stretch] | None = Field(description="What took the place of PHI; null if that isn't known.")
    found: list[FindingShape]
    read_by_you: bool
