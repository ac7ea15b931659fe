"""Prose is tested: the commands and programs in the docs run, and what exists is described."""

import dataclasses
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from incognote import config, label_maps, registry
from incognote.labels import LABELS
from incognote.learn.settings import settings_of

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "corpus" / "README.md"]
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)


def blocks(page, language):
    return [body for kind, body in BLOCK.findall(page.read_text("utf-8")) if kind == language]


@pytest.fixture
def folder(tmp_path):
    """A place with the examples and the corpus, as in a clone."""
    for name in ("examples", "corpus"):
        (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_commands_run(page, folder):
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for block in blocks(page, "sh"):
        for line in block.splitlines():
            if line.startswith("incognote "):
                subprocess.run(line, shell=True, cwd=folder, env={**os.environ, "PATH": path}, check=True)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_programs_run(page, folder):
    for block in blocks(page, "python"):
        subprocess.run([sys.executable, "-c", block], cwd=folder, check=True)


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        assert target.startswith("http") or (page.parent / target).exists()


def test_the_configuration_in_the_docs_is_the_default_one(tmp_path):
    (example,) = blocks(ROOT / "docs" / "configuration.md", "toml")
    (tmp_path / "c.toml").write_text(example)
    loaded = config.load(tmp_path / "c.toml")
    assert loaded.evaluate == config.EvaluateConfig()
    for section in dataclasses.fields(config.Config):
        for key in dataclasses.fields(getattr(loaded, section.name)):
            assert f"{key.name} = " in example


def test_the_recipe_in_the_docs_is_sound():
    (example,) = blocks(ROOT / "docs" / "learning.md", "toml")
    recipe = tomllib.loads(example)
    assert settings_of(recipe) == recipe["detectors"][0]


def test_everything_is_described():
    readme, formats, labels, evaluation = (
        (ROOT / name).read_text("utf-8")
        for name in ("README.md", "docs/formats.md", "docs/labels.md", "docs/evaluation.md")
    )
    from incognote.cli.main import _COMMANDS

    assert all(f"`incognote {command}`" in readme for command in _COMMANDS)
    assert all(f"`{name}`" in formats for name in registry.names("formats"))
    assert all(f"`{name}`" in labels for name in label_maps.NAMES)
    assert all(label in labels for label in LABELS)
    keys = re.findall(
        r'Table\(\s*"(\w+)"', "".join(f.read_text() for f in (ROOT / "src/incognote/report").glob("*.py"))
    )
    corpus_tables = {"size", "words", "ambiguous", "dictionaries"}
    assert len(keys) > 15
    assert all(f"`{key}`" in evaluation for key in set(keys) - corpus_tables)
