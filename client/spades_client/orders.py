"""What was typed, as calls to the table: the same for lines of text and for the screen."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias, assert_never

from spades.v1.prompt_pb2 import Prompt
from spades.v1.rules_pb2 import Rules
from spades.v1.snapshot_pb2 import CHAT_SCOPE_SPECTATORS
from spades_client.choices import Send, SendBid, SendCard, SendChoices
from spades_client.commands import (
    BeReady,
    ChangeRules,
    FillSeats,
    MoveSeat,
    SayAside,
    SayText,
    SeatHouse,
    SeatWord,
    Word,
)
from spades_client.table_client import TableClient

Order: TypeAlias = SayText | SayAside | BeReady | FillSeats | MoveSeat | SeatHouse | ChangeRules
"""A command that is one call to the table and tells the reader nothing but that it was done."""

WORDS: Mapping[Word, Callable[[TableClient], Awaitable[int]]] = MappingProxyType(
    {
        Word.START: TableClient.start,
        Word.PAUSE: TableClient.pause,
        Word.RESUME: TableClient.resume,
        Word.CLOSE: TableClient.close,
    }
)
"""Words that are such a call."""

SEAT_WORDS: Mapping[SeatWord, Callable[[TableClient, int], Awaitable[int]]] = MappingProxyType(
    {SeatWord.KICK: TableClient.kick, SeatWord.HOST: TableClient.transfer_host}
)
"""Words about a seat that are such a call."""


async def give(table: TableClient, order: Order) -> None:
    """Carry out *order*.

    Raises:
        Refused: the server does not allow it.
        LinkLost: the server could not be asked.
    """
    match order:
        case SayText(text=text):
            await table.say(text)
        case SayAside(text=text):
            await table.say(text, scope=CHAT_SCOPE_SPECTATORS)
        case BeReady(ready=ready):
            await table.set_ready(ready, nonce=secrets.token_bytes(16) if ready else b"")
        case FillSeats(level=level):
            await table.fill(level=level)
        case MoveSeat(seat=seat, to_seat=to_seat):
            await table.set_seat(seat, to_seat)
        case SeatHouse(seat=seat, level=level):
            await table.seat_house(seat, level)
        case ChangeRules(preset=preset):
            await table.set_rules(None if preset is None else Rules(preset=preset))
        case other:
            assert_never(other)


async def answer(table: TableClient, prompt: Prompt, send: Send) -> None:
    """Send an answer to *prompt*; raises as ``give`` does."""
    match send:
        case SendCard(card=card):
            await table.play(prompt.prompt_id, card)
        case SendBid(bid=bid):
            await table.bid(prompt.prompt_id, bid)
        case SendChoices(choice_ids=ids):
            await table.answer(prompt.prompt_id, ids)
        case other:
            assert_never(other)
