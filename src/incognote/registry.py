"""Named parts, found when asked for: ours by this table, other packages' by their entry points.

A package adds a part by an entry point in the group `incognote.<kind>`:

    [project.entry-points."incognote.formats"]
    myformat = "mypackage.myformat:FORMAT"
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from incognote.errors import UnknownNameError, hint

_OURS: dict[str, dict[str, str]] = {
    "containers": {
        "ccda": "incognote.containers.ccda:CONTAINER",
        "csv": "incognote.containers.table:CSV",
        "fhir": "incognote.containers.fhir:FILE",
        "fhir-ndjson": "incognote.containers.fhir:LINES",
        "hl7": "incognote.containers.hl7:CONTAINER",
        "jsonl": "incognote.containers.json_lines:CONTAINER",
        "omop": "incognote.containers.omop:CONTAINER",
        "parquet": "incognote.containers.parquet:CONTAINER",
        "texts": "incognote.containers.texts:CONTAINER",
        "tsv": "incognote.containers.table:TSV",
    },
    "detectors": {
        "cascade": "incognote.detect.cascade:from_recipe",
        "concept-match": "incognote.detect.concept_match:from_recipe",
        "heuristic": "incognote.detect.heuristic:from_recipe",
        "propagate": "incognote.detect.propagate:from_recipe",
        "rules": "incognote.detect.rules:from_recipe",
        "tagger": "incognote.detect.tagger:from_recipe",
    },
    "formats": {
        "brat": "incognote.formats.brat:FORMAT",
        "conll": "incognote.formats.conll:FORMAT",
        "i2b2-2006": "incognote.formats.i2b2_2006:FORMAT",
        "i2b2-2014": "incognote.formats.i2b2_2014:FORMAT",
        "inline": "incognote.formats.inline:FORMAT",
        "jsonl": "incognote.formats.jsonl:FORMAT",
        "csv": "incognote.formats.table:CSV",
        "tsv": "incognote.formats.table:TSV",
        "physionet": "incognote.formats.physionet:FORMAT",
        "text": "incognote.formats.text:FORMAT",
    },
    "tokenizers": {
        "penn": "incognote.layout.penn:token_bounds",
        "wi-deid": "incognote.layout.wi_deid:token_bounds",
        "wi-deid-official": "incognote.layout.wi_deid:official_token_bounds",
    },
}


def names(kind: str) -> list[str]:
    """All names of a kind, ours and those of other packages."""
    return sorted({*_OURS[kind], *(entry.name for entry in entry_points(group=f"incognote.{kind}"))})


def load(kind: str, name: str) -> Any:
    """The part of that name; imports its module and nothing else."""
    if name in _OURS[kind]:
        module, _, attribute = _OURS[kind][name].partition(":")
        return getattr(import_module(module), attribute)
    for entry in entry_points(group=f"incognote.{kind}", name=name):
        return entry.load()
    raise UnknownNameError(f"no {kind.removesuffix('s')} is called {name!r}; {hint(name, names(kind))}")
