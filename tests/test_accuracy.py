"""The one table of all engines: what is counted, whence the numbers come, and that nothing is left out in silence."""

import json
import sys
from importlib import import_module
from math import isclose, nan
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given

from incognote import corpus, recipes
from incognote.errors import ConfigError
from incognote.evaluate.scores import Score
from incognote.experiments.plans import ENGINES
from incognote.learn.crossvalidation import learns
from incognote.pipeline import Pipeline
from incognote.types import Document, Span
from tests.strategies import documents

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "benchmarks"))
accuracy, calibration, counts, cultures, measured, out_of_fold, scatter = map(
    import_module, ("accuracy", "_calibration", "_counts", "_cultures", "_measured", "_out_of_fold", "_scatter")
)

TEXT = "Dr. Ana Núñez, 12/02/99: µg of O2 for Bo."
ANA, NUNEZ, DATE, BO = Span(4, 7, "DOCTOR"), Span(8, 13, "DOCTOR"), Span(15, 23, "DATE"), Span(38, 40, "PATIENT")
WHOLE = Span(4, 13, "DOCTOR")


def note(tokens, names, strict, places, others=6, leaks=0):
    return counts.Note(Score(*tokens), Score(*names), Score(*strict), Score(*places), others, leaks)


@pytest.mark.parametrize(
    ("gold", "pred", "expected"),
    [
        ([], [], note((0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0), others=12)),
        ([WHOLE, DATE, BO], [WHOLE, DATE, BO], note((6, 0, 0), (3, 0, 0), (3, 0, 0), (3, 0, 0))),
        ([WHOLE, BO], [], note((0, 0, 3), (0, 0, 3), (0, 0, 2), (0, 0, 2), others=9, leaks=3)),
        # another label, and a name in two pieces: all tokens are found
        ([WHOLE, DATE], [ANA, NUNEZ, Span(15, 23, "AGE")], note((5, 0, 0), (2, 0, 0), (0, 3, 2), (1, 2, 1), others=7)),
        # a part of a token finds it, but the rest of it leaks
        ([WHOLE], [Span(4, 10, "DOCTOR")], note((2, 0, 0), (2, 0, 0), (0, 1, 1), (0, 1, 1), others=10, leaks=1)),
        ([BO], [DATE], note((0, 3, 1), (0, 0, 1), (0, 1, 1), (0, 1, 1), others=11, leaks=1)),
    ],
)
def test_what_is_counted_in_a_note(gold, pred, expected):
    found = counts.count(Document("x", TEXT, tuple(gold)), Document("x", TEXT, tuple(pred)))
    assert found == expected
    assert counts.from_numbers(found.numbers()) == found


@given(documents())
def test_counts_agree_with_each_other(doc):
    bare = doc.with_spans(())
    missed, spurious, right = counts.count(doc, bare), counts.count(bare, doc), counts.count(doc, doc)
    tokens = len(counts.token_places(doc.text))
    assert missed.tokens.fn == spurious.tokens.fp == right.tokens.tp == tokens - right.others
    assert missed.names.fn == right.names.tp <= right.tokens.tp
    assert right.leaks == spurious.leaks == 0
    assert missed.leaks == missed.tokens.fn
    assert spurious.others == tokens


def figures(notes):
    return {figure.name: figure.value(notes) for figure in counts.FIGURES}


def test_figures_are_of_all_notes_together():
    one = note((8, 2, 2), (3, 0, 1), (2, 1, 1), (3, 0, 0), others=98, leaks=2)
    other = note((10, 0, 0), (4, 0, 0), (3, 0, 0), (3, 0, 0), others=102)
    found = figures([one, other])
    expected = (18 / 20, 18 / 20, 18 / 20, 7 / 8, 10 / 12, 1 / 2, 2 / 200)
    assert all(map(isclose, found.values(), expected))
    recall = counts.FIGURES[1]
    assert recall.interval([one, other]) == recall.interval([one, other]) == (0.8, 1.0)


def test_an_engine_without_labels_is_judged_by_place():
    bare = [note((1, 0, 0), (0, 0, 0), (0, 4, 4), (3, 1, 1))] * 2
    assert figures(counts.fairly(bare))["strict F"] == 0.75
    labelled = [*bare, note((1, 0, 0), (0, 0, 0), (1, 0, 0), (1, 0, 0))]
    assert counts.fairly(labelled) == labelled


DOCS = [
    Document(f"a{number % 3}-{number}", f"Seen by Dr. Osei on day {number}.", (Span(12, 16, "DOCTOR"),))
    for number in range(12)
]


def test_numbers_are_kept_without_text_and_found_once(tmp_path, monkeypatch, capsys):
    kept = tmp_path / "folds.jsonl"
    first = out_of_fold.counted_out_of_fold("identifinder", DOCS, out_of_fold.Work(), kept)
    assert "Osei" not in kept.read_text()
    assert "trained anew" in capsys.readouterr().err
    monkeypatch.setattr(out_of_fold, "crossvalidate", None)
    assert out_of_fold.counted_out_of_fold("identifinder", DOCS, out_of_fold.Work(), kept) == first
    assert sum(one.tokens.gold for one in first) == 12
    with pytest.raises(TypeError):  # other notes: there is work to do
        out_of_fold.counted_out_of_fold("identifinder", DOCS[:-1], out_of_fold.Work(), kept)


@pytest.mark.parametrize("tier", out_of_fold.TIERS)
def test_the_tiers_bring_their_numbers_for_the_recipes_and_the_corpus_as_they_are(tier):
    docs = list(corpus.read())
    gold = [counts.count(doc, doc) for doc in docs]
    for point in accuracy.POINTS:
        found = out_of_fold.counted_out_of_fold(f"{tier}@{point}", docs, out_of_fold.Work())
        assert [one.tokens.gold for one in found] == [one.tokens.tp for one in gold]
    assert out_of_fold.brought(tier, docs) == out_of_fold.brought(f"{tier}@safe", docs)
    with pytest.raises(ConfigError, match=r"tiers\.py --keep"):
        out_of_fold.brought(tier, docs[1:])


def test_what_is_kept_is_of_every_paper_and_of_the_corpus_as_it_is():
    lines = [json.loads(line) for line in out_of_fold.KEPT.read_text("utf-8").splitlines()]
    assert {line["engine"] for line in lines} == {name for name in ENGINES if learns(recipes.load(name))}
    docs = list(corpus.read())
    gold = [counts.count(doc, doc) for doc in docs]
    for line in lines:
        there = [counts.from_numbers(line["notes"][doc.id]) for doc in docs]
        assert len(there) == len(line["notes"])
        assert [one.tokens.gold for one in there] == [one.tokens.tp for one in gold]
        assert [one.others for one in there] == [one.others for one in gold]


@pytest.mark.parametrize("case", measured.CASES)
def test_a_note_in_one_case_keeps_its_places(case):
    doc = Document("x", "Straße İzmir ŉ Núñez ǅ", (Span(0, 6, "STREET"), Span(7, 12, "CITY")))
    changed = measured.in_case(doc, case)
    assert len(changed.text) == len(doc.text)
    assert changed.spans == doc.spans
    assert changed[Span(15, 20, "X")] == {"capitals": "NÚÑEZ", "small letters": "núñez"}[case]


def test_every_group_gets_the_same_sentences():
    bare = {group: [_without_names(doc) for doc in cultures.filled(group, 1)] for group in cultures.GROUPS}
    assert len(bare) == 8
    assert len(bare["English"]) == 40
    assert all(some == bare["English"] for some in bare.values())


def _without_names(doc):
    text = doc.text
    for span in reversed(doc.spans):
        text = text[: span.start] + "{}" + text[span.end :]
    return text


@pytest.mark.parametrize("group", cultures.GROUPS)
def test_names_are_of_the_group_and_in_the_case_of_their_sentence(group):
    known = {
        cultures.plain(name).lower()
        for (culture, _), names in cultures._listed().items()
        if culture in cultures.GROUPS[group]
        for name in names
    }
    docs = cultures.filled(group, 3)
    assert docs == cultures.filled(group, 3)
    for doc in docs:
        names = [doc[span] for span in doc.spans]
        assert names
        assert all(cultures.plain(name).lower() in known or len(name) == 1 for name in names)
        around = _without_names(doc)
        assert around != around.lower() or doc.text == doc.text.lower()
        assert around != around.upper() or doc.text == doc.text.upper()


@pytest.mark.parametrize(("name", "bare"), [("Nguyễn", "Nguyen"), ("Łukasz", "Lukasz"), ("Đặng", "Dang"), ("Li", "Li")])
def test_accents_can_be_left_out(name, bare):
    assert cultures.plain(name) == bare


class Finds:
    """Finds a word wherever it stands."""

    def __init__(self, word):
        self.word = word

    def detect(self, doc, layout):
        at = doc.text.find(self.word)
        return [Span(at, at + len(self.word), "DOCTOR")] if at >= 0 else []


def test_an_engine_is_measured_on_all_that_is_there(monkeypatch):
    monkeypatch.setattr(measured.spared, "terms", lambda: [("Osei disease", "eponym"), ("ear", "anatomy")])
    cases = {case: [measured.in_case(doc, case) for doc in DOCS] for case in measured.CASES}
    name = Document("n", "Osei Ng", (Span(0, 4, "PATIENT"), Span(5, 7, "PATIENT")))
    texts = measured.Texts(DOCS, cases, {"English": [name]}, [Document("o", "Osei is well, Osei 2")])
    found = measured.measure(Pipeline("x", [Finds("Osei")]), texts)
    assert sum(one.tokens.tp for one in found.gold) == 12
    assert found.cases == {"capitals": Score(0, 0, 12), "small letters": Score(0, 0, 12)}
    assert found.cultures == {"English": Score(1, 0, 1)}
    assert found.ordinary == Score(1, 0, 4)
    assert 0 < found.eponyms < 0.5


def test_dots_lie_inside_the_axes_and_those_without_figures_are_left_out():
    dots = [("one", "a", 0.31, 0.999), ("<two>", "b", 1.0, 0.2), ("three", "b", nan, 0.5)]
    svg = ElementTree.fromstring(scatter.scatter(dots, "dots").file())
    circles = [one for one in svg.iter() if one.tag.endswith("circle") and len(one)]
    assert len(circles) == 2
    for circle in circles:
        assert scatter.LEFT <= float(circle.get("cx")) <= scatter.LEFT + scatter.SIZE
        assert scatter.TOP <= float(circle.get("cy")) <= scatter.TOP + scatter.SIZE


def test_chances_are_gathered_by_tenths_without_what_nobody_doubts():
    said = [(0.0001, False), (0.05, False), (0.92, True), (0.98, False), (1.0, True)]
    low, high = calibration.bins(said)
    assert low == (0.05, 0.0, 1)
    assert high == (pytest.approx(0.9667, abs=1e-3), pytest.approx(2 / 3), 3)
    ElementTree.fromstring(calibration.calibration(said).file())


def test_the_whole_table(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(corpus, "read", lambda: iter(DOCS))
    monkeypatch.setattr(measured.spared, "terms", lambda: [("ear", "anatomy")])
    monkeypatch.chdir(tmp_path)
    files = [Path("table.md"), Path("dots.svg")]
    Path("mine.toml").write_text('[[detectors]]\nuse = "rules"\nmodules = ["dates"]\n')
    given = ["--gold", str(ROOT / "examples/gold"), "--engines", "mine.toml,nobody@safe", "--intervals", "--cases"]
    monkeypatch.setattr(sys, "argv", ["accuracy.py", *given, "--out", str(files[0]), "--plot", str(files[1])])
    accuracy.main()
    shown = capsys.readouterr()
    rows = [line.split()[:3] for line in shown.out.splitlines() if line.startswith("mine.toml ")]
    assert [row[0] for row in rows] == ["mine.toml"] * 3
    assert rows[0][1:] == ["open", "corpus"]
    assert rows[1][1] == "gold"
    assert shown.err.count("nobody@safe is left out") == 2
    assert "| mine.toml | gold |" in files[0].read_text("utf-8")
    assert files[1].read_text("utf-8").startswith("<svg")
