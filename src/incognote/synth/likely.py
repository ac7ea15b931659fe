"""Whether what looks like PHI in a transcribed report is some: no term of medicine, heading, measure or department."""

from __future__ import annotations

import re
from functools import cache

from incognote import lexicons
from incognote.data import load_toml
from incognote.labels import MAIN_CATEGORIES
from incognote.synth.full_names import is_full_name
from incognote.synth.known_words import COMMON_NAME, DEPARTMENT, is_known, term_words, usual_words
from incognote.types import Document, Span

NAMES = ("last", "first-male", "first-female", "places-clear")
POSSESSIVE = re.compile(r"[’']s?$")
TITLE = re.compile(r"\b(?:Drs?|DR|Mr|Mrs|Ms|Miss|MRS|Doctor)\.? +$")
ARTICLE = re.compile(
    r"(?:\b(?:the|an?|this|two|three|curved|straight|open|bilateral|using)|#\s?\d+|\d-?(?:mm)?)[ -]"
    r"(?:(?-i:[A-Z][a-z]+) )?$",
    re.I,
)
"""What stands before an instrument and hardly before a person's name: the Ochsner, a #15 Bard Parker."""

_NUMBERED = (*MAIN_CATEGORIES["ID"], "PHONE", "FAX", "ROOM", "ZIP", "IPADDR")
_FACILITIES = ("HOSPITAL", "ORGANIZATION", "DEPARTMENT")
_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_OF_HOLIDAY = re.compile(r"[’']?s? (?:weekend|week|break|morning|night)$")
_ORDINAL = re.compile(r"\d{1,2}(?:st|nd|rd|th)")
_DAY = re.compile(r"(?:\d{1,2}-)?\d{1,2}/\d{1,2}")
_PART = re.compile(r"[1-3]/[2-4]|.*/(?:5|10)")
_ON = re.compile(r"\b(?:on|dated|since|until|through|by|from|of|in|the|and)\s+$", re.I)
_NOUN = re.compile(r" (?!(?:of|and|or|to|through|at|for|in|with|by|when|which|but|because|he|she|they|I|we)\b)[a-z]")
_NO_TIME = re.compile(r"m\b| (?:or|and) (?:older|over|above|younger)\b")
_MODEL = re.compile(r"(?:model|manufacturer|product|style|normal)\s*[:#]?\s*#?\s*$", re.I)
_VITAL = re.compile(r"(?:BP|HR|RR|T|P) ?\d")
_BRAND = re.compile(r"(?!(?:Mc|Mac|De|Di|La|Le|Van|Von|Fitz)[A-Z])[A-Z][a-z]+[A-Z]\w*|[A-Z]\w+-[A-Z]\w+")
_DOES = re.compile(
    r" (?:has|had|is|was|will|does|did|denies|needs|takes|came|comes|got|gets|went|goes|underwent"
    r"|saw (?:an?|the|his|her|our|Dr|Mr|Ms)|denied|needed|required|received|refused|declined|reported|presented"
    r"|complained|tolerated|arrived|returned|wanted)\b"
)
"""What a person does: nobody is a device for having had a stent."""
_FOLLOWING = re.compile(r"(?:[’']s)?(?:[ -]+[\w’'-]+){0,3}")
_NEXT = re.compile(r"(?:[’']s)?(?:[ -][\w’'-]+)?")
_OPERATION = re.compile(
    r"(?:[’']s)?(?:[ -]\w+(?:al|ar|ic|ed))?[ -]\w*"
    r"(?:scop[ey]|scopes|plasty|ectomy|otomy|ostomy|desis|graph|graphy|metry|tomes?|plates?|suction\w*|emulsification)\b"
)
_DOSE = re.compile(
    r"(?:[ -]\w+)?[ -]\d+(?:\.\d+)? ?(?:mg|mcg|mL|ml|g|units?|%)|-[A-Z0-9]| (?:b\.i\.d|t\.i\.d|q\.|p\.o)"
)
_HEADING = re.compile(r"(?: [A-Z]+)*:")


def likely(doc: Document, span: Span) -> bool:
    """Whether what an engine found is PHI in such a note: no term of medicine, no heading, no measure."""
    text, before, after = doc[span], doc.text[max(0, span.start - 20) : span.start], doc.text[span.end : span.end + 20]
    if _is_inside_word(before, text, after):
        return False
    if span.label in ("DATE", "AGE"):
        return _is_time(text, before, after) and (span.label == "AGE" or _is_written_date(text))
    if span.label in _NUMBERED:
        return sum(map(str.isdigit, text)) >= 5 and not _MODEL.search(before) and not _VITAL.match(text)
    if span.label in ("PROFESSION", "EMAIL", "URL"):
        return not text.isupper()
    return capital(text) and not _MODEL.search(before) and _is_name(doc, span, before, after)


def _is_inside_word(before: str, text: str, after: str) -> bool:
    return (before[-1:].isalnum() and text[0].isalpha()) or (after[:1].isalnum() and text[-1].isalpha())


def _is_name(doc: Document, span: Span, before: str, after: str) -> bool:
    text = doc[span]
    if TITLE.search(before):
        return True
    if span.label in MAIN_CATEGORIES["NAME"]:
        listed = _is_listed(text) or is_full_name(text)
        if not listed or _ends_in_state(text) or ARTICLE.search(before):
            return False
    elif span.label in _FACILITIES:
        if is_department(text) or (text.isupper() and " " in text and _HEADING.match(after)):
            return False
    elif span.label == "STATE" and len(text) == 2:
        return text.isupper() and before.endswith(", ")
    elif span.label == "LOCATION-OTHER" and not any(map(str.islower, text)):
        return False
    return not _BRAND.fullmatch(text) and not is_term(doc.text, span.start, span.end)


def _is_time(text: str, before: str, after: str) -> bool:
    """Whether a date or an age is none of a list's numbers, an ordinal, a part, a strength of 4/5, a pain of 5/10."""
    if _ORDINAL.fullmatch(text):
        return bool(_ON.search(before)) and not _NOUN.match(after)
    if _DAY.fullmatch(text):
        return bool(_ON.search(before)) and not _PART.fullmatch(text)
    if (after.startswith(".") and before.rstrip(" ").endswith("\n")) or before.endswith("-") or _NO_TIME.match(after):
        return False
    if any(map(str.isdigit, text)):
        return True
    return text[0].isupper() and not text.isupper()


def _is_written_date(text: str) -> bool:
    """Whether words have a number or are of months, weekdays, seasons and holidays: no person's name is a date."""
    item = _OF_HOLIDAY.sub("", lexicons.normal(text))
    if any(map(str.isdigit, text)) or item in lexicons.load("holidays"):
        return True
    times = [_is_of_dates(word) for word in _LETTERS.findall(item) if word not in _date_words()["links"]]
    return bool(times) and all(times)


def _is_of_dates(word: str) -> bool:
    listed = any(word in lexicons.load(name) for name in ("months", "weekdays", "holidays"))
    return listed or word in _date_words()["seasons"]


def _is_listed(text: str) -> bool:
    """Whether words in small letters but the first have one that is a person's name."""
    words = [lexicons.normal(word) for word in _WORD.findall(text)]
    return not text.isupper() and any(word in lexicons.load(name) for word in words for name in NAMES[:3])


def _ends_in_state(text: str) -> bool:
    """Whether a town and its state or country were taken for a last and a first name."""
    last = lexicons.normal(text.rpartition(",")[2])
    return "," in text and any(last in lexicons.load(name) for name in ("states", "countries"))


def capital(text: str) -> bool:
    """Whether the first and the last word have capitals."""
    words = _WORD.findall(text)
    return bool(words) and words[0][0].isupper() and words[-1][0].isupper()


def is_department(text: str) -> bool:
    """Whether words name no facility but a part of any: the Pediatric Urology Clinic, the Recovery Room."""
    words = [POSSESSIVE.sub("", lexicons.normal(word)) for word in _WORD.findall(text)]
    clinic = words[-1:] in (["clinic"], ["clinics"])
    return all(
        word in _departments()
        or DEPARTMENT.fullmatch(word)
        or (clinic and is_known(word) and word not in lexicons.load("last"))
        for word in words
    )


def stands_alone(name: str) -> bool:
    """Whether a facility's name stands for it without Hospital too: no word is a common one, or it is a possessive."""
    if POSSESSIVE.search(name):
        return True
    words = [POSSESSIVE.sub("", lexicons.normal(word)) for word in _WORD.findall(name)]
    return bool(words) and not any(usual_words().get(word, 0.0) >= COMMON_NAME or is_department(word) for word in words)


def is_term(text: str, start: int, end: int) -> bool:
    """Whether words are no name by what they are or by what follows: Foley, a Heaney clamp, the Recovery Room."""
    if is_full_name(text[start:end]):
        return not is_named(text[end : end + 60])
    if makes_term(text[end : end + 60]):
        return True
    words = [POSSESSIVE.sub("", lexicons.normal(word)) for word in _WORD.findall(text[start:end])]
    return not words or words[-1] in term_words() or all(is_known(word) for word in words)


def is_named(following: str) -> bool:
    """Whether the next word leaves a name one: no needle after Colorado, no junction after GE."""
    following_word = _NEXT.match(following)
    return bool(_DOES.match(following)) or not (following_word and makes_term(following_word[0]))


def makes_term(following: str) -> bool:
    """Whether what follows a name makes a term of it: a clamp, an operation, a dose."""
    if _DOES.match(following):
        return False
    if _OPERATION.match(following) or _DOSE.match(following):
        return True
    words = _FOLLOWING.match(following)
    return words is not None and any(
        word in term_words() or word.removesuffix("s") in term_words() for word in _WORD.findall(words[0].lower())
    )


@cache
def _departments() -> frozenset[str]:
    return frozenset(load_toml("synth/transcribed.toml")["departments"])


@cache
def _date_words() -> dict[str, list[str]]:
    words: dict[str, list[str]] = load_toml("synth/transcribed.toml")["date_words"]
    return words
