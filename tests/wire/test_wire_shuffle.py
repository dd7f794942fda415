"""The shuffle that anybody can do again: fixed vectors, and a second program that knows only its description."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spades_engine import format_card, pack_of, parse_card, rules_of
from spades_engine.cards import each
from spades_wire import SECRET_BYTES, commitment, drawn_seat, seeded_secret, shuffled

PLAIN = tuple(range(52))


def naive_numbers(secret: bytes, label: str, nonces: list[bytes], count: int) -> list[int]:
    """Return the first numbers of the stream, as the description of the shuffle has them."""
    numbers: list[int] = []
    block = 0
    while len(numbers) < count:
        message = label.encode() + b"\x00"
        for nonce in nonces:
            message += len(nonce).to_bytes(1, "big") + nonce
        message += block.to_bytes(4, "big")
        digest = hmac.new(secret, message, hashlib.sha256).digest()
        numbers += [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
        block += 1
    return numbers


def naive_shuffle(cards: tuple[int, ...], secret: bytes, label: str, nonces: list[bytes]) -> tuple[int, ...]:
    """Return the cards in their order, done step by step."""
    stream = naive_numbers(secret, label, nonces, 1000)
    order = sorted(cards)
    k = len(order) - 1
    while k >= 1:
        n = k + 1
        x = stream.pop(0)
        while x >= 2**32 - 2**32 % n:
            x = stream.pop(0)
        j = x % n
        order[k], order[j] = order[j], order[k]
        k -= 1
    return tuple(order)


def test_the_two_packs_of_six_come_in_the_order_that_the_documentation_tells() -> None:
    """docs/verifying.md."""
    deck = shuffled(list(each(pack_of(rules_of(players=6)).cards)), bytes(range(32)), "deck", [b""] * 6)
    assert [format_card(card) for card in deck[:8]] == ["7C", "JS.2", "3S.2", "KS", "5S", "JD.2", "KD", "4H"]
    assert [format_card(card) for card in deck[-3:]] == ["6S", "QS.2", "TH.2"]
    assert drawn_seat(6, bytes(range(32)), "leader", [b""] * 6) + 1 == 4


VECTORS: tuple[tuple[bytes, str, list[bytes], str], ...] = (
    (
        bytes(range(32)),
        "deck",
        [],
        "KD 2S 5H QS QC 6H AD 7H 9C JC 3H 6D 4H 8D 2D 2C 9S 6C TH 9D 4D 3S AC 4S 3D TC "
        "5S AH TS 8C 4C KH 7D 2H 8S 8H 9H JD AS QH TD JH 7C KC QD 5C KS 6S 5D 7S 3C JS",
    ),
    (
        b"\xff" * 32,
        "draw for dealer",
        [b"", b"north", b"", b"\x00" * 32],
        "9H 8D 3H JC KH 2S 3C 6C 4D 8H TD 5D AC 4H QS AH KD 7C 8S 4C 6S 2H QH 6D TH JH "
        "6H QC QD KS 8C 7D 9C 4S JD 9S 5S AD JS 2D 3D TC AS 5H TS 9D 7S 5C 7H 3S 2C KC",
    ),
)


@pytest.mark.parametrize(("secret", "label", "nonces", "written"), VECTORS)
def test_the_order_of_the_pack_that_a_secret_gives_is_the_same_for_ever(
    secret: bytes, label: str, nonces: list[bytes], written: str
) -> None:
    order = tuple(map(parse_card, written.split()))
    assert shuffled(PLAIN, secret, label, nonces) == order
    assert naive_shuffle(PLAIN, secret, label, nonces) == order


@given(st.binary(min_size=32, max_size=32), st.lists(st.binary(max_size=32), max_size=4), st.text(max_size=20))
def test_a_second_program_gets_the_same_order(secret: bytes, nonces: list[bytes], label: str) -> None:
    assert shuffled(PLAIN, secret, label, nonces) == naive_shuffle(PLAIN, secret, label, nonces)
    assert drawn_seat(4, secret, label, nonces) == naive_numbers(secret, label, nonces, 1)[0] % 4


def test_the_order_does_not_depend_on_the_order_the_cards_come_in() -> None:
    secret = bytes(32)
    assert shuffled(PLAIN[::-1], secret, "deck") == shuffled(PLAIN, secret, "deck")


def test_label_and_nonces_make_another_order() -> None:
    secret = bytes(32)
    orders = {
        shuffled(PLAIN, secret, "deck"),
        shuffled(PLAIN, secret, "leader"),
        shuffled(PLAIN, secret, "deck", [b"a", b""]),
        shuffled(PLAIN, secret, "deck", [b"", b"a"]),
        shuffled(PLAIN, secret, "deck", [b"a"]),
    }
    assert len(orders) == 5


def test_the_commitment_is_the_sha_256_of_the_secret() -> None:
    assert commitment(b"x" * SECRET_BYTES).hex() == hashlib.sha256(b"x" * 32).hexdigest()


def test_the_secrets_of_a_seed_are_named_by_their_labels() -> None:
    assert seeded_secret("friday", "game 1") == hmac.new(b"friday", b"game 1", hashlib.sha256).digest()
    assert len({seeded_secret("friday", f"game 1 hand {hand}") for hand in range(20)}) == 20


def test_every_card_comes_first_about_equally_often() -> None:
    """4,000 deals: chi-square with 51 degrees of freedom, 95 is passed once in 10,000 times; the secrets are fixed."""
    first = Counter(shuffled(PLAIN, seeded_secret("chi", f"{number}"), "deck")[0] for number in range(4000))
    expected = 4000 / 52
    assert sum((first[card] - expected) ** 2 / expected for card in PLAIN) < 95
    assert format_card(0) == "2C"
