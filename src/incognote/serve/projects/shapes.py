"""What is sent and answered about projects."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field, StringConstraints

from incognote.serve.about import JobShape
from incognote.serve.importing import FileShape
from incognote.serve.shapes import Op, Shape

_Name = Annotated[str, StringConstraints(min_length=1, max_length=120, strip_whitespace=True)]


class SettingsShape(Shape):
    """Who annotates, and what they see of an engine."""

    annotators: list[str] = Field(default=[], max_length=100, description="The names that their tokens have.")
    blind: bool = Field(default=False, description="Annotators don't see what the engine found.")
    engine: str | None = Field(default=None, description="Such as `incognote@safe`; null: none.")


class NewProject(SettingsShape):
    """A project to be made: its name, which no other has, and how it is set."""

    name: _Name


class ProgressShape(BaseModel):
    """How many notes someone is to annotate, has begun with (those that are done too), and is done with."""

    annotator: str
    assigned: int
    begun: int
    done: int


class ProjectShape(BaseModel):
    """A project as it is now. Annotators see their own progress, adjudicators everybody's."""

    project: int
    name: str
    annotators: list[str]
    blind: bool
    engine: str | None
    each: int | None = Field(description="To how many annotators each note goes; null: to all.")
    notes: int
    unassigned: int = Field(description="Notes that nobody is to annotate, which never become gold: assign anew.")
    seen_by_engine: int = Field(description="In how many notes the engine has looked.")
    labels: list[str] = Field(description="Labels besides ours, which annotations brought along.")
    progress: list[ProgressShape]
    jobs: list[JobShape] = Field(description="What runs for the project now.")


class Import(Shape):
    """Notes, or annotations of notes that are there."""

    files: list[FileShape] = Field(max_length=100_000)
    format: str | None = Field(
        default=None, description="Of docs/formats.md or docs/batch.md; null: the content tells."
    )
    columns: dict[str, str] = Field(default={}, description="Which column is what, such as `{'id': 'NOTE_ID'}`.")
    annotator: str | None = Field(
        default=None,
        alias="as",
        description="Keep the notes' spans as marks of this annotator, or of `engine:NAME`; null: leave them out.",
    )


class Imported(BaseModel):
    """How many notes are new; how many were annotated, with how many marks; what could not be read."""

    notes: int
    annotated: int
    marks: int
    overlapping: int = Field(description="Spans that overlapped others and became one with them.")
    set_aside: list[str]


class Assign(Shape):
    """How notes are given out."""

    each: int | None = Field(description="To how many annotators each note goes, in turn; null: to all.")


class NoteState(BaseModel):
    """A note in a list: `state` is your own, `states` is everybody's (for adjudicators): new, begun or done."""

    number: int
    id: str
    length: int = Field(description="In code points.")
    mine: bool = Field(description="Whether you are to annotate it.")
    state: str
    states: dict[str, str]


class AnnotationShape(Shape):
    """A stretch that is PHI, in code points."""

    start: int = Field(ge=0)
    end: int = Field(gt=0)
    label: str = Field(min_length=1, max_length=60)
    replacement: str = Field(default="", max_length=500, description="What the annotator would put in its place.")


class MarkedNote(BaseModel):
    """A note and your marks in it."""

    number: int
    id: str
    text: str
    mine: bool
    marks: list[AnnotationShape]
    done: bool
    revision: int = Field(description="Your last event about the note; the `base` of your next edit.")


class Edit(Shape):
    """Marks that go and marks that come, in one step."""

    op: Op = None
    base: int | None = Field(description="The `revision` that you have seen; null: whatever there is.")
    take: list[AnnotationShape] = Field(max_length=10_000)
    put: list[AnnotationShape] = Field(max_length=10_000)


class NoteDone(Shape):
    """That you are done with a note, or not yet."""

    op: Op = None
    base: int | None = Field(default=None, description="The `revision` that you have seen; null: whatever there is.")
    done: bool


class Revision(BaseModel):
    """Your last event about the note."""

    revision: int


class EventShape(BaseModel):
    """Something that someone decided, without any text."""

    id: int
    at: str
    author: str
    kind: str
    note: int | None
    told: str


class PersonShape(BaseModel):
    """Someone who has a token."""

    name: str
    role: str
