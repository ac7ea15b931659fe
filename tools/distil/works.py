"""Jobs of people."""

from __future__ import annotations

import gzip
import re

from distil.lists import OWN_SOURCE, Draft, own
from distil.sources import JOBS, Sources
from incognote.lexicons import normal

WORDS = re.compile(r"[a-z]+(?:[ -][a-z]+){0,2}")
GENERIC = frozenset(
    {
        "administrator",
        "adviser",
        "advisor",
        "agent",
        "aide",
        "analyst",
        "assistant",
        "attendant",
        "clerk",
        "consultant",
        "controller",
        "coordinator",
        "designer",
        "developer",
        "director",
        "driver",
        "engineer",
        "examiner",
        "executive",
        "inspector",
        "instructor",
        "manager",
        "officer",
        "operator",
        "planner",
        "representative",
        "specialist",
        "superintendent",
        "supervisor",
        "teacher",
        "technician",
        "trainer",
        "worker",
        "writer",
    }
)
"""Ends of so many titles that those of three words are rather adverts than occupations."""


def drafts(sources: Sources, made: dict[str, Draft]) -> dict[str, Draft]:
    """Titles of up to three words that end in a true occupation of the hand-written list; care staff are marked."""
    heads = own("more-professions")
    titles = gzip.decompress((sources.site / "find_job_titles/data/titles_combined.txt.gz").read_bytes()).decode(
        "utf-8"
    )
    medical = dict(heads)
    for title in map(normal, titles.splitlines()):
        head = title.rpartition(" ")[2]
        wordy = head in GENERIC and len(re.findall(r"\w+", title)) > 2
        if title not in medical and WORDS.fullmatch(title) and head in heads and not wordy:
            first, _, _ = title.partition(" ")
            # "nurse manager" and "hospital porter" work where "manager" and "porter" needn't
            medical[title] = (
                "medical" if "medical" in (heads[head], heads.get(first), own("care-words").get(first)) else ""
            )
    items = {title: ("1" if kind.startswith("medical") else "",) for title, kind in medical.items()}
    what = "occupations, with whether care staff have them"
    return {"professions": Draft(what, (JOBS, OWN_SOURCE), items, ("medical",))}
