"""The papers' classes: those of the 2006 challenge, without ages or with those over 89, or people and places alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from incognote.label_maps import label_map
from incognote.thesis import OVER_89, thesis_tags
from incognote.types import Document

CLASSES = ("PATIENT", "DOCTOR", "LOCATION", "HOSPITAL", "DATE", "ID", "PHONE")
"""Those of Uzuner 2008 and Sibanda 2006; the eighth is "no PHI"."""
NAMED = ("PATIENT", "DOCTOR", "LOCATION", "HOSPITAL")
"""The people, locations and organisations that SNoW recognises."""
ANY = "PHI"
"""What is found without a class: Sibanda's SVM tells PHI from the rest, and heuristics don't say whose name it is."""


def class_of(label: str) -> str:
    """The class of a label of ours or of the 2006 challenge, or none: ages and jobs have no class."""
    found = label_map("i2b2-2006").outward.get(label, label)
    return found if found in CLASSES else ANY if label in (ANY, "NAME") else ""


def in_classes(doc: Document) -> Document:
    """A note with the seven classes of PHI."""
    return _relabelled(doc, class_of)


def named_only(doc: Document) -> Document:
    """A note with people, locations and organisations alone."""
    return _relabelled(doc, lambda label: found if (found := class_of(label)) in (*NAMED, ANY) else "")


def with_old_ages(doc: Document) -> Document:
    """A note with the types of the 2006 challenge, in which ages over 89 are PHI, and others aren't."""
    old = {span for span, tag in thesis_tags(doc) if tag == OVER_89}
    spans = (
        span if span in old else replace(span, label=class_of(span.label))
        for span in doc.spans
        if span in old or class_of(span.label)
    )
    return doc.with_spans(spans)


def _relabelled(doc: Document, name: Callable[[str], str]) -> Document:
    return doc.with_spans(replace(span, label=new) for span in doc.spans if (new := name(span.label)))
