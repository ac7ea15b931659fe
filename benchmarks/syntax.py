"""How fast Link Grammar parses the open corpus, how much of it, and whether results depend on the workers.

    python benchmarks/syntax.py [--workers 2]

The fingerprint is that of all links: it must be the same whatever the number of workers, and on each run.
"""

from __future__ import annotations

import argparse
import hashlib
import resource
import time
from collections import Counter

from incognote import corpus
from incognote.layout import lay_out
from incognote.layout.parsing import close, parse_all, why_missing
from incognote.layout.syntax import WALL, Parse, Sentence, sentences_of, syntactic_bigrams
from incognote.vocabulary import Vocabulary


def share_linked(sentences: list[Sentence], parses: list[Parse]) -> float:
    linked = sum(len({place for link in parse.links for place in link[:2]} - {WALL}) for parse in parses)
    return linked / sum(len(sentence.words) for sentence in sentences)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=1)
    workers = parser.parse_args().workers
    missing = why_missing()
    if missing:
        raise SystemExit(missing)
    vocabulary = Vocabulary()
    sentences = [sentence for doc in corpus.read() for sentence in sentences_of(lay_out(doc.text, vocabulary))]

    begin = time.monotonic()
    parses = parse_all(sentences, workers)
    wall = time.monotonic() - begin
    close()
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = spent.ru_utime + spent.ru_stime
    different = len(set(sentences))
    print(f"{len(sentences):,} sentences, {different:,} different, {workers} workers, {wall:.0f} s by the clock")
    print(f"{different / cpu:.0f} sentences a CPU second, a worker's memory at most {spent.ru_maxrss / 1024:.0f} MB")
    for kind, number in Counter(parse.kind for parse in parses).most_common():
        print(f"{kind:8} {number:7,} {100 * number / len(parses):5.1f} %")
    print(f"{100 * share_linked(sentences, parses):.1f} % of words have links")
    print("fingerprint", hashlib.sha256(repr([parse.links for parse in parses]).encode()).hexdigest()[:16])

    begin = time.process_time()
    for sentence, parse in zip(sentences, parses, strict=True):
        syntactic_bigrams(sentence.words, parse.links)
    words = sum(len(sentence.words) for sentence in sentences)
    print(f"bigrams of {words / (time.process_time() - begin):,.0f} words a CPU second")


if __name__ == "__main__":
    main()
