"""Engines: recipes of detectors, with what a user adds to them."""

from importlib.metadata import EntryPoint

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote import corpus, recipes, registry
from incognote.config import LIST_KINDS
from incognote.detect.rule import modules
from incognote.errors import ConfigError, UnknownNameError
from incognote.learn.crossvalidation import learns
from incognote.learn.models import fingerprint, manifest_of, seen, shipped
from incognote.recipes import Parts
from incognote.types import Document, Span

RULES = next(settings for settings in recipes.load("deid")["detectors"] if settings["use"] == "rules")
MODULES = RULES["modules"]
SWITCHED_OFF = RULES["switched_off"]
SHIPPED = {"aramaki", "crfd", "identifinder", "sibanda-2006", "snow", "stat-deid", "wi-deid"}
FAST = "incognote-fast"
EVERY = Parts(also=tuple(SWITCHED_OFF))
NOTES = list(corpus.read())[::50]


def only(module):
    others = tuple(name for name in MODULES if name != module)
    return Parts(also=(module,) if module in SWITCHED_OFF else (), without=others)


def by_module(spans):
    """The spans of each module, as far as they come from rules."""
    found = {}
    for span in spans:
        detector, _, rule = span.source.partition(":")
        if detector == "rules":
            told = span.start, span.end, span.label, span.score, span.source
            found.setdefault(rule.partition("/")[0], set()).add(told)
    return found


@pytest.fixture(scope="module")
def together():
    engine = recipes.build("deid", EVERY)
    return [by_module(engine.suspect(doc).spans) for doc in NOTES]


def test_the_recipe_names_every_module_of_rules():
    assert sorted([*MODULES, *SWITCHED_OFF]) == modules()
    assert "deid" in recipes.names()


@pytest.mark.parametrize("name", recipes.names())
def test_every_recipe_can_be_built_or_says_that_it_has_to_be_trained(name):
    recipe = recipes.load(name)
    assert recipe["description"]
    assert recipe.get("paper") or name.startswith("incognote")
    if learns(recipe) and name not in SHIPPED | {FAST}:
        with pytest.raises(ConfigError, match=f"incognote train {name} "):
            recipes.build(name)
    else:
        assert recipes.build(name).name == name


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_a_model_that_comes_with_the_package_is_of_its_recipe_and_of_the_open_corpus(name):
    manifest = manifest_of(shipped(name))
    assert manifest.recipe == recipes.load(name)
    assert manifest.corpus == fingerprint(corpus.read())


def test_the_models_of_the_default_engine_are_of_its_recipe_and_small_enough():
    trained, now = manifest_of(shipped(FAST)).recipe, recipes.load(FAST)
    assert trained["detectors"] == now["detectors"]  # points are chosen later
    models = [file for file in shipped(FAST).parent.rglob("*") if file.is_file()]
    assert sum(file.stat().st_size for file in models) < 40e6
    for name in ("incognote", FAST):
        assert seen(name, corpus.read()) == 1042


def test_an_unknown_engine_is_an_error_that_names_those_there_are():
    with pytest.raises(UnknownNameError, match=r"no engine is called 'deed'.*did you mean 'deid'"):
        recipes.build("deed")
    with pytest.raises(UnknownNameError, match=r"no engine is called 'mine'.*there are: .*deid"):
        recipes.build("mine")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('[[detectors]]\nuse = "taggr"', "no detector is called 'taggr'; did you mean 'tagger'?"),
        ('[[detectors]]\nuse = "magic"', "no detector is called 'magic'; there are: .*rules"),
        ('[[detectors]]\ntokenizer = "penn"', "has no use"),
        ("[[detectors]]\nuse = 1", "has no use"),
        ("detectors = [1]", "a list of tables"),
        (
            '[[detector]]\nuse = "rules"\n[[detectors]]\nuse = "tagger"',
            "no setting 'detector'; did you mean 'detectors'",
        ),
    ],
)
def test_a_recipe_file_with_an_unknown_detector_is_refused(tmp_path, content, message):
    file = tmp_path / "mine.toml"
    file.write_text(content, "utf-8")
    with pytest.raises(ConfigError, match=message):
        recipes.load(str(file))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('use = "rules"\nmodule = ["names"]', "the detector 'rules' has no setting 'module'; did you mean 'modules'"),
        ('use = "rules"\nmodules = "names"', "modules of the detector 'rules' must be a list of texts"),
        ('use = "propagate"', "the detector 'propagate' lacks sure"),
        ('use = "heuristic"', "the detector 'heuristic' lacks common"),
        ('use = "concept-match"', "the detector 'concept-match' lacks zipf"),
    ],
)
def test_settings_that_no_detector_knows_are_refused(tmp_path, content, message):
    file = tmp_path / "mine.toml"
    file.write_text(f"[[detectors]]\n{content}", "utf-8")
    with pytest.raises(ConfigError, match=message):
        recipes.build(str(file))


@pytest.mark.parametrize("kind", ["also", "without"])
def test_an_unknown_module_is_an_error_that_names_those_there_are(kind):
    with pytest.raises(UnknownNameError, match=r"no module of deid is called 'nmes'; there are: .*names.*years"):
        recipes.build("deid", Parts(**{kind: ("nmes",)}))


def test_an_unknown_scrubber_is_an_error_that_names_those_there_are():
    with pytest.raises(UnknownNameError, match=r"no detector is called 'mine'; there are: .*rules"):
        recipes.build("deid", Parts(scrubbers=("mine",)))


@pytest.mark.parametrize("module", modules())
def test_a_module_finds_the_same_without_the_others(together, module):
    engine = recipes.build("deid", only(module))
    for doc, others in zip(NOTES, together, strict=True):
        alone = by_module(engine.suspect(doc).spans)
        assert alone == ({module: others[module]} if module in others else {})


@pytest.mark.parametrize("module", MODULES)
def test_a_module_that_is_off_leaves_the_others_alone(together, module):
    engine = recipes.build("deid", Parts(also=tuple(SWITCHED_OFF), without=(module,)))
    for doc, every in zip(NOTES[::4], together[::4], strict=True):
        left = {name: spans for name, spans in every.items() if name != module}
        assert by_module(engine.suspect(doc).spans) == left


def test_some_modules_are_off_by_themselves():
    doc = Document("x", "Pt is a 45 year old German woman.")
    assert recipes.build("deid").find(doc).spans == ()
    assert {doc[span] for span in recipes.build("deid", EVERY).find(doc).spans} == {"45", "German"}


def test_the_order_of_modules_doesnt_matter(monkeypatch, together):
    recipe = recipes.load("deid")
    detectors = [
        settings | {"modules": MODULES[::-1]} if settings == RULES else settings for settings in recipe["detectors"]
    ]
    monkeypatch.setattr(recipes, "load", lambda name: recipe | {"detectors": detectors})
    engine = recipes.build("deid", EVERY)
    assert [by_module(engine.suspect(doc).spans) for doc in NOTES] == together


ITEMS = {
    "people": [("xzw", "DOCTOR"), ("Qorvath Bzz", "DOCTOR"), ("O'Qorvath", "DOCTOR"), ("McQorvath", "DOCTOR")],
    "hospitals": [
        ("the quiet house", "HOSPITAL"),
        ("St. Qorvath's", "HOSPITAL"),
        ("VitaQorvath", "HOSPITAL"),
        ("the quiet old house of the grey sisters of mercy near the water", "HOSPITAL"),
    ],
    "wards": [("3 blue", "DEPARTMENT"), ("B-12", "DEPARTMENT"), ("green pod", "DEPARTMENT"), ("7W", "DEPARTMENT")],
    "places": [("upper end", "CITY"), ("Qrvth", "CITY")],
    "organizations": [("r&d group", "ORGANIZATION"), ("bits.io", "ORGANIZATION"), ("A--Z", "ORGANIZATION")],
}


def write_list(folder, kind, items):
    file = folder / f"{kind}.txt"
    file.write_text("# our own\n" + "\n".join(items) + "\n", "utf-8")
    return file


@pytest.fixture(scope="module")
def with_lists(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lists")
    return recipes.build(
        "deid", Parts(lists={kind: write_list(folder, kind, dict(items)) for kind, items in ITEMS.items()})
    )


@pytest.fixture(scope="module")
def keeping(tmp_path_factory):
    file = write_list(tmp_path_factory.mktemp("keep"), "keep", ["Birdsong", "Abernathy Okafor"])
    return recipes.build("deid", Parts(lists={"keep": file}))


@pytest.mark.parametrize(("kind", "item", "label"), [(kind, *item) for kind, items in ITEMS.items() for item in items])
@pytest.mark.parametrize("write", [str, str.upper, str.lower], ids=["as it is", "capitals", "small"])
@pytest.mark.parametrize("frame", ["{}", "pt seen by {}, and left", "went to {}\n"])
def test_items_of_own_lists_are_found(with_lists, kind, item, label, write, frame):
    doc = Document("x", frame.format(write(item)))
    start = frame.index("{")
    own = [span for span in with_lists.suspect(doc).spans if span.source == f"rules:own/{kind}"]
    assert own == [Span(start, start + len(item), label)]
    assert any(span.start <= start and span.end >= start + len(item) for span in with_lists.find(doc).spans)


def test_every_kind_of_list_has_items_here():
    assert {*ITEMS, "keep"} == set(LIST_KINDS)


def test_own_lists_leave_other_engines_alone(with_lists):
    doc = Document("x", "seen by xzw today")
    assert with_lists.find(doc).spans
    assert not recipes.build("deid").find(doc).spans


def test_what_is_on_the_list_to_keep_is_never_found(keeping):
    doc = Document("x", "Seen by Dr. Birdsong with Dr. Swan. The Birdsong score is 4.")
    assert [doc[span] for span in keeping.find(doc).spans] == ["Swan"]


def test_kept_words_with_a_mark_between_are_kept(tmp_path):
    engine = recipes.build("deid", Parts(lists={"keep": write_list(tmp_path, "keep", ["Yasmin", "Camila"])}))
    doc = Document("x", "Takes Yasmin, Camila. Seen by Dr. Swan.")
    assert [doc[span] for span in engine.find(doc).spans] == ["Swan"]


def test_a_phrase_on_the_list_to_keep_is_kept_as_a_whole_only(keeping):
    doc = Document("x", "Abernathy Okafor score 4. Seen by Dr. Abernathy.")
    assert [(span.start, doc[span]) for span in keeping.find(doc).spans] == [(38, "Abernathy")]


def test_a_list_that_isnt_there_is_an_error_that_names_it(tmp_path):
    with pytest.raises(ConfigError, match=r"nobody\.txt: the list cannot be opened"):
        recipes.build("deid", Parts(lists={"people": tmp_path / "nobody.txt"}))


class Shouting:
    """A scrubber of another package: it marks a word of its own."""

    def __init__(self, settings, parts):
        self.made_with = settings, parts

    def detect(self, doc, layout):
        at = doc.text.find("xyzzy")
        return [Span(at, at + 5, "IDNUM", 1.0, "shouting")] if at >= 0 else []


@pytest.fixture
def plugin(monkeypatch):
    entry = EntryPoint("shouting", f"{__name__}:Shouting", "incognote.detectors")

    def entry_points(group, name=None):
        return [entry] if group == entry.group and name in (None, entry.name) else []

    monkeypatch.setattr(registry, "entry_points", entry_points)


@pytest.mark.usefixtures("plugin")
def test_a_scrubber_of_another_package_comes_first():
    parts = Parts(scrubbers=("shouting",))
    engine = recipes.build("deid", parts)
    first = engine.detectors[0]
    assert type(first).__name__ == "Shouting"
    assert first.made_with == ({}, parts)
    assert engine.find(Document("x", "say xyzzy")).spans == (Span(4, 9, "IDNUM"),)
    assert "shouting" in registry.names("detectors")


@pytest.mark.usefixtures("plugin")
def test_what_is_known_comes_before_scrubbers():
    known = Shouting({}, None)
    engine = recipes.build("deid", Parts(known=(known,), scrubbers=("shouting",)))
    assert engine.detectors[0] is known
    assert len(engine.detectors) == 2 + len(recipes.load("deid")["detectors"])


@settings(max_examples=25, deadline=None)
@given(st.sets(st.sampled_from([*MODULES, *SWITCHED_OFF])))
def test_any_choice_of_modules_finds_what_they_find_alone(together, chosen):
    parts = Parts(also=tuple(chosen), without=tuple(set(MODULES) - chosen))
    engine = recipes.build("deid", parts)
    for doc, every in zip(NOTES[::8], together[::8], strict=True):
        assert by_module(engine.suspect(doc).spans) == {name: found for name, found in every.items() if name in chosen}
