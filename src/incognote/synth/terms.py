"""Medical words of notes that can become names: nouns of terms for diseases, drugs, tests and treatments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from incognote import lexicons
from incognote.layout import lay_out
from incognote.layout.tags import tagger
from incognote.vocabulary import Vocabulary

_TREES = "CDE"  # of MeSH: diseases, drugs, procedures
_SHORTEST = 4


@cache
def _words_of_terms() -> frozenset[str]:
    trees = lexicons.load("mesh").column("trees")
    terms = {term for term, numbers in trees.items() if any(number[0] in _TREES for number in numbers.split())}
    return frozenset(word for term in terms.union(lexicons.load("drugs")) for word in term.split())


def medical_terms(texts: Sequence[str]) -> list[str]:
    """Words of medical terms, in small letters, that texts have mostly as nouns."""
    vocabulary, nouns, all_of = Vocabulary(), Counter[str](), Counter[str]()
    for text in texts:
        layout = lay_out(text, vocabulary, "penn")
        words = [vocabulary.word(number).casefold() for number in layout.tokens.ids.tolist()]
        for word, tag in zip(words, tagger().tags(layout), strict=True):
            if word in _words_of_terms() and word.isalpha() and len(word) >= _SHORTEST:
                all_of[word] += 1
                nouns[word] += tag.startswith("NN")
    return sorted(word for word, number in nouns.items() if 2 * number > all_of[word])
