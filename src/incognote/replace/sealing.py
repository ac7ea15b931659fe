"""Values sealed with AES-256-GCM: nobody reads them without the key, nor changes or swaps them unnoticed."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from itertools import count

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from incognote.replace.keys import Key, hkdf

_PURPOSE = "vault/1"
_SALT = 32
_NONCE = 12
_SMALLEST = 512


class BrokenSealError(Exception):
    """What was sealed with another key, in another place, or was changed since."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """An encrypted value and its nonce; it takes the session's salt to open it."""

    nonce: bytes
    content: bytes


@dataclass(frozen=True, repr=False)
class Session:
    """Seals values under a key that its random salt gives.

    Nonces count up within a session and no session is ever taken up again, so no nonce comes twice under one key, not
    even where copies of a vault are written to.
    """

    key: Key
    salt: bytes = field(default_factory=lambda: secrets.token_bytes(_SALT), init=False)
    _nonces: count[int] = field(default_factory=count, init=False)

    def seal(self, content: bytes, place: bytes) -> Sealed:
        """The value for a place. Its size tells no more than which power of two it fits into."""
        nonce = next(self._nonces).to_bytes(_NONCE)
        return Sealed(nonce, _cipher(self.key, self.salt).encrypt(nonce, _padded(content), place))


def unseal(key: Key, salt: bytes, sealed: Sealed, place: bytes) -> bytes:
    """A value that was sealed for this place, with blanks behind it."""
    try:
        return _cipher(key, salt).decrypt(sealed.nonce, sealed.content, place)
    except (InvalidTag, ValueError, TypeError):  # the last two for a nonce or content that is none
        raise BrokenSealError from None


def _cipher(key: Key, salt: bytes) -> AESGCM:
    return AESGCM(hkdf(key.subkey(_PURPOSE), info=b"session", salt=salt))


def _padded(content: bytes) -> bytes:
    return content.ljust(max(_SMALLEST, 1 << (len(content) - 1).bit_length()))
