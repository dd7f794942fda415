"""One recorded hand played again: its deals follow from the secrets, its events from the commands they imply."""

from collections.abc import Callable
from dataclasses import dataclass

from spades.v1 import event_pb2, record_pb2
from spades_engine import Card, Command, Event, Game, IllegalAction, Phase, SayNumber, StartHand, decide, decision
from spades_engine import evolve as evolve_game
from spades_engine.cards import each, format_card, mask
from spades_engine.events import GameEnded, HandEnded
from spades_engine.pack import pack_of
from spades_wire.game_events import event_message
from spades_wire.record_commands import command_text, implied_command
from spades_wire.record_faults import RecordError, first_difference
from spades_wire.shuffle import SECRET_BYTES, commitment, drawn_seat, shuffled
from spades_wire.values import FieldInvalid, card_from_message

__all__ = ["Source", "Told", "replay_hand"]

Told = Callable[[Game, Command], None]
"""Hears of a command, and of the game before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where the deals of a game come from."""

    seeded: bool
    """From a seed: nothing was committed to, and nothing opens."""
    nonces: tuple[bytes, ...]


def replay_hand(game: Game, hand: record_pb2.RecordedHand, source: Source, told: Told | None = None) -> Game:
    """Return *game* after *hand*, the next one of its record; *told* hears every command, before it is carried out.

    Raises:
        RecordError: an event is not what follows from those before it.
    """
    number = game.hands_played + 1
    if game.result is not None:
        raise RecordError(f"hand {hand.number}", f"by the rules the game ended after hand {game.hands_played}")
    if hand.number != number:
        raise RecordError(f"hand {hand.number}", f"hand {number} was to stand here")
    events = list(hand.events)
    if not events or events[-1].WhichOneof("kind") != "hand_ended":
        raise RecordError(f"hand {number}", f"it breaks off after {_kind(events[-1]) if events else 'nothing'}")
    secrets = tuple(events[-1].hand_ended.secrets)
    _check_counts(hand, secrets, source)
    at = 0
    while at < len(events):
        command = _command(game, hand, at, secrets, source)
        place = _place(game, events[at])
        if told is not None:
            told(game, command)
        for event in _decided(game, command, events[at], place):
            game = evolve_game(game, event)
            if isinstance(event, GameEnded):
                continue  # The record's result tells it.
            _check_event(game, event, hand, at, place)
            at += 1
    return game


def _kind(event: event_pb2.Event) -> str:
    return event.WhichOneof("kind") or "an event of no known kind"


def _check_counts(hand: record_pb2.RecordedHand, secrets: tuple[bytes, ...], source: Source) -> None:
    deals = sum(event.WhichOneof("kind") == "hand_started" for event in hand.events)
    place = f"hand {hand.number}"
    if len(hand.decks) != deals:
        raise RecordError(place, f"decks: there are {len(hand.decks)} for {deals} deals")
    if len(secrets) != (0 if source.seeded else deals):
        whose = "a seeded table opens none" if source.seeded else f"there were {deals} deals"
        raise RecordError(place, f"hand_ended.secrets: there are {len(secrets)}; {whose}")


def _place(game: Game, event: event_pb2.Event) -> str:
    """Return where in the hand *event* stands, given the state before it."""
    hand = game.hand
    if hand is None or hand.phase is Phase.SCORED or hand.redealt:
        return f"hand {game.hands_played + 1}, deal {hand.deal + 1 if hand and hand.redealt else 1}"
    if hand.phase is Phase.PLAY:
        return f"hand {hand.number}, trick {len(hand.tricks) + 1}"
    phase = {Phase.DRAW: "draw", Phase.TALK: "talk", Phase.BID: "bidding"}.get(hand.phase, "exchange")
    return f"hand {hand.number}, {phase}"


def _decided(game: Game, command: Command, event: event_pb2.Event, place: str) -> tuple[Event, ...]:
    if isinstance(command, SayNumber):
        # Only what was offered can have been said: the engine leaves that to the choices.
        due = decision(game, command.seat)
        if due is None or command.talk not in due.options:
            raise RecordError(place, command_text(command, event))
    try:
        return decide(game, command)
    except IllegalAction as refusal:
        raise RecordError(place, f"{command_text(command, event)} ({refusal.code}: {refusal})") from refusal


def _check_event(game: Game, event: Event, hand: record_pb2.RecordedHand, at: int, place: str) -> None:
    """Compare the recorded event with the one that follows; *game* is the state after it, *place* where it began."""
    wanted = event_message(game, event)
    if isinstance(event, HandEnded):
        place = f"hand {event.number}"
        wanted.hand_ended.secrets.extend(hand.events[-1].hand_ended.secrets)  # Compared with what was committed to.
    if at >= len(hand.events):
        raise RecordError(place, f"{_kind(wanted)} is missing at the end")
    found = hand.events[at]
    if wanted.WhichOneof("kind") != found.WhichOneof("kind"):
        raise RecordError(place, f"{_kind(found)} stands where {_kind(wanted)} was to follow")
    if difference := first_difference(wanted, found):
        field, right, wrong = difference
        raise RecordError(place, f"{field} is {wrong}; by the rules it is {right}")


def _command(game: Game, hand: record_pb2.RecordedHand, at: int, secrets: tuple[bytes, ...], source: Source) -> Command:
    event, place = hand.events[at], _place(game, hand.events[at])
    waits = game.hand is None or game.hand.phase is Phase.SCORED or game.hand.redealt
    if event.WhichOneof("kind") == "hand_started" and waits:
        again = game.hand is not None and game.hand.redealt
        deal = game.hand.deal if again and game.hand is not None else 0
        return _deal(game, hand, at, deal, secrets, source)
    if waits:
        raise RecordError(place, f"{_kind(event)} stands where hand_started was to follow")
    return implied_command(event, game.rules.players, place)


def _deal(
    game: Game, hand: record_pb2.RecordedHand, at: int, deal: int, secrets: tuple[bytes, ...], source: Source
) -> StartHand:
    """Return the command that deals; *deal* counts from 0."""
    place = f"hand {hand.number}, deal {deal + 1}"
    promised = hand.events[at].hand_started.commitment
    deck = _deck(game, hand.decks[deal], place)
    if source.seeded:
        if promised:
            raise RecordError(place, "hand_started.commitment: a seeded table commits to nothing")
        return StartHand(deck=deck, leader_draw=_leader_found(game, hand, at))
    secret = secrets[deal]
    if len(secret) != SECRET_BYTES or commitment(secret) != promised:
        raise RecordError(place, "hand_started.commitment is not the SHA-256 of the secret that was opened")
    wanted = shuffled(list(each(pack_of(game.rules).cards)), secret, "deck", source.nonces)
    for position, (card, right) in enumerate(zip(deck, wanted, strict=True), 1):
        if card != right:
            what = f"card {position} of the deck is {format_card(card)}"
            raise RecordError(place, f"{what}; the secret and the nonces give {format_card(right)}")
    leader_draw = drawn_seat(game.rules.players, secret, "leader", source.nonces)
    return StartHand(deck=deck, leader_draw=leader_draw, commitment=promised)


def _deck(game: Game, order: record_pb2.DeckOrder, place: str) -> tuple[Card, ...]:
    try:
        deck = tuple(card_from_message(card, f"deck[{at}]") for at, card in enumerate(order.cards, 1))
    except FieldInvalid as error:
        raise RecordError(place, str(error)) from error
    pack = pack_of(game.rules)
    if len(deck) != len(pack):
        raise RecordError(place, f"the deck has {len(deck)} cards, the pack {len(pack)}")
    for at, card in enumerate(deck):
        if card in deck[:at] or not pack.cards >> card & 1:
            why = "stands twice" if card in deck[:at] else "is not of the pack"
            raise RecordError(place, f"card {at + 1} of the deck, {format_card(card)}, {why}")
    assert mask(deck) == pack.cards, "as many different cards of the pack as it has"
    return deck


def _leader_found(game: Game, hand: record_pb2.RecordedHand, at: int) -> int:
    """Return the random leader of a seeded deal as the record has it: nothing else tells."""
    if game.rules.first_leader != "random":
        return 0
    for event in list(hand.events)[at + 1 :]:
        if event.WhichOneof("kind") == "hand_started":
            break
        if event.WhichOneof("kind") == "leader_chosen":
            return min(max(event.leader_chosen.seat, 1), game.rules.players) - 1
    return 0
