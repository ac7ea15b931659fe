"""Releases in the form in which they are answered."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import Literal

from incognote.report.proved import bound_plot, sentences
from incognote.serve.releases.figures import figures_of
from incognote.serve.releases.releases import Finding, Review, replaced_in
from incognote.serve.releases.reviewing import METHODS, unsettled
from incognote.serve.releases.shapes import (
    FindingShape,
    NoteLine,
    NoteShape,
    Progress,
    ReleaseLine,
    ReleaseShape,
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


def release_shape(store: Store, review: Review) -> ReleaseShape:
    figures = figures_of(store, review)
    return ReleaseShape(
        **release_line(review).model_dump(),
        settings=Wanted(**asdict(review.settings)),
        kept=len(review.words),
        shows_replaced=review.origin.shows_replaced,
        progress=_progress(review),
        says=sentences(figures.proof, figures.doubtful),
        shown=figures.doubtful.is_shown,
        unsettled=unsettled(review),
        picture=plot_shape(bound_plot(figures.doubtful)),
        tables=[table_shape(table) for table in figures.tables({})],
        findings=[finding_shape(finding) for finding in review.findings.values()],
        signatures=[
            SignatureShape(
                **{name: value for name, value in vars(one).items() if name not in ("id", "covers")},
                outdated=review.is_outdated(one),
            )
            for one in review.signatures
        ],
        methods=METHODS,
    )


def _progress(review: Review) -> list[Progress]:
    read = review.read
    dealt = Counter(review.reader_of(note) for note in review.sample)
    done = Counter(read[note][0] for note in review.sample if note in read)
    return [Progress(reviewer=name, notes=dealt[name], read=done[name]) for name in sorted(dealt)]


def finding_shape(finding: Finding) -> FindingShape:
    return FindingShape(**vars(finding))


def note_lines(review: Review) -> list[NoteLine]:
    counts = Counter(finding.note for finding in review.findings.values())
    read = review.read
    return [
        NoteLine(number=note, reviewer=review.reader_of(note), read=note in read, findings=counts[note])
        for note in review.sample
    ]


def note_shape(store: Store, review: Review, note: int, reader: str) -> NoteShape:
    doc = store.note(review.collection.id, note)
    found = [finding_shape(one) for one in review.findings.values() if one.note == note]
    rows = replaced_in(doc.meta)
    replaced = None if rows is None else [Stretch(start=start, end=end, label=label) for start, end, label in rows]
    return NoteShape(
        number=note,
        reviewer=review.reader_of(note),
        read=note in review.read,
        findings=len(found),
        text=doc.text,
        replaced=replaced,
        found=found,
        read_by_you=reader in review.readers.get(note, {}),
    )
