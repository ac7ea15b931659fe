"""A small engine with a cascade, and notes of a hospital with a habit that it doesn't know."""

import random

import numpy as np

from incognote.detect.cascade import ENCODER, FILES, TAGGER
from incognote.encoder.export import export
from incognote.encoder.pieces import MARKS, PLACES, SPECIAL
from incognote.learn import models
from incognote.learn.blending import BIO_LABELS
from incognote.learn.settings import labels_learned, settings_of
from incognote.learn.training import train
from incognote.types import Document, Span

WIDTH, HEADS, INNER = 32, 4, 64
LETTERS = "abcdefghijklmnopqrstuvwxyz"
PIECES = [*SPECIAL, *LETTERS, *".,:>/0123456789", *(f"##{letter}" for letter in LETTERS)]
TAGGER_RECIPE = {
    "detectors": [
        {
            "use": "tagger",
            "tokenizer": "fine",
            "within": "note",
            "scheme": "bio",
            "temperature": 1.5,
            "learner": {"use": "crf", "by": "sgd", "l1": 0.01, "l2": 0.01, "epochs": 8, "rate": 0.5},
            "features": [{"use": "folded", "window": [-2, 2]}, {"use": "outline", "window": [-1, 1]}],
        }
    ]
}
RECIPE = {
    "points": {"safe": {"all": 0.1}, "balanced": {"all": 0.4}, "strict": {"all": 0.03}},
    "detectors": [
        {
            "use": "cascade",
            "tagger": "incognote-fast",
            "certain": 0.99,
            "around": 3,
            "encoder_weight": 0.1,
            "tagger_weight": 0.9,
        }
    ],
}
USUAL = "Seen by Dr. {}. Comfortable today. slept well, no pain > today / ward\n"
HABIT = "slept well, no pain. sig> {} / ward\n"


def notes(form, count, seed, first="n"):
    """Notes in which a doctor stands where the form has a slot."""
    chance = random.Random(seed)
    made = []
    for number in range(count):
        text, spans = "", []
        for _ in range(2):
            name = "".join(chance.choice(LETTERS) for _ in range(6))
            name = name.capitalize() if form is USUAL else name
            start = len(text) + form.index("{")
            text += form.format(name)
            spans.append(Span(start, start + len(name), "DOCTOR"))
        made.append(Document(f"{first}{number}", text, tuple(spans)))
    return made


def weights():
    """Those of chance, small enough to say little."""
    rng = np.random.default_rng(0)
    shapes = {
        "pieces.weight": (len(PIECES), WIDTH),
        "positions.weight": (512, WIDTH),
        "marks.weight": (MARKS, WIDTH),
        "places.weight": (PLACES, WIDTH),
        "head.weight": (len(BIO_LABELS), WIDTH),
        "head.bias": (len(BIO_LABELS),),
        "norm.weight": (WIDTH,),
        "norm.bias": (WIDTH,),
        "layers.0.qkv.weight": (3 * WIDTH, WIDTH),
        "layers.0.mix.weight": (WIDTH, WIDTH),
        "layers.0.up.weight": (INNER, WIDTH),
        "layers.0.down.weight": (WIDTH, INNER),
    }
    shapes |= {name.replace("weight", "bias"): shape[:1] for name, shape in shapes.items() if ".0." in name}
    shapes |= {f"layers.0.{name}.{part}": (WIDTH,) for name in ("norm", "out") for part in ("weight", "bias")}
    return {name: (rng.standard_normal(shape) * 0.3).astype(np.float32) for name, shape in shapes.items()}


def make_engine(folder):
    """A model whose tagger knows doctors by their titles and whose encoder knows nothing."""
    docs = notes(USUAL, 30, 1)
    settings = settings_of(TAGGER_RECIPE)
    for part in (TAGGER, ENCODER):
        (folder / part).mkdir(parents=True)
    labels = labels_learned(settings, docs)
    models.write(folder / TAGGER, models.Manifest("tiny", TAGGER_RECIPE, labels), train(docs, settings), docs)
    export(folder / ENCODER, PIECES, weights(), HEADS, {"notes": 0})
    np.save(folder / models.NOTES, np.unique(models.note_numbers(docs)))
    models.write_manifest(folder, models.Manifest("tiny", RECIPE, labels), docs, FILES)
    return folder
