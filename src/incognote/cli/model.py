"""A command that reads a prompt on its standard input and writes an answer, for `incognote roundtrip`."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from threading import Thread
from typing import IO

from incognote.errors import ConfigError
from incognote.replace.keys import VARIABLE

_MOST = 1 << 16
_PATIENCE = 5


def require(command: Sequence[str]) -> None:
    """An error if there is no such command, before the seconds that finding PHI takes."""
    if shutil.which(command[0]) is None:
        raise ConfigError("the command behind -- is not there or can't be run; check its name and the PATH")


def ask(command: Sequence[str], prompt: bytes, answer_to: Callable[[Iterator[bytes]], None]) -> int:
    """Give a prompt to a command, pass its answer on as it comes, and say its exit code.

    The command doesn't get the key, should it be in the environment. It ends when we are stopped.
    """
    child = _started(command)
    Thread(target=_send, args=(child.stdin, prompt), daemon=True).start()
    try:
        if isinstance(child.stdout, io.BufferedIOBase):
            answer_to(pieces(child.stdout))
        code = child.wait()
    finally:
        _stop(child)
    return code if code >= 0 else 128 - code


def pieces(stream: io.BufferedIOBase) -> Iterator[bytes]:
    """What a stream gives, as soon as it gives it."""
    while chunk := stream.read1(_MOST):
        yield chunk


def _started(command: Sequence[str]) -> subprocess.Popen[bytes]:
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
    try:
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
    except OSError as error:
        raise ConfigError(f"the command behind -- can't be run ({error.strerror}); check it") from None


def _send(stdin: IO[bytes], prompt: bytes) -> None:
    with suppress(OSError):  # who answers without reading all of the prompt may do so
        stdin.write(prompt)
    with suppress(OSError):
        stdin.close()


def _stop(child: subprocess.Popen[bytes]) -> None:
    if child.poll() is None:
        child.terminate()
        try:
            child.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            child.kill()
