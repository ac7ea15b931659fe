"""The thesis's Tables 4.2 to 4.4 for a release whose sample was read, and what the sample proves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from statistics import mean

from incognote.evaluate.released import Proof, Rates, Share, total
from incognote.experiments.printed.neamatullah2006 import ESCAPED_BY_RISK, ESCAPED_BY_TYPE
from incognote.report.tables import RATE, TEXT, Column, Row, Table, in_order
from incognote.thesis import RISKS, TAGS, risk_of

_PERCENT = ".3%"
_NOT_RANKED = "Not ranked"
_PEOPLE = {1: "1 person", 2: "2 people", 3: "3 people"}

_PRINTED_RATES: tuple[Row, ...] = (
    ("thesis: algorithm", None, None, 0.0005, None, None, 5.0),
    ("thesis: 1 person", 0.0003, 0.0019, 0.001, 3.0, 29.0, 10.0),
    ("thesis: 2 people", 0.0001, 0.0006, 0.0003, 1.0, 6.0, 3.0),
    ("thesis: 3 people", 0.00005, 0.0001, 0.0001, 0.5, 1.0, 1.0),
)
_PRINTED_RISKS = {risk: (number, percent / 100) for risk, (number, percent) in ESCAPED_BY_RISK.items()}


def rate_table(shares: Sequence[Share], doubtful: Sequence[Share], people: Mapping[int, Rates]) -> Table:
    """Table 4.2. `doubtful` counts leaks that nobody has confirmed yet, too; `people` are those of a project's gold."""
    rows = [_rate_row("this release", [one.rate for one in shares])]
    if total(doubtful).leaks > total(shares).leaks:
        rows.append(_rate_row("this release, if open ones are leaks", [one.rate for one in doubtful]))
    rows += [_rate_row(f"this project: {_PEOPLE[number]}", rates) for number, rates in people.items()]
    figures = (Column(f"{which} {how}", spec) for how, spec in _HOW for which in ("lowest", "highest", "mean"))
    return Table(
        "false_negative_rate",
        "Leaks by words, over evaluators (Neamatullah 2006, Table 4.2)",
        (Column("who"), *figures),
        (*rows, *_PRINTED_RATES),
        "Each evaluator read notes of their own. The thesis's highest for one person is printed as 0.19 % or 29, "
        "which should be 19.",
    )


_HOW = (("rate", _PERCENT), ("per 10,000 words", RATE))


def _rate_row(name: str, rates: Sequence[float | None]) -> Row:
    known = [rate for rate in rates if rate is not None]
    found = (min(known), max(known), mean(known)) if known else (None,) * 3
    return (name, *found, *(None if rate is None else 10_000 * rate for rate in found))


def evaluator_table(shares: Sequence[Share]) -> Table:
    """The thesis's statistics of section 4.3.1, by evaluator."""
    rows = (
        (
            one.evaluator,
            one.notes,
            one.words,
            one.leaks,
            one.per_note,
            10_000 * one.rate if one.rate is not None else None,
        )
        for one in (*shares, total(shares))
    )
    names = (*map(Column, ("evaluator", "notes", "words", "leaks")), Column("leaks per note", RATE))
    return Table(
        "evaluators",
        "What each evaluator read (Neamatullah 2006, section 4.3.1)",
        (*names, Column("leaks per 10,000 words", RATE)),
        tuple(rows),
    )


def leak_type_table(tags: Counter[str], words: int) -> Table:
    """Table 4.3: confirmed leaks by the thesis's types; others by their label."""
    known = [tag for tag in TAGS if tags[tag] or tag in ESCAPED_BY_TYPE]
    rows = [
        (
            tag,
            risk_of(tag) if tag in TAGS else _NOT_RANKED,
            tags[tag],
            100_000 * tags[tag] / words if words else None,
            *ESCAPED_BY_TYPE.get(tag, (None, None)),
        )
        for tag in (*known, *in_order(set(tags) - set(TAGS)))
    ]
    return Table(
        "leak_types",
        "Leaks by type (Neamatullah 2006, Table 4.3)",
        (
            Column("type"),
            Column("risk", TEXT),
            Column("leaks"),
            Column("per 100,000 words", ".1f"),
            Column("thesis: leaks"),
            Column("thesis: per 100,000 words"),
        ),
        tuple(rows),
    )


def leak_risk_table(tags: Counter[str]) -> Table:
    """Table 4.4: confirmed leaks by the thesis's risks."""
    whole = tags.total()
    by_risk = {risk: sum(tags[tag] for tag in of_risk) for risk, of_risk in RISKS.items()}
    if others := whole - sum(by_risk.values()):
        by_risk[_NOT_RANKED] = others
    rows = (
        (risk, number, number / whole if whole else None, *_PRINTED_RISKS.get(risk, (None, None)))
        for risk, number in by_risk.items()
    )
    return Table(
        "leak_risks",
        "Leaks by risk (Neamatullah 2006, Table 4.4)",
        (
            Column("risk"),
            Column("leaks"),
            Column("share", ".0%"),
            Column("thesis: leaks"),
            Column("thesis: share", ".0%"),
        ),
        tuple(rows),
        "Professions, organisations and ages under 90 are not ranked by the thesis." if others else "",
    )


def per_note_table(leaks: Sequence[int]) -> Table:
    """How many notes that were read have no leak, one, two and so on."""
    counts = Counter(leaks)
    whole = len(leaks)
    rows = ((str(number), counts[number], counts[number] / whole) for number in sorted(counts))
    return Table(
        "leaks_per_note",
        "Notes by number of leaks",
        (Column("leaks"), Column("notes"), Column("share", ".1%")),
        tuple(rows),
    )


def indirect_table(kinds: Mapping[str, tuple[int, int]]) -> Table:
    """Indirect identifiers by kind: confirmed ones and those that are still open."""
    return Table(
        "indirect",
        "Indirect identifiers by kind",
        (Column("kind"), Column("confirmed"), Column("open")),
        tuple((kind, *numbers) for kind, numbers in kinds.items()),
        "They name nobody, but someone who knows the person may recognise them.",
    )


def proof_table(proof: Proof, doubtful: Proof) -> Table:
    """What the sample proves, by confirmed leaks, and if all that are open were leaks too."""
    has_open = doubtful.leaks > proof.leaks
    proofs = (proof, doubtful) if has_open else (proof,)
    names = ("confirmed", "if open ones are leaks") if has_open else ("figure",)
    return Table(
        "proof",
        f"What the sample proves, at {level(proof.alpha)}",
        (Column("measure"), *(Column(name) for name in names)),
        tuple(_proof_rows(proofs)),
        "Bounds on notes are exact and one-sided: hypergeometric of this release, binomial (Clopper and Pearson) of "
        "notes made alike. The one on leaks by words is Poisson's, and exact only if leaks come one by one. All looks "
        "at a sample that grows share 5 % for being wrong.",
    )


def _proof_rows(proofs: Sequence[Proof]) -> Iterator[Row]:
    yield "notes in the release", *(one.whole for one in proofs)
    yield "notes read", *(one.read for one in proofs)
    yield "words read", *(one.words for one in proofs)
    yield "leaks found", *(one.leaks for one in proofs)
    yield "notes that leak, of those read", *(one.leaky for one in proofs)
    yield "notes of this release that leak, at most", *(one.most for one in proofs)
    yield "as a share of this release", *(percent(one.bound) for one in proofs)
    yield "share of notes made alike that leak, at most", *(percent(one.alike) for one in proofs)
    yield "leaks per 10,000 words, at most", *(_number(one.per_10_000) for one in proofs)
    yield "target: share of this release that leaks, at most", *(percent(one.target) for one in proofs)
    yield "level of these bounds", *(level(one.alpha) for one in proofs)
    yield "the target is shown", *(_shown(one) for one in proofs)
    yield "more notes that are enough, if no more leaks are found", *(_more(one.more_if_clean) for one in proofs)
    yield "more notes that are enough, if leaks go on as so far", *(_more(one.more_if_alike) for one in proofs)


def _shown(proof: Proof) -> str:
    return "yes" if proof.is_shown else "no: the sample isn't read to its end" if proof.unread else "no"


def percent(share: float) -> str:
    """A bound in per cent, rounded up."""
    digits = 2 if share >= 0.001 or not share else 4
    step = 10.0 ** (digits + 2)
    return f"{ceil(share * step - 1e-9) / step:.{digits}%}"


def level(alpha: float) -> str:
    """A level, such as 97.5 %."""
    return f"{100 * (1 - alpha):.7g} %"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _more(number: int | None) -> str:
    return "can't be shown" if number is None else f"{number:,}"
