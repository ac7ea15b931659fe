"""What has happened in a project, without a word of its notes."""

from __future__ import annotations

from incognote.serve.projects.adding import IMPORT
from incognote.serve.projects.assignment import ASSIGN
from incognote.serve.projects.gold import DECIDE
from incognote.serve.projects.marks import DONE, EDIT
from incognote.serve.projects.settings import PROJECT
from incognote.serve.store import Event
from incognote.wording import number


def told(event: Event) -> str:
    """What an event did, in words; "" if its kind says it all."""
    body = event.body
    if event.kind == PROJECT:
        told = f"annotators: {', '.join(body['annotators']) or 'none'}; engine: {body['engine'] or 'none'}"
        return f"{told}{'; blind' if body['blind'] else ''}"
    if event.kind == IMPORT:
        annotated = f", annotated by {body['as']}" if body["as"] else ""
        return f"{number(body['notes'], 'note')} new, of {body['of']:,}{annotated}"
    if event.kind == ASSIGN:
        return "all notes to all" if body["each"] is None else f"each note to {body['each']} in turn"
    if event.kind == EDIT:
        source = f", from {body['by']}" if "by" in body else ""
        return f"{number(len(body['put']), 'mark')} put, {len(body['take']):,} taken away{source}"
    if event.kind == DONE:
        return "done" if body["done"] else "not done yet"
    if event.kind == DECIDE:
        place, put = f"from {body['start']:,} to {body['end']:,}", body["put"]
        return f"{place}: {'open again' if put is None else f'{len(put):,} PHI' if put else 'no PHI'}"
    return ""
