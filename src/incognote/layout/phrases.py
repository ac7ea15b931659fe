"""Noun phrases by a shallow parse of Penn Treebank tags: `the/DT left/JJ arm/NN`, `Dr./NNP Osei/NNP`, `she/PRP`.

Phrases are flat and don't overlap: of `the patient 's left arm` there are two, the second from the possessive on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_LETTERS = {
    **dict.fromkeys(("DT", "PDT", "WDT", "PRP$", "WP$", "POS"), "D"),
    **dict.fromkeys(("JJ", "JJR", "JJS", "AFX"), "A"),
    **dict.fromkeys(("RB", "RBR", "RBS"), "R"),
    **dict.fromkeys(("VBN", "VBG"), "V"),
    **dict.fromkeys(("NN", "NNS", "NNP", "NNPS", "FW", "ADD"), "N"),
    **dict.fromkeys(("PRP", "WP", "EX"), "P"),
    "CD": "C",
    "HYPH": "H",
}
_OTHER = "."

# A run that may hold a phrase: adverbs and participles only where they belong to what follows (a recently healed
# wound), hyphens only inside. No run is looked at twice, so the time is linear.
_RUN = re.compile(
    r"""
    (?: D++ | R{1,3}+(?=A) | [ACN] )
    (?: [ACN] | (?<=[DACRVH])V | (?<=[DACR])R | (?<=[ACN])H )*+
    | P
    """,
    re.VERBOSE,
)


def noun_phrases(tags: Sequence[str]) -> list[tuple[int, int]]:
    """The first token and the end of each noun phrase of a sentence, whose tokens have these tags."""
    letters = "".join(_LETTERS.get(tag, _OTHER) for tag in tags)
    runs = ((match.start(), match[0]) for match in _RUN.finditer(letters))
    return [(start, start + end) for start, run in runs if (end := _end(run))]


def _end(run: str) -> int:
    """Where the phrase of a run ends: behind its last noun or number, or behind a pronoun."""
    return max(map(run.rfind, "NCP")) + 1
