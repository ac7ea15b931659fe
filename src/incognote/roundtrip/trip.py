"""A prompt without its PHI, and the PHI back in the answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Protocol

from incognote.errors import AmbiguousError
from incognote.labels import OTHER, main_category
from incognote.replace.edits import Replacer, apply
from incognote.roundtrip.checking import not_restored
from incognote.roundtrip.memory import Memory
from incognote.roundtrip.restorer import Restorer, applied
from incognote.roundtrip.words import WORD
from incognote.types import Document, Span

_PROMPT = "prompt"
_DATE = "DATE"
_FEWEST_DIGITS = 3
_FEWEST_LETTERS = 2


class Finder(Protocol):
    """An engine: `incognote.engine(…)`."""

    def find(self, doc: Document) -> Document: ...


class RoundTrip:
    """A talk with a model that sees no PHI that the engine finds.

    `hide` says what to send, and `restore` puts the originals back into what comes. Several prompts make one talk: an
    original has the same pseudonym in each. All is kept in memory, in `memory`, and nowhere else.
    """

    def __init__(self, engine: Finder, replacer: Replacer, memory: Memory | None = None) -> None:
        self.memory = memory or Memory()
        self._engine = engine
        self._replacer = replacer

    def __repr__(self) -> str:
        return f"RoundTrip({len(self.memory.pairs)} pairs)"

    def hide(self, text: str) -> str:
        """The prompt with pseudonyms. A model that echoes it makes `restored` give the prompt again, to the letter.

        A pseudonym of which that isn't true, since it can't be told from another or from the text, becomes a numbered
        tag. Where that doesn't help, nothing is to be sent: an AmbiguousError says so.
        """
        doc = self._engine.find(Document(_PROMPT, text, patient=self.memory.patient))
        sent = self._pseudonyms(doc)
        tagged: set[int] = set()
        bad = {i for i, new in enumerate(sent) if new != doc[doc.spans[i]] and not _can_be_told(new)}
        while True:
            for i in bad:
                sent[i] = self._tag(doc, doc.spans[i], sent)
            tagged |= bad
            memory = self.memory.with_prompt(doc, sent)
            failed, bad = not_restored(doc, sent, Restorer(memory), tagged)
            if not failed:
                self.memory = memory
                return apply(doc, sent).doc.text
            if not bad:
                raise AmbiguousError(
                    "a pseudonym of this talk stands in the prompt as a word of its own, so that answers could not be "
                    "restored, and nothing was sent; start a new talk, or use another key"
                )

    def restore(self, chunks: Iterable[str]) -> Iterator[str]:
        """An answer with the originals in place of the pseudonyms, as it comes."""
        return Restorer(self.memory).stream(chunks)

    def restored(self, text: str) -> str:
        """A whole answer with the originals in place of the pseudonyms."""
        return applied(text, 0, len(text), Restorer(self.memory).edits(text))

    def _pseudonyms(self, doc: Document) -> list[str]:
        """What the replacer says, but for what this talk has a pseudonym already. Dates move by what is around them."""
        known = {(pair.label, pair.original): pair.sent for pair in self.memory.pairs if pair.label != _DATE}
        new = self._replacer(doc)
        return [known.get((span.label, doc[span]), text) for span, text in zip(doc.spans, new, strict=True)]

    def _tag(self, doc: Document, span: Span, sent: Sequence[str]) -> str:
        """`[NAME 3]`: the one that this text has, or a new one."""
        category = main_category(span.label)
        word = "PHI" if category == OTHER else category
        taken = {*sent, *(pair.sent for pair in self.memory.pairs)}
        for other, text in zip(doc.spans, sent, strict=True):
            if doc[other] == doc[span] and other.label == span.label and text.startswith(f"[{word} "):
                return text
        return next(tag for n in count(1) if (tag := f"[{word} {n}]") not in taken and tag not in doc.text)


def _can_be_told(text: str) -> bool:
    """Whether a pseudonym is more than a letter or a short number, which stand in every text."""
    words = [match[0] for match in WORD.finditer(text)]
    letters = sum(map(str.isalpha, "".join(words)))
    return len("".join(words)) >= (_FEWEST_LETTERS if letters else _FEWEST_DIGITS)
