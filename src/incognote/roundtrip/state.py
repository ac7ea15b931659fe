"""The memory of a talk in a file, which only who has the key can read or change."""

from __future__ import annotations

import json
import os
import secrets
from contextlib import suppress
from datetime import date
from pathlib import Path

from incognote.errors import DamagedInputError, OutputError
from incognote.replace.keys import Key
from incognote.roundtrip.memory import Memory, Pair

_MAGIC = b"incognote-talk-1\n"
_PURPOSE = "roundtrip-state/1"
_NONCE = 12


def save(memory: Memory, path: Path, key: Key) -> None:
    """Write a talk, encrypted, to a file that only its owner can read. Until it is whole the old one stays."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    nonce = secrets.token_bytes(_NONCE)
    sealed = _MAGIC + nonce + AESGCM(key.subkey(_PURPOSE)).encrypt(nonce, _packed(memory), _MAGIC)
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(sealed)
        new.replace(path)
    except OSError as error:
        raise OutputError(f"{path}: it cannot be written ({error.strerror}); check the path") from None
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)


def load(path: Path, key: Key) -> Memory:
    """The talk of a file; an error if the key is another one or a byte was changed."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    try:
        sealed = path.read_bytes()
    except OSError as error:
        problem = f"it cannot be opened ({error.strerror})"
        raise DamagedInputError(path, problem, "give the file that --state wrote for the prompt") from None
    if not sealed.startswith(_MAGIC):
        raise DamagedInputError(path, "it is no state of a talk", "give the file that --state wrote for the prompt")
    body = sealed[len(_MAGIC) :]
    try:
        return _unpacked(AESGCM(key.subkey(_PURPOSE)).decrypt(body[:_NONCE], body[_NONCE:], _MAGIC))
    except (InvalidTag, ValueError):
        problem = "it can't be opened: the key is not the one of this talk, or the file was changed"
        raise DamagedInputError(path, problem, "give the key that it was written with") from None


def _packed(memory: Memory) -> bytes:
    values = {
        "patient": memory.patient,
        "day_first": memory.day_first,
        "pairs": [[pair.sent, pair.original, pair.label] for pair in memory.pairs],
        "words": sorted(memory.words),
        "days": sorted(day.isoformat() for day in memory.days),
    }
    return json.dumps(values).encode()


def _unpacked(packed: bytes) -> Memory:
    values = json.loads(packed)
    return Memory(
        values["patient"],
        values["day_first"],
        tuple(Pair(*pair) for pair in values["pairs"]),
        frozenset(values["words"]),
        frozenset(map(date.fromisoformat, values["days"])),
    )
