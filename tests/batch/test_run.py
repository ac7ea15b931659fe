import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from incognote import corpus
from incognote.batch.job import Job
from incognote.batch.journal import BatchError, Journal
from incognote.batch.labours import Look
from incognote.batch.run import GOING_ON, Batch, FileSource, work_folder
from incognote.containers.base import Cutting
from incognote.containers.texts import CONTAINER as TEXTS
from incognote.engine_choice import EngineChoice
from incognote.errors import ConfigError, OutputError, UnknownNameError
from incognote.replace.choices import ReplaceChoice
from incognote.replace.keys import Key
from tests.batch.lines import Lines

KEY = Key(bytes(range(32)))
ROOT = Path(__file__).parents[2]


def line(doc):
    return f"{doc.id}|{doc.id.rpartition('-')[0]}|{' '.join(doc.text.split())}\n"


@pytest.fixture(scope="module")
def lines():
    return [line(doc) for doc in list(corpus.read())[::9]]


@pytest.fixture
def archive(tmp_path, lines):
    path = tmp_path / "notes.lines"
    path.write_text("".join(lines), "utf-8")
    return path


def batch(path, out, engine="deid", workers=1, records=10, style="surrogates", **others):
    container = Lines()
    job = Job(KEY, EngineChoice(engine), replacing=ReplaceChoice(style))
    source = FileSource(container, path, Path(out.name))
    given = {"plan": {"options": {"--style": style, "--scope": None}}, "workers": workers, **others}
    return Batch(job, container, Cutting(chunk_records=records), [source], out, **given)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory, lines):
    folder = tmp_path_factory.mktemp("undisturbed")
    path = folder / "notes.lines"
    path.write_text("".join(lines), "utf-8")
    out = folder / "out.lines"
    summary = batch(path, out, "incognote-fast", 2).run()
    assert summary.notes == len(lines)
    return out.read_bytes()


def test_workers_and_chunks_change_nothing(archive, tmp_path):
    batch(archive, tmp_path / "one.lines").run()
    batch(archive, tmp_path / "two.lines", workers=2, records=7).run()
    assert (tmp_path / "one.lines").read_bytes() == (tmp_path / "two.lines").read_bytes()


def test_each_note_is_there_once_in_order_and_under_a_new_name(archive, tmp_path, lines):
    batch(archive, tmp_path / "out.lines").run()
    new = (tmp_path / "out.lines").read_text("utf-8").splitlines()
    old = [one.partition("|")[0] for one in lines]
    assert len(new) == len(old) == len({one.partition("|")[0] for one in new})
    assert not {one.partition("|")[0] for one in new} & set(old)


def test_nothing_is_left_beside_the_output_but_the_report(archive, tmp_path):
    batch(archive, tmp_path / "out.lines").run()
    names = sorted(file.name for file in tmp_path.iterdir())
    assert names == ["notes.lines", "out.lines", "out.lines.report.json"]
    path = tmp_path / "out.lines.report.json"
    assert os.name != "posix" or path.stat().st_mode & 0o777 == 0o600
    report = json.loads(path.read_text())
    assert report["labels"]["DATE"] > 10
    assert report["quarantined"] == 0


def test_records_that_fail_are_listed_and_the_rest_is_written(archive, tmp_path, lines):
    archive.write_text("".join([*lines[:15], "damaged\n", *lines[15:]]), "utf-8")
    summary = batch(archive, tmp_path / "out.lines").run()
    listed = (tmp_path / "out.lines.quarantine.jsonl").read_text()
    assert json.loads(listed) == {"source": "notes.lines", "record": 16, "reason": "it has no text"}
    assert (summary.notes, len(summary.quarantined)) == (len(lines), 1)


def test_a_chunk_that_kills_who_opens_it_is_set_aside(archive, tmp_path, lines):
    archive.write_text("".join([*lines[:10], "opening dies|1|x\n", *lines[11:]]), "utf-8")
    summary = batch(archive, tmp_path / "out.lines").run()
    assert [one.record for one in summary.quarantined] == [11]
    assert summary.notes == len(lines) - 10


@dataclass(frozen=True)
class HardLook(Look):
    """As if it took too long to look at a chunk with a hard note."""

    def open(self):
        do = super().open()
        return lambda order, at: do(
            order._replace(left={-1: "it was hard"} if "hard|1|x" in order.work.payload else {}), at
        )


def test_notes_that_could_not_be_looked_at_are_set_aside(archive, tmp_path, lines, monkeypatch):
    monkeypatch.setattr("incognote.batch.run.Look", HardLook)
    archive.write_text("".join([*lines[:10], "hard|1|x\n", *lines[11:]]), "utf-8")
    summary = batch(archive, tmp_path / "out.lines").run()
    reason = "the records from here to the next chunk: it was hard"
    assert [(one.record, one.reason) for one in summary.quarantined] == [(11, reason)]
    assert summary.notes == len(lines) - 10
    assert len((tmp_path / "out.lines").read_text("utf-8").splitlines()) == len(lines) - 10


def test_a_note_that_cannot_be_written_is_set_aside_alone(archive, tmp_path, lines):
    archive.write_text("".join([*lines[:15], "a|1|this cannot be written\n", *lines[15:]]), "utf-8")
    summary = batch(archive, tmp_path / "out.lines").run()
    reason = "it couldn't be written (ValueError)"
    assert [(one.record, one.reason) for one in summary.quarantined] == [(16, reason)]
    assert len((tmp_path / "out.lines").read_text("utf-8").splitlines()) == summary.notes == len(lines)


def test_another_plan_is_no_way_to_go_on(archive, tmp_path):
    begun = batch(archive, tmp_path / "out.lines")
    with pytest.raises(KeyboardInterrupt):
        replace(begun, tell=stop_at(3)).run()
    with pytest.raises(ConfigError, match=r"with other: --style; give what was given then"):
        batch(archive, tmp_path / "out.lines", style="thesis").run()


def test_another_input_is_no_way_to_go_on(archive, tmp_path, lines):
    begun = batch(archive, tmp_path / "out.lines")
    with pytest.raises(KeyboardInterrupt):
        replace(begun, tell=stop_at(3)).run()
    archive.write_text("".join(lines[1:]), "utf-8")
    with pytest.raises(ConfigError, match=r"with other: input \(its place, size or time of change\);"):
        begun.run()


def test_what_only_a_worker_finds_wrong_leaves_no_folder_that_refuses_the_right_command(archive, tmp_path):
    with pytest.raises(UnknownNameError, match="no engine is called 'nothing'"):
        batch(archive, tmp_path / "out.lines", engine="nothing").run()
    assert not work_folder(tmp_path / "out.lines").exists()


def test_an_output_that_is_there_is_never_overwritten(archive, tmp_path):
    (tmp_path / "out.lines").write_text("mine")
    with pytest.raises(OutputError, match="exists already"):
        batch(archive, tmp_path / "out.lines").run()
    assert (tmp_path / "out.lines").read_text() == "mine"


def test_a_folder_that_is_not_ours_is_never_removed(archive, tmp_path):
    folder = work_folder(tmp_path / "out.lines")
    folder.mkdir()
    (folder / "thesis.txt").write_text("mine")
    with pytest.raises(OutputError, match="holds something else"):
        batch(archive, tmp_path / "out.lines").run()
    assert (folder / "thesis.txt").read_text() == "mine"


def test_nor_is_one_that_comes_meanwhile(archive, tmp_path):
    def someone_else(what, *_):
        (tmp_path / "out.lines").write_text("mine")

    begun = batch(archive, tmp_path / "out.lines")
    with pytest.raises(OutputError, match="by someone else"):
        replace(begun, tell=someone_else).run()
    assert (tmp_path / "out.lines").read_text() == "mine"
    (tmp_path / "out.lines").unlink()
    begun.run()
    assert (tmp_path / "out.lines").read_text() != "mine"


def stop_at(number):
    def tell(what, *_):
        tell.left -= what == "rewriting"
        if tell.left == 0:
            raise KeyboardInterrupt

    tell.left = number
    return tell


def test_the_folder_of_a_run_holds_no_words_of_notes_and_no_names_of_files(archive, tmp_path):
    secret = "Wilhelmina Zyxgrabowska"
    archive = archive.rename(tmp_path / "Osei_Bernadine.lines")
    archive.write_text(f"1|Okonkwo-77|Dr. {secret} saw Mr. Rotterdam in Springfield, DOB 1/2/1931.\n" * 40, "utf-8")
    with pytest.raises(KeyboardInterrupt):
        replace(batch(archive, tmp_path / "out.lines"), tell=stop_at(3)).run()
    held = b"".join(file.read_bytes() for file in work_folder(tmp_path / "out.lines").rglob("*") if file.is_file())
    for word in (*secret.split(), "Rotterdam", archive.stem, "rotterdam", "springfield", "Okonkwo-77", "1/2/1931"):
        assert word.encode() not in held


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


def test_each_stage_is_told_when_it_begins(archive, tmp_path):
    seen = []
    replace(batch(archive, tmp_path / "out.lines"), tell=lambda what, notes, *_: seen.append((what, notes))).run()
    assert seen[0] == ("looking ahead", 0)
    looked = [place for place, (what, _) in enumerate(seen) if what == "looking ahead"]
    assert seen[looked[-1] + 1] == ("loading the engine", 0)


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
    assert (tmp_path / "out.lines").read_bytes() == (tmp_path / "whole.lines").read_bytes()


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
from tests.batch.test_run import batch
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
            assert out.read_bytes() == undisturbed
            break
    if work_folder(out).exists():  # killed while it cleared away
        assert subprocess.run(words, cwd=ROOT, env=environment).returncode in (0, 1)
    assert out.read_bytes() == undisturbed
    assert not work_folder(out).exists()


def test_a_folder_is_another_input_when_its_files_change_places(tmp_path):
    """Its size and its newest file stay the same, and so would what is written of notes that are already done."""
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "b.txt").write_text("x")
    (folder / "lost.txt").symlink_to(tmp_path / "nowhere")
    source = FileSource(TEXTS, folder, Path("out"))
    before = source.stamp()
    (folder / "b.txt").rename(folder / "c.txt")
    assert source.stamp() != before
    (folder / "c.txt").rename(folder / "b.txt")
    assert source.stamp() == before


def test_files_behind_links_are_part_of_the_input(tmp_path):
    (tmp_path / "notes").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "notes" / "more").symlink_to(tmp_path / "elsewhere")
    source = FileSource(TEXTS, tmp_path / "notes", Path("out"))
    before = source.stamp()
    (tmp_path / "elsewhere" / "a.txt").write_text("x")
    assert source.stamp() != before


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
    shutil.rmtree(tmp_path / "out.work" / "parts")
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
