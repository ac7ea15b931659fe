"""Claims of Sibanda and Uzuner 2006."""

from incognote.experiments.printed.tables import Basis, Claim

_PHI = ("PHI",)
_ALL_PHI = ("2", "4", "7", "11")  # the four corpora
_NAMED = ("3", "5", "8", "12")  # the same, people, locations, organizations


def _each(tables: tuple[str, ...], *methods: str) -> tuple[Basis, ...]:
    return tuple(Basis(table, methods, _PHI) for table in tables)


CLAIMS = (
    Claim(
        "sibanda2006.svm-best",
        "6.4",
        "in all experiments, the SVM-based approach outperformed all other approaches",
        _each((*_ALL_PHI, *_NAMED, "9", "13")),
    ),
    Claim(
        "sibanda2006.ambiguity-and-oov",
        "6",
        "when the data contain words ambiguous between PHI and non-PHI, or when the PHI cannot be found in "
        "dictionaries, the heuristic, rule-based approach would perform poorly",
        _each(("2", "7", "9", "11", "13"), "H+D"),
    ),
    Claim(
        "sibanda2006.ambiguous-words",
        "6.2",
        "significantly better than all other approaches both on the complete corpus containing ambiguous entries",
        _each(("7", "8", "9")),
    ),
    Claim(
        "sibanda2006.local-over-dictionaries",
        "Abstract",
        "a statistical representation of local context contributes more to deidentification than dictionaries and "
        "hand-tailored heuristics",
        _each(_ALL_PHI, "SVM", "H+D"),
    ),
    Claim(
        "sibanda2006.local-over-global",
        "Abstract",
        "when the language of documents is fragmented, local context contributes more to deidentification than global "
        "context",
        (*_each(_ALL_PHI, "SVM", "IFinder"), *_each(_NAMED, "SVM", "SNoW")),
    ),
    Claim(
        "sibanda2006.heuristics-over-identifinder",
        "6.1",
        "IdentiFinder, having been trained on the news corpus, gave an F-measure of 67.4% and was outperformed by the "
        "heuristic+dictionary approach",
        _each(("2",), "IFinder", "H+D"),
    ),
    Claim(
        "sibanda2006.oov-share",
        "6.3",
        "Of only the PHI not found in dictionaries, 95.5% was accurately identified by the SVM approach.",
        _each(("13",)),
    ),
    Claim(
        "sibanda2006.one-per-cent",
        "6.1, footnote 8",
        "a performance difference of 1% or more is statistically significant",
        _each((*_ALL_PHI, *_NAMED, "9", "13")),
    ),
    Claim(
        "sibanda2006.information-gain",
        "6.4",
        "the most informative features for deidentification were the TW, the bigram before TW, the bigram after TW, "
        "the word before TW, and the word after TW",
    ),
)
