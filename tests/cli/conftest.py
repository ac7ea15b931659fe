import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

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
