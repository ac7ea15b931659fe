"""From other label sets to ours and back.

A map has a way in, for every label of the other set, and a way out, for every label of ours. Where the other set has no
place for a label, its spans are left out. Eight types can't tell thirty apart: going out and in again loses detail.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, replace

from incognote.data import load_toml
from incognote.errors import UnknownNameError, shown
from incognote.formats import brat, i2b2_2014
from incognote.labels import LABELS
from incognote.thesis import thesis_tags
from incognote.types import Document, Span

OURS = "i2b2-2014"
NAMES = (OURS, "conll", "i2b2-2006", "meddocan", "physionet", "presidio", "thesis")


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
    tables = load_toml(f"label_maps/{name}.toml")
    return LabelMap(name, _by_source(tables["in"]), _by_source(tables.get("out", {})))


def relabel(doc: Document, source: str, target: str) -> Document:
    """The document with the labels of another set; spans that have none there are left out."""
    inward = label_map(source).inward
    for span in doc.spans:
        if span.label not in inward:
            raise UnknownNameError(
                f"note {shown(doc.id)}: the label {span.label!r} is not in the set {source}; name the set that it is of"
            )
    ours = {span: inward[span.label] for span in doc.spans}
    if target == "thesis":
        named = doc.with_spans(replace(span, label=label) for span, label in ours.items() if label)
        tags = {(span.start, span.end, span.label): tag for span, tag in thesis_tags(named)}
        labels = {span: tags.get((span.start, span.end, label), "") for span, label in ours.items()}
    else:
        outward = label_map(target).outward
        labels = {span: outward.get(label, "") for span, label in ours.items()}
    spans = tuple(replace(span, label=labels[span]) for span in doc.spans if labels[span])

    def new_label(span: Span) -> str:
        return labels.get(span, "")

    return replace(doc, spans=spans, meta=i2b2_2014.relabelled(brat.relabelled(doc.meta, new_label), new_label))


def in_ours(doc: Document) -> Document:
    """The document with our labels; its own may be ours or the eight of the 2006 challenge, or some of both."""
    eight = label_map("i2b2-2006").inward
    for span in doc.spans:
        if span.label not in LABELS and span.label not in eight:
            problem = f"note {shown(doc.id)}: the label {span.label!r} is not one of {OURS} or i2b2-2006"
            raise UnknownNameError(f"{problem}; change the label set first (incognote convert --labels)")
    return doc.with_spans(
        span if span.label in LABELS else replace(span, label=eight[span.label]) for span in doc.spans
    )


def _by_source(table: Mapping[str, list[str]]) -> dict[str, str]:
    return {label: "" if target == "nothing" else target for target, labels in table.items() for label in labels}
