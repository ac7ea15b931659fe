"""What a paper's tables say of its claims: checks that hold or don't, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from incognote.experiments.printed import Counted, Printed

HOLDS, IN_PART, FAILS, UNTESTED = OUTCOMES = ("holds", "holds in part", "does not hold", "not tested")

_SHOWN = 6


@dataclass(frozen=True)
class Tables:
    """The tables of a paper by number, the paper's own or ours in their shape."""

    results: Mapping[str, Printed]
    counts: Mapping[str, Counted]


class Check(NamedTuple):
    """A statement about figures, with the figures in it, and whether it is so."""

    statement: str
    holds: bool


@dataclass(frozen=True)
class Verdict:
    outcome: str
    checks: Sequence[Check]

    @property
    def evidence(self) -> str:
        """How many checks hold, and some of those that don't, or else of those that do."""
        failed = [check.statement for check in self.checks if not check.holds]
        some = failed or [check.statement for check in self.checks]
        more = f"; and {len(some) - _SHOWN} more" if len(some) > _SHOWN else ""
        held = f"{len(self.checks) - len(failed)} of {len(self.checks)}"
        return f"{held}; {'not: ' if failed else ''}{'; '.join(some[:_SHOWN])}{more}"


def judge(checks: Sequence[Check]) -> Verdict:
    """A claim holds if all its checks do, in part if half of them or more do; without any it isn't tested."""
    held = sum(check.holds for check in checks)
    outcome = (
        UNTESTED if not checks else HOLDS if held == len(checks) else IN_PART if 2 * held >= len(checks) else FAILS
    )
    return Verdict(outcome, checks)
