"""What people do in a release: mark, withdraw, confirm or reject, read, draw more, sign. Each is kept, or refused."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from incognote.errors import ConfigError
from incognote.labels import LABELS, OTHER
from incognote.serve.problems import ConflictError, MissingError
from incognote.serve.releases.figures import is_shown
from incognote.serve.releases.own_gold import gold_for, last_seen
from incognote.serve.releases.releases import (
    FINDING,
    INDIRECT,
    INDIRECT_KINDS,
    LEAK,
    READ,
    SAMPLE,
    SETTINGS,
    SIGNED,
    VERDICT,
    WITHDRAWN,
    Finding,
    ReleaseSettings,
    Review,
    review_of,
)
from incognote.serve.store import New, Store
from incognote.wording import number

METHODS = {
    "safe harbor": "Safe Harbor, 45 CFR 164.514(b)(2)",
    "expert determination": "Expert Determination, 45 CFR 164.514(b)(1)",
}
LEAK_LABELS = frozenset((*LABELS, OTHER))


def find(store: Store, release: int, note: int, author: str, body: dict[str, Any], op: str | None = None) -> int:
    """Keep a finding; its number. `body` has start, end, kind, label and comment."""
    doc, made = store.note(release, note), New(author, FINDING, body, note, op)
    with store.writing():
        review = review_of(store, release)
        require_note(review, note)
        if (kept := store.kept(release, made)) is not None:
            return kept
        start, end, kind = body["start"], body["end"], body["kind"]
        if not 0 <= start < end <= len(doc.text):
            raise ConfigError(f"a finding from {start} to {end} isn't in a text of {len(doc.text)} characters")
        known = {LEAK: LEAK_LABELS, INDIRECT: INDIRECT_KINDS}[kind]
        if body["label"] not in known:
            raise ConfigError(f"what was found must be one of: {', '.join(sorted(known))}")
        for other in review.found(kind):
            if other.note == note and other.start < end and start < other.end:
                raise ConflictError(f"from {other.start} to {other.end} it is marked already, by {other.author}")
        return store.append(release, made)


def withdraw(store: Store, release: int, finding: int, author: str, op: str | None = None) -> None:
    """Take a finding of one's own back, while nobody has confirmed or rejected it."""
    with store.writing():
        made = New(author, WITHDRAWN, {"finding": finding}, _note_of(store, release, finding), op)
        if store.kept(release, made) is not None:
            return
        found = _finding(review_of(store, release), finding)
        if found.author != author:
            raise ConflictError(f"{found.author} marked this, and alone may withdraw it; you may reject it")
        if found.real is not None:
            raise ConflictError(f"{found.judge} has looked at this; it can be rejected, but not withdrawn")
        store.append(release, made)


def judge(store: Store, release: int, finding: int, author: str, real: bool, op: str | None = None) -> None:
    """Confirm or reject what somebody else found; the last word counts."""
    with store.writing():
        made = New(author, VERDICT, {"finding": finding, "real": real}, _note_of(store, release, finding), op)
        if store.kept(release, made) is not None:
            return
        found = _finding(review_of(store, release), finding)
        if found.author == author:
            raise ConflictError("you marked this yourself; somebody else has to confirm or reject it")
        store.append(release, made)


def mark_read(store: Store, release: int, note: int, author: str, done: bool, op: str | None = None) -> None:
    """Say that one has read a note to its end, or has not."""
    with store.writing():
        require_note(review_of(store, release), note)
        store.append(release, New(author, READ, {"done": done}, note, op))


def draw_more(store: Store, release: int, size: int, author: str) -> None:
    """Make the sample larger, by the next notes of the random order."""
    with store.writing():
        review = review_of(store, release)
        if size <= review.size:
            raise ConflictError(
                f"the sample has {number(review.size, 'note')}, and never gets smaller; name a larger size"
            )
        if size > len(review.words):
            raise ConfigError(
                f"{number(len(review.words), 'note')} were kept when the sample was drawn, so it can't get larger; "
                "draw a new one with: incognote release new --sample N --reserve N"
            )
        store.append(release, New(author, SAMPLE, size))


def change_settings(store: Store, release: int, settings: ReleaseSettings, author: str) -> None:
    review_of(store, release)
    store.append(release, New(author, SETTINGS, asdict(settings)))


def sign(store: Store, release: int, author: str, seen: int, body: dict[str, Any]) -> int:
    """Keep a sign-off of what the signer has seen (see `last_seen`).

    `body` has name, position, method, statement, and `anyway`: why, if something is unsettled.
    """
    if body["method"] not in METHODS:
        raise ConfigError(f"the method must be one of: {', '.join(METHODS)}")
    gold = gold_for(store, review_of(store, release))
    with store.writing():
        review = review_of(store, release)
        if seen != last_seen(store, review):
            raise ConflictError("something has changed since you looked; look at the release again, then sign")
        left = unsettled(review)
        if left and not body["anyway"].strip():
            raise ConflictError(f"{' and '.join(left)}; settle that, or give the reason to sign anyway")
        anyway = body["anyway"].strip() if left else ""
        kept = {**body, "anyway": anyway, "covers": review.last, "gold": gold.body() if gold else None}
        return store.append(release, New(author, SIGNED, kept))


def unsettled(review: Review) -> list[str]:
    """What stands in the way of a sign-off, in words."""
    left = []
    if unread := len(review.unread):
        left.append(f"{number(unread, 'note')} of the sample {'is' if unread == 1 else 'are'} unread")
    if undecided := len(review.open):
        left.append(
            f"{number(undecided, 'finding')} {'is' if undecided == 1 else 'are'} neither confirmed nor rejected"
        )
    if not left and not is_shown(review):
        left.append("the sample doesn't show the target")
    return left


def _finding(review: Review, finding: int) -> Finding:
    if finding not in review.findings:
        raise MissingError(f"there is no finding {finding} here; it may have been withdrawn")
    return review.findings[finding]


def require_note(review: Review, note: int) -> None:
    """An error if a note isn't in the sample; those of the reserve aren't."""
    if note not in review.sample:
        raise MissingError(f"there is no note {note} in the sample")


def _note_of(store: Store, release: int, finding: int) -> int | None:
    """The note that a finding is about, whether it was withdrawn or not."""
    events = store.events(release, (FINDING,), after=finding - 1, limit=1)
    return next((event.note for event in events if event.id == finding), None)
