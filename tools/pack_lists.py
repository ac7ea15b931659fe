"""Pack the long lists behind classes of words, for `incognote.detect.packed`.

    PYTHONPATH=src python tools/pack_lists.py

To be run when a lexicon, `[lexicons]` or `[columns]` of `data/rules/classes.toml`, or `detect/names.py` has changed.
The same lists give the same bytes.
"""

from __future__ import annotations

import gzip
from pathlib import Path

from incognote.detect.packed import FILE, pack
from incognote.detect.word_classes import long_lists

TARGET = Path(__file__).parents[1] / "src" / "incognote" / "data" / FILE


def main() -> None:
    with gzip.GzipFile(TARGET, "wb", mtime=0) as out:
        out.write(pack(long_lists()))
    print(f"{TARGET.name} {TARGET.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
