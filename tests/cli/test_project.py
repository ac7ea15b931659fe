from pathlib import Path

import pytest

from incognote import formats
from incognote.serve.projects.marks import marks_of
from incognote.serve.projects.settings import ProjectSettings, change_settings
from incognote.serve.store import Store
from tests.serve.running import start

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_from_notes_to_somebodys_marks(call, tmp_path):
    data, out = tmp_path / "review", tmp_path / "ann"
    made = call("project", "new", "falls", "--data", data, "--notes", EXAMPLES / "gold", "--annotators", "ann, ben",
                "--engine", "incognote-fast", "--blind")  # fmt: skip
    assert "4 notes new" in made.err and "incognote-fast@safe has marked 4 notes" in made.err
    added = call("project", "add", "falls", "--data", data, "--notes", EXAMPLES / "annotators" / "ann", "--as", "ann")
    assert "0 notes new, 4 annotated" in added.err
    assert call("project", "list", "--data", data).out == "1\tfalls\t4 notes\tann 4 of 4, ben 0 of 4\n"
    call("project", "export", "falls", "--data", data, "--of", "ann", "--to", "inline", "--out", out)
    for doc in formats.read(EXAMPLES / "annotators" / "ann"):
        (same,) = (one for one in formats.read(out) if one.id == doc.id)
        assert (same.text, same.spans) == (doc.text, doc.spans)
    assert call("project", "export", "falls", "--data", data, "--out", tmp_path / "gold.jsonl").code == 3
    with_engine = call("project", "export", "falls", "--data", data, "--of", "engine:incognote-fast@safe", "--out",
                       tmp_path / "engine.jsonl")  # fmt: skip
    assert with_engine.code == 0


def test_notes_that_come_later_are_given_out_and_read_too(call, tmp_path):
    data = tmp_path / "review"
    (tmp_path / "more.jsonl").write_text('{"id": "more", "text": "Seen by Dr. OSEI."}\n')
    call("project", "new", "falls", "--data", data, "--notes", EXAMPLES / "gold", "--annotators", "ann,ben",
         "--engine", "incognote-fast", "--each", "1")  # fmt: skip
    call("project", "add", "falls", "--data", data, "--notes", tmp_path / "more.jsonl")
    assert "ann 0 of 3, ben 0 of 2" in call("project", "list", "--data", data).out
    store = Store(data)
    change_settings(store, 1, ProjectSettings(("ann",)), "adam")
    assert call("project", "list", "--data", data).out == "1\tfalls\t5 notes\tann 0 of 3, 2 notes of nobody\n"
    assert marks_of(store, 1, 5)["engine:incognote-fast@safe"].marks
    store.close()


def test_archives_come_in_too(call, tmp_path):
    data = tmp_path / "review"
    made = call("project", "new", "falls", "--data", data, "--notes", EXAMPLES / "fhir", "--annotators", "ann")
    assert "7 notes new" in made.err
    assert "4 notes new" in call("project", "add", "falls", "--data", data, "--notes", EXAMPLES / "hl7").err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["new", "falls", "--notes", "no-such"], "no such file"),
        (["new", "falls", "--notes", "empty.jsonl"], "there is no note"),
        (["new", "falls", "--engine", "no-such"], "no engine"),
        (["new", "falls", "--annotators", "a:b"], "colon"),
        (["new", "there"], "of that name already"),
        (["new", "falls", "--annotators", "ann", "--each", "2"], "1 annotator"),
        (["add", "other", "--notes", str(EXAMPLES / "gold")], "no project is called 'other'"),
        (["add", "there", "--notes", str(EXAMPLES / "gold"), "--as", "ben"], "called 'ben'"),
        (["export", "there", "--out", "x", "--to", "text"], "can't hold what was marked"),
        (["export", "there", "--out", "x.jsonl", "--of", "ann"], "nobody called 'ann'"),
    ],
)
def test_what_goes_wrong_leaves_nothing(call, tmp_path, monkeypatch, words, told):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.jsonl").touch()
    data = tmp_path / "review"
    call("project", "new", "there", "--data", data)
    before = call("project", "list", "--data", data).out
    refused = call("project", *words, "--data", data)
    assert refused.code != 0 and told in refused.err
    assert call("project", "list", "--data", data).out == before
    assert "nothing is kept there" in call("project", "list", "--data", tmp_path / "slip").err


def test_while_the_service_runs(call, tmp_path):
    running = start(tmp_path)
    data = tmp_path / "data"
    assert call("project", "new", "falls", "--data", data, "--notes", EXAMPLES / "gold").code == 0
    assert running.client("ada").get("/api/projects/1").json()["notes"] == 4
    running.stop()
