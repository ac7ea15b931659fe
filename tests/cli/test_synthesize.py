import json

import pytest

from incognote import formats
from incognote.cli import synthesize as command
from incognote.experiments.corpora import STYLES
from incognote.types import Document, Span

from ..experiments.notes import note, small_notes

MARKED = [
    Document("m1", "Seen by Dr. [**Last Name**] at [**Hospital1 18**] on [**2151-7-16**] for asthma and sepsis.\n"),
    Document("m2", "Patient takes heparin daily. No fever.\n"),
]


@pytest.fixture
def folder(tmp_path):
    formats.write(small_notes(), tmp_path / "notes.jsonl", "jsonl")
    formats.write(MARKED, tmp_path / "marked.jsonl", "jsonl")
    return tmp_path


def synthesize(call, style="random", source="notes.jsonl", out="made.jsonl", seed=1, more=()):
    return call("synthesize", style, "--from", source, "--out", out, "--seed", seed, *more)


def test_the_styles_are_those_that_there_are():
    assert sorted(command._STYLES) == sorted(STYLES)


@pytest.mark.parametrize("style", STYLES)
def test_every_style(call, folder, style):
    done = synthesize(call, style)
    assert done.code == 0
    assert "10 notes -> made.jsonl (jsonl)" in done.err
    assert f"style {style}" in done.out
    made = list(formats.read(folder / "made.jsonl"))
    for doc, source in zip(made, small_notes(), strict=True):
        assert doc.id == source.id
        assert [span.label for span in doc.spans] == [span.label for span in source.spans]
        assert not {doc[span] for span in doc.spans} & {source[span] for span in source.spans}
        assert doc.text.endswith(" for asthma. Pneumonia since. Takes heparin.\n")
    assert not any(word in done.out + done.err for word in ("Abbott", made[0][made[0].spans[0]]))


@pytest.mark.parametrize(
    ("out", "to", "name"),
    [
        ("made", None, "inline"),
        ("made.jsonl", None, "jsonl"),
        ("made.csv", None, "csv"),
        ("made.xml", None, "i2b2-2006"),
        ("made", "brat", "brat"),
        ("made", "i2b2-2014", "i2b2-2014"),
        ("made.conll", "conll", "conll"),
    ],
)
def test_formats(call, folder, out, to, name):
    labels = ["--labels", "i2b2-2006"] if name == "i2b2-2006" else []
    done = synthesize(call, out=out, more=[*(["--to", to] if to else []), *labels])
    assert done.code == 0, done.err
    assert f"({name})" in done.err
    assert sum(len(doc.spans) for doc in formats.read(folder / out, name)) == 30


@pytest.mark.parametrize(
    ("labels", "names"),
    [
        ("i2b2-2014", {"DOCTOR", "CITY", "DATE"}),
        ("i2b2-2006", {"DOCTOR", "LOCATION", "DATE"}),
        ("thesis", {"Last name", "Location", "Full date"}),
    ],
)
def test_labels(call, folder, labels, names):
    assert synthesize(call, more=["--labels", labels]).code == 0
    assert {span.label for doc in formats.read(folder / "made.jsonl") for span in doc.spans} == names


def test_a_seed_tells_all(call, folder):
    for seed, out in ((1, "a.jsonl"), (1, "b.jsonl"), (2, "c.jsonl")):
        assert synthesize(call, out=out, seed=seed).code == 0
    one, again, other = ((folder / f"{name}.jsonl").read_bytes() for name in "abc")
    assert one == again != other


def test_so_many_words_and_figures_as_json(call, folder):
    done = synthesize(call, "training", more=["--words", 30, "--json", "figures.json"])
    assert done.code == 0
    made = list(formats.read(folder / "made.jsonl"))
    assert 1 < len(made) < 5
    rows = json.loads((folder / "figures.json").read_text())["synthesized"]["rows"]
    words = {row["class"]: row["words"] for row in rows}
    assert words["Date"] == len(made)
    assert sum(words.values()) >= 30


def test_notes_that_phi_was_taken_out_of(call, folder, monkeypatch):
    from incognote.synth import templates

    monkeypatch.setattr(templates, "engines", lambda: lambda doc: [])
    done = synthesize(call, source="marked.jsonl")
    assert done.code == 0, done.err
    made = {doc.id: doc for doc in formats.read(folder / "made.jsonl")}
    doc = made["m1"]
    assert "[**" not in doc.text
    assert [span.label for span in doc.spans] == ["DOCTOR", "HOSPITAL", "DATE"]
    assert doc.text.startswith("Seen by Dr. ")
    assert doc.text.endswith(" for asthma and sepsis.\n")


def test_notes_that_cannot_be_told_are_left_out_and_counted(call, folder, monkeypatch):
    from incognote.synth import templates

    slotted = templates.slotted
    monkeypatch.setattr(templates, "engines", lambda: lambda doc: [])
    monkeypatch.setattr(templates, "slotted", lambda doc, *more: None if doc.id == "m2" else slotted(doc, *more))
    done = synthesize(call, source="marked.jsonl")
    assert done.code == 0
    assert "1 note left out: a mark of unknown kind, or a word like a name" in done.err
    assert [doc.id for doc in formats.read(folder / "made.jsonl")] == ["m1"]


def test_notes_without_slots(call, folder, monkeypatch):
    from incognote.synth import templates

    monkeypatch.setattr(templates, "engines", lambda: lambda doc: [])
    formats.write([MARKED[1]], folder / "plain.jsonl", "jsonl")
    done = synthesize(call, source="plain.jsonl")
    assert done.code == 2
    assert "plain.jsonl: no note there has PHI, or a place from which it was taken; give notes that are" in done.err
    assert not (folder / "made.jsonl").exists()


def test_phi_that_overlaps_is_filled_once(call, folder):
    text = "Mr. Abbott Birch left."
    spans = (Span(4, 16, "PATIENT"), Span(11, 16, "DOCTOR"))
    formats.write([Document("a", text, spans)], folder / "over.jsonl", "jsonl")
    assert synthesize(call, source="over.jsonl").code == 0
    (doc,) = formats.read(folder / "made.jsonl")
    assert [span.label for span in doc.spans] == ["PATIENT"]
    assert "Abbott" not in doc.text


@pytest.mark.parametrize(
    ("arguments", "code", "problem"),
    [
        (["randon", "--from", "notes.jsonl", "--out", "x.jsonl", "--seed", "1"], 2, "'randon' is not one of"),
        (["random", "--from", "notes.jsonl", "--out", "x.jsonl"], 2, "Missing option '--seed'"),
        (["random", "--out", "x.jsonl", "--seed", "1"], 2, "Missing option '--from'"),
        (["random", "--from", "notes.jsonl", "--seed", "1"], 2, "Missing option '--out'"),
        (["random", "--from", "notes.jsonl", "--out", "x.jsonl", "--seed", "1", "--words", "0"], 2, "0 is not in"),
        (["random", "--from", "notes.jsonl", "--out", "x.jsonl", "--seed", "1", "--to", "doc"], 2, "'doc'"),
        (["random", "--from", "notes.jsonl", "--out", "x.doc", "--seed", "1", "--to", "jsonl"], 2, "--out must end in"),
        (["random", "--from", "notes.jsonl", "--out", "x.jsonl", "--seed", "1", "--labels", "mine"], 2, "no label set"),
        (["random", "--from", "nowhere", "--out", "x.jsonl", "--seed", "1"], 3, "nowhere"),
        (["random", "--from", "notes.jsonl", "--out", "marked.jsonl", "--seed", "1"], 3, "marked.jsonl exists already"),
        (
            ["random", "--from", "notes.jsonl", "--out", "x.jsonl", "--seed", "1", "--json", "notes.jsonl"],
            3,
            "notes.jsonl exists already",
        ),
    ],
)
def test_wrong_use_says_what_to_do(call, folder, arguments, code, problem):
    before = {file: file.read_bytes() for file in folder.iterdir()}
    done = call("synthesize", *arguments)
    assert (done.code, problem in done.err) == (code, True), done.err
    assert {file: file.read_bytes() for file in folder.iterdir()} == before


def test_damaged_notes_are_set_aside(call, folder):
    with (folder / "notes.jsonl").open("a") as out:
        out.write('{"id": \n')
    assert synthesize(call).code == 3
    assert synthesize(call, more=["--keep-going"]).code == 4
    assert len(list(formats.read(folder / "made.jsonl"))) == 10


def test_help(call):
    done = call("synthesize", "--help")
    assert done.code == 0
    assert all(word in done.out for word in (*STYLES, "--from", "--seed", "--words", "--labels", "--to"))
    for style in STYLES:
        assert f"\n  {style} " in done.out  # on a line of its own


def test_labels_of_the_2006_challenge_become_ours(call, folder):
    formats.write(
        [note("a", "Mr. Abbott, 12345.", ("Abbott", "PATIENT"), ("12345", "ID"))], folder / "o.jsonl", "jsonl"
    )
    assert synthesize(call, source="o.jsonl").code == 0
    (doc,) = formats.read(folder / "made.jsonl")
    assert [span.label for span in doc.spans] == ["PATIENT", "IDNUM"]
    assert "Abbott" not in doc.text


def test_labels_of_another_set_are_told(call, folder):
    formats.write([note("a", "Mr. Abbott came.", ("Abbott", "PERSON"))], folder / "o.jsonl", "jsonl")
    done = synthesize(call, source="o.jsonl")
    assert done.code == 2
    assert "incognote convert --labels" in done.err
    assert "Abbott" not in done.err
    assert not (folder / "made.jsonl").exists()
