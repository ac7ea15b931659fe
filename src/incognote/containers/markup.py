"""XHTML, HTML and XML narratives: what a person reads of them, and where it is written.

Tags stay. Those that begin or end a line are read as line breaks, and ends of cells as tabs. Comments, instructions
and attributes that are shown to people are read behind the text. An entity is one of HTML's or a number: declarations
are refused.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from incognote.containers.base import UnfitError
from incognote.containers.readings import Reader, Reading

_QUOTED = r"""=\s*+(?:"[^"]*"|'[^']*')"""  # a quote opens a value behind "=" alone: elsewhere it is a letter
_ENTITY = r"&(?:\#0*[0-9]{1,7};?|\#[xX]0*[0-9a-fA-F]{1,6};?|[A-Za-z][A-Za-z0-9]{1,31};)"
_TOKEN = re.compile(
    rf"""(?P<comment><!--)(?P<remark>.*?)(?:-->|\Z)
    | (?P<cdata><!\[CDATA\[)(?P<data>.*?)(?:\]\]>|\Z)
    | (?P<declaration><!(?i:DOCTYPE)\b(?:[^<>"'\[]|"[^"<>]*"|'[^'<>]*')*+> | <\?xml\s[^<>]*>)
    | (?P<instruction><[!?](?P<order>[^<>]*)>)
    | (?P<tag></?(?P<name>[A-Za-z_][\w.:-]*+)(?=[\s/>])(?:{_QUOTED}|[^<>])*+>)
    | (?P<entity>{_ENTITY})
    | (?P<text>[^<&]+ | [<&])""",
    re.DOTALL | re.VERBOSE,
)
_ATTRIBUTE = re.compile(
    r"""(?<![^\s"'<>/=])([^\s"'<>/=]++)\s*+=\s*+(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s"'<>][^\s<>]*+))"""
)
_ENTITY_OR_TEXT = re.compile(rf"(?P<entity>{_ENTITY})|[^&]+|&")
_DECLARES = re.compile(r"<!\s*(?:ENTITY|DOCTYPE[^<>\[]*\[)", re.IGNORECASE)
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@cache
def _names() -> dict[str, frozenset[str]]:
    from incognote.data import load_toml

    lists: dict[str, Any] = load_toml("containers/markup.toml")
    return {kind: frozenset(names.split()) for kind, names in lists.items()}


def read(markup: str) -> Reading:
    """What is read of markup. It needn't be well-formed: what looks like no tag is text."""
    if _DECLARES.search(markup):
        raise UnfitError("its markup declares entities")
    return _Markup(markup).reading()


def characters(markup: str) -> Reading:
    """What an XML parser gives of it: tags and comments are nothing, and white space stays as it is."""
    out = Reader()
    for found in _TOKEN.finditer(markup):
        if found["cdata"]:
            out.add(found["data"], *found.span("data"), _in_cdata)
        elif found["entity"]:
            out.add(html.unescape(found[0]), *found.span(), escape)
        elif found["text"]:
            out.add(found[0], *found.span(), escape)
    return out.reading()


def escape(text: str) -> str:
    """A text as markup."""
    return _legal(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _in_attribute(text: str) -> str:
    return escape(text).replace('"', "&quot;").replace("'", "&#39;")


def _in_bare_attribute(text: str) -> str:
    """Without quotes, a blank would end the value, and with nothing in it the next attribute would be it."""
    return re.sub(r"\s|\A\Z", "&#32;", _in_attribute(text))


def _in_comment(text: str) -> str:
    """Whatever stands before and behind it, no two hyphens meet, since these can't be written."""
    return re.sub(r"^-|-(?=-)|-$|>", " ", _legal(text)) or " "


def _in_cdata(text: str) -> str:
    """Whatever stands before and behind it, no end of the section comes about: it is closed and opened anew."""
    if text and not re.search("[]>]", text):
        return _legal(text)
    return f"]]>{escape(text)}<![CDATA["


def _in_verbatim(text: str) -> str:
    return _legal(text).replace("<", " ")


def _legal(text: str) -> str:
    """XML can't write most control characters."""
    return _ILLEGAL.sub(" ", text)


_ASIDES = {
    "comment": _in_comment,
    "verbatim": _in_verbatim,
    "bare": _in_bare_attribute,
    "double": _in_attribute,
    "single": _in_attribute,
}


class _Markup:
    def __init__(self, markup: str) -> None:
        self._markup = markup
        self._out = Reader()
        self._break = ""
        self._verbatim = ""
        self._depth_of_pre = 0
        self._asides: list[tuple[str, int, int]] = []

    def reading(self) -> Reading:
        at = 0
        while at < len(self._markup):
            found = _TOKEN.match(self._markup, at)
            assert found  # any character is a text
            at = found.end()
            if found["tag"]:
                at = self._tag(found)
            elif found["comment"]:
                self._asides.append(("comment", *found.span("remark")))
            elif found["instruction"]:
                self._asides.append(("comment", *found.span("order")))
            elif found["cdata"]:
                self._text(found["data"], *found.span("data"), _in_cdata)
            elif found["entity"]:
                self._entity(found)
            elif found["text"]:
                self._text(found["text"], *found.span(), escape)
        for kind, start, end in self._asides:
            self._aside(kind, start, end)
        return self._out.reading()

    def _tag(self, found: re.Match[str]) -> int:
        """Take note of a tag; the place behind it, or behind what it says is no markup."""
        name = found["name"].rpartition(":")[2].lower()
        names, closes = _names(), found[0].startswith("</")
        if name in names["breaks"]:
            self._break = self._break.strip(" \t") + "\n"
        elif name in names["lines"]:
            self._break = self._break.strip(" \t") or "\n"
        elif name in names["cells"] and "\n" not in self._break:
            self._break = "\t"
        if name == "pre":
            self._depth_of_pre = max(0, self._depth_of_pre + (-1 if closes else 1))
        self._asides += _shown_attributes(found)
        if name not in names["verbatim"] or closes or found[0].endswith("/>"):
            return found.end()
        end = re.compile(f"</{name}|\\Z", re.IGNORECASE).search(self._markup, found.end())
        assert end  # the end of the markup is one
        self._asides.append(("verbatim", found.end(), end.start()))
        return end.start()

    def _entity(self, found: re.Match[str]) -> None:
        text = html.unescape(found[0])
        known = text != found[0] and text
        if text.isspace() and len(self._out) and not (self._break or self._depth_of_pre):
            self._out.add(" ", *found.span(), escape)  # it goes with what is replaced on both sides of it
            return
        self._text(text if known else found[0], *found.span(), escape)

    def _text(self, text: str, start: int, end: int, escaped: Any) -> None:
        if text.isspace() and not self._depth_of_pre:
            self._break = self._break or " "  # white space between tags is layout
            return
        if len(self._out) and text:
            self._out.put(self._break)
        self._break = self._break if not text else ""
        self._out.add(text, start, end, escaped)

    def _aside(self, kind: str, start: int, end: int) -> None:
        if not self._markup[start:end].strip():
            return
        if len(self._out):
            self._out.put("\n")
        escaped = _ASIDES[kind]
        if kind in ("comment", "verbatim"):
            self._out.add(self._markup[start:end], start, end, escaped)
            return
        for found in _ENTITY_OR_TEXT.finditer(self._markup, start, end):
            self._out.add(html.unescape(found[0]) if found["entity"] else found[0], *found.span(), escaped)


def _shown_attributes(tag: re.Match[str]) -> Iterator[tuple[str, int, int]]:
    """Attributes to be read; so are those that have brackets, which a quote that is missing makes of a text."""
    if "=" not in tag[0]:
        return
    names = _names()
    if tag["name"].rpartition(":")[2].lower() in names["unread"]:
        return
    for found in _ATTRIBUTE.finditer(tag.string, tag.end("name"), tag.end() - 1):
        name, kind = found[1].rpartition(":")[2].lower(), found.lastgroup or ""
        value = html.unescape(found[kind]).lstrip().lower()
        shown = name in names["attributes"]
        if not shown and value.startswith("data:"):
            raise UnfitError("its markup has data within an address; remove it")
        personal = name in names["links"] and value.startswith(tuple(names["personal"]))
        if shown or personal or "<" in found[kind] or ">" in found[kind]:
            yield kind, *found.span(kind)
