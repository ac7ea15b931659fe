"""How fast a core finds PHI: megabytes and notes a second, memory, and whether cost is linear.

    python benchmarks/engines.py [--engine deid] [--megabytes 2] [--runs 5] [--ordinary TEXTS.jsonl] [--short]
    python benchmarks/engines.py --crfsuite

With --crfsuite it compares our tagging with python-crfsuite's own instead (see _crfsuite.py).

All modules are on. It takes the notes of the open corpus, over and over until there are enough: as they are, put
together to notes of 3 kB, in capitals and in small letters; then one long note of 1, 2, 4, 8 and 16 times 625 kB; then
notes of 1 MB that are one character repeated, and notes of two lengths that are a few words repeated. The engine has
seen the words before, but for the row that says "new words". With --ordinary, notes of your own follow, such as
MTSamples, once with new words; --short ends there. Speed is the median of all runs, with the slowest and the fastest;
memory is the most that the process has had so far. Of an encoder it says what share of tokens it was asked of.
"""

from __future__ import annotations

import argparse
import platform
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import _crfsuite
from _texts import joined, long_note, repeated, size
from incognote import corpus, formats, recipes
from incognote.detect.cascade import Cascade
from incognote.pipeline import Pipeline
from incognote.recipes import Parts
from incognote.replace.edits import apply
from incognote.replace.tags import thesis
from incognote.types import Document

Work = Callable[[Document], object]

LITTLE_PHI = "t8-"  # long ordinary documents of the corpus, with a third of its density of PHI

WORDS = (
    "Smith ",
    "Smith, ",
    "1/",
    "1-",
    "A. ",
    "Dr. ",
    "Dr. Smith and ",
    "St. Mary's ",
    "name: ",
    "of the ",
    "Aa",
    "1a",
)

LOADING = """
import time
begin = time.process_time()
from incognote import recipes
from incognote.types import Document
recipes.build({engine!r}).find(Document("x", "x"))
print(time.process_time() - begin)
"""


def engine_of(name: str) -> Pipeline:
    """The engine with every module."""
    off = [module for detector in recipes.load(name)["detectors"] for module in detector.get("switched_off", [])]
    return recipes.build(name, Parts(also=tuple(off)))


def seconds(work: Work, texts: list[str]) -> float:
    docs = [Document(str(number), text) for number, text in enumerate(texts)]
    begin = time.process_time()
    for doc in docs:
        work(doc)
    return time.process_time() - begin


def asked(engine: Pipeline) -> str:
    """The share of tokens so far of which an encoder was asked; forgets them."""
    cascade = next((one for one in engine.detectors if isinstance(one, Cascade)), None)
    if cascade is None or not cascade.tokens:
        return ""
    share, cascade.asked, cascade.tokens = cascade.asked / cascade.tokens, 0, 0
    return f"   encoder asked of {share:.0%}"


def report(name: str, texts: list[str], spent: list[float], more: str = "") -> None:
    megabytes = sum(map(size, texts))
    median, fastest, slowest = (megabytes / value for value in (statistics.median(spent), min(spent), max(spent)))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    speed = f"{median:6.2f} MB/s ({slowest:.2f} to {fastest:.2f}) {len(texts) / statistics.median(spent):7.0f} notes/s"
    print(f"{name:28} {len(texts):6,} notes {megabytes:5.1f} MB {speed}   {memory:5.0f} MB of memory{more}", flush=True)


def loading(engine: str) -> float:
    """Seconds from nothing to the first note, in a process of its own."""
    code = LOADING.format(engine=engine)
    return float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="deid", choices=recipes.names())
    parser.add_argument("--megabytes", type=float, default=2)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--ordinary", type=Path, help="notes in any format that is read")
    parser.add_argument("--short", action="store_true", help="leave odd notes and long ones out")
    parser.add_argument("--crfsuite", action="store_true")
    options = parser.parse_args()
    if options.crfsuite:
        _crfsuite.compare(options.runs)
        return
    runs = range(options.runs)
    print(
        f"{platform.machine()}, Python {platform.python_version()}; CPU seconds of one core, {options.runs} runs each"
    )
    loads = [loading(options.engine) for _ in runs]
    print(f"loading {statistics.median(loads):.2f} s ({min(loads):.2f} to {max(loads):.2f})")

    notes = [doc.text for doc in corpus.read()]
    sparse = repeated([doc.text for doc in corpus.read() if doc.id.startswith(LITTLE_PHI)], options.megabytes)
    many, ordinary = repeated(notes, options.megabytes), repeated(joined(notes), options.megabytes)
    report("finding, new words", notes, [seconds(engine_of(options.engine).find, notes) for _ in runs])
    engine = engine_of(options.engine)
    seconds(engine.find, notes)

    def tag(doc: Document) -> object:
        found = engine.find(doc)
        return apply(found, thesis(found))

    for name, work, texts in (
        ("finding", engine.find, many),
        ("finding and thesis tags", tag, many),
        ("finding, notes of 3 kB", engine.find, ordinary),
        ("finding and tags, 3 kB", tag, ordinary),
        ("finding, documents with less PHI", engine.find, sparse),
    ):
        report(name, texts, [seconds(work, texts) for _ in runs], asked(engine))
    if options.ordinary:
        own = [doc.text for doc in formats.read(options.ordinary)]
        own = own[:: max(1, round(sum(map(size, own)) / options.megabytes))]
        report("ordinary text, new words", own, [seconds(engine.find, own)], asked(engine))
        report("ordinary text", own, [seconds(engine.find, own) for _ in runs], asked(engine))
    if options.short:
        return
    for name, texts in (("in capitals", [*map(str.upper, many)]), ("in small letters", [*map(str.lower, many)])):
        seconds(engine.find, texts)
        report(name, texts, [seconds(engine.find, texts) for _ in runs])
    for times in (1, 2, 4, 8, 16):
        text = long_note(notes, times)
        report("one long note", [text], [seconds(engine.find, [text]) for _ in runs])
    for words in (*"a1 .\n-/", *WORDS):
        for length in (1_000_000,) if len(words) == 1 else (100_000, 200_000):
            text = (words * length)[:length]
            report(f"{words!r} over and over", [text], [seconds(engine.find, [text]) for _ in runs])


if __name__ == "__main__":
    main()
