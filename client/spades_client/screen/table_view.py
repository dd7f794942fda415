"""What the screen knows of the table at one moment: an immutable record, made anew for every frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from spades.v1.cards_pb2 import Card, Pack, Suit
from spades.v1.prompt_pb2 import Prompt
from spades.v1.rules_pb2 import OptionDescription
from spades.v1.server_service_pb2 import HouseLevel
from spades.v1.snapshot_pb2 import PHASE_SCORED, Seat, SeatHand, Side, Snapshot, Trick
from spades.v1.table_service_pb2 import GetTipResponse
from spades_client.notation import format_card
from spades_client.screen import texts
from spades_client.screen.cells import tame
from spades_client.screen.deal import Deal
from spades_client.watch import Link

ADVICE = "advice"
"""The kind of a line of the log that tells what is suggested."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """One thing that happened, as a sentence."""

    text: str
    kind: str = ""
    """The event's name in ``event.proto``; ``ADVICE``, or empty, for what the client itself has to say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """The table as its viewer may see it, with the time that is left and how the link is."""

    snapshot: Snapshot = field(default_factory=Snapshot)
    """Never changed once it is here."""

    mine: tuple[Prompt, ...] = ()
    """The viewer's prompts that still want an answer, those that wait for a claim too."""

    left: Mapping[int, float] = field(default_factory=dict)
    """Seconds left by prompt id, for prompts that have a deadline."""

    link: Link | None = None
    """None: the table has not been reached yet."""

    lost_for: float = 0.0
    """Seconds since the link was lost, while it is."""

    place: str = ""
    """What is being reached, while nothing is known of the table."""

    held: Trick | None = None
    """A finished trick that stays on the table for people to see."""

    bottom: int = 0
    """The seat that a spectator sees at the bottom; 0: the first."""

    deal: Deal | None = None
    """The deal that is being shown; any key skips it."""

    log: tuple[LogLine, ...] = ()
    """What happened, oldest first."""

    tip: GetTipResponse | None = None
    """What is suggested for the bid asked."""

    tip_for: int = 0
    """The prompt that ``tip`` is for."""

    keeps_seat: bool = True
    """Seats may be taken back after the client has ended: the server goes on without it."""

    server: str = ""
    capabilities: frozenset[str] = frozenset()
    phrases: Mapping[int, str] = field(default_factory=dict)
    options: tuple[OptionDescription, ...] = ()
    """The options of the rules, as the server describes them."""
    levels: tuple[HouseLevel, ...] = ()
    """The levels of the server's computer players, weakest first."""
    invites: tuple[str, ...] = ()
    """What friends type after ``spades join`` to come to this table."""

    @property
    def may_return(self) -> bool:
        """The viewer has a seat to come back to."""
        return self.keeps_seat and self.snapshot.your_seat > 0

    @property
    def known(self) -> bool:
        """The table has been seen."""
        return bool(self.snapshot.table_id)

    @property
    def asked(self) -> Prompt | None:
        """The viewer's prompt to be answered first, the last opened of several; None: nothing is asked."""
        open_ones = [prompt for prompt in self.mine if not prompt.suspended]
        return max(open_ones, key=lambda prompt: prompt.prompt_id, default=None)

    @property
    def own(self) -> SeatHand | None:
        """The viewer's part in the hand; None before the first hand, and for spectators."""
        return next((part for part in self.snapshot.hand.seats if part.seat == self.snapshot.your_seat), None)

    @property
    def trick(self) -> Trick | None:
        """The trick to be shown: the one held, else the one that is being played."""
        if self.held is not None:
            return self.held
        return self.snapshot.hand.trick if self.snapshot.hand.HasField("trick") else None

    @property
    def scored(self) -> bool:
        """The hand is over and its last trick has been looked at."""
        hand = self.snapshot.hand
        return self.snapshot.HasField("hand") and hand.phase == PHASE_SCORED and self.held is None

    @property
    def table_name(self) -> str:
        """The table's name, or its code where it has none."""
        return tame(self.snapshot.table_name).strip() or tame(self.snapshot.table_id)

    def option(self, name: str) -> int:
        """Return the number that an option of the rules is set to, 1 for a flag; 0 where it is off or unknown."""
        values = (option.value for option in self.snapshot.rules.options if option.name == name)
        usual = (option.default_value for option in self.options if option.name == name)
        value = next(values, None) or next(usual, None)
        return (value.number or int(value.flag)) if value is not None else 0

    def part(self, seat: int) -> SeatHand:
        """Return a seat's part in the hand; an empty one where there is none."""
        return next((part for part in self.snapshot.hand.seats if part.seat == seat), SeatHand(seat=seat))

    def seat(self, number: int) -> Seat:
        """Return a seat of the table."""
        return next((seat for seat in self.snapshot.seats if seat.seat == number), Seat(seat=number))

    def name(self, seat: int) -> str:
        """Return how a seat is called on the screen: "You", its name, or its number."""
        if seat and seat == self.snapshot.your_seat:
            return texts.YOU
        return tame(self.seat(seat).name).strip() or texts.SEAT.format(seat=seat)

    def side_name(self, side: Side) -> str:
        """Return a side's seats by name, as ``You+Ana``."""
        return "+".join(self.name(seat) for seat in side.seats)

    def own_side(self) -> Side | None:
        """Return the viewer's side; None for a spectator."""
        return next((side for side in self.snapshot.sides if self.snapshot.your_seat in side.seats), None)

    def is_partner(self, seat: int) -> bool:
        """Tell whether a seat scores together with the viewer's."""
        side = self.own_side()
        return side is not None and seat in side.seats and seat != self.snapshot.your_seat

    def plays_as(self, card: Card) -> Suit.ValueType:
        """Return the suit that a card counts as."""
        return self._in_pack(card)[0]

    def strength(self, card: Card) -> int:
        """Return how high a card stands within the suit that it counts as."""
        return self._in_pack(card)[1]

    def _in_pack(self, card: Card) -> tuple[Suit.ValueType, int]:
        pack = _pack_index(self.snapshot.pack.SerializeToString())
        return pack.get(format_card(card), (card.suit, card.rank))

    def clockwise(self) -> list[int]:
        """Return the seats in the order they act, from the viewer's on; for a spectator, from the one at the bottom."""
        seats = [seat.seat for seat in self.snapshot.seats]
        first = self.snapshot.your_seat or self.bottom
        start = seats.index(first) if first in seats else 0
        return seats[start:] + seats[:start]


@lru_cache(maxsize=4)
def _pack_index(serialized: bytes) -> dict[str, tuple[Suit.ValueType, int]]:
    """Return suit and strength of every card; kept, for a screen asks dozens of times and the pack never changes."""
    return {format_card(entry.card): (entry.plays_as, entry.strength) for entry in Pack.FromString(serialized).cards}
