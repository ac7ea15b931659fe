"""Pack the long lists behind classes of words, for `incognote.detect.packed`, what numbers say of names and words, and
the names that surrogates are drawn from.

    PYTHONPATH=src python tools/pack_lists.py

To be run when a lexicon, `[lexicons]` or `[columns]` of `data/rules/classes.toml`, or `detect/names.py` has changed.
The same lists give the same bytes.
"""

from __future__ import annotations

import gzip
from pathlib import Path

from incognote.detect import packed
from incognote.detect.word_classes import long_lists
from incognote.learn.features import likelihoods
from incognote.replace.surrogates import drawable

DATA = Path(__file__).parents[1] / "src" / "incognote" / "data"


def main() -> None:
    made = {
        packed.FILE: packed.pack(long_lists()),
        likelihoods.FILE: likelihoods.pack(),
        drawable.FILE: drawable.pack(),
    }
    for file, lines in made.items():
        with gzip.GzipFile(DATA / file, "wb", mtime=0) as out:
            out.write(lines)
        print(f"{file} {(DATA / file).stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
