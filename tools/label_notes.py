"""Label notes that nobody has annotated by the encoder, so that the fast tier learns from it.

    PYTHONPATH=src python tools/label_notes.py NOTES … --out FILE.jsonl [--most 1000]

NOTES are files of any format that is read, such as MTSamples or the notes of ACI-BENCH (JSON lines: `id`, `text`). Of
each at most so many notes are taken, spread evenly. FILE is for `tools/train_fast.py --also`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from incognote import formats
from incognote.encoder import model
from incognote.layout import lay_out
from incognote.learn.blending import decoded, scored_spans
from incognote.learn.models import folder_of
from incognote.types import Document, Span
from incognote.vocabulary import Vocabulary

_SOURCE = "encoder"


def some(file: Path, most: int) -> list[Document]:
    docs = list(formats.read(file))
    return docs[:: -(-len(docs) // most)]


def labelled(docs: list[Document]) -> Iterator[tuple[Document, list[Span]]]:
    """Each note with what the encoder alone finds in it, wherever it is likelier PHI than not."""
    folder = folder_of("incognote")
    if folder is None:
        raise SystemExit("the model of incognote is missing; see tools/train_encoder.py")
    encoder, vocabulary = model.load(folder), Vocabulary()
    for number, doc in enumerate(docs, 1):
        layout = lay_out(doc.text, vocabulary)
        chances = encoder.probabilities([encoder.pieces(layout)], [np.arange(len(layout.tokens))])[0]
        yield doc, scored_spans(decoded(chances, {}), layout.tokens, chances, _SOURCE)
        print(f"\r{number} of {len(docs)} notes", end="", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("notes", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--most", type=int, default=1000)
    options = parser.parse_args()
    docs = [doc for file in options.notes for doc in some(file, options.most)]
    with options.out.open("w", encoding="utf-8", newline="\n") as out:
        for doc, found in labelled(docs):
            spans = [[span.start, span.end, span.label] for span in found]
            line = {"id": f"{doc.id}-{_SOURCE}", "text": doc.text, "spans": spans}
            out.write(json.dumps(line, ensure_ascii=False) + "\n")
    print(f" -> {options.out}")


if __name__ == "__main__":
    main()
