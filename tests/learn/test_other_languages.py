"""Nothing English is forced: recipes learn Spanish from invented notes, with every English list out of reach."""

import random
import re

import pytest

from incognote import lexicons, recipes
from incognote.detect.tagger import Tagger
from incognote.languages import ENGLISH
from incognote.learn.features import for_language
from incognote.learn.settings import in_language, settings_of
from incognote.learn.training import train
from incognote.types import Document, Span

GIVEN = ["Lucía", "Íñigo", "Remedios", "Antón", "Begoña", "Hugo", "Inés", "Raúl"]
SURNAMES = ["Peláez", "Ibáñez", "Muñiz", "Arrieta", "Quiroga", "Zubiri", "Otxoa", "Castaño"]
UNSEEN = ["Guadalupe", "Santiago", "Esther"]
TOWNS = ["Cuenca", "Soria", "Lugo", "Bogotá", "Úbeda", "Huesca"]
MARK = re.compile(r"\{(\w+):([^}]*)\}")


def document(number, marked):
    """A note whose PHI is marked as {LABEL:text}."""
    text, spans, end = "", [], 0
    for mark in MARK.finditer(marked):
        text += marked[end : mark.start()]
        spans.append(Span(len(text), len(text) + len(mark[2]), mark[1]))
        text, end = text + mark[2], mark.end()
    return Document(f"n{number}", text + marked[end:], tuple(spans))


def note(number, chance):
    given, first, second, doctor = chance.choice(GIVEN), *chance.sample(SURNAMES, 3)
    town, day, year = chance.choice(TOWNS), chance.randint(10, 28), chance.randint(1999, 2019)
    return document(
        number,
        f"Nombre: {{NOMBRE:{given}}}.\nApellidos: {{NOMBRE:{first} {second}}}.\nLocalidad: {{LUGAR:{town}}}.\n"
        f"Fecha de ingreso: {{FECHA:{day}/03/{year}}}.\n"
        f"Informe clínico: Paciente de {day} años que consulta por dolor de {day} horas; analítica normal.\n"
        f"Remitido por: Dr. {{MEDICO:{doctor} {second}}}, Hospital de {{LUGAR:{town}}}.\n",
    )


@pytest.fixture(scope="module")
def notes():
    chance = random.Random(3)
    return [note(number, chance) for number in range(40)]


@pytest.fixture
def without_english(monkeypatch):
    lexicons.load.cache_clear()
    lexicons.lines.cache_clear()
    file = lexicons._file

    def only_others(name):
        if lexicons.language_of(name) == ENGLISH:
            raise AssertionError(f"the English lexicon {name} was read")
        return file(name)

    def no_tags():
        raise AssertionError("English parts of speech were asked for")

    monkeypatch.setattr(lexicons, "_file", only_others)
    monkeypatch.setattr("incognote.layout.tags.tagger", no_tags)
    monkeypatch.setattr("incognote.detect.word_classes.word_classes", no_tags)


@pytest.mark.parametrize("name", ["incognote-es", "incognote-fast", "wi-deid", "crfd", "aramaki", "identifinder"])
def test_a_recipe_learns_spanish_with_no_english_within_reach(name, notes, without_english):
    recipe = in_language(recipes.load(name), "es")
    settings = settings_of(recipe)
    engine = recipes.around(recipe, name)(Tagger(name, settings, train(notes[:30], settings)))
    wanted = {(doc.id, span) for doc in notes[30:] for span in doc.spans}
    found = {(doc.id, span) for doc in notes[30:] for span in engine.find(doc.with_spans(())).spans}
    assert len(wanted & found) > 0.9 * len(wanted)
    assert len(found) < 1.1 * len(wanted)


def test_lists_tell_names_that_no_note_had():
    others = ["Fiebre", "Dolor", "Tos", "Mareo", "Astenia", "Disnea", "Vértigo", "Edema"]
    notes = [document(at, f"Acude con {word} a consulta.\n") for at, word in enumerate(others)]
    notes += [document(f"g{at}", f"Acude con {{FAMILIAR:{name}}} a consulta.\n") for at, name in enumerate(GIVEN)]
    settings = settings_of(recipes.load("incognote-es"))
    tagger = Tagger("es", settings, train(notes, settings))
    engine = recipes.around(recipes.load("incognote-es"), "es")(tagger)
    asked = {name: engine.find(Document("n", f"Acude con {name} a consulta.\n")).spans for name in (*UNSEEN, "Cefalea")}
    assert [name for name, spans in asked.items() if spans] == UNSEEN


@pytest.mark.parametrize(
    ("language", "left"),
    [("es", ["es/surnames"]), ("eu", []), ("fr", [])],
)
def test_dictionaries_keep_the_lists_of_the_language(language, left):
    both = {"use": "dictionary", "name": "a", "lexicons": [{"lexicon": "last"}, {"lexicon": "es/surnames"}]}
    taught = {**both, "name": "b", "labels": ["NOMBRE"]}
    kept = for_language([both, taught], language)
    assert [feature["name"] for feature in kept] == (["a", "b"] if left else ["b"])
    assert all([part["lexicon"] for part in feature.get("lexicons", [])] == left for feature in kept)


def test_what_joins_an_english_feature_is_left_out():
    words, names = ({"use": "joint", "name": use, "of": [[use, -1], ["folded", 0]]} for use in ("folded", "as-surname"))
    assert for_language([words, names], "es") == [words]


def test_for_another_language_than_its_own_a_recipe_is_its_tagger_alone():
    recipe = recipes.load("incognote-fast")
    assert [part["use"] for part in in_language(recipe, "en")["detectors"]] == ["rules", "tagger", "propagate"]
    assert in_language(recipe, None) == in_language(recipe, "en")
    (tagger,) = in_language(recipe, "es")["detectors"]
    assert "earlier" not in tagger
    assert not [feature["use"] for feature in tagger["features"] if feature["use"].startswith("found-")]
    own = {
        **recipe,
        "detectors": [{**part, "language": "es"} if part["use"] == "tagger" else part for part in recipe["detectors"]],
    }
    assert [part["use"] for part in in_language(own, "es")["detectors"]] == ["rules", "tagger", "propagate"]
