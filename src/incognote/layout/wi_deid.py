"""The tokeniser of WI-deId (He 2015, section 2.1): sentences, words, nine expressions, then punctuation.

A rule-based cutter in the manner of the Penn Treebank stands in for OpenNLP's trained one.
"""

from __future__ import annotations

import re

from incognote.layout.penn import PUNCTUATION, penn_cuts, tokenizer

# Table 1 of the paper; the empty group is where the token is cut. Repetitions that reach beyond the cut are left out,
# since they change no cut and would make a long token slow. The fifth expression is printed without its hyphen.
EXPRESSIONS = (
    r"()\d{2}/\d{2}/\d{4}",  # PEND|01/26/2098
    r"\d{2}()-year-old",  # 45|-year-old
    r"[A-Za-z]()\d/\d{2}",  # CABG|6/95
    r"[a-z]()\d{5}",  # x|76221
    r"[A-Z]()\d-\d{4}",  # X|1-1335
    r"()\d{3}[\-,]\d{3}[\-,]\d{4}",  # 47798|497-045-1949
    r"[A-Z]()[A-Z][a-z]{2}",  # AL|Marital
    r"\d()[A-Za-z]{2}",  # 34712|RadiologyExam
    r"[a-z]{2}()[A-Z]",  # Jaffrey|Marital
)

_CUTS = [re.compile(expression) for expression in EXPRESSIONS]
_SINGLE = re.compile(f"[{re.escape(PUNCTUATION)}]")


def _cuts_at_punctuation(chunk: str, ends_sentence: bool) -> list[int]:
    marks = {place for mark in _SINGLE.finditer(chunk) for place in mark.span()}
    return sorted(marks.union(penn_cuts(chunk, ends_sentence)))


def _cuts(chunk: str, ends_sentence: bool) -> list[int]:
    matched = {match.start(1) for pattern in _CUTS for match in pattern.finditer(chunk)}
    return sorted(matched.union(_cuts_at_punctuation(chunk, ends_sentence)))


token_bounds = tokenizer(_cuts)

official_token_bounds = tokenizer(_cuts_at_punctuation)
"""As in the paper's best official run, "without using pattern-matching techniques"."""
