"""The global step: the types of a sentence's phrases that agree with the relations between neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from incognote.learn.winnow import Floats
    from incognote.types import Ints


def most_probable(types: Floats, relations: Floats, relation_of: Ints) -> list[int]:
    """The number of each phrase's type; exact, for relations join neighbours only.

    `types` holds log-probabilities, phrases x types; `relations` those of each phrase and the next, (phrases - 1) x
    relations; `relation_of` the only relation that a type and a next one allow, types x types.
    """
    best, choices = types[0], []
    for after, relation in zip(types[1:], relations, strict=True):
        scores = best[:, None] + relation[relation_of]
        choices.append(scores.argmax(axis=0))
        best = scores.max(axis=0) + after
    path = [int(best.argmax())]
    for choice in reversed(choices):
        path.append(int(choice[path[-1]]))
    return path[::-1]
