"""What a recipe may say of its tagger, as tables: a setting is a line, with what its values are.

A recipe that says anything else is refused before any note is read, so that no misspelt setting is passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from incognote import lexicons, registry
from incognote.errors import ConfigError, hint
from incognote.kinds import (
    ABOVE_ZERO,
    FROM_ZERO,
    NUMBER,
    TABLE,
    TABLES,
    TEXT,
    TEXTS,
    WINDOW,
    Keys,
    Kind,
    at_least,
    one_of,
)
from incognote.languages import CODES, ENGLISH, language_code
from incognote.learn import features
from incognote.learn.bio import BIO, SCHEMES
from incognote.learn.features import DICTIONARY, evidence, for_language, of_words, places
from incognote.learn.features.joints import JOINT
from incognote.learn.reading import NOTE, SENTENCE
from incognote.learn.svm import AGAINST_ONE, AGAINST_REST
from incognote.recipes import TAGGER

if TYPE_CHECKING:
    from incognote.types import Document

Values = Mapping[str, Any]


def _is_part(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and value[0] in of_words(ENGLISH) and isinstance(value[1], int)


_LANGUAGE = Kind("two letters of ISO 639-1, such as es", lambda value: TEXT.fits(value) and value in CODES)
_LEAN = Kind(
    "a table of labels with numbers that are added to their scores: { O = -1.0 }",
    lambda value: TABLE.fits(value) and all(map(NUMBER.fits, value.values())),
)
_PARTS = Kind(
    'two or three features of words with their offsets: [["folded", -1], ["folded", 0]]',
    lambda value: isinstance(value, list) and 2 <= len(value) <= 3 and all(map(_is_part, value)),
)
_TAGGER_KEYS = Keys(
    {"tokenizer": TEXT, "within": one_of(NOTE, SENTENCE), "scheme": one_of(*SCHEMES), "learner": TABLE},
    {
        "use": TEXT,
        "features": TABLES,
        "one_class": TEXT,
        "language": _LANGUAGE,
        "second": TABLE,
        "earlier": TABLES,
        "lean": _LEAN,
        "trusted": TEXTS,
        "temperature": ABOVE_ZERO,
    },
)
_SECOND = Keys({"folds": at_least(2), "features": TABLES})
_FEATURE = Keys({"use": TEXT}, {"window": WINDOW})
_FEATURE_HERE = Keys({"use": TEXT})
_DICTIONARY = Keys({"use": TEXT, "name": TEXT}, {"labels": TEXTS, "lexicons": TABLES, "window": WINDOW})
_JOINT = Keys({"use": TEXT, "name": TEXT, "of": _PARTS})
_LEXICON = Keys({"lexicon": TEXT}, {"column": TEXT, "largest": at_least(1)})

LEARNERS: Mapping[str, Mapping[str, Keys]] = {
    "crf": {
        "crfsuite": Keys({"l1": FROM_ZERO, "l2": FROM_ZERO, "iterations": at_least(1)}),
        "sgd": Keys({"l1": FROM_ZERO, "l2": FROM_ZERO, "epochs": at_least(1), "rate": ABOVE_ZERO}),
    },
    "hmm": {},
    "snow": {},
    "svm": {"liblinear": Keys({"c": ABOVE_ZERO}, {"against": one_of(AGAINST_REST, AGAINST_ONE)})},
}
"""The settings of each learner, for each program that may train it (`by`); the first where a recipe doesn't say."""

_OWN_FEATURES: Mapping[str, Mapping[str, Keys]] = {
    "hmm": {},
    "snow": {"tag": _FEATURE_HERE, DICTIONARY: Keys({"use": TEXT, "name": TEXT, "lexicons": TABLES})},
}
"""What learners with features of their own look at besides. They label sentences by BIO, in one stage."""


def settings_of(recipe: Values, language: str | None = None) -> dict[str, Any]:
    """What a recipe says of its tagger, checked; for another language, without what is made for English."""
    taggers = [part for part in recipe["detectors"] if part.get("use") == TAGGER]
    if not taggers:
        raise ConfigError("this recipe has no tagger to train; `incognote engines` lists those that learn")
    if len(taggers) > 1:
        raise ConfigError(f"this recipe has {len(taggers)} taggers, and one can be trained; leave the others out")
    require_sound(taggers[0])
    settings = {**taggers[0], **_earlier(recipe["detectors"])}
    own = settings.pop("language", ENGLISH)
    code = language_code(own if language is None else language)
    return settings if code == ENGLISH else _without_english(settings, code)


def _earlier(parts: Sequence[Values]) -> dict[str, Any]:
    """The detectors before the tagger, if it looks at what they find."""
    place = next(at for at, part in enumerate(parts) if part.get("use") == TAGGER)
    looks = any(map(_is_evidence, parts[place].get("features", ())))
    return {"earlier": [dict(part) for part in parts[:place]]} if looks and place else {}


def _is_evidence(feature: Values) -> bool:
    """Whether a feature is of what earlier detectors found."""
    return str(feature.get("use")).startswith(evidence.PREFIX)


def in_language(recipe: Values, language: str | None) -> dict[str, Any]:
    """A recipe whose tagger, if it has one, is checked and for notes in a language, or else in its own."""
    code = None if language is None else language_code(language)
    recipe = {**recipe, "detectors": _detectors_for(recipe["detectors"], code)}
    parts = [settings_of(recipe, code) if part.get("use") == TAGGER else part for part in recipe["detectors"]]
    return {**recipe, "detectors": parts}


def _detectors_for(parts: Sequence[Values], code: str | None) -> Sequence[Values]:
    """For another language than its own a recipe is its tagger alone: rules and propagation know the words of one."""
    taggers = [part for part in parts if part.get("use") == TAGGER]
    of_that_language = code is None or any(part.get("language", ENGLISH) == code for part in taggers)
    return parts if of_that_language or not taggers else taggers


def with_learner(recipe: Values, values: Values) -> dict[str, Any]:
    """A recipe whose learner has other values of some settings."""
    parts = [
        {**part, "learner": {**part["learner"], **values}} if part.get("use") == TAGGER else part
        for part in recipe["detectors"]
    ]
    return {**recipe, "detectors": parts}


def require_sound(settings: Values) -> None:
    """Refuse settings of a tagger that can't be, or that would be passed over."""
    _TAGGER_KEYS.require("the tagger", settings)
    _require_name("tokenizer", settings["tokenizer"], ("fine", *registry.names("tokenizers")))
    learner = settings["learner"]
    _keys_of(learner).require(f"the learner {learner['use']!r}", learner)
    stages = {"the tagger": settings.get("features", ())}
    if "second" in settings:
        _SECOND.require("the second stage", settings["second"])
        stages["the second stage"] = settings["second"]["features"]
    use = learner["use"]
    if use in _OWN_FEATURES:
        _require_own_ways(settings)
    for number, (whose, listed) in enumerate(stages.items()):
        if not listed and use not in _OWN_FEATURES:
            raise ConfigError(f'{whose} has no features; list some, such as features = [{{ use = "lower" }}]')
        _require_features(listed, use, is_second=number > 0)
    _require_different(feature for listed in stages.values() for feature in listed)


def choosable(learner: Values) -> dict[str, Kind]:
    """The settings of a learner that can be chosen by trying values, and what they may be."""
    return {key: kind for key, kind in _keys_of(learner).all().items() if key not in ("use", "by")}


def require_enough(settings: Values, notes: int) -> None:
    """Refuse to train on fewer notes than the folds that a second stage needs."""
    folds = settings["second"]["folds"] if "second" in settings else 0
    if notes < folds:
        problem = f"a second stage needs at least {folds} notes, there are {notes} to train on"
        raise ConfigError(f"{problem}; give more notes, or the second stage fewer folds")


def labels_learned(settings: Values, docs: Iterable[Document]) -> list[str]:
    """The labels that a tagger learns from notes."""
    one_class = settings.get("one_class")
    return sorted({one_class or span.label for doc in docs for span in doc.spans})


def labels_unmet(settings: Values, docs: Iterable[Document]) -> list[str]:
    """The labels that dictionaries are to learn from and that no note has."""
    listed = (*settings.get("features", ()), *settings.get("second", {}).get("features", ()))
    wanted = {label for feature in listed for label in feature.get("labels", ())}
    return sorted(wanted.difference(labels_learned(settings, docs)))


def _without_english(settings: dict[str, Any], code: str) -> dict[str, Any]:
    second = settings.get("second")
    listed = [feature for feature in settings.get("features", ()) if "earlier" in settings or not _is_evidence(feature)]
    changed = {**settings, "language": code, "features": for_language(listed, code)}
    if second:
        changed["second"] = {**second, "features": for_language(second["features"], code)}
    try:
        require_sound(changed)
    except ConfigError as error:
        raise ConfigError(f"without what is made for English, {error}") from None
    return changed


def _require_own_ways(settings: Values) -> None:
    """Refuse what a learner with features of its own would pass over."""
    use = settings["learner"]["use"]
    if settings["within"] != SENTENCE:
        raise ConfigError(f"the learner {use!r} looks at sentences; write within = {SENTENCE!r}")
    if settings["scheme"] != BIO:
        raise ConfigError(f"the learner {use!r} needs scheme = {BIO!r}")
    if "second" in settings:
        raise ConfigError(f"the learner {use!r} has no second stage; leave out second, or use crf or svm")


def _require_name(noun: str, name: str, known: Iterable[str]) -> None:
    if name not in (names := list(known)):
        raise ConfigError(f"no {noun} is called {name!r}; {hint(name, names)}")


def _used(whose: str, values: Values) -> str:
    use: Any = values.get("use")
    if not TEXT.fits(use):
        raise ConfigError(f"{whose} lacks use, which must be {TEXT.what}")
    return str(use)


def _keys_of(learner: Values) -> Keys:
    """The settings of a learner as it is trained."""
    use = _used("the learner", learner)
    _require_name("learner", use, LEARNERS)
    ways = LEARNERS[use]
    if not ways:
        return Keys({"use": TEXT})
    by = learner.get("by", next(iter(ways)))
    if not (kind := one_of(*ways)).fits(by):
        raise ConfigError(f"by of the learner {use!r} must be {kind.what}")
    return ways[by] | Keys({"use": TEXT}, {"by": TEXT})


def _require_features(listed: Sequence[Values], learner: str, is_second: bool) -> None:
    for feature in listed:
        use = _used("a feature", feature)
        _require_name("feature", use, features.names())
        if not is_second and use not in features.names(of_earlier_stage=False):
            raise ConfigError(f"the feature {use!r} is of an earlier stage; list it in the features of second")
        keys, whose = _keys_of_feature(use, learner), "dictionary" if use == DICTIONARY else "feature"
        keys.require(f"the {whose} {feature.get('name', use)!r}", feature)
        if use == DICTIONARY:
            _require_dictionary(feature)


def _keys_of_feature(use: str, learner: str) -> Keys:
    """The settings of a feature, which may depend on who looks at it."""
    own = _OWN_FEATURES.get(learner)
    if own is None:
        own_keys = {DICTIONARY: _DICTIONARY, JOINT: _JOINT}
        return own_keys.get(use, _FEATURE_HERE if use in places.SETS else _FEATURE)
    if use not in own:
        may = f"it may have: {', '.join(own)}" if own else "leave out all features"
        raise ConfigError(f"the learner {learner!r} doesn't look at the feature {use!r}; {may}")
    return own[use]


def _require_dictionary(feature: Values) -> None:
    whose = f"the dictionary {feature['name']!r}"
    if not feature.get("labels") and not feature.get("lexicons"):
        raise ConfigError(f"{whose} has neither labels nor lexicons, so it would be empty; give it either")
    for part in feature.get("lexicons", ()):
        _LEXICON.require(f"a lexicon of {whose}", part)
        _require_name("lexicon", part["lexicon"], lexicons.names())
        if ("column" in part) != ("largest" in part):
            raise ConfigError(f"a lexicon of {whose} has column or largest alone; give both, or neither for all items")
        columns = lexicons.columns_of(part["lexicon"])
        if "column" in part and part["column"] not in columns:
            there = ", ".join(columns) or "none"
            raise ConfigError(f"the lexicon {part['lexicon']} has no column {part['column']!r}; there are: {there}")


def _require_different(listed: Iterable[Values]) -> None:
    seen = set[str]()
    for feature in listed:
        name = feature.get("name", feature["use"])
        if name in seen:
            remedy = "list each once, and give dictionaries names of their own"
            raise ConfigError(f"two features are called {name!r}; {remedy}")
        seen.add(name)
