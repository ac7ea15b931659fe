"""What commands that train engines share, and how `--choose` is read, done and told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from incognote.cli.progress import shown_progress
from incognote.errors import ConfigError, hint
from incognote.wording import number

if TYPE_CHECKING:
    from incognote.types import Document

_FORM = "write NAME=VALUE,VALUE…"


def recipe_of(name: str, language: str | None) -> dict[str, Any]:
    """The recipe of an engine, a file or a model, checked, for notes in a language."""
    from incognote.learn.settings import in_language
    from incognote.recipes import load

    recipe = load(name)
    try:
        return in_language(recipe, language)
    except ConfigError as error:
        raise ConfigError(f"{name}: {error}") from None


def warn_of_overlaps(docs: Sequence[Document]) -> None:
    """Say how many PHI can't be learned whole, since each word has one label."""
    overlapping = 0
    for doc in docs:
        end = 0
        for span in doc.spans:
            overlapping += span.start < end
            end = max(end, span.end)
    if overlapping:
        problem = f"{overlapping:,} PHI overlap others before them"
        click.echo(f"warning: {problem}; a word is learned as part of the one that has more of it", err=True)


def warn_of_labels(name: str, settings: Mapping[str, Any], docs: Sequence[Document]) -> None:
    """Say which labels dictionaries would learn from if any note had them: the notes may be of another label set."""
    from incognote.learn.settings import labels_unmet

    if unmet := labels_unmet(settings, docs):
        problem = f"dictionaries of {name} learn from labels that no note has: {', '.join(unmet)}"
        click.echo(f"warning: {problem} (incognote convert --labels changes the label set)", err=True)


def warn_of_seen(engine: str, docs: Sequence[Document]) -> None:
    """Say how many notes an engine, as it is, has learned from already."""
    from incognote.learn import models

    if seen := models.seen(engine, docs):
        problem = f"{engine} was trained on {seen:,} of these {number(len(docs), 'note')}"
        click.echo(f"warning: {problem}, so its figures say little of others", err=True)


def grid_of(choices: Sequence[str], learner: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The values that are to be tried of each setting; a name that is given again has the values of both."""
    from incognote.learn.settings import choosable

    grid: dict[str, list[Any]] = {}
    kinds = choosable(learner)
    for choice in choices:
        name, equals, listed = choice.partition("=")
        if not kinds:
            raise ConfigError(f"--choose {choice}: the learner {learner['use']} has no settings to choose")
        if name not in kinds:
            raise ConfigError(f"--choose {choice}: no setting to choose is called {name!r}; {hint(name, kinds)}")
        values = [_value(text.strip()) for text in listed.split(",")]
        if not equals or not all(map(kinds[name].fits, values)):
            raise ConfigError(f"--choose {choice}: {_FORM}, where {name} is {kinds[name].what}")
        grid[name] = list(dict.fromkeys([*grid.get(name, ()), *values]))
    return grid


def chosen(
    docs: Sequence[Document],
    recipe: Mapping[str, Any],
    grid: Mapping[str, Sequence[Any]],
    folds: int,
    journal: Path,
    workers: int | None,
    parses: Path | None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The recipe with the best values of a grid, and what they were chosen by. Says how each combination did."""
    from incognote.learn.choice import choose, shown
    from incognote.learn.settings import with_learner

    with shown_progress() as progress:
        best, results = choose(docs, recipe, grid, folds, journal, progress, workers, parses)
    why: dict[str, Any] = {}
    for values, f in results:
        taken = with_learner(recipe, values) == best
        click.echo(f"{shown(values)}: strict F {f:.4f}{'  <- taken' if taken else ''}", err=True)
        if taken:
            why = {"settings": values, "strict F": f}
    return best, {"chosen by cross-validation": why}


@contextmanager
def going_on_from(journal: Path) -> Iterator[None]:
    """Say how work goes on that is stopped before its end."""
    from incognote.learn.processes import WorkError

    try:
        yield
    except (KeyboardInterrupt, SystemExit, WorkError):  # Ctrl-C, a signal, or want of memory
        click.echo(f"stopped; the same command goes on from {journal}", err=True)
        raise


def _value(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
