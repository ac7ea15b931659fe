"""Labours for tests: they double numbers, and die, hang or fail where a number says so."""

import os
import time
from dataclasses import dataclass
from pathlib import Path

from incognote.errors import ConfigError


@dataclass(frozen=True)
class Doubling:
    """Works are lists of notes; each is a number, or `die`, `hang`, `die once FILE`, `fault`, `mend`."""

    def open(self):
        def do(order, at):
            if -1 in order.left:
                return order.left[-1]
            if not order.alone:
                at(-1, 0)
            return [self.note(i, note, order, at) for i, note in enumerate(order.work)]

        return do

    def note(self, i, note, order, at):
        if order.alone:
            at(i, 0)
        if i in order.left:
            return order.left[i]
        if isinstance(note, int):
            return 2 * note
        if note == "hang":
            time.sleep(60)
        if note == "mend":
            raise ConfigError("mend it")
        if note == "fault":
            raise ValueError("SECRET")
        if note == "die" or not Path(note).exists():
            if note != "die":
                Path(note).touch()
            os._exit(9)
        return "did it the second time"


@dataclass(frozen=True)
class DyingAtFirst(Doubling):
    """Processes die before they are ready, so many of them that there are so many files."""

    folder: str
    times: int

    def open(self):
        starts = len(list(Path(self.folder).iterdir()))
        if starts < self.times:
            Path(self.folder, str(starts)).touch()
            os._exit(9)
        return super().open()


@dataclass(frozen=True)
class Unready:
    def open(self):
        raise ConfigError("there is no such engine")


@dataclass(frozen=True)
class Hanging:
    def open(self):
        time.sleep(60)
