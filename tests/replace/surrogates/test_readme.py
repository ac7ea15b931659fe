"""The README's examples of surrogates are what the program makes of the example notes."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import incognote
from incognote.replace.dates import DateShifter, shift_of
from incognote.replace.edits import apply
from incognote.replace.keys import Key
from incognote.replace.surrogates.avoiding import words_to_avoid
from incognote.replace.surrogates.replacer import Surrogates
from incognote.replace.surrogates.scope import by_patient

ROOT = Path(__file__).parents[3]
KEY = Key(bytes(range(32)))


def test_before_and_after() -> None:
    docs = [replace(doc, patient="7041") for doc in incognote.read(ROOT / "examples" / "gold")]
    surrogates = Surrogates(KEY, avoid=words_to_avoid(docs, by_patient))
    shifter = DateShifter(lambda doc: shift_of(KEY, doc.patient or ""), surrogates)
    pairs = [(doc.text, apply(doc, shifter(doc)).doc.text) for doc in docs]
    section = (ROOT / "README.md").read_text("utf-8").partition("**Surrogates**")[2].partition("What finds PHI")[0]
    blocks = re.findall(r"^```\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 6
    for before, after in zip(blocks[::2], blocks[1::2], strict=True):
        old, new = next(pair for pair in pairs if before in pair[0])
        assert lines_before(old, before) == lines_before(new, after)


def lines_before(text: str, block: str) -> int:
    return text[: text.index(block)].count("\n")
