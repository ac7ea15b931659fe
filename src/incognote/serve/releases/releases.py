"""Releases: a random sample of an output, read by reviewers, and what all they said comes to.

Whoever reads a note marks what leaked, and what may betray a person though it is no PHI (indirect identifiers). Someone
else confirms or rejects each finding. Then an adjudicator signs, for what had been said until then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from incognote.evaluate.sampling import alpha_of
from incognote.evaluate.words import word_places
from incognote.serve.releases.drawing import Drawn
from incognote.serve.releases.made import Made, SetAside
from incognote.serve.store import Collection, Event, New, Store
from incognote.types import Document

RELEASE: Literal["release"] = "release"
"""The kind of a release's collection, and of its first event, which says where its notes are from."""

NOTES, SETTINGS, SAMPLE, READ = "notes", "settings", "sample", "done"
FINDING, WITHDRAWN, VERDICT, SIGNED = "finding", "withdraw", "verdict", "signed"
"""Kinds of events."""

LEAK, INDIRECT = "leak", "indirect"
INDIRECT_KINDS = ("rare event", "ethnicity with town", "family", "profession", "other")


@dataclass(frozen=True)
class ReleaseSettings:
    """Who reads, the share of notes that may leak at most, and the project whose gold standard is reported along."""

    reviewers: tuple[str, ...] = ()
    target: float = 0.01
    project: int | None = None


@dataclass(frozen=True, repr=False)
class Origin:
    """Where the notes are from: how many there were, how many couldn't be read, how they were drawn, what made them."""

    notes: int
    unread: int
    seed: int
    shows_replaced: bool
    made: Made
    set_aside: SetAside


@dataclass(frozen=True, repr=False)
class Finding:
    """Something that a reviewer marked in a note. `real` is what somebody else said of it, None so far."""

    id: int
    note: int
    start: int
    end: int
    kind: str
    label: str
    comment: str
    author: str
    at: str
    real: bool | None = None
    judge: str = ""

    @property
    def may_be_real(self) -> bool:
        """Whether it is confirmed or still open."""
        return self.real is not False


@dataclass(frozen=True)
class Signature:
    """A sign-off, and the last event that it covers. `anyway` is why it was signed though something was unsettled.

    `gold` has the figures on a project's own gold as they were then: the project goes on.
    """

    id: int
    at: str
    author: str
    name: str
    position: str
    method: str
    statement: str
    anyway: str
    covers: int
    gold: dict[str, Any] | None = None


@dataclass
class Review:
    """What all events of a release come to.

    `words` are the counts of all notes that are kept, of which the first `size` are the sample; `read` tells who read a
    note first, and when; `look` counts the samples that were read, of which all but the last were enlarged after that
    had begun; `is_begun` tells whether this one was; `last` is the last event but signatures.
    """

    collection: Collection
    origin: Origin
    settings: ReleaseSettings = field(default_factory=ReleaseSettings)
    words: list[int] = field(default_factory=list)
    size: int = 0
    look: int = 1
    is_begun: bool = False
    findings: dict[int, Finding] = field(default_factory=dict)
    readers: dict[int, dict[str, str]] = field(default_factory=dict)
    signatures: list[Signature] = field(default_factory=list)
    begun: str = ""
    last: int = 0
    last_at: str = ""

    @property
    def sample(self) -> range:
        """The numbers of the notes of the sample."""
        return range(1, self.size + 1)

    @property
    def read(self) -> dict[int, tuple[str, str]]:
        """Who read a note first, and when."""
        return {note: next(iter(readers.items())) for note, readers in self.readers.items() if readers}

    @property
    def unread(self) -> list[int]:
        read = self.read
        return [note for note in self.sample if note not in read]

    @property
    def open(self) -> list[Finding]:
        return [finding for finding in self.findings.values() if finding.real is None]

    def found(self, kind: str) -> list[Finding]:
        """Findings of a kind that are confirmed or still open."""
        return [one for one in self.findings.values() if one.kind == kind and one.may_be_real]

    def reader_of(self, note: int) -> str:
        """Who read a note, or else whose it is: notes are dealt one after another."""
        if readers := self.readers.get(note):
            return next(iter(readers))
        reviewers = self.settings.reviewers
        return reviewers[(note - 1) % len(reviewers)] if reviewers else ""

    @property
    def alpha(self) -> float:
        """How likely what is said of this sample may be wrong, such that all looks together are so by 5 % at most."""
        return alpha_of(self.look, is_only=self.look == 1 and self.size == len(self.words))

    @property
    def alpha_of_more(self) -> float:
        """The same for a larger sample."""
        return alpha_of(self.look + self.is_begun, is_only=False)

    def is_outdated(self, signature: Signature) -> bool:
        """Whether something happened after it, or other figures on the own gold were signed since."""
        return self.last > signature.covers or signature.gold != self.signatures[-1].gold


def new_release(
    store: Store,
    name: str,
    drawn: Drawn,
    sample: int,
    seed: int,
    made: Made,
    set_aside: SetAside,
    settings: ReleaseSettings,
    author: str,
) -> Collection:
    """A release with the notes that were drawn; the first of them are its sample, the others a reserve."""
    origin = Origin(drawn.notes, drawn.unread, seed, drawn.shows_replaced, made, set_aside)
    docs = [replace(doc, meta={} if doc.id in drawn.unknown else {"replaced": _rows(doc)}) for doc in drawn.docs]
    words = [len(word_places(doc.text)) for doc in docs]
    with store.writing():
        collection = store.new_collection(RELEASE, name, New(author, RELEASE, vars(origin)))
        store.add_notes(collection.id, docs, New(author, NOTES, words))
        store.append(
            collection.id,
            New(author, SETTINGS, asdict(settings)),
            New(author, SAMPLE, min(sample, len(docs))),
        )
    return collection


def review_of(store: Store, release: int) -> Review:
    """How a release stands; an error if there is none of that number."""
    collection = store.collection(RELEASE, release)
    first, *events = store.events(release)
    body = first.body
    origin = Origin(**{**body, "set_aside": [tuple(row) for row in body["set_aside"]]})
    review = Review(collection, origin, begun=first.at)
    for event in events:
        _TAKE[event.kind](review, event)
        if event.kind != SIGNED:
            review.last, review.last_at = event.id, event.at
    return review


def _take_settings(review: Review, event: Event) -> None:
    review.settings = ReleaseSettings(**{**event.body, "reviewers": tuple(event.body["reviewers"])})


def _take_notes(review: Review, event: Event) -> None:
    review.words += event.body


def _take_sample(review: Review, event: Event) -> None:
    review.look += review.is_begun
    review.is_begun = False
    review.size = event.body


def _take_read(review: Review, event: Event) -> None:
    review.is_begun = True
    readers = review.readers.setdefault(_note(event), {})
    if event.body["done"]:
        readers.setdefault(event.author, event.at)
    else:
        readers.pop(event.author, None)


def _take_finding(review: Review, event: Event) -> None:
    review.is_begun = True
    review.findings[event.id] = Finding(event.id, _note(event), **event.body, author=event.author, at=event.at)


def _take_withdrawn(review: Review, event: Event) -> None:
    review.findings.pop(event.body["finding"], None)


def _take_verdict(review: Review, event: Event) -> None:
    number = event.body["finding"]
    review.findings[number] = replace(review.findings[number], real=event.body["real"], judge=event.author)


def _take_signed(review: Review, event: Event) -> None:
    review.signatures.append(Signature(event.id, event.at, event.author, **event.body))


def _note(event: Event) -> int:
    assert event.note is not None
    return event.note


_TAKE: dict[str, Any] = {
    SETTINGS: _take_settings,
    NOTES: _take_notes,
    SAMPLE: _take_sample,
    READ: _take_read,
    FINDING: _take_finding,
    WITHDRAWN: _take_withdrawn,
    VERDICT: _take_verdict,
    SIGNED: _take_signed,
}


def _rows(doc: Document) -> list[list[Any]]:
    return [[span.start, span.end, span.label] for span in doc.spans]


def replaced_in(meta: Any) -> Sequence[Sequence[Any]] | None:
    """What was replaced in a note, as it is kept with it: rows of start, end and label. None where it isn't known."""
    rows: Sequence[Sequence[Any]] | None = meta.get("replaced")
    return rows
