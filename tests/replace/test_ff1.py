"""FF1 gives NIST's results, and the permutations on it are permutations."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote.replace.ff1 import FF1, Permutation

KEY = bytes.fromhex("2B7E151628AED2A6ABF7158809CF4F3CEF4359D8D580AA4F7F036D6F04FC6A94")
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
DECIMAL, LETTERS = "0123456789", "0123456789abcdefghi"


def written(number, radix, length):
    digits = []
    for _ in range(length):
        number, digit = divmod(number, radix)
        digits.append(DIGITS[digit])
    return "".join(reversed(digits))


@pytest.mark.parametrize(
    ("key_size", "radix", "tweak", "plain", "encrypted"),
    [
        (16, 10, "", DECIMAL, "2433477484"),
        (16, 10, "39383736353433323130", DECIMAL, "6124200773"),
        (16, 36, "3737373770717273373737", LETTERS, "a9tv40mll9kdu509eum"),
        (24, 10, "", DECIMAL, "2830668132"),
        (24, 10, "39383736353433323130", DECIMAL, "2496655549"),
        (24, 36, "3737373770717273373737", LETTERS, "xbj3kv35jrawxv32ysr"),
        (32, 10, "", DECIMAL, "6657667009"),
        (32, 10, "39383736353433323130", DECIMAL, "1001623463"),
        (32, 36, "3737373770717273373737", LETTERS, "xs8a0azh2avyalyzuwd"),
    ],
)
def test_the_samples_of_nist(key_size, radix, tweak, plain, encrypted):
    ff1 = FF1(KEY[:key_size], radix, len(plain), bytes.fromhex(tweak))
    assert written(ff1.encrypt(int(plain, radix)), radix, len(plain)) == encrypted
    assert written(ff1.decrypt(int(encrypted, radix)), radix, len(plain)) == plain


@given(st.integers(2, 300), st.integers(7, 90), st.binary(max_size=40), st.data())
def test_what_is_encrypted_is_decrypted(radix, length, tweak, data):
    ff1 = FF1(KEY, radix, length, tweak)
    number = data.draw(st.integers(0, ff1.size - 1))
    assert 0 <= ff1.encrypt(number) < ff1.size
    assert ff1.decrypt(ff1.encrypt(number)) == number


@pytest.mark.parametrize(("radix", "length"), [(10, 1), (2, 6), (1, 9), (2**16 + 1, 4), (99, 1)])
def test_what_nist_forbids_is_refused(radix, length):
    with pytest.raises(ValueError, match="FF1 takes"):
        FF1(KEY, radix, length)


@settings(max_examples=30)
@given(st.integers(1, 600), st.binary(max_size=20))
def test_every_number_has_a_place_of_its_own(size, tweak):
    order = Permutation(KEY, size, tweak)
    places = [order.place(number) for number in range(size)]
    assert sorted(places) == list(range(size))
    assert [order.number(place) for place in places] == list(range(size))


@given(st.integers(1, 2**200), st.data())
def test_large_numbers_come_back(size, data):
    number = data.draw(st.integers(0, size - 1))
    order = Permutation(KEY, size)
    assert order.number(order.place(number)) == number
    assert Permutation(KEY, size).place(number) == order.place(number)


def test_the_order_depends_on_key_and_tweak():
    orders = [(KEY, 1000, b""), (KEY[:16], 1000, b""), (KEY, 1000, b"x"), (KEY, 1000, b"\0")]
    assert len({tuple(Permutation(*order).place(n) for n in range(20)) for order in orders}) == len(orders)


def test_small_orders_are_even():
    """Each of few numbers comes to each place about as often, over many tweaks."""
    counts = [[0] * 5 for _ in range(5)]
    for tweak in range(2000):
        order = Permutation(KEY, 5, tweak.to_bytes(2))
        for number in range(5):
            counts[number][order.place(number)] += 1
    assert all(300 < count < 500 for row in counts for count in row)


@pytest.mark.parametrize("number", [-1, 10])
def test_numbers_out_of_range_are_refused(number):
    order = Permutation(KEY, 10)
    with pytest.raises(ValueError, match="out of range"):
        order.place(number)
    with pytest.raises(ValueError, match="out of range"):
        order.number(number)
