from dataclasses import replace

from incognote import formats
from incognote.replace.alignment_file import aligned
from incognote.replace.edits import apply
from incognote.types import Document, Span
from incognote.verify import findings
from incognote.verify.findings import Verdict
from incognote.verify.outputs import Files, Stream
from incognote.verify.verifier import Verifier


def test_of_notes_with_one_id_none_is_lost():
    stream = Stream(iter([Document("b", "leak"), Document("b", "clean"), Document("a", "x"), Document("a", "y")]))
    assert stream.take("a").text == "x"
    assert stream.take("b").text == "leak"
    assert stream.take("c") is None
    assert stream.rest() == ["a", "b"]


def test_a_row_that_comes_twice_fails():
    doc = Document("1", "Osei came", (Span(0, 4, "PATIENT"),))
    edited = apply(doc, ["[NAME]"])
    new = replace(edited.doc, id="b")
    verifier = Verifier(lambda doc: doc.patient)
    notes = [aligned(1, doc, new, edited.alignment)]
    verifier.learn([doc], notes)
    first, second = verifier.results([doc], notes, Stream(iter([new, replace(new, text="Osei came")])))
    assert (first.result.verdict, second.result.verdict) == (Verdict.PASS, Verdict.FAIL)
    assert [finding.reason for finding in second.result.findings] == [findings.EXTRA]


def test_notes_that_were_not_reached_are_left():
    stream = Stream(iter([Document("a", "x"), Document("b", "y"), Document("a", "z")]))
    assert stream.take("a").text == "x"
    assert stream.rest() == ["a", "b"]


def test_of_files_with_one_id_none_is_lost(tmp_path):
    (tmp_path / "b.txt").write_text("one")
    (tmp_path / "b.TXT").write_text("two")
    if len(list(tmp_path.iterdir())) == 2:  # not where file systems know no case
        files = Files(tmp_path, "text", formats.Options(), formats.Damage)
        assert files.take("b").text in ("one", "two")
        assert files.rest() == ["b"]
        assert files.take("a") is None
