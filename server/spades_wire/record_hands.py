"""A record put together from what happened: its head before the first hand, and each finished hand."""

from collections.abc import Iterable, Sequence

from spades.v1 import record_pb2, snapshot_pb2
from spades_engine import Event, Game, Rules, new_game
from spades_engine.events import GameEnded, HandEnded, HandStarted
from spades_wire.game_events import event_message
from spades_wire.records import FORMAT
from spades_wire.rules_messages import rules_message
from spades_wire.values import card_message, pack_message, side_messages

__all__ = ["DRAWN", "record_head", "recorded_hand"]

DRAWN = ("high_card", "first_diamond", "first_spade", "random")
"""The values of ``first_dealer`` that need chance."""


def record_head(
    rules: Rules,
    preset: str,
    *,
    game_id: str,
    server_id: str = "",
    seats: Iterable[snapshot_pb2.Seat] = (),
    seeded: bool = False,
    nonces: Sequence[bytes] = (),
    dealer_secret: bytes = b"",
) -> record_pb2.GameRecord:
    """Return the record of a game that has just begun; *dealer_secret* is left out where nothing was drawn."""
    return record_pb2.GameRecord(
        format=FORMAT,
        game_id=game_id,
        server_id=server_id,
        rules=rules_message(rules, preset),
        pack=pack_message(rules),
        seats=seats,
        sides=side_messages(new_game(rules)),
        seeded=seeded,
        nonces=nonces,
        dealer_secret=dealer_secret if rules.first_dealer in DRAWN and not seeded else b"",
    )


def recorded_hand(
    happened: Iterable[tuple[Game, Event]], secrets: Sequence[bytes] = ()
) -> record_pb2.RecordedHand | None:
    """Return a hand as recorded; None if it is not finished.

    *happened* is each event of the game from the hand's first deal on, nothing taken out, with the state after it;
    *secrets* are those of its deals, none at a seeded table.
    """
    hand = record_pb2.RecordedHand()
    ended = False
    for game, event in happened:
        if isinstance(event, GameEnded):
            continue  # The record's result tells it.
        message = event_message(game, event)
        if isinstance(event, HandStarted):
            hand.number = event.number
            hand.decks.add(cards=[card_message(card) for card in event.deck or ()])
        if isinstance(event, HandEnded):
            message.hand_ended.secrets.extend(secrets)
            ended = True
        hand.events.append(message)
    return hand if ended else None
