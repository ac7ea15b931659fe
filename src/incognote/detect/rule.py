"""A rule: what to look for, where, and sentences that show it at work."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from incognote.data import load_toml
from incognote.errors import ConfigError, UnknownNameError

_QUOTED = re.compile(r"'([^']+|')'")


@dataclass(frozen=True)
class Rule:
    """A rule as its TOML file has it; its id is `module/name`.

    Either `tokens`, a token pattern, or `pattern`, a regular expression that is tried where the token pattern `at` can
    begin, or searched for near the text `needs` (200 characters to each side). Its groups say what the PHI is: one
    called `phi`, or with the name of a label (`_` for `-`), or else the whole match. A rule with an `anchor` is tried
    only where a token of that class is near. `after` are classes of which one of the `within` tokens before the match
    must be, `not_after` of which none may be; `before` and `not_before` look at the tokens behind it. `found` are
    sentences with the PHI in square brackets, `spared` sentences in which the rule finds nothing.
    """

    id: str
    label: str
    tokens: str = ""
    pattern: str = ""
    at: str = ""
    needs: str = ""
    anchor: str = ""
    after: str = ""
    not_after: str = ""
    before: str = ""
    not_before: str = ""
    within: int = 4
    score: float = 0.8
    found: list[str] = field(default_factory=list)
    spared: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if bool(self.tokens) == bool(self.pattern) or bool(self.pattern) != bool(self.at or self.needs):
            raise ConfigError(f"the rule {self.id} must have either `tokens`, or `pattern` with `at` or `needs`")

    @property
    def module(self) -> str:
        return self.id.partition("/")[0]

    @property
    def class_texts(self) -> tuple[str, ...]:
        """Everything in it that names classes."""
        return (
            self.tokens,
            self.at,
            self.anchor,
            self.after,
            self.not_after,
            self.before,
            self.not_before,
        )


def quoted_words(text: str) -> list[str]:
    """The words that stand in quotes in a pattern or a class expression."""
    return _QUOTED.findall(text)


def modules() -> list[str]:
    """The modules that have rules."""
    names = (file.name for file in files("incognote.data.rules").iterdir())
    return sorted(name.removesuffix(".toml") for name in names if name not in ("classes.toml", "extend.toml"))


@functools.cache
def rules_of(module: str) -> tuple[Rule, ...]:
    """The rules of a module. `parts` of its file are put in for their names in double angle brackets."""
    if module not in modules():
        raise UnknownNameError(f"no module of rules is called {module!r}; there are: {', '.join(modules())}")
    content = load_toml(f"rules/{module}.toml")
    parts = {name: _fill(text, {}) for name, text in content.get("parts", {}).items()}
    return tuple(_rule(module, values, parts) for values in content["rule"])


def rule(rule_id: str) -> Rule:
    """A rule by its id."""
    for found in rules_of(rule_id.partition("/")[0]):
        if found.id == rule_id:
            return found
    raise UnknownNameError(f"no rule is called {rule_id!r}")


def _rule(module: str, values: dict[str, Any], parts: dict[str, str]) -> Rule:
    filled: dict[str, Any] = {
        key: _fill(value, parts) if key in ("tokens", "pattern") else value
        for key, value in values.items()
        if key != "id"
    }
    return Rule(id=f"{module}/{values['id']}", **filled)


def _fill(text: str, parts: dict[str, str]) -> str:
    for _ in range(4):  # parts may name earlier parts
        text = re.sub(r"<<([\w-]+)>>", lambda name: parts[name[1]], text)
    return text
