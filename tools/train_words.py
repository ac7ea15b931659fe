"""Learn what the words of notes are like from text without annotations: groups of words, and the letters of names.

    PYTHONPATH=src python tools/train_words.py CORPORA [--out FOLDER]

CORPORA is a folder with `mtsamples/mtsamples.jsonl` (MTSamples), `aci_bench/*.csv` (ACI-BENCH), `pos/*.tsv` (English
EWT, CRAFT, GENIA) and `general_ner/*/*` (wikigold, WNUT17, Broad Twitter Corpus). None of the notes that engines are
measured on is among them. `clusters.tsv.gz` has words with the numbers of their groups, coarse to fine;
`letters.tsv.gz` has three letters in a row with how much likelier they are in a name than in a word. The same corpora
give the same bytes.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from math import log
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix
from sklearn.cluster import MiniBatchKMeans
from sklearn.decomposition import TruncatedSVD

from incognote import lexicons
from incognote.layout.tokens import token_bounds, words_of
from incognote.learn.features.letters import threes
from incognote.learn.word_table import folded

TARGET = Path(__file__).parents[1] / "src" / "incognote" / "data" / "words"
SIZES = (40, 200, 800)  # groups of words
LEAST_TIMES = 6  # a word is seen
CONTEXTS = 3000  # words beside which words are counted
OFFSETS = (-2, -1, 1, 2)
DIMENSIONS = 80
SMALLEST_RATIO = 0.05


def texts(folder: Path) -> Iterator[str]:
    """All texts, each of words with blanks or line breaks between them."""
    for line in (folder / "mtsamples" / "mtsamples.jsonl").read_text("utf-8").splitlines():
        yield json.loads(line)["text"]
    csv.field_size_limit(10**9)
    for file in sorted((folder / "aci_bench").glob("*.csv")):
        with file.open(encoding="utf-8", newline="") as rows:
            yield from (row[key] for row in csv.DictReader(rows) for key in ("dialogue", "note") if row.get(key))
    columns = [*sorted((folder / "pos").glob("*.tsv")), *sorted((folder / "general_ner").glob("*/*"))]
    for file in columns:
        if file.suffix in (".tsv", ".conll", ".annotated", ".txt"):
            lines = file.read_text("utf-8", "replace").splitlines()
            yield " ".join(line.split()[0] if line.split() else "\n" for line in lines)


def tokens(text: str) -> list[str]:
    return [folded(word) for word in words_of(text, *token_bounds(text))]


def counted(notes: Iterable[list[str]], words: dict[str, int], contexts: dict[str, int]) -> csr_matrix:
    """How often each word has each other word at each offset."""
    rows, columns = [], []
    for note in notes:
        ids = np.array([words.get(word, -1) for word in note])
        near = np.array([contexts.get(word, -1) for word in note])
        for place, offset in enumerate(OFFSETS):
            here, there = (
                (slice(0, -offset), slice(offset, None)) if offset > 0 else (slice(-offset, None), slice(0, offset))
            )
            both = (ids[here] >= 0) & (near[there] >= 0)
            rows.append(ids[here][both])
            columns.append(near[there][both] + place * len(contexts))
    row, column = np.concatenate(rows), np.concatenate(columns)
    shape = len(words), len(contexts) * len(OFFSETS)
    return csr_matrix((np.ones(len(row), dtype=np.float32), (row, column)), shape=shape)


def vectors(counts: csr_matrix) -> npt.NDArray[np.float32]:
    """Words as directions: how much oftener than by chance they stand beside others (PPMI), in few dimensions."""
    total = counts.sum()
    of_rows, of_columns = (np.asarray(counts.sum(axis=axis)).ravel() for axis in (1, 0))
    found = counts.tocoo()
    chance = of_rows[found.row] * of_columns[found.col] / total
    gain = np.maximum(np.log(found.data / chance), 0).astype(np.float32)
    made = TruncatedSVD(DIMENSIONS, random_state=0).fit_transform(
        csr_matrix((gain, (found.row, found.col)), found.shape)
    )
    lengths = np.linalg.norm(made, axis=1, keepdims=True)
    return (made / np.maximum(lengths, 1e-9)).astype(np.float32)


def clusters(folder: Path) -> Iterator[str]:
    notes = [tokens(text) for text in texts(folder)]
    times = Counter(word for note in notes for word in note)
    ordered = sorted((word for word in times if times[word] >= LEAST_TIMES), key=lambda word: (-times[word], word))
    words = {word: number for number, word in enumerate(ordered)}
    made = vectors(counted(notes, words, {word: number for number, word in enumerate(ordered[:CONTEXTS])}))
    numbers = [
        MiniBatchKMeans(size, random_state=0, batch_size=4096, n_init=3).fit_predict(made).tolist() for size in SIZES
    ]
    print(f"{sum(map(len, notes)):,} tokens, {len(words):,} words")
    for word, *groups in sorted(zip(ordered, *numbers, strict=True)):
        yield "\t".join([word, *map(str, groups)])


def shares(words: Collection[str]) -> tuple[Counter[str], int]:
    found = Counter(three for word in words if word.isalpha() for three in threes(word))
    return found, found.total()


def letters() -> Iterator[str]:
    names, of_names = shares(
        frozenset().union(*(lexicons.load(name) for name in ("first-female", "first-male", "last")))
    )
    lists = ("common-words", "medical-words", "drugs", "diseases", "anatomy")
    words, of_words = shares({word for name in lists for item in lexicons.load(name) for word in item.split()})
    for three in sorted({*names, *words}):
        ratio = log((names[three] + 1) / of_names) - log((words[three] + 1) / of_words)
        if abs(ratio) >= SMALLEST_RATIO:
            yield f"{three}\t{ratio:.1f}"


def write(file: Path, lines: Iterable[str]) -> None:
    with gzip.GzipFile(file, "wb", mtime=0) as out:
        out.write("".join(f"{line}\n" for line in lines).encode())
    print(f"{file.name}: {file.stat().st_size / 1000:.0f} kB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--out", type=Path, default=TARGET)
    options = parser.parse_args()
    write(options.out / "letters.tsv.gz", letters())
    write(options.out / "clusters.tsv.gz", clusters(options.corpora))


if __name__ == "__main__":
    main()
