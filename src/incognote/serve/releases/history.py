"""What has happened in a release, and what was found in it, without a word of its notes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from incognote.report.released import percent
from incognote.serve.releases.releases import (
    FINDING,
    NOTES,
    READ,
    RELEASE,
    SAMPLE,
    SETTINGS,
    SIGNED,
    VERDICT,
    WITHDRAWN,
    review_of,
)
from incognote.serve.store import Event, Store
from incognote.wording import number

_EXPORTED = ("id", "note", "start", "end", "kind", "label", "author", "at")


def told(event: Event) -> str:
    """What an event did, in words."""
    return _TOLD[event.kind](event.body)


def findings_file(store: Store, release: int) -> str:
    """All findings that stand, one a line, with everything that others said of them; without comments or text."""
    verdicts: dict[int, list[dict[str, Any]]] = {}
    for event in store.events(release, (VERDICT,)):
        said = {"author": event.author, "at": event.at, "real": event.body["real"]}
        verdicts.setdefault(event.body["finding"], []).append(said)

    def lines() -> Iterator[str]:
        for one in review_of(store, release).findings.values():
            shown = {name: getattr(one, name) for name in _EXPORTED}
            yield json.dumps({**shown, "verdicts": verdicts.get(one.id, [])}) + "\n"

    return "".join(lines())


def _settings(body: Any) -> str:
    reviewers = ", ".join(body["reviewers"]) or "anybody"
    project = "" if body["project"] is None else f"; project of the own gold: {body['project']}"
    return f"reviewers: {reviewers}; target: {percent(body['target'])}{project}"


_TOLD: dict[str, Callable[[Any], str]] = {
    RELEASE: lambda body: f"drawn by the seed {body['seed']} from {number(body['notes'], 'note')}",
    NOTES: lambda body: f"{number(len(body), 'note')} kept",
    SETTINGS: _settings,
    SAMPLE: lambda body: f"a sample of {number(body, 'note')}",
    READ: lambda body: "read" if body["done"] else "not read yet",
    FINDING: lambda body: f"from {body['start']:,} to {body['end']:,}: {body['kind']}, {body['label']}",
    VERDICT: lambda body: f"finding {body['finding']}: {'confirmed' if body['real'] else 'rejected'}",
    WITHDRAWN: lambda body: f"finding {body['finding']}",
    SIGNED: lambda body: body["method"] + (", although something was unsettled" if body["anyway"] else ""),
}
