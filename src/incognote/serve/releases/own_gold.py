"""How well the engine of a release does on a project's own gold standard, and how well the project's people do."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from incognote.evaluate.match import compare_all
from incognote.evaluate.released import Rates, people_rates
from incognote.evaluate.safety import safety
from incognote.evaluate.sensitivity import Sensitivity, sensitivity
from incognote.report.annotators import word_scores
from incognote.report.tables import Row, Table, columns
from incognote.serve.projects.gold import gold_of
from incognote.serve.projects.marks import ENGINE, Marked, all_marks, with_marks
from incognote.serve.projects.settings import PROJECT, settings_of
from incognote.serve.releases.releases import Review
from incognote.serve.store import Store
from incognote.types import Document


@dataclass(frozen=True)
class OwnGold:
    """A project's name, the notes of its gold, an engine's figures on it, and rates at which people miss PHI.

    `blind` says that annotators didn't see what an engine had found.
    `recall` has for each label of the gold how many spans the engine covered, and how many there are.
    """

    project: str
    notes: int
    blind: bool
    engine: str = ""
    figures: tuple[Row, ...] = ()
    recall: Mapping[str, tuple[int, int]] | None = None
    people: Mapping[int, Rates] | None = None

    def table(self) -> Table:
        return Table("own_gold", f"{self.engine} on the own gold", columns("measure", "figure"), self.figures)

    def body(self) -> dict[str, Any]:
        """As it is kept with a signature."""
        return json.loads(json.dumps(asdict(self)))  # type: ignore[no-any-return]


def of_body(body: Mapping[str, Any]) -> OwnGold:
    """The figures that were kept with a signature."""
    recall, people = body["recall"], body["people"]
    return OwnGold(
        **{
            **body,
            "figures": tuple(map(tuple, body["figures"])),
            "recall": recall and {label: (found, there) for label, (found, there) in recall.items()},
            "people": people and {int(number): rates for number, rates in people.items()},
        }
    )


def gold_for(store: Store, review: Review) -> OwnGold | None:
    """The figures on the gold of a release's project as they are now, if it has one."""
    made, project = review.origin.made, review.settings.project
    engine = "@".join(part for part in (made.get("engine"), made.get("point")) if part)
    return None if project is None else own_gold(store, project, engine)


def last_seen(store: Store, review: Review) -> int:
    """The last event of a release but signatures, or of its project: who has seen it has seen all that a report has."""
    project = review.settings.project
    return max(review.last, 0 if project is None else store.last(project))


def own_gold(store: Store, project: int, engine: str) -> OwnGold | None:
    """What a project's gold tells of an engine (`incognote@safe`); None if there is no gold."""
    name = store.collection(PROJECT, project).name
    gold = gold_of(store, project)
    if not gold:
        return None
    marks = all_marks(store, project)
    by_id = {doc.id: doc for doc in gold.values()}
    settings = settings_of(store, project)
    # Only who is done with all of these notes: what others didn't mark they may not have seen.
    done = [who for who in settings.annotators if all(marks.get(note, {}).get(who, Marked()).done for note in gold)]
    people = people_rates(by_id, [_annotation(gold, marks, person) for person in done])
    found = OwnGold(name, len(gold), settings.blind, people=people)
    author = ENGINE + engine
    if not all(author in marks.get(note, {}) for note in gold):
        return found
    return _with_engine(found, by_id, _annotation(gold, marks, author), engine)


def _annotation(
    gold: Mapping[int, Document], marks: Mapping[int, Mapping[str, Marked]], author: str
) -> dict[str, Document]:
    theirs = {note: marks.get(note, {}).get(author, Marked()).marks for note in gold}
    return {doc.id: with_marks(doc, theirs[note]) for note, doc in gold.items()}


def _with_engine(of: OwnGold, gold: dict[str, Document], pred: dict[str, Document], engine: str) -> OwnGold:
    pairs = compare_all(gold, pred)
    words, _ = word_scores(pairs)
    clean = safety(pairs).clean_notes
    found = sensitivity((gold[doc_id], pred[doc_id]) for doc_id in gold)
    figures: tuple[Row, ...] = (
        ("notes", len(gold)),
        ("notes without a leak", clean),
        ("recall of words of PHI", words.recall),
        ("precision of words of PHI", words.precision),
        ("sensitivity (thesis)", found.sensitivity),
        ("PPV (thesis)", found.ppv),
        ("escaped per 10,000 words", found.per_10_000_words()),
    )
    return OwnGold(of.project, of.notes, of.blind, engine, figures, _recall(gold, found), of.people)


def _recall(gold: Mapping[str, Document], found: Sensitivity) -> dict[str, tuple[int, int]]:
    there = Counter(span.label for doc in gold.values() for span in doc.spans)
    missed = Counter(one.span.label for one in found.false_negatives)
    return {label: (number - missed[label], number) for label, number in there.items()}
