"""A PostgreSQL server that lives as long as the tests do, on a socket in a folder of its own."""

import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest

PASSWORD = "open-sesame-77"
_NEVER_ROOT = ("postgres", "nobody")  # a server doesn't run as root


def _programs():
    beside = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    found = str(beside[-1]) if beside else shutil.which("initdb")
    return Path(found).resolve().parent if found else None


def _somebody():
    """Words before a command that has it run by somebody else than root."""
    if os.geteuid() != 0:
        return None, []
    for user in _NEVER_ROOT:
        if subprocess.run(["id", user], capture_output=True, check=False).returncode == 0:
            return user, ["runuser", "-u", user, "--"]
    return pytest.fail(f"there is none of the users {_NEVER_ROOT} to run PostgreSQL")


@contextmanager
def server():
    """The URL of a server, up to the name of the database."""
    programs = _programs()
    if programs is None:
        missing = "there is no PostgreSQL; on Debian: apt install postgresql"
        (pytest.fail if os.environ.get("INCOGNOTE_REQUIRE_POSTGRES") else pytest.skip)(missing)
    user, words = _somebody()
    folder = Path(tempfile.mkdtemp(prefix="pg-"))  # pytest's own is nobody else's, and too long for a socket
    (folder / "password").write_text(PASSWORD)
    if user:
        for path in (folder, folder / "password"):
            shutil.chown(path, user)

    def do(program, *options):
        told = {"cwd": folder, "capture_output": program == "initdb", "check": True}
        quiet = {} if program == "initdb" else {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run([*words, programs / program, "-D", folder / "data", *options], **told, **quiet)

    try:
        access = ("-U", "tester", "-A", "scram-sha-256", f"--pwfile={folder / 'password'}")
        do("initdb", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8", *access)
        options = f"-k {folder} -c listen_addresses='' -c fsync=off -c timezone=UTC"
        do("pg_ctl", "-w", "-l", folder / "log", "-o", options, "start")
        yield lambda database: f"postgresql://tester:{PASSWORD}@/{database}?host={folder}"
    finally:
        if (folder / "data" / "postmaster.pid").exists():
            do("pg_ctl", "-m", "immediate", "stop")
        shutil.rmtree(folder)
