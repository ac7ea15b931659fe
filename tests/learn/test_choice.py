import pytest

from incognote.errors import ConfigError
from incognote.learn import crossvalidation, training
from incognote.learn.choice import choose

from .notes import notes, recipe

GRID = {"iterations": [1, 20], "l1": [0.1, 50.0]}


def test_the_best_combination_wins():
    docs = notes()
    told = []
    best, results = choose(docs, recipe(), GRID, 2, progress=lambda *seen: told.append(seen), workers=1)
    assert [values for values, _ in results] == [
        {"iterations": iterations, "l1": l1} for iterations in (1, 20) for l1 in (0.1, 50.0)
    ]
    scores = [f for _, f in results]
    assert scores[2] == max(scores) > scores[0]
    assert best["detectors"][0]["learner"] == {"use": "crf", "l1": 0.1, "l2": 0.1, "iterations": 20}
    assert told[-1] == ("choosing", 8, 8)


def test_one_class_is_chosen_by_places():
    docs = notes()
    _, results = choose(docs, recipe(one_class="PHI"), {"iterations": [20]}, 2, workers=1)
    assert results[0][1] > 0.5


def test_folds_go_by_author_where_there_are_several(monkeypatch):
    seen = []

    def train(docs, settings, parses=None):
        seen.append({doc.id for doc in docs})
        return training.train(docs, settings)

    monkeypatch.setattr(crossvalidation, "train", train)
    docs = notes(authors=2, each=3)
    choose(docs, recipe(), {"iterations": [1]}, 3, workers=1)
    assert sorted(map(sorted, seen)) == [[f"{author}-{number}" for number in (1, 2, 3)] for author in ("a0", "a1")]
    seen.clear()
    choose(notes(authors=1, each=3), recipe(), {"iterations": [1]}, 3, workers=1)
    assert len(seen) == 3


def test_choosing_goes_on_where_it_was_stopped(monkeypatch, tmp_path):
    docs, journal = notes(), tmp_path / "choice.jsonl"
    whole = choose(docs, recipe(), GRID, 2, journal, workers=1)
    monkeypatch.setattr(crossvalidation, "train", lambda docs, settings, parses=None: pytest.fail("trained again"))
    assert choose(docs, recipe(), GRID, 2, journal, workers=1) == whole


@pytest.mark.parametrize("grid", [{"l2": [0.1, -1]}, {"iterations": [5, 0]}, {"warmth": [1]}, {"l1": ["much"]}])
def test_nothing_is_trained_where_a_value_can_not_be(monkeypatch, grid):
    monkeypatch.setattr(crossvalidation, "train", lambda docs, settings, parses=None: pytest.fail("trained"))
    with pytest.raises(ConfigError, match="the learner 'crf'"):
        choose(notes(), recipe(), grid, 2, workers=1)


def test_choosing_does_not_change_what_it_is_given():
    given = recipe()
    choose(notes(), given, {"l1": [0.5]}, 2, workers=1)
    assert given == recipe()


def test_all_detectors_of_a_recipe_are_measured():
    docs = notes()
    with_rules = {"detectors": [*recipe(iterations=1)["detectors"], {"use": "rules", "modules": ["dates", "names"]}]}
    alone, joined = (choose(docs, one, {"l1": [50.0]}, 2, workers=1)[1][0][1] for one in (recipe(), with_rules))
    assert alone < joined
