"""How fast a core turns text into layouts: megabytes a second, memory, and whether cost is linear.

    python benchmarks/layout.py [--megabytes 20]

It lays out the notes of the open corpus, one by one as they are, over and over until there are enough; then one long
note of 1, 2, 4, 8 and 16 times 625 kB; then notes that are one character repeated.
"""

from __future__ import annotations

import argparse
import platform
import resource
import time
from collections.abc import Iterator

from incognote import corpus
from incognote.layout import lay_out
from incognote.vocabulary import Vocabulary

LONG_NOTE = 625_000


def notes(megabytes: float) -> Iterator[str]:
    texts = [doc.text for doc in corpus.read()]
    left = megabytes * 1e6
    while left > 0:
        for text in texts:
            yield text
            left -= len(text.encode())
            if left <= 0:
                return


def size(text: str) -> float:
    return len(text.encode()) / 1e6


def resident() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def seconds(texts: list[str], vocabulary: Vocabulary, tokenizer: str = "fine", sections: bool = False) -> float:
    """CPU seconds, the best of three tries."""
    tries = []
    for _ in range(3):
        begin = time.process_time()
        for text in texts:
            layout = lay_out(text, vocabulary, tokenizer)
            if sections:
                _ = layout.sections
        tries.append(time.process_time() - begin)
    return min(tries)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=float, default=20)
    megabytes = parser.parse_args().megabytes
    texts = list(notes(megabytes))
    total = sum(map(size, texts))
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}; CPU seconds of one core")
    print(f"{len(texts):,} notes, {total:.1f} MB, {1e6 * total / len(texts):.0f} bytes a note")
    for tokenizer, sections in (("fine", False), ("fine", True), ("wi-deid", False)):
        vocabulary = Vocabulary()
        seconds(texts[:1042], vocabulary, tokenizer)
        before = resident()
        spent = seconds(texts, vocabulary, tokenizer, sections)
        name = f"{tokenizer} and sections" if sections else tokenizer
        print(f"{name:17} {total / spent:6.2f} MB/s   {len(texts) / spent:7.0f} notes/s   ", end="")
        print(f"{len(vocabulary):,} words; {before:.0f} MB resident before, {resident():.0f} MB after")

    print("one long note")
    prose = "\n".join(texts[:1042])
    for times in (1, 2, 4, 8, 16):
        text = (prose * (1 + times * LONG_NOTE // len(prose)))[: times * LONG_NOTE]
        spent = seconds([text], Vocabulary())
        print(f"{size(text):8.2f} MB   {size(text) / spent:6.2f} MB/s")

    print("one repeated character, 5 MB")
    for char in "a.7 -\n":
        text = char * 5_000_000
        print(f"{char!r:8}      {size(text) / seconds([text], Vocabulary()):6.2f} MB/s")


if __name__ == "__main__":
    main()
