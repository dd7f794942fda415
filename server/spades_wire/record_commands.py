"""The commands that the events of a record imply: what was asked, judged by the first event that came of it."""

from collections.abc import Iterable

from spades.v1 import cards_pb2, event_pb2
from spades_engine import (
    AnswerClaim,
    CallRedeal,
    CardSet,
    Choose,
    ClaimRest,
    Command,
    Give,
    Look,
    MakeBid,
    PlayCard,
    SayNumber,
    format_cards,
)
from spades_engine.cards import mask
from spades_wire.record_faults import RecordError, card_text
from spades_wire.values import FieldInvalid, bid_from_message, card_from_message, talk_from_message

__all__ = ["command_text", "implied_command"]


def implied_command(event: event_pb2.Event, players: int, place: str) -> Command:
    """Return the command that brought about *event* and those after it; the deals are the caller's.

    Raises:
        RecordError: no command begins with such an event, or one of its fields is missing or out of range.
    """
    try:
        return _command(event, players, place)
    except FieldInvalid as error:
        raise RecordError(place, f"{event.WhichOneof('kind')}.{error}") from error


def _command(event: event_pb2.Event, players: int, place: str) -> Command:
    match event.WhichOneof("kind"):
        case "card_played":
            played = event.card_played
            return PlayCard(_seat(played.seat, players), card_from_message(played.card))
        case "bid_made":
            return MakeBid(_seat(event.bid_made.seat, players), bid_from_message(event.bid_made.bid))
        case "cards_seen":
            return Look(_seat(event.cards_seen.seat, players))
        case "card_drawn":
            return Choose(_seat(event.card_drawn.seat, players), event.card_drawn.kept_offered)
        case "talked":
            return SayNumber(_seat(event.talked.seat, players), talk_from_message(event.talked.talk))
        case "hand_redealt":
            return CallRedeal(_seat(event.hand_redealt.seat, players))
        case "cards_exchanged":
            exchange = event.cards_exchanged.exchange
            giver = _seat(exchange.from_seat, players, "exchange.from_seat")
            return Give(giver, _cards(exchange.cards, "exchange.cards"))
        case "claim_proposed":
            return ClaimRest(_seat(event.claim_proposed.claim.seat, players, "claim.seat"))
        case "claim_answered":
            return AnswerClaim(_seat(event.claim_answered.seat, players), event.claim_answered.accepted)
        case None:
            raise RecordError(place, "an event of no known kind")
        case kind:
            raise RecordError(place, f"{kind} stands where nothing has led to it")


def _seat(number: int, players: int, field: str = "seat") -> int:
    if not 1 <= number <= players:
        raise FieldInvalid(field, f"{number or 'missing'}; 1 to {players} are allowed")
    return number - 1


def _cards(messages: Iterable[cards_pb2.Card], field: str) -> CardSet:
    return mask(card_from_message(message, f"{field}[{at}]") for at, message in enumerate(messages, 1))


def command_text(command: Command, event: event_pb2.Event) -> str:
    """Return who does what, for a sentence that says why it is refused."""
    match command:
        case PlayCard():
            return f"seat {command.seat + 1} cannot play {card_text(event.card_played.card)}"
        case MakeBid():
            return f"seat {command.seat + 1} cannot bid {command.bid}"
        case Look():
            return f"seat {command.seat + 1} cannot look"
        case Choose():
            return f"seat {command.seat + 1} cannot choose a card"
        case SayNumber():
            return f"seat {command.seat + 1} cannot tell its partner that"
        case CallRedeal():
            return f"seat {command.seat + 1} cannot have it dealt again"
        case Give():
            return f"seat {command.seat + 1} cannot give {format_cards(command.cards) or 'nothing'}"
        case ClaimRest():
            return f"seat {command.seat + 1} cannot claim"
        case AnswerClaim():
            return f"seat {command.seat + 1} cannot answer a claim"
        case _:
            return "there can be no deal"
