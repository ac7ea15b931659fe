"""How SNoW's features of phrases are shown: `x|ood` as "a word ends in 'ood'"."""

from __future__ import annotations

import re

from incognote.learn.snow_features import EDGE, FAR

_SHOWN = {  # by the part of a code before its first bar; {} is what stands between the others
    "1": "being a phrase",
    "n": "number of words {}",
    "W": "is '{}'",
    "T": "tags {}",
    "S": "shape {}",
    "first": "first word has shape {}",
    "last": "last word is '{}'",
    "w-2": "two words before it '{}'",
    "w-1": "before it '{}'",
    "w1": "behind it '{}'",
    "w2": "two words behind it '{}'",
    "w-2-1": "before it '{}' '{}'",
    "w12": "behind it '{}' '{}'",
    "t-2": "two words before it tag {}",
    "t-1": "before it tag {}",
    "t1": "behind it tag {}",
    "t2": "two words behind it tag {}",
    "t-2-1": "before it tags {} {}",
    "t12": "behind it tags {} {}",
    "s-2": "two words before it shape {}",
    "s-1": "before it shape {}",
    "s1": "behind it shape {}",
    "s2": "two words behind it shape {}",
    "s-2-1": "before it shapes {} {}",
    "s12": "behind it shapes {} {}",
    "in": "has '{}'",
    "tag": "has tag {}",
    "wt": "has '{}' with tag {}",
    "in2": "has '{}' '{}'",
    "tag2": "has tags {} {}",
    "in3": "has '{}' '{}' '{}'",
    "p": "a word begins with '{}'",
    "x": "a word ends in '{}'",
    "some": "a word is in the dictionary {}",
    "all": "all words are in the dictionary {}",
    "edges": "between '{}' and '{}'",
}
_SHOWN_WHOLE = {
    f"n|{FAR}": f"{FAR} words or more",
    "some|": "a word is in no dictionary",
    "all|": "no word is in a dictionary",
}
_SLOT = re.compile(r"('?)\{\}\1")


def shown(code: str) -> str:
    """A feature of a phrase in words. It is for readers alone: words that have bars in them may be cut wrongly."""
    if code in _SHOWN_WHOLE:
        return _SHOWN_WHOLE[code]
    name, _, value = code.partition("|")
    sentence = _SHOWN[name]
    parts = iter(_parts(value, sentence.count("{}")))

    def filled(slot: re.Match[str]) -> str:
        part = next(parts)
        return "the edge" if part == EDGE else slot[0].replace("{}", part)

    return _SLOT.sub(filled, sentence)


def _parts(value: str, count: int) -> list[str]:
    """The values that a code joins with bars; a word may itself be a bar."""
    if count < 2:
        return [value]
    match = re.fullmatch(r"\|".join([r"(.+?)"] * count), value, re.DOTALL)
    return list(match.groups()) if match else value.split("|", count - 1)
