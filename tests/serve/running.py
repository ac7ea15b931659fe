"""A service as a user starts it: a process of its own, with tokens for four people."""

import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from incognote.serve.people import Person, digest, new_token, role_of, write_tokens

PROGRAM = "from incognote.cli.main import main; main()"
PEOPLE = {
    "rita": "reader",
    "ann": "annotator",
    "ben": "annotator",
    "cleo": "annotator",
    "ada": "adjudicator",
    "adam": "admin",
}


@dataclass
class Running:
    address: str
    folder: Path
    tokens: dict[str, str]
    process: subprocess.Popen
    clients: list[httpx.Client] = field(default_factory=list)

    def client(self, name):
        """What asks as someone; as nobody if the name is empty."""
        headers = {"Authorization": f"Bearer {self.tokens[name]}"} if name else {}
        self.clients.append(httpx.Client(base_url=self.address, headers=headers, timeout=60))
        return self.clients[-1]

    def log(self):
        return (self.folder / "log").read_text()

    def stop(self):
        for client in self.clients:
            client.close()
        self.process.terminate()
        return self.process.wait(30)


def start(folder, *options, data="data"):
    """Start a service that keeps what it keeps below a folder; it takes a free port."""
    folder.mkdir(parents=True, exist_ok=True)
    tokens = {name: new_token() for name in PEOPLE}
    file = folder / "tokens"
    if file.exists():
        file.unlink()
    write_tokens(file, {digest(tokens[name]): Person(name, role_of(role)) for name, role in PEOPLE.items()})
    quick = ["--workers", "1", "--engine", "incognote-fast"]
    words = ["serve", "--port", "0", "--tokens", file, "--data", folder / data, *quick, *options]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *map(str, words)],
            stderr=log,
            stdin=subprocess.DEVNULL,
            env=os.environ.copy(),
        )
    until = time.monotonic() + 60
    while not (found := re.search(r"open (http://\S+)/ ", (folder / "log").read_text())):
        assert process.poll() is None, (folder / "log").read_text()
        assert time.monotonic() < until
        time.sleep(0.05)
    running = Running(found[1], folder, tokens, process)
    while True:
        try:
            if httpx.get(f"{found[1]}/api/health").status_code == 200:
                return running
        except httpx.ConnectError:
            assert time.monotonic() < until
            time.sleep(0.05)
