"""The secret key: how it is made, written, read, and split into a key for each purpose. No message or repr shows it."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import re
import secrets
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TextIO

from incognote.errors import ConfigError, OutputError

VARIABLE = "INCOGNOTE_KEY"
STDIN = "-"

_PREFIX = "incognote-key-1:"
_SIZE = 32
_LONGEST = 1000
_LETTERS = re.compile(r"[A-Za-z0-9_-]+={0,2}")
_OTHER_VERSION = re.compile(r"incognote-key-\d+:")


@dataclass(frozen=True, repr=False, slots=True)
class Key:
    """A secret of 32 bytes. Each purpose has a sub-key of its own, so that a new purpose changes no old one."""

    _secret: bytes

    def __repr__(self) -> str:
        return "Key()"

    def subkey(self, purpose: str) -> bytes:
        """The 32 bytes for a purpose and its version, such as `dates/1`."""
        return _subkey(self._secret, purpose)

    @property
    def fingerprint(self) -> str:
        """Tells keys apart, and nothing of the key: four groups of four letters and digits."""
        letters = base64.b32encode(self.subkey("fingerprint/1")[:10]).decode().lower()
        return "-".join(letters[i : i + 4] for i in range(0, len(letters), 4))


def new_key() -> str:
    """A new key from the system's random numbers, in its text form."""
    return _PREFIX + base64.urlsafe_b64encode(secrets.token_bytes(_SIZE)).decode().rstrip("=")


def parse(text: str, place: str = "the key") -> Key:
    """The key in its text form; `place` says in messages where it came from."""
    remedy = "make one with: incognote key new"
    body = text.strip()
    if not body:
        raise ConfigError(f"{place} is empty; {remedy}")
    if not body.startswith(_PREFIX) and _OTHER_VERSION.match(body):
        raise ConfigError(f"{place} is of a version that this incognote doesn't know; update incognote")
    if not body.startswith(_PREFIX) or not _LETTERS.fullmatch(body, len(_PREFIX)):
        raise ConfigError(f"{place} is not a key of the form {_PREFIX}…; {remedy}")
    letters = body[len(_PREFIX) :].rstrip("=")
    try:
        secret = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    except ValueError:
        raise ConfigError(f"{place} is cut or mistyped; copy it again") from None
    if len(secret) != _SIZE or base64.urlsafe_b64encode(secret).decode().rstrip("=") != letters:
        raise ConfigError(f"{place} is cut or mistyped; copy it again")
    if len(set(secret)) < _SIZE // 4:
        raise ConfigError(f"{place} is too easy to guess; {remedy}")
    return Key(secret)


def load(source: str | None, environ: Mapping[str, str], stdin: TextIO) -> Key | None:
    """The key from a file, from standard input (`-`) or from the environment; None where there is none of them."""
    in_environment = environ.get(VARIABLE)
    if source is not None and in_environment is not None:
        raise ConfigError(f"there are two keys, one named by an option and one in {VARIABLE}; leave one out")
    if source == STDIN:
        return parse(stdin.read(_LONGEST), "the key on standard input")
    if source is not None and _PREFIX in source:
        raise ConfigError("--key takes the name of a file, not the key itself; that key was seen, so make a new one")
    if source is not None:
        return parse(_read(Path(source)), f"{source}: the key")
    return None if in_environment is None else parse(in_environment, f"the key in {VARIABLE}")


def load_required(source: str | None, environ: Mapping[str, str], stdin: TextIO) -> Key:
    """As `load`; no key is an error."""
    key = load(source, environ, stdin)
    if key is None:
        raise ConfigError(f"there is no key; give one: --key FILE, --key - or the variable {VARIABLE}")
    return key


def write_key(path: str | Path) -> None:
    """A new key in a new file that only its owner can read."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise OutputError(f"{path}: it exists, and a lost key can't be made again; choose another name") from None
    except OSError as error:
        raise OutputError(f"{path}: it cannot be written ({error.strerror}); check the path") from None
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(new_key() + "\n")


def pseudonym(key: Key, doc_id: str) -> str:
    """A name for the note's file that says nothing about it: 16 letters and digits, fixed by the key and the id."""
    digest = hmac.digest(key.subkey("file-names/1"), doc_id.encode("utf-8", "surrogatepass"), "sha256")
    return base64.b32encode(digest[:10]).decode().lower()


def hkdf(secret: bytes, info: bytes, salt: bytes = b"", length: int = 32) -> bytes:
    """HKDF with SHA-256 (RFC 5869)."""
    size = hashlib.sha256().digest_size
    pseudorandom = hmac.digest(salt or bytes(size), secret, "sha256")
    output, block = b"", b""
    for i in range(1, -(-length // size) + 1):
        block = hmac.digest(pseudorandom, block + info + bytes([i]), "sha256")
        output += block
    return output[:length]


@lru_cache(maxsize=64)
def _subkey(secret: bytes, purpose: str) -> bytes:
    return hkdf(secret, info=purpose.encode())


def _read(path: Path) -> str:
    try:
        with path.open(encoding="ascii") as file:
            text = file.read(_LONGEST)
            open_to_all = os.name == "posix" and os.fstat(file.fileno()).st_mode & (stat.S_IRWXG | stat.S_IRWXO)
            if open_to_all and text.lstrip().startswith(_PREFIX):  # what is no key has an error of its own
                raise ConfigError(f"{path}: other users can get at this key; close it with: chmod 600 {path}")
            return text
    except OSError as error:
        raise ConfigError(f"{path}: it cannot be opened ({error.strerror}); check the path") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: it is no key; make one with: incognote key new") from None
