"""The figures of a release: what its sample proves, and the counts for the thesis's tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from incognote.evaluate.released import Proof, Rates, Share
from incognote.report.released import (
    evaluator_table,
    indirect_table,
    leak_risk_table,
    leak_type_table,
    per_note_table,
    proof_table,
    rate_table,
)
from incognote.report.tables import Table
from incognote.serve.releases.releases import INDIRECT, INDIRECT_KINDS, LEAK, Finding, Review
from incognote.serve.store import Store
from incognote.thesis import thesis_tags
from incognote.types import Span


@dataclass(frozen=True)
class Figures:
    """Counts of confirmed leaks, and of those that may be some (`doubtful`): confirmed ones and open ones.

    `tags` are the thesis's types of confirmed leaks, or the labels of those for which it has none.
    """

    proof: Proof
    doubtful: Proof
    shares: tuple[Share, ...]
    doubtful_shares: tuple[Share, ...]
    tags: Counter[str]
    per_note: tuple[int, ...]
    indirect: dict[str, tuple[int, int]]

    def tables(self, people: dict[int, Rates]) -> list[Table]:
        return [
            proof_table(self.proof, self.doubtful),
            rate_table(self.shares, self.doubtful_shares, people),
            leak_type_table(self.tags, self.proof.words),
            leak_risk_table(self.tags),
            evaluator_table(self.shares),
            per_note_table(self.per_note),
            indirect_table(self.indirect),
        ]


def figures_of(store: Store, review: Review) -> Figures:
    may_be, read = review.found(LEAK), _read(review)
    confirmed = [one for one in may_be if one.real]
    per_note = Counter(one.note for one in confirmed)
    return Figures(
        _proof(review, read, confirmed),
        _proof(review, read, may_be),
        tuple(_shares(review, read, confirmed)),
        tuple(_shares(review, read, may_be)),
        _tags(store, review, confirmed),
        tuple(per_note[note] for note in read),
        _indirect(review),
    )


def is_shown(review: Review) -> bool:
    """Whether the target is, even if all that nobody has decided yet is real."""
    return _proof(review, _read(review), review.found(LEAK)).is_shown


def _read(review: Review) -> list[int]:
    """A note in which something was found was read, though its reader isn't done with it yet."""
    return sorted({*review.read, *(one.note for one in review.found(LEAK))} & {*review.sample})


def _proof(review: Review, read: Sequence[int], leaks: Collection[Finding]) -> Proof:
    words = sum(review.words[note - 1] for note in read)
    leaky = len({leak.note for leak in leaks})
    return Proof(
        review.origin.notes,
        len(read),
        words,
        len(leaks),
        leaky,
        review.settings.target,
        review.size - len(read),
        review.alpha,
        review.alpha_of_more,
    )


def _shares(review: Review, read: Sequence[int], leaks: Collection[Finding]) -> Iterator[Share]:
    """What each evaluator read, by name; leaks in a note are its reader's, whoever saw them first."""
    by_reader: dict[str, list[int]] = {}
    for note in read:
        by_reader.setdefault(review.reader_of(note) or "nobody", []).append(note)
    for reader, notes in sorted(by_reader.items()):
        theirs = set(notes)
        words = sum(review.words[note - 1] for note in notes)
        yield Share(reader, len(notes), words, sum(leak.note in theirs for leak in leaks))


def _tags(store: Store, review: Review, leaks: Sequence[Finding]) -> Counter[str]:
    by_note: dict[int, list[Span]] = {}
    for leak in leaks:
        by_note.setdefault(leak.note, []).append(Span(leak.start, leak.end, leak.label))
    docs = store.notes(review.collection.id, list(by_note)) if by_note else {}
    tagged = (pair for note, spans in by_note.items() for pair in thesis_tags(docs[note].with_spans(spans)))
    return Counter(tag or span.label for span, tag in tagged)


def _indirect(review: Review) -> dict[str, tuple[int, int]]:
    found = review.found(INDIRECT)
    counts = Counter((one.label, bool(one.real)) for one in found)
    return {kind: (counts[kind, True], counts[kind, False]) for kind in INDIRECT_KINDS}
