"""From other label sets to ours and back.

A map has a way in, for every label of the other set, and a way out, for every label of ours. Where the other set has no
place for a label, its spans are left out. Eight types can't tell thirty apart: going out and in again loses detail.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.resources import files

from incognote.errors import UnknownNameError
from incognote.labels import LABELS
from incognote.thesis import thesis_tag
from incognote.types import Document, Span

OURS = "i2b2-2014"
NAMES = (OURS, "i2b2-2006", "meddocan", "physionet", "presidio", "thesis")


@dataclass(frozen=True)
class LabelMap:
    """`inward` and `outward` give "" for a label that the other side has no place for."""

    name: str
    inward: Mapping[str, str]
    outward: Mapping[str, str]


@functools.cache
def label_map(name: str) -> LabelMap:
    if name not in NAMES:
        raise UnknownNameError(f"no label set is called {name!r}; there are: {', '.join(NAMES)}")
    if name == OURS:
        same = {label: label for label in LABELS}
        return LabelMap(name, same, same)
    source = files("incognote").joinpath(f"data/label_maps/{name}.toml").read_text("utf-8")
    tables = tomllib.loads(source)
    return LabelMap(name, _by_source(tables["in"]), _by_source(tables.get("out", {})))


def relabel(doc: Document, source: str, target: str) -> Document:
    """The document with the labels of another set."""
    inward = label_map(source).inward
    ours = doc.with_spans(
        _renamed(doc, span, inward.get(span.label), source) for span in doc.spans if inward.get(span.label) != ""
    )
    if target == "thesis":
        tags = [(span, thesis_tag(ours, span)) for span in ours.spans]
        return ours.with_spans(replace(span, label=tag) for span, tag in tags if tag)
    outward = label_map(target).outward
    return ours.with_spans(replace(span, label=outward[span.label]) for span in ours.spans if outward[span.label])


def _renamed(doc: Document, span: Span, label: str | None, source: str) -> Span:
    if label is None:
        raise UnknownNameError(
            f"note {doc.id!r}: the label {span.label!r} is not in the set {source}; name the set that the notes use"
        )
    return replace(span, label=label)


def _by_source(table: Mapping[str, list[str]]) -> dict[str, str]:
    return {label: "" if target == "nothing" else target for target, labels in table.items() for label in labels}
