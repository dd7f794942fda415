"""Values as texts in rows, each with a seal by which damage is noticed."""

import zlib
from dataclasses import dataclass
from typing import Any

from spades_server.journal.codec import CodecError, decode, encode
from spades_server.journal.kept import Batch, Outcome
from spades_server.table import Refused

__all__ = ["Damaged", "outcome_of", "outcome_text", "pack_story", "seal", "unpack_story", "unsealed"]


class Damaged(ValueError):
    """A row is not what was written, or was written by a newer program."""


def seal(*values: object) -> int:
    """Return what the values of a row are sealed with."""
    return zlib.crc32("\n".join(map(str, values)).encode())


def unsealed(declared: Any, text: str, *others: object, sealed: int) -> Any:  # Any: a value of the declared type
    """Return the value in *text*, which is sealed together with *others*.

    Raises:
        Damaged: the seal is broken, or the value is not known.
    """
    if seal(*others, text) != sealed:
        raise Damaged("a row is not as it was written")
    try:
        return decode(declared, text)
    except CodecError as error:
        raise Damaged(f"written by a newer program: {error}") from error


@dataclass(frozen=True, slots=True, kw_only=True)
class _Refusal:
    reason: str
    sentence: str
    because: int
    details: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Outcome:
    """An ``Outcome``, whose refusal is an exception, as plain values."""

    asker: str
    request_id: str
    fingerprint: bytes
    sequence: int
    refusal: _Refusal | None = None
    ends: bool = False


def outcome_text(outcome: Outcome) -> str:
    """Return *outcome* as text."""
    kept = _Outcome(
        asker=outcome.asker,
        request_id=outcome.request_id,
        fingerprint=outcome.fingerprint,
        sequence=outcome.sequence,
        refusal=None if outcome.refusal is None else _plain(outcome.refusal),
        ends=outcome.ends,
    )
    return encode(_Outcome, kept)


def outcome_of(text: str, *others: object, sealed: int) -> Outcome:
    """Return the outcome in *text*; raises as ``unsealed``."""
    kept: _Outcome = unsealed(_Outcome, text, *others, sealed=sealed)
    return Outcome(
        asker=kept.asker,
        request_id=kept.request_id,
        fingerprint=kept.fingerprint,
        sequence=kept.sequence,
        refusal=None if kept.refusal is None else _raised(kept.refusal),
        ends=kept.ends,
    )


def _plain(refused: Refused) -> _Refusal:
    return _Refusal(
        reason=refused.reason,
        sentence=str(refused),
        because=refused.because,
        details=tuple(refused.details.items()),
    )


def _raised(refusal: _Refusal) -> Refused:
    return Refused(refusal.reason, refusal.sentence, because=refusal.because, **dict(refusal.details))


def pack_story(batches: list[str]) -> bytes:
    """Return the texts of a game's batches, compressed, which seals them too."""
    return zlib.compress(f"[{','.join(batches)}]".encode())


def unpack_story(story: bytes) -> tuple[Batch, ...]:
    """Return the batches in *story*; raises as ``unsealed``."""
    try:
        batches: tuple[Batch, ...] = decode(tuple[Batch, ...], zlib.decompress(story).decode())
    except (zlib.error, CodecError) as error:
        raise Damaged(f"a game cannot be read: {error}") from error
    return batches
