"""How fast a core turns text into layouts: megabytes a second, memory, and whether cost is linear.

    python benchmarks/layout.py [--megabytes 20]

It lays out the notes of the open corpus, over and over until there are enough: one by one as they are, and joined to
notes of 3 kB; then one long note of 1, 2, 4, 8 and 16 times 625 kB; then notes that are one character repeated. The
vocabulary has seen the words before, but for the row that says "new words". Then, tokens a second that get their parts
of speech.
"""

from __future__ import annotations

import argparse
import platform
import resource
import time

from _texts import joined, long_note, repeated, size
from incognote import corpus
from incognote.layout import lay_out, tags
from incognote.vocabulary import Vocabulary


def seconds(texts: list[str], vocabulary: Vocabulary, tokenizer: str = "fine", sections: bool = False) -> float:
    begin = time.process_time()
    for text in texts:
        layout = lay_out(text, vocabulary, tokenizer)
        if sections:
            _ = layout.sections
    return time.process_time() - begin


def report_tags(notes: list[str]) -> None:
    """Parts of speech: tokens a second, when the words are new to the tagger and when it has seen them."""
    vocabulary = Vocabulary()
    layouts = [lay_out(text, vocabulary) for text in notes]
    tokens = sum(len(layout.tokens) for layout in layouts)
    tagger = tags.tagger()
    spent = []
    for _ in range(4):
        begin = time.process_time()
        for layout in layouts:
            tagger.tags(layout)
        spent.append(time.process_time() - begin)
    print(f"parts of speech: {tokens / spent[0]:,.0f} tokens/s, then, words seen, {tokens / min(spent):,.0f} tokens/s")


def report(name: str, texts: list[str], spent: float) -> None:
    megabytes = sum(map(size, texts))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    speed = f"{megabytes / spent:7.2f} MB/s {len(texts) / spent:8.0f} notes/s"
    print(f"{name:34} {len(texts):7,} notes {megabytes:6.1f} MB {speed}   {memory:4.0f} MB resident")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=float, default=20)
    megabytes = parser.parse_args().megabytes
    notes = [doc.text for doc in corpus.read()]
    many = repeated(notes, megabytes)
    ordinary = repeated(joined(notes), megabytes)
    print(f"{platform.machine()}, Python {platform.python_version()}; CPU seconds of one core, the best of three")

    report("tokens, ids, sentences, new words", notes, min(seconds(notes, Vocabulary()) for _ in range(3)))
    for name, texts, tokenizer, sections in (
        ("tokens, ids, sentences", many, "fine", False),
        ("the same, notes of 3 kB", ordinary, "fine", False),
        ("the same, and sections", many, "fine", True),
        ("wi-deid's tokens", many, "wi-deid", False),
    ):
        vocabulary = Vocabulary()
        seconds(notes, vocabulary, tokenizer)
        report(name, texts, min(seconds(texts, vocabulary, tokenizer, sections) for _ in range(3)))

    report_tags(notes)
    for times in (1, 2, 4, 8, 16):
        text = long_note(notes, times)
        report("one long note", [text], min(seconds([text], Vocabulary()) for _ in range(3)))
    for char in "a.7 -\n":
        text = char * 5_000_000
        report(f"{char!r} over and over", [text], min(seconds([text], Vocabulary()) for _ in range(3)))


if __name__ == "__main__":
    main()
