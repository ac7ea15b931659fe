"""Releases in the form in which they are answered."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import Literal

from incognote.report.proved import bound_plot, sentences
from incognote.serve.people import Person, Role
from incognote.serve.releases.figures import figures_of
from incognote.serve.releases.own_gold import last_seen
from incognote.serve.releases.releases import INDIRECT_KINDS, Review, replaced_in
from incognote.serve.releases.reviewing import METHODS, unsettled
from incognote.serve.releases.shapes import (
    FindingShape,
    Progress,
    ReleaseLine,
    ReleaseShape,
    SampleLine,
    SampleNote,
    SignatureShape,
    Stretch,
    Wanted,
)
from incognote.serve.shapes import plot_shape, table_shape
from incognote.serve.store import Store


def release_line(review: Review) -> ReleaseLine:
    signed: Literal["", "signed", "outdated"] = ""
    if review.signatures:
        signed = "outdated" if review.is_outdated(review.signatures[-1]) else "signed"
    return ReleaseLine(
        id=review.collection.id,
        name=review.collection.name,
        notes=review.origin.notes,
        size=review.size,
        read=review.size - len(review.unread),
        open=len(review.open),
        signed=signed,
    )


def may_read(review: Review, who: Person) -> bool:
    """Whether somebody may read the notes: reviewers, or all annotators where none are named; and adjudicators."""
    reviewers = review.settings.reviewers
    return not reviewers or who.name in reviewers or who.role >= Role.ADJUDICATOR


def release_shape(store: Store, review: Review, who: Person) -> ReleaseShape:
    """As somebody sees it."""
    reads = may_read(review, who)
    figures = figures_of(store, review)
    more = figures.doubtful.more_if_clean
    return ReleaseShape(
        **release_line(review).model_dump(),
        last=last_seen(store, review),
        reads=reads,
        settings=Wanted(**asdict(review.settings)),
        kept=len(review.words),
        shows_replaced=review.origin.shows_replaced,
        progress=_progress(review),
        says=sentences(figures.proof, figures.doubtful),
        shown=figures.doubtful.is_shown,
        unsettled=unsettled(review),
        picture=plot_shape(bound_plot(figures.doubtful)),
        tables=[table_shape(table) for table in figures.tables({})],
        findings=list(map(FindingShape.model_validate, review.findings.values())) if reads else [],
        signatures=[
            SignatureShape(
                **{name: value for name, value in vars(one).items() if name not in ("id", "covers", "gold")},
                outdated=review.is_outdated(one),
            )
            for one in review.signatures
        ],
        methods=METHODS,
        indirect_kinds=list(INDIRECT_KINDS),
        enough=None if more is None else figures.doubtful.read + more,
    )


def _progress(review: Review) -> list[Progress]:
    read = review.read
    dealt = Counter(review.reader_of(note) for note in review.sample)
    done = Counter(read[note][0] for note in review.sample if note in read)
    return [Progress(reviewer=name, notes=dealt[name], read=done[name]) for name in sorted(dealt)]


def note_lines(review: Review) -> list[SampleLine]:
    counts = Counter(finding.note for finding in review.findings.values())
    read = review.read
    return [
        SampleLine(number=note, reviewer=review.reader_of(note), read=note in read, findings=counts[note])
        for note in review.sample
    ]


def note_shape(store: Store, review: Review, note: int, reader: str) -> SampleNote:
    doc = store.note(review.collection.id, note)
    found = [FindingShape.model_validate(one) for one in review.findings.values() if one.note == note]
    rows = replaced_in(doc.meta)
    replaced = None if rows is None else [Stretch(start=start, end=end, label=label) for start, end, label in rows]
    return SampleNote(
        number=note,
        reviewer=review.reader_of(note),
        read=note in review.read,
        findings=len(found),
        text=doc.text,
        replaced=replaced,
        found=found,
        read_by_you=reader in review.readers.get(note, {}),
    )
