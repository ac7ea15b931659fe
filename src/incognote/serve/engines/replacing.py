"""Routes that replace PHI, and give notes back as they were."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from fastapi import APIRouter, HTTPException, Request
from pydantic import BaseModel, Field
from starlette.responses import PlainTextResponse, Response

from incognote.errors import ConfigError, VaultError, shown
from incognote.replace.choices import SURROGATES, ReplaceChoice
from incognote.replace.rewriter import Rewritten
from incognote.replace.vault import Vault
from incognote.serve.access import Admin, Reader, Served
from incognote.serve.engines.notes import (
    MOST_NOTES,
    EngineName,
    NotesShape,
    Point,
    SpanShape,
    Text,
    all_found,
    count,
    full_name,
    span_shapes,
)  # fmt: skip
from incognote.serve.engines.plain_text import PLAIN, PLAIN_BODY, TextOrJson, wants_text
from incognote.serve.engines.work import Rewrite
from incognote.serve.people import Role
from incognote.serve.problems import ConflictError
from incognote.serve.service import Service, Settings
from incognote.serve.shapes import Shape, example
from incognote.types import Document

ROUTER = APIRouter(tags=["find and replace"], route_class=TextOrJson)

Style = Literal["thesis", "surrogates", "plain", "mask", "remove"]
_STYLE_HELP = "What takes the place of PHI: [**Last Name 5**], invented PHI, [NAME], stars, nothing."
_DATES_HELP = "Shift the dates of notes whose patient is named, or put tags in their place."
_KEEP_HELP = (
    "Keep what is replaced in the vault, so that an admin can have the notes given back. Takes ids, and annotators."
)
_PASSING = "the service was started without a key, so surrogates, shifts and names are others after it is started again"
_READERS = (
    "surrogates, shifts and names are of a key of this run of the service; those of --key take the role annotator, "
    "since who has them can tell who is who in what was released under it"
)
_NOBODYS = "dates of notes without a patient's id got tags; give the patient's id, and they are shifted"


class DeidentifyShape(NotesShape):
    """Notes whose PHI is to be replaced. All notes of one patient should be sent together."""

    engine: EngineName = None
    point: Point = None
    style: Style = Field("thesis", description=_STYLE_HELP)
    shift_dates: bool = Field(True, description=_DATES_HELP)
    day_first: bool = Field(False, description="Read 3/4/2025 as the third of April.")
    no_future: bool = Field(False, description="Shift dates backwards only.")
    keep: bool = Field(False, description=_KEEP_HELP)

    model_config = example(text="Seen by Dr. Boris Adams on 3/4/2024.", patient="704", style="surrogates")

    def choice(self) -> ReplaceChoice:
        return ReplaceChoice(
            style=self.style,
            shift_dates=None if self.shift_dates else False,
            day_first=self.day_first,
            no_future=self.no_future,
        )


class CleanNote(BaseModel):
    """A note after its replacements, under a new name."""

    id: str = Field(description="The note's name as it was sent, or what stood for one.")
    new_id: str
    patient: str | None = Field(description="The patient's new name.")
    text: str
    spans: list[SpanShape] | None = Field(
        description="Where replacements are; null for surrogates, since what isn't one would be known to be true."
    )
    dates: dict[str, int] = Field(description="What became of how many dates.")


class CleanShape(BaseModel):
    """Notes after their replacements, in the order in which they were sent, and what they depend on."""

    engine: str
    key: str = Field(description="The fingerprint of the key on which shifts, surrogates and names depend.")
    key_lasts: bool = Field(description="Whether the key stays when the service is started again.")
    notes: list[CleanNote]
    remarks: list[str]


class KeptNote(Shape):
    """A note as it was written by `deidentify`."""

    id: str = Field(min_length=1, max_length=200, description="Its `new_id`.")
    text: Text


class ReidentifyShape(Shape):
    """Notes that are to be given back. Their texts must be as `deidentify` gave them, to the letter."""

    notes: list[KeptNote] = Field(min_length=1, max_length=MOST_NOTES)

    model_config = example(notes=[{"id": "mfrggzdfmztwq2lk", "text": "Seen by Dr. [**Last Name 1**]."}])


class OldNote(BaseModel):
    """A note as it was, and what was replaced in it."""

    new_id: str
    id: str
    patient: str | None
    text: str
    spans: list[SpanShape]


class OldShape(BaseModel):
    """Notes as they were, in the order in which they were asked for."""

    notes: list[OldNote]


@ROUTER.post(
    "/deidentify",
    summary="Replace PHI in notes",
    response_model=CleanShape,
    openapi_extra=PLAIN_BODY,
    responses={200: {"content": {PLAIN: {"schema": {"type": "string"}}}}},
)
def deidentify(service: Served, who: Reader, request: Request, asked: DeidentifyShape) -> CleanShape | Response:
    """The notes with their PHI replaced; text outside stays as it is, to the byte. `Accept: text/plain` gives a text.

    The same key, patient and PHI give the same surrogates, shifts and names as on the command line. The key of `--key`
    is for annotators and those above them; what readers get depends on a key of this run. If an engine fails on a note
    the whole request fails, naming it.
    """
    docs = asked.docs()
    ids = [note.id for note in asked.notes] if asked.notes else [asked.id]
    if asked.keep and not all(ids):
        raise ConfigError("notes that are kept need an id each; give them ids")
    if wants_text(request) and asked.notes is not None:
        raise ConfigError("plain text holds one note; send it by text, or ask for JSON")
    if asked.keep and who.role < Role.ANNOTATOR:
        raise HTTPException(403, f"keep takes the role {Role.ANNOTATOR.word}, and your token has {who.role.word}")
    vault = _vault(service) if asked.keep else None
    key, lasts = service.settings.key_for(who.role)
    engine = service.engines.catalogue.sound(full_name(asked.engine, asked.point, service.engines.default()))
    clean = all_found(service.engines.do(Rewrite(engine, docs, asked.choice(), key)))
    if vault:
        _keep(service, vault, clean)
    count(service.metrics, docs, (span for one in clean for span in one.replaced.spans))
    if wants_text(request):
        return PlainTextResponse(clean[0].doc.text)
    return CleanShape(
        engine=engine,
        key=key.fingerprint,
        key_lasts=lasts,
        notes=[_clean_note(one, asked.style) for one in clean],
        remarks=_remarks(service.settings, lasts, asked, clean),
    )


@ROUTER.post("/reidentify", summary="Give notes back as they were")
def reidentify(service: Served, _: Admin, asked: ReidentifyShape) -> OldShape:
    """For notes that were kept in the vault; all are given back, or none. The answer is PHI."""
    path = _vault(service)
    with service.vault_lock, Vault.open(path, service.settings.key) as vault:
        old = [vault.restore(Document(note.id, note.text)) for note in asked.notes]
    notes = [
        OldNote(new_id=note.id, id=doc.id, patient=doc.patient, text=doc.text, spans=span_shapes(doc.text, doc.spans))
        for note, doc in zip(asked.notes, old, strict=True)
    ]
    return OldShape(notes=notes)


def _clean_note(clean: Rewritten, style: Style) -> CleanNote:
    doc = clean.doc
    spans = None if style == SURROGATES else span_shapes(doc.text, doc.spans)
    return CleanNote(
        id=clean.replaced.id, new_id=doc.id, patient=doc.patient, text=doc.text, spans=spans, dates=dict(clean.dates)
    )


def _remarks(settings: Settings, lasts: bool, asked: DeidentifyShape, clean: Sequence[Rewritten]) -> list[str]:
    """What someone should know who uses these notes."""
    depends = asked.style == SURROGATES or any(one.dates["shifted"] for one in clean)
    nobodys = asked.shift_dates and any(one.dates and one.replaced.patient is None for one in clean)
    passing = _READERS if settings.key_lasts else _PASSING
    return [*([passing] if depends and not lasts else []), *([_NOBODYS] if nobodys else [])]


def _vault(service: Service) -> Path:
    if service.settings.vault is None:
        raise ConfigError("this service keeps no notes; start it with --vault FILE and --key FILE")
    return service.settings.vault


def _keep(service: Service, path: Path, clean: Sequence[Rewritten]) -> None:
    """Keep what was replaced. What was kept under the same id stays; if it isn't the same that is an error."""
    with service.vault_lock, Vault.at(path, service.settings.key) as vault:
        for one in clean:
            if one.doc.id not in vault:
                vault.add(one.replaced, one.doc, one.alignment)
            elif not _is_kept(vault, one):
                name = shown(one.replaced.id)
                raise ConflictError(f"another text was kept under the id {name}; send this one under another id")


def _is_kept(vault: Vault, clean: Rewritten) -> bool:
    try:
        return vault.restore(clean.doc) == clean.replaced
    except VaultError:  # another new text, perhaps of the same note in another style
        return False
