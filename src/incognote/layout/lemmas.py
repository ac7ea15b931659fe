"""The base form of a word, in place of UMLS Norm: lower case, no possessive, no inflection."""

from __future__ import annotations

import functools


@functools.lru_cache(maxsize=100_000)
def lemma(word: str, language: str = "en") -> str:
    """`Admitted` -> `admit`, `Daughters'` -> `daughter`. Words and languages it doesn't know stay, in lower case."""
    from simplemma import lemmatize

    bare = word.lower().removesuffix("'s").removesuffix("’s").removesuffix("'").removesuffix("’")
    try:
        return lemmatize(bare, lang=language).lower() if bare else word.lower()
    except ValueError:  # simplemma has no words of the language; or a lone surrogate, which no word has
        return bare
