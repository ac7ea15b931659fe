"""The report on a release for a privacy board: counts, names of reviewers, what was signed, and no word of a note."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from incognote import __version__
from incognote.report.paper import Paper, Part, Section
from incognote.report.proved import sentences
from incognote.report.released import percent
from incognote.report.tables import TEXT, Column, Row, Table, columns, in_order
from incognote.serve.releases.figures import Figures, figures_of
from incognote.serve.releases.identifiers import identifiers_table
from incognote.serve.releases.made import Made
from incognote.serve.releases.own_gold import OwnGold, gold_for, of_body
from incognote.serve.releases.releases import LEAK, Review, Signature, review_of
from incognote.serve.releases.reviewing import METHODS, unsettled
from incognote.serve.store import Store
from incognote.wording import number

_UNKNOWN = "not known: no report of a batch was given"
_NOT_PROVED = (
    "Readers overlook leaks too, as the thesis's did (section 4.3.2): the bounds are on leaks that such readers see.",
    "The sample is of this release. Of notes made alike it says something only if they are of the same kind: the same "
    "wards, years and systems, by the same version, engine and options.",
    "Notes that couldn't be read were in no sample, and notes that were set aside are not in the release.",
    "Only the texts of notes were read. Other columns, fields and files of the release, and pictures, were not.",
    "A note without any identifier may still be recognised by what it tells: indirect identifiers are counted here; "
    "whether they matter is for people to decide.",
    "A bound at 95 % is exceeded by chance once in twenty such samples, one at 97.5 % once in forty. All looks at this "
    "sample together are wrong at most once in twenty; a look at another sample of the same output isn't counted.",
)


def report_of(store: Store, release: int, now: datetime | None = None) -> Paper:
    """The report on a release as it stands; `now` is the date that it bears."""
    review = review_of(store, release)
    figures = figures_of(store, review)
    made = review.origin.made
    gold = _gold(store, review)
    lines = (
        f"Printed {(now or datetime.now(UTC)):%Y-%m-%d %H:%M} UTC by incognote {__version__}",
        f"Drawn {_day(review.begun)}; last changed {_day(review.last_at)}; {_standing(review)}",
        "This report holds no word of any note.",
    )
    sections = (
        Section("What the sample proves", tuple(_proved(review, figures))),
        Section("Sign-off", tuple(_signed(review))),
        Section("What made the release", tuple(_made(made))),
        Section("What was replaced", tuple(_replaced(made))),
        Section("Accuracy on the own gold standard", tuple(_accuracy(gold, review.settings.project))),
        Section("What reviewers found", tuple(_found(review, figures, gold))),
        Section("The 18 identifiers of HIPAA (45 CFR 164.514(b)(2)(i))", (_identifiers(review, gold),)),
        Section("What was set aside", tuple(_set_aside(review))),
        Section("Reviewers", tuple(_reviewers(review))),
        Section("What this doesn't prove", (_NOT_PROVED,)),
    )
    return Paper(f"Release review: {review.collection.name}", lines, sections)


def _gold(store: Store, review: Review) -> OwnGold | None:
    """The figures that were signed, as long as the signature stands; else those of now."""
    if not review.signatures or review.is_outdated(last := review.signatures[-1]):
        return gold_for(store, review)
    return of_body(last.gold) if last.gold else None


def _standing(review: Review) -> str:
    if not review.signatures:
        return "not signed"
    outdated = review.is_outdated(review.signatures[-1])
    return "signed, but OUTDATED: something changed after the last signature" if outdated else "signed"


def _proved(review: Review, figures: Figures) -> Iterator[Part]:
    if left := unsettled(review):
        yield f"Not finished: {' and '.join(left)}."
    yield tuple(sentences(figures.proof, figures.doubtful))
    if not review.origin.shows_replaced and review.origin.made.get("style") == "surrogates":
        yield (
            "Reviewers could not see in all notes which words are surrogates, so a leak may have passed for a "
            "surrogate, and a surrogate for a leak."
        )
    yield figures.tables({})[0]


def _signed(review: Review) -> Iterator[Part]:
    if not review.signatures:
        yield "Nobody has signed this release."
    for signature in review.signatures:
        yield from _signature(signature, review.is_outdated(signature))


def _signature(signature: Signature, outdated: bool) -> Iterator[Part]:
    rows: list[Row] = [
        ("name", signature.name),
        ("position", signature.position),
        ("signed in as", signature.author),
        ("time", _time(signature.at)),
        ("method", METHODS[signature.method]),
        ("statement", signature.statement),
    ]
    if signature.anyway:
        rows.append(("signed although something was unsettled, since", signature.anyway))
    rows.append(("stands", "OUTDATED: something changed after it" if outdated else "for the release as it is"))
    yield _facts("", rows)


def _made(made: Made) -> Iterator[Part]:
    if not made:
        yield f"Version, engine and options are {_UNKNOWN}."
        return
    thresholds = ", ".join(f"{label} {value:g}" for label, value in made.get("thresholds", {}).items())
    rows: list[Row] = [
        ("version of incognote", made["incognote"]),
        ("engine", made["engine"]),
        ("operating point", made["point"] or "none"),
        ("thresholds (how likely something must be PHI)", thresholds or "not told"),
        ("what takes the place of PHI", made["style"]),
        ("fingerprint of the key", made.get("key", "not told")),
        ("began", _time(made.get("started", ""))),
        ("ended", _time(made.get("ended", ""))),
        ("notes written", _count(made, "notes")),
        ("notes of excluded patients, left out", _count(made, "excluded")),
    ]
    rows += [(f"SHA-256 of the {what}", digest) for what, digest in made["sums"].items()]
    if not made["sums"]:
        rows.append(("checksums of the engine", "not known: another version is installed where the sample was drawn"))
    yield _facts("", rows)


def _replaced(made: Made) -> Iterator[Part]:
    if "labels" not in made:
        yield f"Counts are {_UNKNOWN}."
        return
    labels: dict[str, int] = made["labels"]
    yield f"{sum(labels.values()):,} stretches of PHI were replaced."
    rows = tuple((label, labels[label]) for label in in_order(labels))
    yield Table("replaced", "Replaced PHI by label", columns("label", "replaced"), rows)
    if dates := made.get("dates"):
        yield Table("dates", "What became of dates", columns("what", "dates"), tuple(sorted(dates.items())))


def _accuracy(gold: OwnGold | None, project: int | None) -> Iterator[Part]:
    if gold is None:
        told = "No project was named" if project is None else "The project that was named has no gold standard yet"
        yield f"{told}, so the engine's accuracy on notes of this place is not reported."
        return
    yield (
        f"Project: {gold.project}; {number(gold.notes, 'note')} with an adjudicated gold standard. Under a signature "
        "that stands, all figures are those of when it was given."
    )
    if not gold.blind:
        yield "Its annotators saw what an engine had found before they began, which makes figures better than they are."
    if gold.figures:
        yield gold.table()
    else:
        yield "The engine of this release has not been run on all of these notes, so its accuracy is not reported."


def _found(review: Review, figures: Figures, gold: OwnGold | None) -> Iterator[Part]:
    yield "Only confirmed leaks count here; a leak is confirmed by somebody other than who marked it."
    if review.open:
        yield f"Open, neither confirmed nor rejected: {number(len(review.open), 'finding')}."
    yield from figures.tables(dict(gold.people or {}) if gold else {})[1:]


def _identifiers(review: Review, gold: OwnGold | None) -> Table:
    leaks = Counter(one.label for one in review.found(LEAK) if one.real)
    return identifiers_table(review.origin.made.get("labels"), leaks, gold.recall if gold else None)


def _set_aside(review: Review) -> Iterator[Part]:
    rows = review.origin.set_aside
    if review.origin.unread:
        yield f"{number(review.origin.unread, 'record')} of the output couldn't be read when the sample was drawn."
    told = review.origin.made.get("quarantined")
    if told is None and not rows:
        yield f"What was set aside is {_UNKNOWN}."
    else:
        yield f"Set aside, and not in the release: {number(told or len(rows), 'record')}."
    if told and not rows:
        yield "The list of them was not given with the output."
    if not rows:
        return
    head = (Column("file"), Column("record"), Column("reason", TEXT))
    yield Table("set_aside", "", head, tuple((str(file), record, reason) for file, record, reason in rows))


def _reviewers(review: Review) -> Iterator[Part]:
    read: dict[str, list[str]] = {}
    for reader, at in review.read.values():
        read.setdefault(reader, []).append(at)
    judged = Counter(one.judge for one in review.findings.values() if one.judge)
    marked = Counter(one.author for one in review.findings.values())
    names = sorted({*review.settings.reviewers, *read, *judged, *marked})
    yield Table(
        "reviewers",
        "",
        (*columns("reviewer", "notes read"), Column("from", TEXT), Column("to", TEXT), *columns("marked", "judged")),
        tuple(
            (name, len(days := sorted(read.get(name, []))), *_days(days), marked[name], judged[name]) for name in names
        ),
        f"Notes were drawn by the seed {review.origin.seed} and dealt among reviewers in random order. Target: at most "
        f"{percent(review.settings.target)} of the notes leak.",
    )


def _days(days: list[str]) -> tuple[str, str]:
    return (_day(days[0]), _day(days[-1])) if days else ("–", "–")


def _facts(title: str, rows: list[Row]) -> Table:
    return Table("facts", title, (Column("what"), Column("", TEXT)), tuple(rows))


def _count(made: Mapping[str, Any], name: str) -> str:
    return f"{made[name]:,}" if name in made else "not told"


def _day(at: str) -> str:
    return at[:10]


def _time(at: str) -> str:
    return f"{at[:10]} {at[11:16]} UTC" if at else "not told"
