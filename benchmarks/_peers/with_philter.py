"""Philter with its own configuration, philter_delta.json, one note at a time and without files.

The steps are those of `Philter.map_coordinates`, but for two things without which it doesn't run. Python 3.11 refuses
flags in the middle of an expression: they are moved to its beginning, where they mean what they meant. NLTK's data
can't be had from PyPI: its tagger gets the model of textblob-aptagger, from which it was made, once for all notes.
"""

from __future__ import annotations

import os
import pickle
import re
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import Any

from _loop import Find, Place, run

NOTE = "."  # its steps ask for a path that exists, and read nothing there
MODEL = "trontagger-0.1.0.pickle"
FLAGS = re.compile(r"\(\?[imsx]+\)")
MAPS = {"regex": "map_regex", "set": "map_set", "regex_context": "map_regex_context", "pos_matcher": "map_pos"}


def load() -> Find:
    import nltk
    from philter_ucsf.coordinate_map import CoordinateMap
    from philter_ucsf.philter import Philter

    os.chdir(folder_of("philter_ucsf"))  # where the paths of its configuration begin
    nltk.pos_tag = tagger().tag
    Philter.precompile = lambda _, path: compiled(Path(path).read_text("utf-8").strip())
    philter = Philter({"verbose": False, "run_eval": False, "filters": "configs/philter_delta.json"})
    return lambda text: differences(text, redacted(philter, CoordinateMap, text))


def folder_of(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"No module named {package!r}")
    return Path(spec.origin).parent


def tagger() -> Any:
    from nltk.tag.perceptron import PerceptronTagger

    made = PerceptronTagger(load=False)
    with (folder_of("textblob_aptagger") / MODEL).open("rb") as file:
        weights, made.tagdict, classes = pickle.load(file, encoding="latin1")
    made.model.weights, made.classes = weights, set(classes)
    made.model.classes = made.classes
    return made


def compiled(expression: str) -> re.Pattern[str]:
    flags = "".join(dict.fromkeys(FLAGS.findall(expression)))
    return re.compile(flags + FLAGS.sub("", expression))


def redacted(philter: Any, new_map: Callable[[], Any], text: str) -> str:
    """The note with stars in the place of PHI, as long as it was."""
    philter.include_map, philter.exclude_map = new_map(), new_map()
    philter.phi_type_dict = {kind: [new_map()] for kind in philter.phi_type_list}
    philter.data_all_files = {NOTE: {"text": text, "phi": [], "non-phi": []}}
    philter.cleaned, philter.pos_tags, philter.full_exclude_map = {}, {}, {}
    for one in (philter.include_map, philter.exclude_map, *(kind[0] for kind in philter.phi_type_dict.values())):
        one.add_file(NOTE)
    for pattern in philter.patterns:
        pattern["coordinate_map"] = new_map()
    for number, pattern in enumerate(philter.patterns):
        getattr(philter, MAPS[pattern["type"]])(filename=NOTE, text=text, pattern_index=number)
        philter.get_exclude_include_maps(NOTE, pattern, text)
    return str(philter.transform_text_asterisk(text, NOTE))


def differences(text: str, other: str) -> Iterator[Place]:
    """Where two texts of one length differ."""
    changed = [at for at, (one, two) in enumerate(zip(text, other, strict=True)) if one != two]
    for _, run_of_places in groupby(enumerate(changed), lambda pair: pair[1] - pair[0]):
        places = [at for _, at in run_of_places]
        yield places[0], places[-1] + 1, "PHI"


if __name__ == "__main__":
    run("philter-ucsf", load)
