from incognote import formats
from incognote.types import Document
from incognote.verify.outputs import Files, Stream


def test_of_notes_with_one_id_none_is_lost():
    stream = Stream(iter([Document("b", "leak"), Document("b", "clean"), Document("a", "x"), Document("a", "y")]))
    assert stream.take("a").text == "x"
    assert stream.take("b").text == "leak"
    assert stream.take("c") is None
    assert stream.rest() == ["a", "b"]


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
