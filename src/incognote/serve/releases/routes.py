"""Routes of releases."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query
from starlette.responses import Response

from incognote.errors import ConfigError, IncognoteError, UnknownNameError, hint
from incognote.report.paper import paper_html
from incognote.report.paper_pdf import paper_pdf
from incognote.serve.access import Adjudicator, Admin, Annotator, Served
from incognote.serve.importing import FileShape, laid_down
from incognote.serve.people import Person
from incognote.serve.projects.settings import settings_of
from incognote.serve.projects.shapes import EventShape
from incognote.serve.releases.drawing import Drawn, How, draw
from incognote.serve.releases.history import findings_file, told
from incognote.serve.releases.made import Made, of_alignment, of_quarantine, of_report
from incognote.serve.releases.releases import RELEASE, ReleaseSettings, Review, new_release, review_of
from incognote.serve.releases.report import report_of
from incognote.serve.releases.reviewing import (
    change_settings,
    draw_more,
    find,
    judge,
    mark_read,
    require_note,
    sign,
    withdraw,
)
from incognote.serve.releases.shapes import (
    Kept,
    NewFinding,
    NewRelease,
    ReadNote,
    ReleaseChange,
    ReleaseLine,
    ReleaseShape,
    SampleLine,
    SampleNote,
    SampleSize,
    SignOff,
    Verdict,
    Withdrawal,
)
from incognote.serve.releases.shown import may_read, note_lines, note_shape, release_line, release_shape
from incognote.serve.service import Service
from incognote.serve.shapes import holding
from incognote.serve.store import Store

ROUTER = APIRouter(tags=["releases"])


@ROUTER.get("/releases", summary="All releases")
def releases(service: Served, _: Annotator) -> list[ReleaseLine]:
    """Each with how far its review is."""
    store = service.kept
    return [release_line(review_of(store, one.id)) for one in store.collections(RELEASE)]


@ROUTER.post("/releases", summary="Draw a sample of an output", status_code=201)
def new(service: Served, who: Admin, wanted: NewRelease) -> ReleaseShape:
    """The files are read once; what is kept of them is the sample and its reserve."""
    settings = _settings(service, wanted)
    set_aside = of_quarantine(wanted.quarantine) if wanted.quarantine else []
    drawn, made = _drawn(service, wanted)
    one = new_release(service.kept, wanted.name, drawn, wanted.sample, wanted.seed, made, set_aside, settings, who.name)
    return _shown(service.kept, one.id, who)


@ROUTER.get("/releases/{release}", summary="A release as it stands")
def release(service: Served, who: Annotator, release: int) -> ReleaseShape:
    """Progress, what the sample proves, tables, findings and signatures."""
    return _shown(service.kept, release, who)


@ROUTER.post("/releases/{release}/settings", summary="Change reviewers, target or project")
def settings(service: Served, who: Admin, release: int, wanted: ReleaseChange) -> ReleaseShape:
    """Notes that were read stay with who read them; others are dealt anew."""
    change_settings(service.kept, release, _settings(service, wanted), who.name)
    return _shown(service.kept, release, who)


@ROUTER.post("/releases/{release}/sample", summary="Draw more notes")
def sample(service: Served, who: Admin, release: int, wanted: SampleSize) -> ReleaseShape:
    """The next notes of the same random order, as far as the reserve goes."""
    draw_more(service.kept, release, wanted.size, who.name)
    return _shown(service.kept, release, who)


@ROUTER.get("/releases/{release}/notes", summary="The notes of the sample")
def notes(service: Served, who: Annotator, release: int) -> list[SampleLine]:
    """By number, without their texts."""
    return note_lines(_readable(service, release, who))


@ROUTER.get("/releases/{release}/notes/{note}", summary="A note of the sample")
def note(service: Served, who: Annotator, release: int, note: int) -> SampleNote:
    """Its text, what was replaced in it, and what was found."""
    review = _readable(service, release, who)
    require_note(review, note)
    return note_shape(service.kept, review, note, who.name)


@ROUTER.post("/releases/{release}/notes/{note}/findings", summary="Mark a leak or an indirect identifier")
def finding(service: Served, who: Annotator, release: int, note: int, found: NewFinding) -> Kept:
    """Somebody else confirms or rejects it."""
    _readable(service, release, who)
    body = found.model_dump(exclude={"op"})
    return Kept(id=find(service.kept, release, note, who.name, body, found.op))


@ROUTER.post("/releases/{release}/findings/{finding}/withdraw", summary="Withdraw a finding of yours")
def withdrawal(service: Served, who: Annotator, release: int, finding: int, said: Withdrawal) -> Kept:
    """As long as nobody has confirmed or rejected it."""
    _readable(service, release, who)
    withdraw(service.kept, release, finding, who.name, said.op)
    return Kept(id=finding)


@ROUTER.post("/releases/{release}/findings/{finding}/verdict", summary="Confirm or reject somebody else's finding")
def verdict(service: Served, who: Annotator, release: int, finding: int, said: Verdict) -> Kept:
    """The last word counts."""
    _readable(service, release, who)
    judge(service.kept, release, finding, who.name, said.real, said.op)
    return Kept(id=finding)


@ROUTER.post("/releases/{release}/notes/{note}/done", summary="Say that you have read a note to its end")
def done(service: Served, who: Annotator, release: int, note: int, said: ReadNote) -> Kept:
    """Or that you haven't."""
    _readable(service, release, who)
    mark_read(service.kept, release, note, who.name, said.done, said.op)
    return Kept(id=note)


@ROUTER.post("/releases/{release}/sign", summary="Sign a release")
def signed(service: Served, who: Adjudicator, release: int, said: SignOff) -> ReleaseShape:
    """For all that you have seen, which `seen` tells; what is said later makes it outdated."""
    sign(service.kept, release, who.name, said.seen, said.model_dump(exclude={"seen"}))
    return _shown(service.kept, release, who)


@ROUTER.get(
    "/releases/{release}/report.html",
    summary="The report for a privacy board",
    response_class=Response,
    responses=holding("text/html"),
)
def report_html(service: Served, _: Adjudicator, release: int) -> Response:
    """As a page that needs nothing else. It holds no word of any note."""
    return Response(paper_html(report_of(service.kept, release)), media_type="text/html; charset=utf-8")


@ROUTER.get(
    "/releases/{release}/report.pdf",
    summary="The report as PDF",
    response_class=Response,
    responses=holding("application/pdf"),
)
def report_pdf(service: Served, _: Adjudicator, release: int) -> Response:
    """The same to print."""
    return Response(paper_pdf(report_of(service.kept, release)), media_type="application/pdf")


@ROUTER.get(
    "/releases/{release}/findings",
    summary="What was found, as JSON lines",
    response_class=Response,
    responses=holding("application/x-ndjson"),
)
def findings(service: Served, _: Adjudicator, release: int) -> Response:
    """A finding a line: note, place in code points, kind, label, author and all verdicts; no text and no comment."""
    return Response(findings_file(service.kept, release), media_type="application/x-ndjson")


@ROUTER.get("/releases/{release}/history", summary="What has happened in a release")
def history(
    service: Served,
    _: Adjudicator,
    release: int,
    after: Annotated[int, Query(ge=0, description="Events behind this one.")] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 200,
) -> list[EventShape]:
    """Events in their order, with authors and times, without any text."""
    service.kept.collection(RELEASE, release)
    events = service.kept.events(release, after=after, limit=limit)
    return [
        EventShape(id=one.id, at=one.at, author=one.author, kind=one.kind, note=one.note, told=told(one))
        for one in events
    ]


def _shown(store: Store, release: int, who: Person) -> ReleaseShape:
    return release_shape(store, review_of(store, release), who)


def _readable(service: Service, release: int, who: Person) -> Review:
    """A release, for someone who may read its notes."""
    review = review_of(service.kept, release)
    if not may_read(review, who):
        raise HTTPException(403, "only reviewers of this release read its notes; ask an admin to make you one")
    return review


def _settings(service: Service, wanted: NewRelease | ReleaseChange) -> ReleaseSettings:
    known = [person.name for person in service.tokens.people()]
    for name in wanted.reviewers:
        if name not in known:
            raise UnknownNameError(f"nobody here is called {name!r}; {hint(name, known)}")
    if wanted.project is not None:
        settings_of(service.kept, wanted.project)
    return ReleaseSettings(tuple(dict.fromkeys(wanted.reviewers)), wanted.target, wanted.project)


def _drawn(service: Service, wanted: NewRelease) -> tuple[Drawn, Made]:
    """The sample, and what made the output."""
    known = service.engines.catalogue.ours()
    reported = of_report(wanted.report, known) if wanted.report else {}
    size = wanted.sample + (wanted.sample if wanted.reserve is None else wanted.reserve)
    how = How(wanted.format, wanted.columns)
    with laid_down(service.kept, wanted.files) as path, _beside(service.kept, wanted.alignment) as alignment:
        try:
            made = reported or (of_alignment(alignment, known) if alignment else {})
            return draw(path, how, size, wanted.seed, alignment), made
        except IncognoteError as error:  # its message has the name of the folder
            raise ConfigError(_without(str(error), path, alignment)) from None


def _without(message: str, *paths: Path | None) -> str:
    """A message without the folders in which files were read."""
    for path in filter(None, paths):
        message = message.replace(f"{path}/", "").replace(f"{path.parent}/", "")
    return message


@contextmanager
def _beside(store: Store, content: str | None) -> Iterator[Path | None]:
    """The side file of an output, as a file."""
    if content is None:
        yield None
        return
    file = FileShape(path="alignment.jsonl", content=b64encode(content.encode()).decode())
    with laid_down(store, [file]) as path:
        yield path
