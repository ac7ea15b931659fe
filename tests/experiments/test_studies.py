"""Studies: trained, measured, kept, and gone on with."""

import json

import pytest

from incognote.errors import ConfigError
from incognote.experiments import studies
from incognote.experiments.classes import in_classes
from incognote.experiments.described import describe
from incognote.experiments.scores import Words, confusion_of, scores_of, total
from incognote.experiments.studies import CLASSES, LABELS, NAMES, OLD_AGES, Setup, Study, engine, run, with_features
from incognote.learn import crossvalidation
from incognote.learn.folds import author, author_split, random_folds
from incognote.types import Document

from ..learn.notes import recipe
from .notes import small_notes

RULES = {"detectors": [{"use": "rules", "modules": ["dates"]}]}
LEARNS = recipe(iterations=5)


def setup_of(docs=None, folds=2, **words):
    docs = docs or small_notes()
    corpora = {"random": docs, "oov": docs[::-1]}
    described = {name: describe(some) for name, some in corpora.items()}
    return Setup(corpora, described, {"random": Words(**words)}, folds)


def study(name="crf", corpus="random", task=CLASSES, split=False, content=LEARNS):
    return Study(corpus, name, content, task, split)


@pytest.fixture
def trained(monkeypatch):
    """The ids and labels of the notes that each training was given."""
    seen, train = [], crossvalidation.train

    def counting(docs, settings, parses=None):
        seen.append(({doc.id for doc in docs}, {span.label for doc in docs for span in doc.spans}))
        return train(docs, settings)

    monkeypatch.setattr(crossvalidation, "train", counting)
    return seen


def counts_of(results):
    return {key: result.counts for key, result in results.items()}


@pytest.mark.parametrize(
    ("made", "key"),
    [
        (study(), "random, crf"),
        (study(task=NAMES), "random, crf, names"),
        (study(task=LABELS, split=True), "random, crf, labels, split"),
        (study("SVM", "oov", OLD_AGES), "oov, SVM, old ages"),
    ],
)
def test_keys(made, key):
    assert made.key == key


def test_results_are_the_sum_over_folds(tmp_path):
    setup = setup_of(ambiguous=frozenset({"seen"}))
    results = run([study()], setup, tmp_path)
    folds = [json.loads(line) for line in (tmp_path / "folds" / "random.jsonl").read_text().splitlines()]
    assert [fold["what"] for fold in folds] == ["random, crf, fold 1", "random, crf, fold 2"]
    result = results["random, crf"]
    assert result.counts == total(fold["counts"] for fold in folds)
    assert result.seconds == pytest.approx(sum(fold["seconds"] for fold in folds) / 2)
    assert result.took == pytest.approx(sum(fold["took"] for fold in folds))
    words = confusion_of(result.counts)
    docs = setup.corpora["random"]
    assert words.counts.total() == sum(found.total() for found in setup.described["random"].words.values())
    assert words.score("DOCTOR").gold == len(docs)
    assert words.score("DATE").tp > 0  # it does learn something
    assert confusion_of(result.counts, "ambiguous").counts.total() == len(docs)


def test_counts_are_those_of_crossvalidation(tmp_path):
    docs = [in_classes(doc) for doc in small_notes()]
    (found,) = crossvalidation.crossvalidate(
        docs, [crossvalidation.Trial("crf", LEARNS, random_folds(len(docs), 2))], workers=1
    )
    results = run([study()], setup_of(), tmp_path)
    assert results["random, crf"].counts == scores_of(docs, found.found, Words())


def test_workers_change_nothing(tmp_path):
    tried = [study(split=True), study("rules", "oov", content=RULES)]
    one, two = (run(tried, setup_of(), tmp_path / str(workers), workers) for workers in (1, 2))
    assert counts_of(one) == counts_of(two)
    assert list(one) == list(two) == [some.key for some in tried]


def test_what_is_kept_is_not_done_again(tmp_path, trained):
    told = []
    first = run([study()], setup_of(), tmp_path)
    assert len(trained) == 2
    assert run([study()], setup_of(), tmp_path, progress=lambda *seen: told.append(seen)) == first
    assert len(trained) == 2
    assert told == [("", 2, 2)]
    more = run([study(), study(task=LABELS)], setup_of(), tmp_path)
    assert len(trained) == 4
    assert more["random, crf"] == first["random, crf"]


def test_work_that_was_stopped_goes_on(tmp_path, trained):
    whole = run([study()], setup_of(), tmp_path / "whole")
    calls = []

    def stop_after_one(what, done, of):
        calls.append(done)
        if done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run([study()], setup_of(), tmp_path / "cut", progress=stop_after_one)
    file = tmp_path / "cut" / "folds" / "random.jsonl"
    with file.open("a") as out:
        out.write('{"key":"torn')
    before = len(trained)
    assert counts_of(run([study()], setup_of(), tmp_path / "cut")) == counts_of(whole)
    assert len(trained) == before + 1


@pytest.mark.parametrize(
    ("made", "setup"),
    [
        (study(content=recipe(iterations=6)), setup_of()),
        (study(task=LABELS), setup_of()),
        (study(split=True), setup_of()),
        (study(), setup_of(folds=3)),
        (study(), setup_of(docs=small_notes()[:9])),
        (study(), setup_of(oov=frozenset({"abbott"}))),
    ],
    ids=["recipe", "task", "split", "folds", "notes", "words"],
)
def test_what_has_changed_is_done_again(tmp_path, trained, made, setup):
    run([study()], setup_of(), tmp_path)
    before = len(trained)
    run([made], setup, tmp_path)
    assert len(trained) > before


def test_two_studies_with_the_same_work_do_it_once(tmp_path, trained):
    results = run([study(), study("the same")], setup_of(), tmp_path)
    assert len(trained) == 2
    assert results["random, crf"] == results["random, the same"]


def test_a_split_is_trained_on_other_authors_alone(tmp_path, trained):
    docs = small_notes()
    results = run([study(split=True, task=LABELS)], setup_of(), tmp_path)
    ((ids, labels),) = trained
    measured = {author(docs[at]) for at in author_split(docs)}
    assert {author(Document(doc_id, "")) for doc_id in ids} == {author(doc) for doc in docs} - measured
    assert labels == {"DOCTOR", "CITY", "DATE"}
    counts = results["random, crf, labels, split"].counts
    assert counts["thesis"]["notes"] == len(author_split(docs))


@pytest.mark.parametrize(
    ("task", "labels"),
    [
        (CLASSES, {"DOCTOR", "LOCATION", "DATE"}),
        (NAMES, {"DOCTOR", "LOCATION"}),
        (OLD_AGES, {"DOCTOR", "LOCATION", "DATE"}),
        (LABELS, {"DOCTOR", "CITY", "DATE"}),
    ],
)
def test_what_is_learned_is_what_is_scored(tmp_path, trained, task, labels):
    (result,) = run([study(task=task)], setup_of(), tmp_path).values()
    assert all(seen == labels for _, seen in trained)
    assert result.counts["entities"]["strict"].keys() <= labels
    assert ("mistakes" in result.counts) == (task == LABELS)


def test_rules_are_scored_in_the_task_too(tmp_path):
    by_classes, by_names = run(
        [study("rules", content=RULES), study("rules", task=NAMES, content=RULES)], setup_of(), tmp_path
    ).values()
    assert confusion_of(by_classes.counts).score("DATE").tp == len(small_notes())
    assert confusion_of(by_names.counts).phi().system == 0  # a date is no name


def test_folds_hold_no_word_of_a_note(tmp_path):
    run([study(), study(task=LABELS)], setup_of(ambiguous=frozenset({"asthma"})), tmp_path)
    kept = (tmp_path / "folds" / "random.jsonl").read_text().lower()
    assert not any(word in kept for word in ("abbott", "asthma", "7/2021", "seen"))


def test_too_few_notes_are_said_before_any_work(tmp_path, trained):
    with pytest.raises(ConfigError, match="too few notes for 20 folds"):
        run([study()], setup_of(folds=20), tmp_path)
    assert not trained


def test_a_recipe_with_other_features():
    whole = engine("random", "stat-deid")
    made = with_features(whole, "Target words", [{"use": "lemma"}], within="note")
    (part,) = made.recipe["detectors"]
    (before,) = whole.recipe["detectors"]
    assert part == {**before, "features": [{"use": "lemma"}], "within": "note"}
    assert made.key == "random, Target words"
    assert studies.engine("random", "stat-deid").recipe == whole.recipe  # which stays as it is
