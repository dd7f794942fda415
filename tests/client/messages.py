"""Small tables for the client's tests, made of messages only."""

from __future__ import annotations

from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp

from spades.v1.cards_pb2 import SUIT_CLUBS, SUIT_DIAMONDS, SUIT_HEARTS, SUIT_SPADES, Bid, Card, Nil, Pack, PackCard
from spades.v1.event_pb2 import Batch, Event, PromptOpened, Said
from spades.v1.prompt_pb2 import (
    ACTION_CONTINUE,
    ACTION_HOLD,
    PROMPT_KIND_BID,
    PROMPT_KIND_CONTINUE,
    PROMPT_KIND_PLAY,
    Choice,
    Prompt,
)
from spades.v1.rules_pb2 import Rules
from spades.v1.snapshot_pb2 import (
    CHAT_SCOPE_TABLE,
    PHASE_BID,
    PHASE_PLAY,
    PRESENCE_ONLINE,
    SEAT_KIND_HOUSE,
    SEAT_KIND_PERSON,
    TABLE_STAGE_PLAYING,
    ChatLine,
    Hand,
    PlayedCard,
    Seat,
    SeatHand,
    Side,
    Snapshot,
    TableSettings,
    Trick,
)
from spades_client.notation import parse_card

NAMES = ("Zoe", "Bruno", "Ana", "Clara")
SUITS = (SUIT_CLUBS, SUIT_DIAMONDS, SUIT_HEARTS, SUIT_SPADES)
BASE_TIME = 1_800_000_000


def cards(text: str) -> list[Card]:
    """Return the cards written with spaces between."""
    return [parse_card(word) for word in text.split()]


def pack() -> Pack:
    """Return 52 cards that play as they are."""
    every = (Card(suit=suit, rank=rank, copy=1) for suit in SUITS for rank in range(2, 15))
    return Pack(cards=[PackCard(card=card, plays_as=card.suit, strength=card.rank) for card in every])


def table(holding: str = "AH 5H 9S", *, sequence: int = 10, phase: int = PHASE_PLAY) -> Snapshot:
    """Return a table of four in the middle of a hand; Zoe looks on from seat 1, her partner is Ana on seat 3."""
    kinds = (SEAT_KIND_PERSON, SEAT_KIND_HOUSE, SEAT_KIND_PERSON, SEAT_KIND_HOUSE)
    own = cards(holding)
    return Snapshot(
        sequence=sequence,
        time=Timestamp(seconds=BASE_TIME),
        table_id="ABCD",
        rules=Rules(preset="standard", players=4),
        pack=pack(),
        seats=[
            Seat(seat=n, side=2 - n % 2, kind=kinds[n - 1], name=NAMES[n - 1], presence=PRESENCE_ONLINE)
            for n in range(1, 5)
        ],
        sides=[Side(side=1, seats=[1, 3], score=63, bags=3), Side(side=2, seats=[2, 4], score=52, bags=2)],
        host_seat=1,
        your_seat=1,
        stage=TABLE_STAGE_PLAYING,
        game_number=1,
        game_id="G1",
        hand=Hand(
            number=4,
            deal=1,
            dealer=1,
            phase=Hand(phase=phase).phase,  # type: ignore[arg-type]  # any phase number will do
            seats=[SeatHand(seat=1, card_count=len(own), cards=own, seen=True)]
            + [SeatHand(seat=seat, card_count=len(own)) for seat in (2, 3, 4)],
            hand_size=13,
        ),
        settings=TableSettings(think_seconds=60),
    )


def with_trick(snapshot: Snapshot, plays: str, *, winner: int) -> Snapshot:
    """Return *snapshot* with a trick on the table, written ``2:KH 3:9H``."""
    laid = [word.split(":") for word in plays.split()]
    snapshot.hand.trick.CopyFrom(
        Trick(
            number=1,
            leader=int(laid[0][0]),
            plays=[PlayedCard(seat=int(seat), card=parse_card(card)) for seat, card in laid],
            winner=winner,
        )
    )
    return snapshot


def play_prompt(
    choices: str, *, barred: str = "", prompt_id: int = 7, seat: int = 1, seconds: int | None = 60
) -> Prompt:
    """Return a PLAY prompt that offers the cards written; those *barred* are held, too."""
    offered = [Choice(choice_id=n, label=str(card), card=card) for n, card in enumerate(cards(choices), start=1)]
    prompt = Prompt(prompt_id=prompt_id, kind=PROMPT_KIND_PLAY, seat=seat, min_picks=1, max_picks=1, choices=offered)
    if barred:
        prompt.barred.add(cards=cards(barred))
    return timed(prompt, seconds)


def bid_prompt(*, most: int = 13, prompt_id: int = 5, seat: int = 1, seconds: int | None = 60) -> Prompt:
    """Return a BID prompt with nil and 1 to *most*."""
    bids = [Bid(nil=Nil()), *(Bid(tricks=tricks) for tricks in range(1, most + 1))]
    offered = [Choice(choice_id=n, bid=bid) for n, bid in enumerate(bids, start=1)]
    prompt = Prompt(prompt_id=prompt_id, kind=PROMPT_KIND_BID, seat=seat, min_picks=1, max_picks=1, choices=offered)
    return timed(prompt, seconds)


def continue_prompt(*, prompt_id: int = 9) -> Prompt:
    """Return a CONTINUE prompt."""
    offered = [Choice(choice_id=1, action=ACTION_CONTINUE), Choice(choice_id=2, action=ACTION_HOLD)]
    return timed(
        Prompt(prompt_id=prompt_id, kind=PROMPT_KIND_CONTINUE, seat=1, min_picks=1, max_picks=1, choices=offered), 12
    )


def timed(prompt: Prompt, seconds: int | None) -> Prompt:
    """Return *prompt* with that time from ``BASE_TIME`` on."""
    if seconds is not None:
        prompt.deadline.CopyFrom(Timestamp(seconds=BASE_TIME + seconds))
        prompt.time_left.CopyFrom(Duration(seconds=seconds))
    return prompt


def batch(first: int, *events: Event) -> Batch:
    """Return a batch of *events* from that sequence on."""
    return Batch(first_sequence=first, time=Timestamp(seconds=BASE_TIME + first), events=events)


def opened(prompt: Prompt) -> Event:
    """Return the event that opens *prompt*."""
    return Event(prompt_opened=PromptOpened(prompt=prompt))


def said(text: str, *, sequence: int = 11, seat: int = 3, name: str = "Ana") -> Event:
    """Return a chat line as an event."""
    line = ChatLine(sequence=sequence, seat=seat, name=name, scope=CHAT_SCOPE_TABLE, text=text)
    return Event(said=Said(line=line))


__all__ = [
    "BASE_TIME",
    "NAMES",
    "PHASE_BID",
    "PHASE_PLAY",
    "batch",
    "bid_prompt",
    "cards",
    "continue_prompt",
    "opened",
    "pack",
    "play_prompt",
    "said",
    "table",
    "timed",
    "with_trick",
]
