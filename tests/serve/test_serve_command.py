"""`incognote serve` as a user starts and stops it."""

import os
import re
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from incognote.cli.main import cli
from incognote.errors import ConfigError, IncognoteError
from incognote.replace.keys import write_key
from incognote.serve.projects.settings import ProjectSettings, new_project
from incognote.serve.running import alone_in
from incognote.serve.store import Store
from tests.serve.running import PROGRAM, start
from tests.serve.test_workers import alive, until

WORDS = ("Zanderquist", "Okonjoweil", "Vrendelburg")
NOTE = f"Mr. {WORDS[0]} {WORDS[1]} of {WORDS[2]} was seen on 3/4/2024.\n"


def children(process):
    """The processes that a process has started."""
    return [int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text().split()] + [
        int(one)
        for task in Path(f"/proc/{process}/task").iterdir()
        for one in (task / "children").read_text().split()
        if task.name != str(process)
    ]


@pytest.fixture
def started(tmp_path):
    """Starts a service with the quick engine of rules."""
    services = []

    def start_one(*options, **more):
        services.append(start(tmp_path / str(len(services)), "--engine", "deid", *options, **more))
        return services[-1]

    yield start_one
    for one in services:
        one.process.kill()
        one.process.wait()


@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGINT", 130)])
def test_a_signal_stops_it_when_what_was_asked_is_answered(started, name, code):
    service = started()
    asking = service.client("rita")
    asking.post("/api/detect", json={"text": NOTE})
    text = NOTE * 10_000  # which takes a while
    workers = children(service.process.pid)
    with ThreadPoolExecutor(1) as threads:
        answer = threads.submit(asking.post, "/api/detect", json={"text": text})
        metrics = service.client("ada")
        until(lambda: "incognote_workers_busy 1" in metrics.get("/api/metrics").text)
        service.process.send_signal(signal.Signals[name])
        (note,) = answer.result().json()["notes"]
    assert len(note["spans"]) >= 10_000
    assert service.process.wait(30) == code
    until(lambda: not any(map(alive, workers)))
    assert "Traceback" not in service.log()


def test_workers_end_if_the_service_is_killed(started):
    service = started()
    service.client("rita").post("/api/detect", json={"text": NOTE})
    workers = children(service.process.pid)
    assert workers
    service.process.kill()
    until(lambda: not any(map(alive, workers)))


def test_a_folder_has_one_service(tmp_path):
    """And a second one doesn't take away what the first is reading; commands beside it work."""
    data = tmp_path / "data"
    with alone_in(data):
        (data / "incoming-1").mkdir()
        (data / "incoming-1" / "note.txt").write_text(NOTE)
        with pytest.raises(ConfigError, match="another --data"), alone_in(data):
            pass
        assert (data / "incoming-1").exists()
        with closing(Store(data)) as beside:
            assert new_project(beside, "falls", ProjectSettings(), "adam").id
    with alone_in(data):
        assert not (data / "incoming-1").exists()


def test_a_second_service_says_why_it_does_not_start(started, tmp_path):
    folder = started().folder
    words = [sys.executable, "-c", PROGRAM, "serve", "--port", "0", "--data", str(folder / "data")]
    second = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, env=os.environ, check=False)
    assert second.returncode == 2
    assert "another --data" in second.stderr
    assert len(second.stderr.splitlines()) == 1


def test_what_a_killed_service_left_is_removed(started, tmp_path):
    left = tmp_path / "0" / "data" / "incoming-1234"
    left.mkdir(parents=True)
    (left / "note.txt").write_text(NOTE)
    started()
    until(lambda: not left.exists())


def test_it_stops_when_nobody_asks(started):
    service = started("--stop-when-idle", "0.03")
    assert service.process.wait(30) == 0
    assert "stopped" in service.log()


def test_the_log_has_a_line_a_request_and_no_word_of_it(started):
    service = started("--seconds", "0.5")
    asking = service.client("rita")
    asking.post("/api/detect", json={"text": NOTE, "reasons": True})
    asking.post(f"/api/detect?{WORDS[0]}=1", content=f'{{"text": "{WORDS[1]}')
    asking.get(f"/api/{WORDS[2]}")
    late = asking.post("/api/detect", json={"text": NOTE * 20_000})
    assert late.status_code == 504
    with socket.create_connection(httpx.URL(service.address).netloc.decode().split(":")) as raw:
        raw.sendall(f"{WORDS[0]} {WORDS[1]}\r\n\r\n".encode())
        raw.recv(1000)
    lines = service.log().splitlines()[1:]
    assert any(re.search(r"rita POST /api/detect 200 \d+ ms$", line) for line in lines)
    assert any("504" in line for line in lines)
    assert not [word for word in WORDS if word in service.log()]


def test_overload_is_told_and_passes(started):
    service = started("--queue", "0")
    asking = service.client("rita")
    asking.post("/api/detect", json={"text": NOTE})
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: asking.post("/api/detect", json={"text": NOTE * 1000}), range(8)))
        statuses = {answer.status_code for answer in answers}
        assert statuses == {200, 429}
        assert all(answer.headers["Retry-After"] for answer in answers if answer.status_code == 429)
    assert asking.post("/api/detect", json={"text": NOTE}).status_code == 200


WRONG = [
    (["--allow-host", "deid.example:8321"], "without a port"),
    (["--engine", "nobody"], "no engine of that name"),
    (["--engine", "incognote@sfae"], "no operating point"),
    (["--engine", "incognote@safe", "--point", "safe"], "leave point out"),
    (["--engine", "deid", "--point", "safe"], "it has none"),
    (["--vault", "site.vault"], "--vault needs a key"),
    (["--key", "missing.key"], "cannot be opened"),
    (["--key", "site.key", "--vault", "other.vault"], "was made with the key"),
    (["--tokens", "missing"], "incognote token new"),
    (["--host", "0.0.0.0"], "--tokens FILE"),
    (["--host", "no.such.name.example"], "can't listen"),
]


@pytest.fixture
def here(tmp_path, monkeypatch):
    from incognote.replace.keys import new_key, parse
    from incognote.replace.vault import Vault

    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("INCOGNOTE_KEY", raising=False)
    write_key("site.key")
    with Vault.create("other.vault", parse(new_key())):
        pass


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(("options", "said"), WRONG)
def test_wrong_options_fail_before_anything_starts(options, said, monkeypatch):
    monkeypatch.setattr("incognote.serve.running.run", lambda *_: pytest.fail("it started"))
    options = options if "--tokens" in options or "0.0.0.0" in options else [*options, "--port", "0"]
    if "no.such.name.example" in options:
        Path("tokens").write_text("")
        options += ["--tokens", "tokens"]
    with pytest.raises(IncognoteError, match=re.escape(said)):
        CliRunner().invoke(cli, ["serve", *options], catch_exceptions=False, standalone_mode=False)


def test_a_port_that_is_taken(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        words = [sys.executable, "-c", PROGRAM, "serve", "--port", str(taken.getsockname()[1])]
        done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, env=os.environ, check=False)
    assert done.returncode == 2
    assert "Address already in use" in done.stderr
    assert "--port" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_an_engine_with_its_point_is_the_default(started):
    service = started("--engine", "incognote-fast", "--point", "balanced")
    assert service.client("rita").get("/api/engines").json()["default"] == "incognote-fast@balanced"
