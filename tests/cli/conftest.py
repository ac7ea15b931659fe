import io
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from incognote import recipes
from incognote.cli.main import main
from incognote.pipeline import Pipeline
from incognote.types import Span

PROGRAM = "from incognote.cli.main import main; main()"
EXAMPLES = Path(__file__).parents[2] / "examples"


@dataclass
class Result:
    code: int
    out: str
    err: str


@pytest.fixture
def run(tmp_path):
    """Runs the program as a user does, in an empty folder."""

    def run_program(*arguments, cwd=tmp_path):
        words = [sys.executable, "-c", PROGRAM, *map(str, arguments)]
        done = subprocess.run(words, capture_output=True, text=True, cwd=cwd, check=False)
        return Result(done.returncode, done.stdout, done.stderr)

    return run_program


class FindsCapitals:
    """A detector for tests: words of capitals are doctors, of which those with an O are hospitals too; dates as 3/4."""

    def detect(self, doc, layout):
        for word in re.finditer(r"\b[A-Z]{3,}\b", doc.text):
            yield Span(*word.span(), "DOCTOR", 0.9, "test:capitals")
            if "O" in word[0]:
                yield Span(*word.span(), "HOSPITAL", 0.5, "test:with-an-o")
        for date in re.finditer(r"\b\d{1,2}/\d{1,2}(/\d{4})?\b", doc.text):
            yield Span(*date.span(), "DATE", 0.8, "test:date")
        if "FAULT" in doc.text:
            raise ValueError("FAULT")


@pytest.fixture
def call(tmp_path, monkeypatch, capsys):
    """Runs the program in this process, in an empty folder, with an engine that finds words of capitals and dates."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("INCOGNOTE_KEY", raising=False)

    def build(name, parts):
        build.parts = parts
        return Pipeline(name, [*parts.known, FindsCapitals()])

    monkeypatch.setattr(recipes, "build", build)

    def call_program(*arguments, typed=""):
        monkeypatch.setattr(sys, "argv", ["incognote", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        capsys.readouterr()
        with pytest.raises(SystemExit) as stop:
            main()
        shown = capsys.readouterr()
        return Result(stop.value.code or 0, shown.out, shown.err)

    call_program.build = build
    return call_program
