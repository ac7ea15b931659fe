"""Link Grammar's English parser in a process of its own: this file is run as a script, never imported for its effects.

It reads sentences as JSON strings, a line each, and answers each with a line: `[nulls, words, links]`, or `null` where
there is no parse. `nulls` counts words left out, a word is `[start, end]` in characters, a link `[left, right, label]`
between words. It needs the standard library only, so that it starts quickly, and it prints nothing else: messages of
the library, which quote sentences, are silenced, and a crash leaves no dump of its memory.
"""

from __future__ import annotations

import contextlib
import ctypes
import ctypes.util
import json
import os
import signal
import sys
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Answer: TypeAlias = tuple[int, list[tuple[int, int]], list[tuple[int, int, str]]]

LIBRARIES = ("liblink-grammar.so.5", "liblink-grammar.5.dylib")
CPU_SECONDS = 10.0  # a sentence; processor time, so that a busy machine changes no result
MEMORY = 2 << 30  # bytes
MOST_WORDS = 250  # the library refuses a few more than that
_PR_SET_DUMPABLE = 4

_Pointer, _Size, _Int, _Float, _Text = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_float, ctypes.c_char_p
_SIGNATURES: dict[str, tuple[Any, ...]] = {  # what it returns, then what it takes
    "lg_error_set_handler": (_Pointer, _Pointer, _Pointer),
    "linkgrammar_get_version": (_Text,),
    "linkgrammar_get_dict_version": (_Text, _Pointer),
    "dictionary_create_lang": (_Pointer, _Text),
    "parse_options_create": (_Pointer,),
    "parse_options_set_verbosity": (None, _Pointer, _Int),
    "parse_options_set_spell_guess": (None, _Pointer, _Int),
    "parse_options_set_repeatable_rand": (None, _Pointer, _Int),
    "parse_options_set_disjunct_cost": (None, _Pointer, _Float),
    "parse_options_set_min_null_count": (None, _Pointer, _Int),
    "parse_options_set_max_null_count": (None, _Pointer, _Int),
    "parse_options_set_islands_ok": (None, _Pointer, _Int),
    "parse_options_set_short_length": (None, _Pointer, _Int),
    "parse_options_set_all_short_connectors": (None, _Pointer, _Int),
    "parse_options_set_linkage_limit": (None, _Pointer, _Int),
    "sentence_create": (_Pointer, _Text, _Pointer),
    "sentence_split": (_Int, _Pointer, _Pointer),
    "sentence_length": (_Int, _Pointer),
    "sentence_parse": (_Int, _Pointer, _Pointer),
    "sentence_num_valid_linkages": (_Int, _Pointer),
    "sentence_null_count": (_Int, _Pointer),
    "sentence_delete": (None, _Pointer),
    "linkage_create": (_Pointer, _Size, _Pointer, _Pointer),
    "linkage_get_num_words": (_Size, _Pointer),
    "linkage_get_num_links": (_Size, _Pointer),
    "linkage_get_word_byte_start": (_Size, _Pointer, _Size),
    "linkage_get_word_byte_end": (_Size, _Pointer, _Size),
    "linkage_get_link_lword": (_Size, _Pointer, _Size),
    "linkage_get_link_rword": (_Size, _Pointer, _Size),
    "linkage_get_link_label": (_Text, _Pointer, _Size),
    "linkage_delete": (None, _Pointer),
}


class Mode(NamedTuple):
    """How hard to try, in the library's own terms."""

    disjunct_cost: float  # how unusual a word's use may be
    min_null_count: int  # words left without links
    max_null_count: int
    islands_ok: bool  # whether groups of words may stand without a link between them
    short_length: int  # the longest link, of the kinds that are bounded
    all_short_connectors: bool  # whether all kinds are


MODES = (
    Mode(2.7, 0, 0, False, 16, False),  # the dictionary's own limit of costs
    Mode(4.0, 0, 0, False, 16, False),  # its limit for panic: articles may be missing, as they are in notes
    Mode(4.0, 1, MOST_WORDS, True, 6, True),  # panic: a partial parse
)
_LINKAGES = 100  # that are looked at in search of the best


class MissingError(Exception):
    """The library or its dictionary isn't there; the message says which."""


class LinkGrammar:
    """The library with its English dictionary. A sentence it can't bear ends the process."""

    def __init__(self) -> None:
        self._call = _bind(_load())
        self._call["lg_error_set_handler"](None, None)
        self._dictionary = self._call["dictionary_create_lang"](b"en")
        if not self._dictionary:
            raise MissingError("Link Grammar's English dictionary isn't there")
        self._modes = [self._options(mode) for mode in MODES]

    @property
    def version(self) -> str:
        versions = self._call["linkgrammar_get_version"](), self._call["linkgrammar_get_dict_version"](self._dictionary)
        return " ".join(version.decode() for version in versions)

    def parse(self, text: str, rank: int = 0) -> Answer | None:
        """The best linkage, or one of a lower rank, in the first mode that has one."""
        data = text.encode()
        sentence = self._call["sentence_create"](data, self._dictionary)
        try:
            if self._call["sentence_split"](sentence, self._modes[0]) < 0:
                return None
            if self._call["sentence_length"](sentence) > MOST_WORDS:
                return None
            for options in self._modes:
                self._call["sentence_parse"](sentence, options)
                if self._call["sentence_num_valid_linkages"](sentence) > rank:
                    return self._linkage(sentence, options, data, rank)
            return None
        finally:
            self._call["sentence_delete"](sentence)

    def _linkage(self, sentence: int, options: int, data: bytes, rank: int) -> Answer:
        call = self._call
        linkage = call["linkage_create"](rank, sentence, options)
        starts, ends = call["linkage_get_word_byte_start"], call["linkage_get_word_byte_end"]
        words = [
            (len(data[: starts(linkage, word)].decode()), len(data[: ends(linkage, word)].decode()))
            for word in range(call["linkage_get_num_words"](linkage))
        ]
        lefts, rights, labels = (call[f"linkage_get_link_{part}"] for part in ("lword", "rword", "label"))
        links = [
            (lefts(linkage, link), rights(linkage, link), labels(linkage, link).decode())
            for link in range(call["linkage_get_num_links"](linkage))
        ]
        call["linkage_delete"](linkage)
        return call["sentence_null_count"](sentence), words, links

    def _options(self, mode: Mode) -> int:
        options: int = self._call["parse_options_create"]()
        fixed = {"verbosity": 0, "spell_guess": 0, "repeatable_rand": 1, "linkage_limit": _LINKAGES}
        for name, value in {**fixed, **mode._asdict()}.items():
            self._call[f"parse_options_set_{name}"](options, value)
        return options


def _load() -> ctypes.CDLL:
    for name in LIBRARIES:
        with contextlib.suppress(OSError):
            return ctypes.CDLL(name)
    found = ctypes.util.find_library("link-grammar")
    if not found:
        raise MissingError("the library link-grammar 5 isn't there")
    return ctypes.CDLL(found)


def _bind(library: ctypes.CDLL) -> dict[str, Callable[..., Any]]:
    functions: dict[str, Callable[..., Any]] = {}
    for name, (result, *arguments) in _SIGNATURES.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            raise MissingError(f"this version of Link Grammar has no function {name}; version 5.12 has") from None
        function.restype, function.argtypes = result, arguments
        functions[name] = function
    return functions


def _confine() -> None:
    """Set limits to this process, and keep what it holds out of core dumps."""
    import resource

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends it, by closing its input
    limits = {resource.RLIMIT_CORE: 0, resource.RLIMIT_AS: MEMORY}
    for limit, value in limits.items():
        with contextlib.suppress(ValueError, OSError):  # macOS has no limit of memory
            resource.setrlimit(limit, (value, value))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)  # dumps go to a program too, whatever their limit is


def _requests() -> Iterator[str]:
    for line in sys.stdin.buffer:
        signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)  # nobody handles its signal, which therefore ends the process
        yield json.loads(line)
        signal.setitimer(signal.ITIMER_PROF, 0)


def serve() -> None:
    """Say which version this is or what is missing, then answer sentences until the input ends."""
    _confine()
    with os.fdopen(os.dup(1), "wb", buffering=0) as answers:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)  # the library prints to both
        os.dup2(nowhere, 2)
        try:
            parser = LinkGrammar()
        except (MissingError, OSError) as problem:
            reason = str(problem) if isinstance(problem, MissingError) else "the library link-grammar can't be loaded"
            answers.write(json.dumps({"missing": reason}).encode() + b"\n")
            return
        answers.write(json.dumps({"version": parser.version}).encode() + b"\n")
        for text in _requests():
            answers.write(json.dumps(parser.parse(text)).encode() + b"\n")


if __name__ == "__main__":
    serve()
