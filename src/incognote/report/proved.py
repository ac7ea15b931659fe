"""What a sample proves, in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator

from incognote.evaluate.released import Proof
from incognote.evaluate.sampling import ALPHA
from incognote.report.plots import Plot
from incognote.report.released import level, percent
from incognote.wording import number


def sentences(proof: Proof, doubtful: Proof) -> list[str]:
    """What was found and what it proves; `doubtful` counts open findings as leaks.

    While there are open findings the bound is the one with them.
    """
    left_to_chance = ["Until all are read, what follows holds only if it is chance which were read first."]
    begun = left_to_chance if doubtful.unread and doubtful.read else []
    return [*_found(proof, doubtful), *begun, *_bounds(doubtful), *_target(doubtful)]


def _found(proof: Proof, doubtful: Proof) -> Iterator[str]:
    drawn = proof.read + proof.unread
    yield f"Of {number(proof.whole, 'note')} {drawn:,} were drawn at random; {proof.read:,} of these have been read."
    if proof.leaks:
        yield f"{number(proof.leaks, 'leak')} in {number(proof.leaky, 'note')} {_was(proof.leaks)} found and confirmed."
    else:
        yield "No confirmed leak was found."
    if still := doubtful.leaks - proof.leaks:
        yield (
            f"{number(still, 'leak')} more {_was(still)} marked, and nobody else has looked at {_them(still)} yet: "
            f"what follows counts {_them(still)} as real."
        )


def _bounds(proof: Proof) -> Iterator[str]:
    if not proof.read:
        yield "Nothing has been read, so nothing is known."
        return
    if proof.read == proof.whole:
        yield f"All notes were read: readers saw leaks in {number(proof.leaky, 'note')} ({percent(proof.bound)})."
    else:
        yield (
            f"At a level of {level(proof.alpha)}, at most {number(proof.most, 'note')} of this release "
            f"({percent(proof.bound)}) hold a leak that a reader would have seen."
        )
        if proof.alpha < ALPHA:
            yield "The level is above 95 % since a sample that can grow is looked at again, and all looks share 5 %."
    yield f"Of notes made alike from others, at most {percent(proof.alike)} would."
    if proof.per_10_000 is not None:
        yield f"At most {proof.per_10_000:.2f} leaks are to be expected in 10,000 words, if they come one by one."


def _target(proof: Proof) -> Iterator[str]:
    wanted = f"that at most {percent(proof.target)} of the notes leak"
    if proof.is_shown:
        yield f"The target, {wanted}, is shown."
        return
    yield f"The target, {wanted}, is not shown yet."
    if proof.more_if_clean is None:
        yield "It can't be shown: more notes than that leak for certain."
        return
    yield f"{number(proof.more_if_clean, 'note more')} would be enough, if no more leaks were found."
    if proof.leaky and proof.more_if_alike is None:
        yield "If leaks went on to be found as often as so far, it could never be shown."
    elif proof.leaky:
        alike = number(proof.more_if_alike or 0, "note more")
        yield f"If leaks went on to be found as often as so far, {alike} would be."


def _was(count: int) -> str:
    return "was" if count == 1 else "were"


def _them(count: int) -> str:
    return "it" if count == 1 else "them"


_LEFT, _WIDTH, _HIGH = 16, 560, 96


def bound_plot(proof: Proof) -> Plot:
    """How much of a release may leak at most, beside the target."""
    most = min(1.0, 1.3 * max(proof.bound, proof.target, 0.001))
    found = proof.leaky / proof.read if proof.read else 0.0

    def x(share: float) -> float:
        return _LEFT + _WIDTH * share / most

    kind = "s1" if proof.is_shown else "s2"
    told = f"at most {percent(proof.bound)} leak; of the notes read {found:.2%} did"
    anchor = "middle" if 0.1 < proof.target / most < 0.9 else "start" if proof.target / most <= 0.1 else "end"
    pieces = (
        f'<rect x="{_LEFT}" y="38" width="{_WIDTH}" height="22" fill="#8884" rx="3"/>',
        f'<rect x="{_LEFT}" y="38" width="{x(proof.bound) - _LEFT:.1f}" height="22" class="{kind}" rx="3"/>',
        f'<path d="M{x(found):.1f} 34v30" stroke="#1d2530" stroke-width="2"/>',
        f'<text x="{_LEFT}" y="28">{told}</text>',
        f'<path d="M{x(proof.target):.1f} 30v42" class="line s4" stroke-width="3"/>',
        f'<text x="{x(proof.target):.1f}" y="86" text-anchor="{anchor}">target {percent(proof.target)}</text>',
    )
    return Plot(
        f"The most that may leak, at {level(proof.alpha)}, beside the target", _LEFT * 2 + _WIDTH, _HIGH, pieces
    )
