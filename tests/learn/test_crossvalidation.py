import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.errors import ConfigError, FaultError
from incognote.layout import parsing
from incognote.learn import crossvalidation, training
from incognote.learn.crossvalidation import Trial, crossvalidate, folds_of_trial, label_fold, learns, parse_once
from incognote.learn.folds import author, author_folds, author_split, folds_by, has_authors, random_folds
from incognote.learn.settings import in_language
from incognote.types import Document

from .notes import notes, recipe

RULES = {"detectors": [{"use": "rules", "modules": ["dates"]}]}


def trial(docs, folds=4, **settings):
    return Trial("small", recipe(**settings), author_folds(docs, folds))


@pytest.fixture
def trained(monkeypatch):
    """What each fold was trained on, and the learner that came of it."""
    seen = []

    def train(docs, settings, parses=None):
        seen.append((docs, training.train(docs, settings)))
        return seen[-1][1]

    monkeypatch.setattr(crossvalidation, "train", train)
    return seen


def test_each_note_is_labelled_once_in_its_place():
    docs = notes()
    (result,) = crossvalidate(docs, [trial(docs)], workers=1)
    assert [(doc.id, doc.text) for doc in result.found] == [(doc.id, doc.text) for doc in docs]
    hits = sum(len(set(doc.spans) & set(found.spans)) for doc, found in zip(docs, result.found, strict=True))
    assert hits > len(docs)  # it does learn something
    assert result.seconds > 0


def test_nothing_of_a_fold_is_in_what_was_trained_for_it(trained):
    docs = notes()
    crossvalidate(docs, [trial(docs)], workers=1)
    assert len(trained) == 4
    for held_out, (training_docs, learner) in zip(author_folds(docs, 4), trained, strict=True):
        assert {doc.id for doc in training_docs} == {doc.id for doc in docs} - {docs[at].id for at in held_out}
        texts = learner.state().texts
        learned = {value.lower() for table in texts["tables"] for value in table}
        dictionary = set(texts["dictionaries"]["doctors"])
        own = {docs[at].text.split()[3].lower() for at in held_out}
        others = {doc.text.split()[3].lower() for doc in docs} - own
        assert not own & (learned | dictionary)
        assert others <= dictionary


def test_the_gold_of_a_fold_does_not_change_its_labels():
    docs = notes()
    folds = author_folds(docs, 4)
    bare = [doc.with_spans(()) if at in folds[0] else doc for at, doc in enumerate(docs)]
    with_gold, without = (
        crossvalidate(some, [Trial("small", recipe(), folds)], workers=1)[0].found for some in (docs, bare)
    )
    assert [with_gold[at].spans for at in folds[0]] == [without[at].spans for at in folds[0]]


def test_workers_change_nothing():
    docs = notes()
    trials = [trial(docs, folds=2), Trial("random", recipe(), random_folds(len(docs), 2))]
    one, two = (crossvalidate(docs, trials, workers=workers) for workers in (1, 2))
    assert one == two


def test_an_engine_without_a_tagger_labels_all_notes_once():
    docs = notes()
    told = []
    trials = [Trial("rules", RULES, folds) for folds in (author_folds(docs, 2), random_folds(len(docs), 3))]
    by_author, at_random = crossvalidate(docs, trials, workers=1, progress=lambda *seen: told.append(seen))
    assert told == [("rules", 0, 1), ("rules", 1, 1)]
    assert by_author == at_random
    assert all([span.label for span in doc.spans] == ["DATE"] for doc in by_author.found)
    assert by_author.seconds == 0
    assert learns(recipe())
    assert not learns(RULES)


def test_a_journal_goes_on_where_work_was_stopped(monkeypatch, tmp_path):
    docs, file = notes(), tmp_path / "folds.jsonl"
    uninterrupted = crossvalidate(docs, [trial(docs)], workers=1)
    calls = []

    def fails_in_the_second_fold(training_docs, settings, parses=None):
        calls.append(len(training_docs))
        if len(calls) == 2:
            raise KeyboardInterrupt
        return training.train(training_docs, settings)

    monkeypatch.setattr(crossvalidation, "train", fails_in_the_second_fold)
    with pytest.raises(KeyboardInterrupt):
        crossvalidate(docs, [trial(docs)], workers=1, journal=file)
    assert len(file.read_text().splitlines()) == 2
    with file.open("a") as out:
        out.write('{"key": "torn')  # killed while it wrote

    told = []
    resumed = crossvalidate(docs, [trial(docs)], 1, file, lambda *seen: told.append(seen))
    assert resumed == uninterrupted
    assert {span.source for doc in resumed[0].found for span in doc.spans} == {"tagger:small"}
    assert told[0] == ("small", 1, 4)
    assert len(calls) == 2 + 3
    assert not any(word in file.read_text() for word in ("Dr.", "pain", "Abbott"))

    crossvalidate(docs, [trial(docs)], 1, file)
    assert len(calls) == 2 + 3
    assert len([json.loads(line) for line in file.read_text().splitlines()]) == 1 + 4


def test_a_journal_is_for_one_parser(tmp_path, trained, monkeypatch):
    docs, file = notes(), tmp_path / "folds.jsonl"
    for version, times in (("1", 4), ("1", 4), ("2", 8), (None, 12)):
        monkeypatch.setattr(parsing, "parser_version", lambda version=version: version)
        crossvalidate(docs, [trial(docs, features=[{"use": "syntax"}])], 1, file)
        assert len(trained) == times


@pytest.mark.parametrize("change", ["recipe", "corpus", "folds"])
def test_a_journal_is_for_one_recipe_corpus_and_folds(change, tmp_path, trained):
    docs, file = notes(), tmp_path / "folds.jsonl"
    crossvalidate(docs, [trial(docs)], 1, file)
    again = {
        "recipe": (docs, trial(docs, iterations=3)),
        "corpus": ([docs[0].with_spans(()), *docs[1:]], trial(docs)),
        "folds": (docs, trial(docs, folds=2)),
    }
    before = len(trained)
    crossvalidate(again[change][0], [again[change][1]], 1, file)
    assert len(trained) == before + len(again[change][1].folds)


@pytest.mark.parametrize("content", ["notes of somebody\n", '{"id": "1", "text": "a note"}', "\ud800"])
def test_another_file_is_no_journal_and_stays_as_it_is(content, tmp_path):
    docs, file = notes(), tmp_path / "notes.jsonl"
    file.write_bytes(content.encode("utf-8", "surrogatepass"))
    with pytest.raises(ConfigError, match="no journal") as error:
        crossvalidate(docs, [trial(docs)], 1, file)
    assert "somebody" not in str(error.value)
    assert file.read_bytes() == content.encode("utf-8", "surrogatepass")


@pytest.mark.parametrize("workers", [1, 2])
def test_a_fold_that_fails_fails_the_run_without_the_words_of_its_error(workers):
    docs = notes()
    tables = {name: {} for name in ("phi", "clues", "words", "approximate", "derived")}
    heuristic = {"use": "heuristic", "common": [], "rule": [{"Abbottx": 1}], **tables}
    faulty = {"detectors": [*recipe()["detectors"], heuristic]}
    with pytest.raises(FaultError, match=r"^small, fold \d failed \(TypeError in heuristic.py, line \d+\)") as error:
        crossvalidate(docs, [Trial("small", faulty, author_folds(docs, 4))], workers=workers)
    assert "Abbott" not in str(error.value)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_of_ours_says_what_to_do(workers):
    docs = notes()
    unknown = recipe(features=[{"use": "no-such-feature"}])
    with pytest.raises(ConfigError, match="no feature is called 'no-such-feature'"):
        crossvalidate(docs, [Trial("small", unknown, author_folds(docs, 4))], workers=workers)


def test_a_second_stage_needs_enough_notes_in_every_fold(trained):
    docs = notes(authors=2, each=2)
    second = {"folds": 3, "features": [{"use": "token-majority-in-record"}]}
    with pytest.raises(ConfigError, match="a second stage needs at least 3 notes, there are 2"):
        crossvalidate(docs, [trial(docs), trial(docs, second=second)], workers=1)
    assert not trained


def test_what_training_needs_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pycrfsuite", None)
    docs = notes()
    with pytest.raises(ConfigError, match=r"training needs pycrfsuite, .* install incognote\[train\]"):
        crossvalidate(docs, [trial(docs)], workers=1)


def test_a_recipe_in_another_language():
    spanish = in_language(recipe(features=[{"use": "tag"}]), "es")
    assert spanish["detectors"][0]["language"] == "es"
    docs = notes()
    (result,) = crossvalidate(docs, [Trial("es", spanish, author_folds(docs, 2))], workers=1)  # needs no English tags
    assert len(result.found) == len(docs)


@given(st.lists(st.sampled_from("abcdef"), min_size=2), st.integers(2, 12))
def test_folds_part_the_notes(authors, folds):
    docs = [Document(f"{author}-{number}", "") for number, author in enumerate(authors)]
    folds = min(folds, len(docs))
    for kind in ["random", *["author"] * (len(set(authors)) > 1)]:
        parts = folds_by(kind, docs, folds)
        assert sorted(at for part in parts for at in part) == list(range(len(docs)))
        if kind == "author":
            of_folds = [{authors[at] for at in part} for part in parts]
            assert sum(map(len, of_folds)) == len(set(authors))
    assert has_authors(docs) == (1 < len(set(authors)) < len(authors))


def test_notes_that_share_an_id_are_refused():
    docs = notes()
    with pytest.raises(ConfigError, match="two notes have one id"):
        crossvalidate([*docs, docs[0]], [trial(docs)], 1)


def test_folds_of_a_trial_hide_the_gold_of_what_is_held_out():
    docs = notes()
    folds = folds_of_trial(docs, trial(docs))
    assert [fold.number for fold in folds] == [1, 2, 3, 4]
    assert len({fold.key for fold in folds}) == 4
    for fold in folds:
        assert not any(doc.spans for doc in fold.held_out)
        assert all(doc.spans for doc in fold.training)
        assert sorted(doc.id for doc in (*fold.held_out, *fold.training)) == sorted(doc.id for doc in docs)
    assert "Abbott" not in f"{folds[0]!r} {folds[0]}"


def test_a_fold_is_labelled_by_what_it_is_not_trained_on():
    docs = notes()
    fold = folds_of_trial(docs, trial(docs))[0]
    key, labelled = label_fold(fold)
    assert key == fold.key
    assert labelled.spans.keys() == {doc.id for doc in fold.held_out}
    assert labelled.seconds > 0
    assert any(labelled.spans.values())


@pytest.mark.parametrize("syntactic", [0, 1, 2])
def test_sentences_are_parsed_once_for_all_recipes(syntactic, monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(crossvalidation, "readings_of", lambda *given: asked.append(given))
    docs = notes()
    tried = [recipe(), RULES, *[recipe(features=[{"use": "syntax"}])] * syntactic]
    parse_once(docs, tried, tmp_path / "parses")
    assert [(given[0], given[3]) for given in asked] == [(docs, tmp_path / "parses")] * bool(syntactic)


@given(st.lists(st.sampled_from("abcdefgh"), min_size=1))
def test_a_split_by_author_leaves_three_in_five_to_learn_from(authors):
    docs = [Document(f"{author}-{number}", "") for number, author in enumerate(authors)]
    if len(set(authors)) == 1:
        with pytest.raises(ConfigError, match="all notes are of one author"):
            author_split(docs)
        return
    held_out = author_split(docs)
    assert held_out == sorted(set(held_out))
    measured = {author(docs[at]) for at in held_out}
    learned = {author(doc) for at, doc in enumerate(docs) if at not in held_out}
    assert measured
    assert learned
    assert not measured & learned
    assert abs(5 * len(measured) - 2 * len(set(authors))) <= 3
