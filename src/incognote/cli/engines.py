"""`incognote engines`."""

from __future__ import annotations

from typing import Any

import click

_SCORES = ("P", "R", "F", "strict")
_WHAT_LEARNS = {"crf": "CRF", "svm": "SVM", "hmm": "HMM", "snow": "winnows"}


@click.command()
@click.option("--json", "as_lines", is_flag=True, help="JSON lines in place of a table.")
def engines(as_lines: bool) -> None:
    """List the engines: what each is, whose, whether a trained model comes with the package, and its scores.

    Scores are of ten-fold cross-validation by author on the open corpus: precision, recall and F of PHI words, and F of
    PHI with exact places and labels; `incognote` and `incognote-fast` are at the point balanced, by five folds. An
    engine without a model has to be trained first (`incognote train`).

    \b
    incognote engines
    incognote engines --json | jq .paper
    incognote engines --json > engines.jsonl
    incognote detect notes/ --engine wi-deid
    """
    from incognote import recipes
    from incognote.data import load_toml
    from incognote.formats.fields import to_json
    from incognote.report.tables import TEXT, Column, Table, columns
    from incognote.report.terminal import print_tables

    scores = load_toml("scores.toml")
    rows = [_row(name, recipes.load(name), scores.get(name, {})) for name in recipes.names()]
    if as_lines:
        for row in rows:
            click.echo(to_json(row))
        return
    shown = (
        Column("engine"),
        *columns("kind", "model", spec=TEXT),
        *columns(*_SCORES, spec=".3f"),
        Column("what", TEXT),
    )
    table = Table("engines", "Engines", shown, tuple(tuple(row[column.name] for column in shown) for row in rows))
    print_tables([table])


def _row(name: str, recipe: dict[str, Any], scores: dict[str, float]) -> dict[str, Any]:
    from incognote.learn import models

    learned = next((part for part in recipe["detectors"] if part["use"] in ("tagger", "cascade")), None)
    return {
        "engine": name,
        "kind": _kind(learned) if learned else "rules",
        "model": "" if not learned else "yes" if models.shipped(name) else "train it",
        **{score: scores.get(score) for score in _SCORES},
        "what": recipe["description"],
        "paper": recipe.get("paper"),
    }


def _kind(learned: dict[str, Any]) -> str:
    if learned["use"] == "cascade":
        return "CRF, encoder"
    what = _WHAT_LEARNS[learned["learner"]["use"]]
    return f"two {what}s" if "second" in learned else what
