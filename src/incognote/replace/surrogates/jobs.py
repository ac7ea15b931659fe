"""Surrogates for occupations."""

from __future__ import annotations

from collections.abc import Sequence

from incognote.replace.surrogates.scope import Scope
from incognote.synth.forms import fold
from incognote.synth.jobs import fill_job
from incognote.types import Document, Span

LABELS = ("PROFESSION",)
_TRIES = 20


def fill_jobs(doc: Document, spans: Sequence[Span], scope: Scope) -> dict[Span, str]:
    """Other occupations."""
    return {span: _new(doc[span], scope) for span in spans}


def _new(text: str, scope: Scope) -> str:
    old = fold(" ".join(text.split()))
    drawn = (fill_job(text, scope.rng("job", old, str(i))) for i in range(_TRIES))
    return next((job for job in drawn if fold(" ".join(job.split())) != old and scope.allowed(job)), "")
