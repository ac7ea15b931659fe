"""The two laws: the core never imports what wraps it, and importing does nothing."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import incognote

ROOT = Path(incognote.__file__).parent
WRAPPERS = {"__main__.py", "cli", "batch", "serve", "adapters"}
MODULES = sorted(ROOT.rglob("*.py"))


def imports(file):
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0  # relative imports would go unseen
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


@pytest.mark.parametrize("file", MODULES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_the_core_does_not_import_what_wraps_it(file):
    if file.relative_to(ROOT).parts[0] not in WRAPPERS:
        inner = {name.split(".")[1] for name in imports(file) if name.startswith("incognote.")}
        assert not inner & WRAPPERS


@pytest.mark.parametrize("package", ["formats", "layout", "evaluate", "types", "labels"])
def test_measuring_does_not_import_reporting(package):
    files = (ROOT / package).rglob("*.py") if (ROOT / package).is_dir() else [ROOT / f"{package}.py"]
    assert not any(name.startswith("incognote.report") for file in files for name in imports(file))


@pytest.mark.parametrize("file", MODULES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_files_stay_small(file):
    assert len(file.read_text("utf-8").splitlines()) <= 300


def modules_after(statement):
    code = f"import sys\n{statement}\nprint(*sys.modules)"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


def test_importing_loads_nothing_heavy():
    loaded = modules_after("import incognote")
    assert not loaded & {"numpy", "click", "rich", "simplemma", "incognote.formats"}


def test_help_loads_nothing_heavy():
    loaded = modules_after(
        "from click.testing import CliRunner\nfrom incognote.cli.main import cli\nCliRunner().invoke(cli, ['--help'])"
    )
    assert not loaded & {"numpy", "rich", "simplemma", "incognote.formats"}
