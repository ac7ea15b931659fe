"""FF1, the format-preserving encryption of NIST SP 800-38G, and with it keyed permutations of whole numbers.

FF1 is written out here on the AES of `cryptography`: the one maintained library (fpr-ff1) needs Python 3.12.
"""

from __future__ import annotations

from functools import lru_cache

from cryptography.hazmat.primitives.ciphers import Cipher, CipherContext, algorithms, modes

MINIMUM = 100
"""The fewest values that SP 800-38G lets FF1 encrypt. Its Rev. 1 asks for a million."""

_ROUNDS = 10
_BLOCK = 16


class FF1:
    """FF1 of strings of `length` digits in a radix, each given and got as the whole number that it writes."""

    def __init__(self, key: bytes, radix: int, length: int, tweak: bytes = b"") -> None:
        if radix < 2 or radix > 2**16 or length < 2 or radix**length < MINIMUM:
            raise ValueError(f"FF1 takes strings of at least 2 digits that have at least {MINIMUM} values")
        left = length // 2
        self._low: int = radix ** (length - left)
        self._moduli: tuple[int, int] = (radix**left, self._low)
        self.size = self._low * self._moduli[0]
        self._cipher = _aes(key)
        self._bytes = (((self._low - 1).bit_length()) + 7) // 8
        self._drawn = 4 * -(-self._bytes // 4) + 4
        setup = bytes([1, 2, 1, *radix.to_bytes(3), _ROUNDS, left % 256]) + length.to_bytes(4) + len(tweak).to_bytes(4)
        data = tweak + bytes((-len(tweak) - self._bytes - 1) % _BLOCK)
        whole = len(data) // _BLOCK * _BLOCK
        # What comes before the round's number is the same in all rounds, so it is encrypted once.
        self._state = self._chained(bytes(_BLOCK), setup + data[:whole])
        self._rest = data[whole:]
        self._blocks = self._one_block_a_round()
        self._unused = 8 * (_BLOCK - self._drawn)

    def encrypt(self, number: int) -> int:
        """The number that takes the place of another, both from 0 to below `size`."""
        a, b = divmod(self._checked(number), self._low)
        if self._blocks:
            update, unused, read = self._cipher.update, self._unused, int.from_bytes
            for block, modulus in self._blocks:
                a, b = b, (a + (read(update((block ^ b).to_bytes(_BLOCK))) >> unused)) % modulus
        else:
            for i in range(_ROUNDS):
                a, b = b, (a + self._mixed(i, b)) % self._moduli[i % 2]
        return a * self._low + b

    def decrypt(self, number: int) -> int:
        """The number that `encrypt` made this one of."""
        a, b = divmod(self._checked(number), self._low)
        if self._blocks:
            update, unused, read = self._cipher.update, self._unused, int.from_bytes
            for block, modulus in reversed(self._blocks):
                a, b = (b - (read(update((block ^ a).to_bytes(_BLOCK))) >> unused)) % modulus, a
        else:
            for i in reversed(range(_ROUNDS)):
                a, b = (b - self._mixed(i, a)) % self._moduli[i % 2], a
        return a * self._low + b

    def _one_block_a_round(self) -> list[tuple[int, int]]:
        """What each round encrypts but for its half, and its modulus, where it is one block, as it mostly is.

        Such rounds are written out above: they are what ids take most of their time for.
        """
        rest = self._rest + bytes(1 + self._bytes)
        if len(rest) != _BLOCK or self._drawn > _BLOCK:
            return []
        block = int.from_bytes(self._state) ^ int.from_bytes(rest)
        return [(block ^ i << 8 * self._bytes, self._moduli[i % 2]) for i in range(_ROUNDS)]

    def _checked(self, number: int) -> int:
        if not 0 <= number < self.size:
            raise ValueError("the number is out of range")
        return number

    def _mixed(self, i: int, half: int) -> int:
        """The round function: a number from a half, unlike any other without the key."""
        block = self._chained(self._state, b"%b%c%b" % (self._rest, i, half.to_bytes(self._bytes)))
        drawn, needed = block, self._drawn
        if needed > _BLOCK:
            first, count = int.from_bytes(block), -(-needed // _BLOCK)
            drawn += b"".join(self._cipher.update((first ^ j).to_bytes(_BLOCK)) for j in range(1, count))
        return int.from_bytes(drawn[:needed])

    def _chained(self, state: bytes, data: bytes) -> bytes:
        """CBC-MAC, going on from a state."""
        for start in range(0, len(data), _BLOCK):
            mixed = int.from_bytes(state) ^ int.from_bytes(data[start : start + _BLOCK])
            state = self._cipher.update(mixed.to_bytes(_BLOCK))
        return state


class Permutation:
    """A secret order of the numbers from 0 to below `size`, for any size.

    FF1 orders the smallest power of two that holds them and that it is allowed to; a number that it puts outside is
    encrypted again until it is inside (cycle walking). Below 65 numbers this is a power that is larger than needed. The
    order of so few numbers is as good as FF1's, but who knows all but one of them knows the last one too.
    """

    def __init__(self, key: bytes, size: int, tweak: bytes = b"") -> None:
        if size < 1:
            raise ValueError("there must be a number to put in order")
        self.size = size
        self._ff1 = FF1(key, 2, max((size - 1).bit_length(), MINIMUM.bit_length()), tweak)

    def place(self, number: int) -> int:
        """Where a number is in the order."""
        place = self._ff1.encrypt(self._checked(number))
        while place >= self.size:
            place = self._ff1.encrypt(place)
        return place

    def number(self, place: int) -> int:
        """The number at a place of the order."""
        number = self._ff1.decrypt(self._checked(place))
        while number >= self.size:
            number = self._ff1.decrypt(number)
        return number

    def _checked(self, number: int) -> int:
        if not 0 <= number < self.size:
            raise ValueError("the number is out of range")
        return number


@lru_cache(maxsize=16)
def _aes(key: bytes) -> CipherContext:
    # ECB keeps nothing from block to block, so one encryptor serves all. CBC-MAC is built from it in `_chained`.
    return Cipher(algorithms.AES(key), modes.ECB()).encryptor()
