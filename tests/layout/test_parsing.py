import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from incognote.layout import link_grammar as library
from incognote.layout import parsing
from incognote.layout.parsing import close, parse, parse_all
from incognote.layout.syntax import NO_PARSE, Parse, Sentence

PLAIN = [
    Sentence(tuple(f"{who} {what} .".split()))
    for who in ("She", "The patient", "Dr. Wu", "His brother John")
    for what in ("lives in Hatfield", "was taken by car to Deaconess", "denies chest pain but reports nausea", "of to")
]
NASTY = {
    "nothing": (),
    "an empty word": ("",),
    "blanks": (" ", "\t"),
    "NUL": ("a\0b", "\0"),
    "300 words": ("word",) * 300,
    "a long token": ("She", "takes", "x" * 10_000),
    "a long token in pieces": ("ab", "12") * 30,
    "a lone surrogate": ("She", "\ud800", "slept"),
    "control characters": ("\x1b[31m", "\x07", "slept", "\r\n"),
    "emoji": ("She", "slept", "😀", "👩‍⚕️"),
    "all capitals": ("PATIENT", "LIVES", "IN", "HATFIELD"),
    "marks": tuple("{}[]()<>|\\\"'`~@#$%^&*_+=/?!;:,."),
    "ruled lines": ("-" * 91, "=" * 200, "_" * 60),
    "the parser's own words": ("###LEFT-WALL###", "LEFT-WALL", "RIGHT-WALL", "lives.v", "[to]", "<UNKNOWN-WORD>"),
    "another script": ("患者", "は", "東京", "に", "住んで", "いる"),
    "quotation marks": ('"', "'", "“", "”", "'s", "n't"),
    "one word": ("pain",),
}

needs_link_grammar = pytest.mark.usefixtures("link_grammar")


@needs_link_grammar
@pytest.mark.parametrize("words", NASTY.values(), ids=NASTY)
def test_nasty_sentences_neither_kill_nor_confuse(words):
    touching = frozenset(range(len(words)))
    for sentence in (Sentence(words), Sentence(words, touching)):
        parsed = parse(sentence)
        assert parsed.kind != "lost"
        assert all(-1 <= left < right < len(words) for left, right, _ in parsed.links)
        assert parse(sentence) == parsed
    assert parse(PLAIN[0]).kind == "full"


@needs_link_grammar
def test_kinds_of_parses():
    assert parse(Sentence(("She", "slept", "."))).kind == "full"
    assert parse(Sentence(("She", "of", "to", "slept", "the", "."))).kind == "partial"
    assert parse(Sentence(())) == NO_PARSE


@needs_link_grammar
def test_results_depend_neither_on_workers_nor_on_order():
    alone = parse_all(PLAIN, workers=1)
    assert {parsed.kind for parsed in alone} == {"full", "partial"}
    assert parse_all(PLAIN[::-1], workers=3) == alone[::-1]
    close()
    assert [parse(sentence) for sentence in PLAIN] == alone


@needs_link_grammar
def test_progress_counts_different_sentences():
    told = []
    parse_all([PLAIN[0], PLAIN[1], PLAIN[0]], progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 2), (2, 2)]


@pytest.fixture
def started(monkeypatch):
    """The workers that are started during a test."""
    close()
    processes = []

    class Popen(subprocess.Popen):
        def __init__(self, *args, **options):
            super().__init__(*args, **options)
            processes.append(self)

    monkeypatch.setattr(parsing.subprocess, "Popen", Popen)
    yield processes
    close()
    assert all(process.poll() is not None for process in processes)


@needs_link_grammar
@pytest.mark.parametrize("workers", [1, 2])
def test_a_worker_killed_in_the_middle_loses_its_own_sentence_only(started, monkeypatch, workers):
    expected = parse_all(PLAIN, workers)
    unharmed = parsing._Worker.parse

    def parse_and_die(worker, sentence):
        if sentence == PLAIN[5]:
            os.kill(worker._process.pid, signal.SIGSTOP)
            threading.Timer(0.1, os.kill, (worker._process.pid, signal.SIGKILL)).start()
        return unharmed(worker, sentence)

    monkeypatch.setattr(parsing._Worker, "parse", parse_and_die)
    assert parse_all(PLAIN, workers) == [*expected[:5], Parse("lost"), *expected[6:]]


@needs_link_grammar
def test_a_worker_killed_while_idle_loses_nothing(started):
    before = parse(PLAIN[0])
    started[-1].kill()
    started[-1].wait()
    assert parse(PLAIN[1]).kind == "full"
    assert parse(PLAIN[0]) == before


@needs_link_grammar
def test_a_sentence_without_an_answer_in_time_is_lost_and_not_remembered(started, monkeypatch):
    parse(PLAIN[0])
    os.kill(started[-1].pid, signal.SIGSTOP)
    monkeypatch.setattr(parsing, "_PATIENCE", 0.2)
    assert parse(PLAIN[1]) == Parse("lost")
    monkeypatch.undo()
    assert parse(PLAIN[1]).kind == "full"


@needs_link_grammar
def test_a_worker_ends_when_its_input_does():
    """So it ends with its parent, whatever that dies of."""
    command = [sys.executable, "-I", "-S", library.__file__]
    done = subprocess.run(command, input=b'"She slept."\n', capture_output=True, timeout=60)
    assert done.returncode == 0
    assert done.stdout.count(b"\n") == 2
    assert not done.stderr


@needs_link_grammar
def test_nothing_is_printed(capfd):
    close()
    parse(Sentence(("Hatfield", "of", "the", "###LEFT-WALL###", "\ufffd")))
    assert capfd.readouterr() == ("", "")


@needs_link_grammar
def test_a_forked_process_has_its_own_worker(started):
    parse(PLAIN[0])
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.write(write, parse(PLAIN[1]).kind.encode())
        close()
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(read, 10) == b"full"
    assert started[-1].poll() is None
    assert parse(PLAIN[2]).kind == "full"


@pytest.fixture
def altered(monkeypatch, tmp_path):
    """Has workers run an altered copy of their program."""

    def alter(*changes):
        source = Path(library.__file__).read_text("utf-8")
        for old, new in changes:
            assert old in source
            source = source.replace(old, new)
        (tmp_path / "worker.py").write_text(source, "utf-8")
        monkeypatch.setattr(library, "__file__", str(tmp_path / "worker.py"))
        forget()

    def forget():
        close()
        parsing._hello.cache_clear()
        parsing._warn.cache_clear()

    yield alter
    forget()


@needs_link_grammar
def test_a_sentence_that_aborts_the_library_is_lost_alone(altered):
    altered(("data = text.encode()", 'data = b"" if "empty" in text else text.encode()'))  # it can't bear the empty one
    assert parse_all([PLAIN[0], Sentence(("empty",)), PLAIN[1]])[1] == Parse("lost")
    assert parse(Sentence(("empty",))) == Parse("lost")
    assert parse_all(PLAIN[:2]) == [parse(PLAIN[0]), parse(PLAIN[1])]
    assert parse(PLAIN[0]).kind == "full"


@needs_link_grammar
def test_a_sentence_that_takes_too_long_is_lost_alone(altered):
    long = Sentence(("the", "patient", "of", "the", "doctor", "said", "that", "he", "saw", "her", "with", "scopes") * 5)
    assert parse(long).kind != "lost"
    altered(("CPU_SECONDS = 10.0", "CPU_SECONDS = 0.02"))
    assert parse_all([Sentence(("She", "slept")), long, PLAIN[0]])[1] == Parse("lost")
    assert parse(Sentence(("She", "slept"))).kind == "full"


def test_without_the_library_there_are_no_parses_and_one_warning(altered):
    altered(("liblink-grammar", "libabsent"), ('"link-grammar"', '"absent"'))
    assert not parsing.available()
    with pytest.warns(parsing.SyntaxMissingWarning, match="link-grammar 5 isn't there: .* apt install") as told:
        assert parse(PLAIN[0]) == NO_PARSE
        assert parse_all(PLAIN[:2]) == [NO_PARSE] * 2
    assert len(told) == 1


@needs_link_grammar
def test_without_the_dictionary_too(altered):
    altered(('b"en"', 'b"absent"'))
    assert parsing.why_missing() == "Link Grammar's English dictionary isn't there"


def test_importing_starts_nothing():
    code = "from incognote.layout import parse_cache, parsing\nprint(parsing._idle)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "{}\n"
