"""NOTE_NLP is written beside the output of NOTE: over nothing that is there, and told before a run begins."""

import pytest

from incognote.batch.job import Job
from incognote.batch.run import work_folder
from incognote.batch.sources import batch_of
from incognote.containers.base import Cutting
from incognote.engine_choice import EngineChoice
from incognote.errors import OutputError
from incognote.replace.keys import Key

JOB = Job(Key(bytes(range(32))), EngineChoice("deid"))


@pytest.fixture
def batch(tmp_path):
    (tmp_path / "note.csv").write_text("note_id,person_id,note_text\n1,5,Seen by Dr. Holt\n")
    return lambda: batch_of(
        str(tmp_path / "note.csv"), str(tmp_path / "out.csv"), None, JOB, Cutting(), {}, 1, 60, lambda *_: None
    )


def test_one_that_is_there_is_told_before_the_run(batch, tmp_path):
    (tmp_path / "out.note_nlp.csv").write_text("mine")
    with pytest.raises(OutputError, match=r"out\.note_nlp\.csv exists already; remove it or choose another place"):
        batch()
    assert (tmp_path / "out.note_nlp.csv").read_text() == "mine"
    assert not work_folder(tmp_path / "out.csv").exists()


def test_where_the_output_is_there_too_that_is_told_first(batch, tmp_path):
    for name in ("out.csv", "out.note_nlp.csv"):
        (tmp_path / name).write_text("mine")
    with pytest.raises(OutputError, match=r"out\.csv exists already"):
        batch().run()


def test_that_of_a_run_that_goes_on_is_its_own(batch, tmp_path, monkeypatch):
    def killed_between(out, target):
        (out / "out.note_nlp.csv").rename(tmp_path / "out.note_nlp.csv")
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr("incognote.batch.run.place_all", killed_between)
        batch().run()
    assert work_folder(tmp_path / "out.csv").exists()
    batch().run()
    assert len((tmp_path / "out.csv").read_text().splitlines()) == 2
    assert len((tmp_path / "out.note_nlp.csv").read_text().splitlines()) > 1
