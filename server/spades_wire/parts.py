"""Messages in parts: bytes that repeat are made once and put together, which the encoding allows.

A message is its fields, one after another; a message in a field is a tag, its length, and its bytes.
"""

from functools import lru_cache

__all__ = ["part"]

_LENGTH_DELIMITED = 2
"""The wire type of texts, bytes and messages."""


def part(field: int, content: bytes) -> bytes:
    """Return *content*, a serialised message or a text, as field number *field* of the message around it."""
    return _head(field, len(content)) + content


@lru_cache(maxsize=4096)
def _head(field: int, length: int) -> bytes:
    return _varint(field << 3 | _LENGTH_DELIMITED) + _varint(length)


def _varint(value: int) -> bytes:
    low = []
    while value > 0x7F:
        low.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*low, value])
