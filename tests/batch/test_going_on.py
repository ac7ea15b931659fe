"""Runs that are stopped, killed or hindered, and go on."""

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from incognote.batch.journal import BatchError, Journal, Place
from incognote.batch.run import GOING_ON, work_folder
from incognote.errors import OutputError
from tests.batch.lines import batch, stop_at

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory, lines):
    folder = tmp_path_factory.mktemp("undisturbed")
    path = folder / "notes.lines"
    path.write_text("".join(lines), "utf-8")
    out = folder / "out.lines"
    summary = batch(path, out, "incognote-fast", 2).run()
    assert summary.notes == len(lines)
    return written(out)


def written(out):
    """The output and its side file."""
    return out.read_bytes(), out.with_name(f"{out.name}.alignment.jsonl").read_bytes()


def test_a_run_goes_on_where_it_stopped(archive, tmp_path, lines):
    begun = batch(archive, tmp_path / "out.lines")
    with pytest.raises(KeyboardInterrupt):
        replace(begun, tell=stop_at(4)).run()
    seen = []
    summary = replace(begun, tell=lambda what, notes, *_: seen.append((what, notes))).run()
    assert seen[:2] == [(GOING_ON, 40), ("loading the engine", 40)]
    assert ("looking ahead", 10) not in seen
    assert min(notes for what, notes in seen if what == "rewriting") > 40
    assert (summary.notes, summary.notes_before) == (len(lines), 40)


def test_a_full_disk_loses_nothing(archive, tmp_path, monkeypatch):
    whole = batch(archive, tmp_path / "whole.lines")
    whole.run()
    full = batch(archive, tmp_path / "out.lines")
    left, fsync = 3, os.fsync

    def no_space(descriptor):
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(28, "No space left on device")
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(BatchError, match=r"No space left on device.*start the same command again"):
        full.run()
    assert not (tmp_path / "out.lines").exists()
    monkeypatch.setattr(os, "fsync", fsync)
    full.run()
    assert written(tmp_path / "out.lines") == written(tmp_path / "whole.lines")


def test_the_side_file_is_in_its_place_before_the_output(archive, tmp_path, monkeypatch):
    out, rename = tmp_path / "out.lines", Path.rename

    def killed_before_the_output(entry, target):
        if Path(target) == out:
            raise KeyboardInterrupt
        rename(entry, target)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(Path, "rename", killed_before_the_output)
        batch(archive, out, records=100).run()
    side = out.with_name("out.lines.alignment.jsonl").read_bytes()
    batch(archive, out, records=100).run()
    batch(archive, tmp_path / "whole.lines", records=100).run()
    assert written(out) == written(tmp_path / "whole.lines")
    assert written(out)[1] == side


def test_two_runs_at_once_are_refused(archive, tmp_path):
    first = batch(archive, tmp_path / "out.lines")

    def second(what, *_):
        if what == "joining":
            with pytest.raises(OutputError, match="another run is at work"):
                batch(archive, tmp_path / "out.lines").run()

    replace(first, tell=second).run()


PROGRAM = """
import sys
from pathlib import Path
from tests.batch.lines import batch
if __name__ == "__main__":
    batch(Path(sys.argv[1]), Path(sys.argv[2]), "incognote-fast", 2).run()
"""


def test_killed_at_any_moment_it_writes_the_same_in_the_end(archive, tmp_path, undisturbed):
    """The whole run with its workers, killed again and again, with the engine that users have."""
    program, out = tmp_path / "program.py", tmp_path / "out.lines"
    program.write_text(PROGRAM)
    rng = random.Random(8)
    words = [sys.executable, str(program), str(archive), str(out)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for wait in [rng.uniform(1, 6) for _ in range(6)] + [None]:
        process = subprocess.Popen(words, cwd=ROOT, env=environment, start_new_session=True)
        if wait is None:
            assert process.wait() == 0
            break
        time.sleep(wait)
        if rng.random() < 0.5:
            process.kill()  # the parent alone: its workers see that nobody waits for them
        else:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if out.exists():  # whole, whether it was killed behind that or not
            assert written(out) == undisturbed
            break
    if work_folder(out).exists():  # killed while it cleared away
        assert subprocess.run(words, cwd=ROOT, env=environment).returncode in (0, 1)
    assert written(out) == undisturbed
    assert not work_folder(out).exists()


@pytest.mark.parametrize("removals", range(5))
def test_killed_while_it_clears_away_it_does_nothing_again(archive, tmp_path, monkeypatch, removals):
    out, remove, unlink, left = tmp_path / "out.lines", Journal.remove, os.unlink, removals

    def killed(*place, **where):
        nonlocal left
        left -= 1
        if left < 0:
            raise KeyboardInterrupt
        unlink(*place, **where)

    def removing(journal):
        monkeypatch.setattr(os, "unlink", killed)
        remove(journal)

    monkeypatch.setattr(Journal, "remove", removing)
    with pytest.raises(KeyboardInterrupt):
        batch(archive, out, records=100).run()
    monkeypatch.undo()
    before, seen = out.read_bytes(), []
    with suppress(OutputError):  # it is there already
        batch(archive, out, records=100, tell=lambda what, *_: seen.append(what)).run()
    assert out.read_bytes() == before
    assert set(seen) <= {GOING_ON}


def test_a_full_disk_is_told_wherever_it_is_seen(tmp_path):
    journal = Journal(tmp_path / "out.work")
    with journal.taken({}), pytest.raises(BatchError, match="disk is full"):
        journal._execute("PRAGMA max_page_count = 3")
        journal.put("looked", "x" * 99_999)
    (tmp_path / "out.work" / "lock").unlink()
    (tmp_path / "out.work" / "lock").mkdir()
    with pytest.raises(BatchError, match="Is a directory"), journal.taken({}):
        pass


def test_what_is_written_is_on_the_disk_before_the_journal_says_so(archive, tmp_path, monkeypatch):
    out, done = tmp_path / "out.lines", []
    put, remove = Journal.put, Journal.remove
    monkeypatch.setattr(os, "sync", lambda: done.append("kept whole" if out.exists() else "kept"))
    monkeypatch.setattr(Journal, "put", lambda self, name, value: (done.append(name), put(self, name, value)))
    monkeypatch.setattr(Journal, "remove", lambda self: (done.append("removed"), remove(self)))
    batch(archive, out, records=100).run()
    assert done[-4:] == ["kept", "joined", "kept whole", "removed"]


def test_nothing_of_a_run_that_is_over_gets_into_the_next(archive, tmp_path):
    """Killed while it cleared away, it left what notes told."""
    archive.write_text("1|p1|Seen. DOB 3/4/1950.\n2|p1|Well.\n", "utf-8")
    with pytest.raises(KeyboardInterrupt):
        replace(batch(archive, tmp_path / "out.lines"), tell=stop_at(1)).run()
    (work_folder(tmp_path / "out.lines") / "journal.db").unlink()
    archive.write_text("1|p1|Seen. DOB 4/15/1919.\n2|p1|He is 93 years old.\n", "utf-8")
    for out in ("out.lines", "fresh.lines"):
        batch(archive, tmp_path / out).run()
    assert (tmp_path / "out.lines").read_bytes() == (tmp_path / "fresh.lines").read_bytes()


def test_another_run_is_refused_until_all_is_cleared_away(archive, tmp_path, monkeypatch):
    remove = Journal.remove

    def removing(journal):
        with pytest.raises(OutputError, match="another run is at work"):
            batch(archive, tmp_path / "out.lines").run()
        remove(journal)

    monkeypatch.setattr(Journal, "remove", removing)
    batch(archive, tmp_path / "out.lines").run()
    assert not work_folder(tmp_path / "out.lines").exists()


@pytest.mark.parametrize("harm", ["cut", "other", "gone"])
def test_a_part_that_was_damaged_is_written_anew(tmp_path, harm):
    pieces = {"": b"one\n", ".more": b"two\n"}
    with (journal := Journal(tmp_path / "out.work")).taken({}):
        for chunk in (0, 1):
            journal.add(Place(0, chunk), pieces, {"notes": 1, "failures": []})
        assert list(journal.parts(0)) == [pieces, pieces]
        part = min((tmp_path / "out.work" / "parts").iterdir())
        written = part.read_bytes()
        part.unlink() if harm == "gone" else part.write_bytes(written[:-1] + (b"x" if harm == "other" else b""))
        with pytest.raises(BatchError, match="damaged; start the same command again"):
            list(journal.parts(0))
        assert journal.done(0) == {1}


@pytest.mark.parametrize("name", ["journal.db", "ahead.db"])
def test_what_a_run_keeps_may_be_damaged(archive, tmp_path, name):
    with pytest.raises(KeyboardInterrupt):
        replace(batch(archive, tmp_path / "out.lines"), tell=stop_at(4)).run()
    (work_folder(tmp_path / "out.lines") / name).write_bytes(b"no database" * 100)
    with pytest.raises(BatchError, match="damaged; remove the run's folder"):
        batch(archive, tmp_path / "out.lines").run()
