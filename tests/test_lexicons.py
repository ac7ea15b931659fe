import subprocess
import sys
import tomllib
import unicodedata
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote import lexicons
from incognote.errors import ConfigError, UnknownNameError

FOLDER = files("incognote.data").joinpath("lexicons")

FACTS = {
    "abbreviations": ["mae", "oob", "perrla", "nkda", "cabg"],
    "anatomy": ["femur", "aorta"],
    "common-words": ["patient", "walking", "colour"],
    "companies": ["walgreens", "blue cross"],
    "company-words": ["inc", "pharmacy"],
    "counties": ["suffolk", "los angeles", "norfolk"],
    "countries": ["germany", "united states", "usa"],
    "device-words": ["catheter", "stent"],
    "diseases": ["pneumonia", "diabetes mellitus", "crohn's disease"],
    "drugs": ["warfarin", "lasix", "vancomycin"],
    "eponyms": ["parkinson", "foley", "swan-ganz", "babinski"],
    "es/countries": ["españa", "espana", "ee. uu."],
    "es/given-names": ["maría", "maria", "íñigo"],
    "es/places": ["cuenca", "bogotá", "andalucía"],
    "es/professions": ["albañil", "abogado"],
    "es/surnames": ["garcía", "garcia", "ibáñez"],
    "first-female": ["mary", "fatima"],
    "first-male": ["james", "mohammed"],
    "holidays": ["christmas", "thanksgiving", "boxing day"],
    "hospital-words": ["hospital", "medical center"],
    "hospitals": ["mgh", "mayo clinic"],
    "lab-words": ["sodium", "hgb"],
    "languages": ["spanish", "cantonese"],
    "last": ["smith", "garcia", "nguyen"],
    "medical-words": ["troponin", "ceftriaxone"],
    "mesh": ["myocardial infarction", "aspirin"],
    "months": ["january", "sept"],
    "name-particles": ["van", "de la"],
    "name-prefixes": ["dr.", "mrs", "señora"],
    "name-suffixes": ["jr", "m.d.", "rn"],
    "nationalities": ["irish", "puerto rican"],
    "place-after": ["ville", "heights"],
    "place-before": ["fort", "san"],
    "places-ambiguous": ["anchorage"],
    "places-clear": ["chicago", "são paulo", "sao paulo"],
    "professions": ["plumber", "cardiologist"],
    "regions": ["ontario", "bavaria", "scotland"],
    "religions": ["catholic", "jehovah's witness"],
    "school-words": ["university", "high school"],
    "states": ["ohio", "ma"],
    "street-suffixes": ["street", "blvd", "strasse"],
    "ward-words": ["micu", "pavilion"],
    "weekdays": ["monday", "tues"],
    "zip3": ["021", "940"],
}


def test_facts_are_told_of_every_lexicon():
    assert sorted(FACTS) == lexicons.names()


@pytest.mark.parametrize("name", FACTS)
def test_known_items_are_there(name):
    lexicon = lexicons.load(name)
    assert [item for item in FACTS[name] if item not in lexicon] == []


@pytest.mark.parametrize("name", FACTS)
def test_a_lexicon_is_what_its_source_says(name):
    source = tomllib.loads(FOLDER.joinpath(name, "source.toml").read_text("utf-8"))
    lines = FOLDER.joinpath(name, "items.txt").read_text("utf-8").splitlines()
    items = [line.partition("\t")[0] for line in lines]
    assert source["what"]
    assert source["sources"]
    assert len(lines) == source["count"] == len(set(items)) == len(lexicons.load(name))
    assert items == sorted(items)
    assert [item for item in items if item != lexicons.normal(item)] == []
    assert all(line.count("\t") <= len(source["columns"]) for line in lines)
    assert lexicons.load(name).words == frozenset(items)


def test_the_whole_is_small():
    sizes = (len(FOLDER.joinpath(name, "items.txt").read_bytes()) for name in lexicons.names())
    assert sum(sizes) < 14_000_000


def test_columns_say_how_common_an_item_is():
    last = lexicons.load("last")
    assert last.columns == ("per_million", "zipf")
    assert last.numbers("per_million")["smith"] > 5000
    words = last.numbers("zipf")
    assert words["brown"] > 4
    assert "nguyen" not in words


def test_columns_of_words():
    assert lexicons.load("states").column("kind")["ma"] == "abbreviation"
    assert lexicons.load("ward-words").column("kind")["micu"] == "general"
    assert lexicons.load("zip3").column("state")["021"] == "ma"
    assert lexicons.load("mesh").column("id")["myocardial infarction"] == "D009203"
    assert "C14.280" in lexicons.load("mesh").column("trees")["heart attack"].split()
    assert "plumber" not in lexicons.load("professions").column("medical")
    assert "cardiologist" in lexicons.load("professions").column("medical")
    assert lexicons.load("months").numbers("number")["sept"] == 9


def test_a_place_is_clear_or_ambiguous():
    assert not lexicons.load("places-clear").words & lexicons.load("places-ambiguous").words


def test_a_lexicon_is_read_once():
    assert lexicons.load("months") is lexicons.load("months")


def test_unknown_names_are_errors_that_help():
    with pytest.raises(UnknownNameError, match="did you mean 'first-male'"):
        lexicons.load("first")
    with pytest.raises(UnknownNameError, match="per_million, zipf"):
        lexicons.load("last").column("rank")
    with pytest.raises(UnknownNameError, match="none"):
        lexicons.load("religions").column("rank")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  Van  der\tBerg ", "van der berg"),
        ("O’Neil", "o'neil"),
        ("Mu\u0308ller", "müller"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("", ""),
    ],
)
def test_normal_form(text, expected):
    assert lexicons.normal(text) == expected


@given(st.text())
def test_normal_form_is_reached_at_once(text):
    once = lexicons.normal(text)
    assert lexicons.normal(once) == once
    assert unicodedata.is_normalized("NFC", once)


def test_a_list_of_ones_own(tmp_path):
    file = tmp_path / "staff.txt"
    file.write_text("\ufeff# our staff\nMarta  Quill\n\nO’Hara # ward 3\nmarta quill\n", "utf-8")
    staff = lexicons.from_file(file, "staff")
    assert staff.name == "staff"
    assert set(staff) == {"marta quill", "o'hara"}
    assert len(staff) == 2
    with pytest.raises(UnknownNameError):
        staff.column("zipf")


def test_marks_alone_are_no_item(tmp_path):
    (tmp_path / "marks.txt").write_text(".\n-\nO'Hara\n...\n")
    assert set(lexicons.from_file(tmp_path / "marks.txt", "marks")) == {"o'hara"}


def test_representations_quote_no_item(tmp_path):
    file = tmp_path / "staff.txt"
    file.write_text("Marta Quill\n", "utf-8")
    assert "quill" not in repr(lexicons.from_file(file, "staff"))


def test_a_list_that_is_missing_or_no_text_is_an_error(tmp_path):
    with pytest.raises(ConfigError, match=r"none\.txt.*check the path"):
        lexicons.from_file(tmp_path / "none.txt", "none")
    file = tmp_path / "latin.txt"
    file.write_bytes("Müller\n".encode("latin-1"))
    with pytest.raises(ConfigError, match=r"latin\.txt.*save it as UTF-8") as caught:
        lexicons.from_file(file, "latin")
    assert "ller" not in str(caught.value)


def test_the_benchmark_tells_of_itself_without_running():
    program = Path(__file__).parents[1] / "benchmarks" / "lexicons.py"
    done = subprocess.run([sys.executable, program, "--help"], capture_output=True, text=True, check=True)
    assert "usage:" in done.stdout
