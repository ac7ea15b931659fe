"""Claims of Uzuner 2008."""

from incognote.experiments.printed.tables import Basis, Claim

_PHI = ("PHI",)
_BIGRAMS = ("Lexical bigrams", "Syntactic bigrams")
_FEATURE_TABLES = ("16", "17", "18")
_ALL_PHI = ("4", "6", "8", "11", "14")  # the five corpora, all PHI
_NAMED = ("5", "7", "9", "12", "15")  # the same, people, locations, organizations
_LOCAL = tuple(f"19-{corpus}" for corpus in ("random", "authentic", "ambiguous", "oov", "challenge"))


def _each(tables: tuple[str, ...], *methods: str, kinds: tuple[str, ...] = _PHI) -> tuple[Basis, ...]:
    return tuple(Basis(table, methods, kinds) for table in tables)


CLAIMS = (
    Claim(
        "uzuner2008.context-over-dictionaries",
        "Summary",
        "local context contributes more to de-identification than dictionaries combined with hand-tailored heuristics",
        _each(_ALL_PHI, "Stat De-id", "H+D"),
    ),
    Claim(
        "uzuner2008.oov-context",
        "9.3",
        "on the data set containing out-of-vocabulary PHI, context would be the key contributor to de-identification",
        _each(("11", "13"), "Stat De-id", "H+D"),
    ),
    Claim(
        "uzuner2008.significantly-best",
        "1",
        "Stat De-id significantly outperforms all of SNoW, IdentiFinder, CRFD, and the heuristic + dictionary approach",
        _each((*_ALL_PHI, *_NAMED, "10", "13"), kinds=()),
    ),
    Claim(
        "uzuner2008.random-named",
        "9.1",
        "Stat De-id achieved a comparable F-measure of 97.46%",
        _each(("5",)),
    ),
    Claim(
        "uzuner2008.ambiguous-best",
        "9.2",
        "significantly better than that of Identifinder, SNoW, CRFD, and the heuristic + dictionary scheme",
        _each(("8", "9", "10"), kinds=()),
    ),
    Claim(
        "uzuner2008.oov-heuristics-lowest",
        "9.3",
        "the heuristic + dictionary method recognized PHI with the lowest F-measures on this data set",
        _each(("11",)),
    ),
    Claim(
        "uzuner2008.challenge-order",
        "9.4",
        "The performance of IdentiFinder on this corpus is the worst",
        _each(("14",)),
    ),
    Claim(
        "uzuner2008.recall-90",
        "1",
        "It finds more than 90% of the PHI even in the face of ambiguity",
        _each(("8", "10", "11", "13", "14"), "Stat De-id"),
    ),
    Claim(
        "uzuner2008.recall-94",
        "10",
        "Stat De-id recognizes 94–97% of the PHI",
        _each(_ALL_PHI, "Stat De-id"),
    ),
    Claim(
        "uzuner2008.all-over-target",
        "9.5",
        "features that contribute to a more thorough representation of local context also contribute to more accurate "
        "de-identification",
        (*_each(_FEATURE_TABLES, "Target words"), *_each(("4", "6", "14"), "Stat De-id")),
    ),
    Claim(
        "uzuner2008.target-authentic",
        "9.5",
        "keywords are much more useful on the authentic corpus than on the random and challenge corpora",
        _each(_FEATURE_TABLES, "Target words"),
    ),
    Claim(
        "uzuner2008.best-features-random",
        "9.5",
        "lexical and syntactic bigrams are two of the most useful features for de-identification of the random corpus",
        _each(("16",)),
    ),
    Claim(
        "uzuner2008.best-features-challenge",
        "9.5",
        "The same two features constitute the most useful features for de-identification of the challenge corpus",
        _each(("18",)),
    ),
    Claim(
        "uzuner2008.best-features-authentic",
        "9.5",
        "target word and syntactic bigrams are the most useful features",
        _each(("17",)),
    ),
    Claim(
        "uzuner2008.context-over-dictionary-features",
        "9.5",
        "in all three corpora, context is more useful than dictionaries",
        _each(_FEATURE_TABLES, *_BIGRAMS, "Dictionary"),
    ),
    Claim(
        "uzuner2008.syntactic-over-lexical",
        "9.5",
        "On all three corpora, syntactic bigrams outperform lexical bigrams in recognizing PHI.",
        _each(_FEATURE_TABLES, *_BIGRAMS),
    ),
    Claim(
        "uzuner2008.nothing-alone",
        "Table 16",
        "MeSH PHI 0 0 0 Orthographic PHI 0 0 0",  # of the random corpus; the text doesn't speak of it
        _each(("16",), "MeSH", "Orthographic"),
    ),
    Claim(
        "uzuner2008.local-context",
        "9.6",
        "Stat De-id's local context outperforms the local context of SNoW and IdentiFinder on all corpora",
        _each(_LOCAL),
    ),
    Claim(
        "uzuner2008.local-context-86",
        "9.6",
        "the individual local feature sets of SNoW and IdentiFinder give performance F-measures above 86%",
        _each(_LOCAL, "SNoW", "IFinder"),
    ),
    Claim(
        "uzuner2008.crf-worse",
        "9.6",
        "a CRF-based system using exactly the same local context feature set [...] performs significantly worse",
        _each(("4", "6", "8", "10", "11", "13", "14"), "Stat De-id", "CRFD", kinds=()),
    ),
    Claim(
        "uzuner2008.weakest-classes",
        "10",
        "Stat De-id performs relatively poorly in recognizing phone and location PHI classes",
        (Basis("20-authentic"), Basis("20-challenge"), Basis("21")),
    ),
    Claim(
        "uzuner2008.people-rarely-confused",
        "10",
        "patients and doctors are rarely misclassified as each other",
        (Basis("21"),),
    ),
    Claim(
        "uzuner2008.locations-as-hospitals",
        "10",
        "the context for locations often overlaps with the context for hospitals",
        (Basis("21"),),
    ),
)
