"""Card order from a secret, in a way that any language can do again.

    stream(i) = HMAC-SHA-256(secret, label || 0x00 || nonces || uint32 big-endian i),   i = 0, 1, 2 ...

The stream is read as big-endian 32-bit numbers. ``below(n)`` takes the next number x, skips it while
x >= 2**32 - 2**32 % n, and gives x % n. A shuffle starts from the cards in ascending card number and, for
k = n-1 down to 1, swaps the cards at k and at ``below(k + 1)``. *nonces* is each seat's nonce in seat order, each
preceded by its length in one byte. The commitment to a secret is its SHA-256.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence

from spades_engine import Card

__all__ = ["commitment", "drawn_seat", "seeded_secret", "shuffled"]

SECRET_BYTES = 32
_RANGE = 1 << 32


def commitment(secret: bytes) -> bytes:
    """Return what is published about *secret* before the deal."""
    return hashlib.sha256(secret).digest()


def seeded_secret(seed: str, label: str) -> bytes:
    """Return the secret named *label* of a table started with *seed*."""
    return hmac.new(seed.encode(), label.encode(), hashlib.sha256).digest()


def shuffled(cards: Sequence[Card], secret: bytes, label: str, nonces: Sequence[bytes] = ()) -> tuple[Card, ...]:
    """Return *cards* in the order that *secret* gives them under *label*."""
    order = sorted(cards)
    numbers = _numbers(secret, label, nonces)
    for last in range(len(order) - 1, 0, -1):
        other = _below(numbers, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def drawn_seat(seats: int, secret: bytes, label: str, nonces: Sequence[bytes] = ()) -> int:
    """Return one of *seats* seats (from 0), each as likely as the others."""
    return _below(_numbers(secret, label, nonces), seats)


def _numbers(secret: bytes, label: str, nonces: Sequence[bytes]) -> Iterator[int]:
    prefix = label.encode() + b"\0" + b"".join(bytes([len(nonce)]) + nonce for nonce in nonces)
    index = 0
    while True:
        block = hmac.new(secret, prefix + struct.pack(">I", index), hashlib.sha256).digest()
        yield from struct.unpack(">8I", block)
        index += 1


def _below(numbers: Iterator[int], limit: int) -> int:
    fair = _RANGE - _RANGE % limit
    return next(number for number in numbers if number < fair) % limit
