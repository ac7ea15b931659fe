"""Invented occupations: as many words as the model, in its case and number, after the same article."""

from __future__ import annotations

import re
from functools import cache
from itertools import zip_longest
from random import Random

from incognote import lexicons
from incognote.synth.surfaces import another, broken_like, in_case, mended
from incognote.synth.tables import table

_WORD = re.compile(r"\S+")
_PLURAL = re.compile(r"(?i)(?:[^\Wsui]s|[^\Wsu]is|men|wives)$")
_SINGULAR_END = re.compile(r"(?i)(?:ss|us|is)$")
_OTHERS = 40
"""How many common occupations are drawn from as often as all others."""

_COMMON_WORD = 2.5


def fill_job(model: str, rng: Random) -> str:
    """Another occupation, none of care staff."""
    text = mended(model)
    if not text.strip():
        return model
    return broken_like(another(text, lambda: _drawn(text, rng)), model)


def job_in_form(rng: Random) -> str:
    """An occupation for a slot without a model."""
    return _pick(rng.choice((1, 1, 2, 2, 3)), rng.random() < 0.2, rng)


def _drawn(model: str, rng: Random) -> str:
    words = _WORD.findall(model)
    new = _pick(len(words), model[:1].lower() in "aeiou", rng).split()
    if _is_plural(words[words.index("of") - 1] if "of" in words[1:] else words[-1]):
        new[-1] = _plural(new[-1])
    gaps = re.findall(r"\s+", model)[-len(new) :] if len(words) > len(new) else re.findall(r"\s+", model)
    cased = [in_case(word, _like(words, i)) for i, word in enumerate(new)]
    return "".join(word + gap for word, gap in zip_longest(cased, gaps[: len(new) - 1], fillvalue=""))


def _like(words: list[str], i: int) -> str:
    """The word whose case the new one takes; capitals of a word among others, such as HVAC, are its own."""
    word = words[min(i, len(words) - 1)]
    if all(other.isupper() for other in words):
        return word
    return words[-1] if word.isupper() else word[:1] + word[1:].lower()


def _pick(size: int, vowel: bool, rng: Random) -> str:
    """An occupation of so many words, or of fewer where none is so long."""
    size = next(fewer for fewer in range(size, 0, -1) if (fewer, vowel) in _jobs()[1])
    common, others = (jobs.get((size, vowel), ()) for jobs in _jobs())
    return rng.choice(common if rng.random() < len(common) / (len(common) + _OTHERS) else others)


@cache
def _jobs() -> tuple[dict[tuple[int, bool], tuple[str, ...]], dict[tuple[int, bool], tuple[str, ...]]]:
    """Occupations by how many words they have and whether they start with a vowel: the common ones, and all."""
    jobs = table("jobs")
    lexicon = lexicons.read("professions")
    medical = lexicon.column("medical")
    care = set(jobs["care"])

    def serves(job: str) -> bool:
        words = re.split(r"[\s-]+", job)
        known = all(lexicons.number("common-words", "zipf", word) >= _COMMON_WORD for word in words)
        return known and job not in medical and care.isdisjoint(words) and not _is_plural(words[-1])

    return _by_form(jobs["common"]), _by_form([job for job in sorted(lexicon) if serves(job)])


def _by_form(jobs: list[str]) -> dict[tuple[int, bool], tuple[str, ...]]:
    found: dict[tuple[int, bool], list[str]] = {}
    for job in jobs:
        found.setdefault((len(job.split()), job[0] in "aeiou"), []).append(job)
    return {form: tuple(same) for form, same in found.items()}


def _is_plural(word: str) -> bool:
    return bool(_PLURAL.search(word)) and not _SINGULAR_END.search(word)


def _plural(word: str) -> str:
    for end, new in (("man", "men"), ("wife", "wives"), ("ss", "sses"), ("ch", "ches"), ("sh", "shes"), ("x", "xes")):
        if word.endswith(end):
            return word.removesuffix(end) + new
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"
