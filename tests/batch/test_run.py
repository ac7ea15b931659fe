import json
import os
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from incognote.batch import labours
from incognote.batch.job import Left
from incognote.batch.labours import Look
from incognote.batch.run import FileSource, work_folder
from incognote.batch.summary import Quarantined, listed, write_private
from incognote.containers.base import Chunk, NewNote
from incognote.containers.texts import CONTAINER as TEXTS
from incognote.errors import ConfigError, DamagedInputError, OutputError, UnknownNameError
from tests.batch.lines import Lines, Opened, batch, set_aside, stop_at


def test_workers_and_chunks_change_nothing(archive, tmp_path):
    batch(archive, tmp_path / "one.lines").run()
    batch(archive, tmp_path / "two.lines", workers=2, records=7).run()
    for ending in ("", ".alignment.jsonl"):
        one, two = ((tmp_path / f"{name}.lines{ending}").read_bytes() for name in ("one", "two"))
        assert one == two


def test_each_note_is_there_once_in_order_and_under_a_new_name(archive, tmp_path, lines):
    batch(archive, tmp_path / "out.lines").run()
    new = (tmp_path / "out.lines").read_text("utf-8").splitlines()
    old = [one.partition("|")[0] for one in lines]
    assert len(new) == len(old) == len({one.partition("|")[0] for one in new})
    assert not {one.partition("|")[0] for one in new} & set(old)


def test_nothing_is_left_beside_the_output_but_the_report_and_the_side_file(archive, tmp_path):
    batch(archive, tmp_path / "out.lines").run()
    names = sorted(file.name for file in tmp_path.iterdir())
    assert names == ["notes.lines", "out.lines", "out.lines.alignment.jsonl", "out.lines.report.json"]
    path = tmp_path / "out.lines.report.json"
    for private in (path, tmp_path / "out.lines.alignment.jsonl"):
        assert os.name != "posix" or private.stat().st_mode & 0o777 == 0o600
    report = json.loads(path.read_text())
    assert report["labels"]["DATE"] > 10
    assert report["quarantined"] == 0


def test_records_that_fail_are_listed_and_the_rest_is_written(archive, tmp_path, lines):
    archive.write_text("".join([*lines[:15], "damaged\n", *lines[15:]]), "utf-8")
    summary = batch(archive, tmp_path / "out.lines").run()
    listed = (tmp_path / "out.lines.quarantine.jsonl").read_text()
    assert json.loads(listed) == {"source": "notes.lines", "record": 16, "reason": "it has no text"}
    assert (summary.notes, summary.quarantined) == (len(lines), 1)


def test_a_chunk_that_kills_who_opens_it_is_set_aside(archive, tmp_path, lines):
    archive.write_text("".join([*lines[:10], "opening dies|1|x\n", *lines[11:]]), "utf-8")
    summary = batch(archive, tmp_path / "out.lines").run()
    assert [record for record, _ in set_aside(tmp_path / "out.lines")] == [11]
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
    assert set_aside(tmp_path / "out.lines") == [(11, reason)]
    assert summary.notes == len(lines) - 10
    assert len((tmp_path / "out.lines").read_text("utf-8").splitlines()) == len(lines) - 10


def test_a_chunk_that_kills_who_writes_it_is_set_aside(archive, tmp_path, lines):
    archive.write_text("".join([*lines[:10], "a|1|this kills who writes it\n", *lines[11:]]), "utf-8")
    batch(archive, tmp_path / "out.lines").run()
    reason = "the records from here to the next chunk: the process died on it, for want of memory perhaps"
    assert set_aside(tmp_path / "out.lines") == [(11, reason)]


def test_a_note_that_cannot_be_written_is_found_without_writing_all_again_for_each(archive):
    class Counted(Opened):
        writes = 0

        def written(self, new):
            self.writes += 1
            return super().written(new)

    opened = Counted(Chunk(1, ["a|1|x"] * 700 + ["b|1|this cannot be written"] + ["c|1|y"] * 299))
    new = [NewNote(note.doc, (), None, str) for note in opened.notes]
    pieces, left = labours._written(opened, list(new))
    assert [place for place, note in enumerate(left) if isinstance(note, Left)] == [700]
    assert pieces[""].count(b"\n") == 999
    assert opened.writes < 25


def test_what_could_not_be_looked_at_is_not_written_when_it_can_be_read_later(archive, tmp_path, lines, monkeypatch):
    """The second file can't be read while the first is looked at; its notes might have changed what the first gets."""
    (tmp_path / "other.lines").write_text("".join(lines[:15]), "utf-8")
    chunks, found = Lines.chunks, [archive, tmp_path / "other.lines"]

    def unreadable(self, path, cutting):
        if path.name == "other.lines":
            raise DamagedInputError(path, "it can't be opened", "mend it")
        return chunks(self, path, cutting)

    monkeypatch.setattr(Lines, "chunks", unreadable)
    whole = batch(found, tmp_path / "whole").run()
    assert (whole.notes, set_aside(tmp_path / "whole")) == (len(lines), [(0, "it can't be opened; mend it")])
    with pytest.raises(KeyboardInterrupt):
        replace(batch(found, tmp_path / "out"), tell=stop_at(2)).run()
    monkeypatch.undo()
    with pytest.raises(ConfigError, match="the input was changed"):
        batch(found, tmp_path / "out").run()
    assert not (tmp_path / "out").exists()


def test_names_of_files_may_be_of_any_bytes(tmp_path):
    name = b"\xff\xfe.lines".decode("utf-8", "surrogateescape")
    write_private(tmp_path / "list", listed([Quarantined(name, 1, "it has no text")]))
    assert json.loads((tmp_path / "list").read_text("utf-8"))["source"] == name


def test_a_note_that_cannot_be_written_is_set_aside_alone(archive, tmp_path, lines):
    archive.write_text("".join([*lines[:15], "a|1|this cannot be written\n", *lines[15:]]), "utf-8")
    summary = batch(archive, tmp_path / "out.lines").run()
    reason = "it couldn't be written (ValueError)"
    assert set_aside(tmp_path / "out.lines") == [(16, reason)]
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


def test_the_folder_of_a_run_holds_no_words_of_notes_and_no_names_of_files(archive, tmp_path):
    secret = "Wilhelmina Zyxgrabowska"
    archive = archive.rename(tmp_path / "Osei_Bernadine.lines")
    archive.write_text(f"1|Okonkwo-77|Dr. {secret} saw Mr. Rotterdam in Springfield, DOB 1/2/1931.\n" * 40, "utf-8")
    with pytest.raises(KeyboardInterrupt):
        replace(batch(archive, tmp_path / "out.lines"), tell=stop_at(3)).run()
    held = b"".join(file.read_bytes() for file in work_folder(tmp_path / "out.lines").rglob("*") if file.is_file())
    for word in (*secret.split(), "Rotterdam", archive.stem, "rotterdam", "springfield", "Okonkwo-77", "1/2/1931"):
        assert word.encode() not in held


def test_each_stage_is_told_when_it_begins(archive, tmp_path):
    seen = []
    replace(batch(archive, tmp_path / "out.lines"), tell=lambda what, notes, *_: seen.append((what, notes))).run()
    assert seen[0] == ("looking ahead", 0)
    looked = [place for place, (what, _) in enumerate(seen) if what == "looking ahead"]
    assert seen[looked[-1] + 1] == ("loading the engine", 0)


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
