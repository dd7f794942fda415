"""A table by script: hand-made deals, and whatever the client under test picks. No rule of the game is known here.

Seat 1 is the client's. It holds every spade, so that all it has may be led, and wins; and a client that works out by
itself what is legal finds what the prompts offer. The others bid 3 and throw their cards away in order.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from google.protobuf.timestamp_pb2 import Timestamp

from spades.v1 import event_pb2 as e
from spades.v1 import prompt_pb2 as p
from spades.v1 import snapshot_pb2 as s
from spades.v1.cards_pb2 import SUIT_CLUBS, SUIT_DIAMONDS, SUIT_HEARTS, SUIT_SPADES, Bid, Card, Nil, Pack, PackCard
from spades.v1.rules_pb2 import Rules
from spades_kit.reading import Reading
from spades_kit.refusal import duration

TABLE_ID = "KITS"
OWN_SEAT = 1
SEATS = (1, 2, 3, 4)
THINK_SECONDS = 300
_SUITS = (SUIT_CLUBS, SUIT_DIAMONDS, SUIT_HEARTS, SUIT_SPADES)
_CARDS = [Card(suit=suit, rank=rank, copy=1) for suit in _SUITS for rank in range(2, 15)]


def now() -> Timestamp:
    """Return the time as the contract has it."""
    stamp = Timestamp()
    stamp.FromNanoseconds(time.time_ns())
    return stamp


class ScriptTable:
    """One table as seat 1 sees it. Mutable: events happen at it."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._holdings: dict[int, list[Card]] = {}
        self.batches: list[e.Batch] = []
        """What can be sent again, in order."""
        self.last_prompt_id = 0
        self.answered: dict[int, float] = {}
        """Prompts whose answer was taken, and when, on a clock that never goes back."""
        self.offered: dict[int, p.Prompt] = {}
        """Every prompt that seat 1 was ever shown, as it was opened."""
        self.snapshot = _waiting_table()
        self._happen(self._deal(1))
        self._happen([e.Event(prompt_opened=e.PromptOpened(prompt=self.question()))])
        self.forget()

    @property
    def open_prompts(self) -> dict[int, p.Prompt]:
        """The open prompts of every seat by id."""
        return {prompt.prompt_id: prompt for prompt in self.snapshot.prompts}

    def shown(self) -> s.Snapshot:
        """Return the snapshot as it is sent."""
        shown = s.Snapshot()
        shown.CopyFrom(self.snapshot)
        shown.view_hash = self.view_hash()
        return shown

    def view_hash(self) -> str:
        """Return the hash of what seat 1 knows."""
        return self._reading.view_hash(self.snapshot)

    def since(self, sequence: int) -> list[e.Batch] | None:
        """Return the batches after *sequence*; None if they are not kept, or no batch ends there."""
        ends = [batch.first_sequence + len(batch.events) - 1 for batch in self.batches]
        if sequence == self.snapshot.sequence:
            return []
        if self.batches and sequence == self.batches[0].first_sequence - 1:
            return list(self.batches)
        return self.batches[ends.index(sequence) + 1 :] if sequence in ends else None

    def forget(self) -> None:
        """Keep nothing of what happened: whoever watches from now on begins with a snapshot."""
        self.batches.clear()

    def happen(self, *events: e.Event) -> e.Batch:
        """Let *events* happen, all in one batch, and return it."""
        return self._happen(events)

    def _happen(self, events: Iterable[e.Event]) -> e.Batch:
        batch = e.Batch(first_sequence=self.snapshot.sequence + 1, time=now(), events=events)
        self.snapshot = self._reading.fold(self.snapshot, batch)
        self.batches.append(batch)
        return batch

    def holding(self, seat: int) -> list[Card]:
        """Return the cards of a seat."""
        return list(self._holdings[seat])

    # What is asked.

    def question(self) -> p.Prompt:
        """Return the next question to seat 1, not opened yet: what to bid, or which card to play."""
        if self.snapshot.hand.phase == s.PHASE_BID:
            bids = [Bid(nil=Nil()), *(Bid(tricks=tricks) for tricks in range(1, 14))]
            choices = [
                p.Choice(choice_id=n, label=f"bid {n - 1}" if n > 1 else "nil", bid=bid)
                for n, bid in enumerate(bids, start=1)
            ]
            return self.prompt(p.PROMPT_KIND_BID, choices, default=(3,))
        own = self._holdings[OWN_SEAT]
        choices = [p.Choice(choice_id=n, label=_written(card), card=card) for n, card in enumerate(own, start=1)]
        return self.prompt(p.PROMPT_KIND_PLAY, choices, default=(len(choices),))

    def prompt(
        self,
        kind: p.PromptKind.ValueType,
        choices: Sequence[p.Choice],
        *,
        seat: int = OWN_SEAT,
        picks: int = 1,
        default: Sequence[int] = (),
    ) -> p.Prompt:
        """Return a prompt with a fresh id; choices and default are its owner's."""
        self.last_prompt_id += 1
        prompt = p.Prompt(
            prompt_id=self.last_prompt_id,
            kind=kind,
            seat=seat,
            min_picks=picks,
            max_picks=picks,
            choices=choices,
            default_choice_ids=default,
            time_left=duration(THINK_SECONDS),
        )
        prompt.deadline.FromSeconds(now().seconds + THINK_SECONDS)
        if seat == OWN_SEAT:
            self.offered[prompt.prompt_id] = prompt
        return prompt

    def close(self, prompt_id: int, outcome: p.PromptOutcome.ValueType = p.PROMPT_OUTCOME_ANSWERED) -> e.Event:
        """Return the event that closes a prompt."""
        return e.Event(prompt_closed=e.PromptClosed(prompt_id=prompt_id, outcome=outcome))

    def effects(
        self,
        prompt: p.Prompt,
        choice_ids: Sequence[int],
        outcome: p.PromptOutcome.ValueType = p.PROMPT_OUTCOME_ANSWERED,
    ) -> list[e.Event]:
        """Return what the answer to an open prompt causes; after the thirteenth trick a new hand."""
        self.answered[prompt.prompt_id] = time.monotonic()
        closed = self.close(prompt.prompt_id, outcome)
        picked = [choice for choice in self.offered[prompt.prompt_id].choices if choice.choice_id in choice_ids]
        match prompt.kind:
            case p.PROMPT_KIND_BID:
                return [closed, *self._bids(picked[0].bid)]
            case p.PROMPT_KIND_PLAY:
                return [closed, *self._trick(picked[0].card)]
        return [closed]

    # How the game goes on.

    def _deal(self, number: int) -> list[e.Event]:
        self._holdings = {seat: list(_dealt(seat)) for seat in SEATS}
        started = e.HandStarted(hand_number=number, deal=1, dealer=4, phase=s.PHASE_BID, hand_size=13)
        dealt = [e.CardsDealt(seat=seat, count=13, seen=True) for seat in SEATS]
        dealt[0].cards.extend(self._holdings[OWN_SEAT])
        return [e.Event(hand_started=started), *(e.Event(cards_dealt=one) for one in dealt)]

    def _bids(self, own: Bid) -> list[e.Event]:
        tricks = {seat: own.tricks if seat == OWN_SEAT else 3 for seat in SEATS}
        events = []
        for seat in SEATS:
            side = self._side(seat)
            side.contract += sum(tricks[each] for each in side.seats if each <= seat)
            side.need, side.bid_complete = side.contract, seat > 2
            bid = own if seat == OWN_SEAT else Bid(tricks=3)
            phase = s.PHASE_PLAY if seat == SEATS[-1] else s.PHASE_BID
            events.append(e.Event(bid_made=e.BidMade(seat=seat, bid=bid, side=side, phase=phase)))
        return [*events, e.Event(leader_chosen=e.LeaderChosen(seat=OWN_SEAT))]

    def _trick(self, card: Card) -> list[e.Event]:
        self._holdings[OWN_SEAT].remove(card)
        cards = {seat: card if seat == OWN_SEAT else self._holdings[seat].pop(0) for seat in SEATS}
        events = [e.Event(card_played=e.CardPlayed(seat=seat, card=cards[seat], winner=OWN_SEAT)) for seat in SEATS]
        if not self.snapshot.hand.broken:
            events.insert(1, e.Event(spades_broken=e.SpadesBroken(seat=OWN_SEAT)))
        side = self._side(OWN_SEAT)
        side.tricks += 1
        side.need = max(0, side.contract - side.tricks)
        number = len(self.snapshot.hand.tricks) + 1
        events.append(e.Event(trick_won=e.TrickWon(seat=OWN_SEAT, number=number, side=side)))
        return events if self._holdings[OWN_SEAT] else [*events, self._score()]

    def _score(self) -> e.Event:
        number = self.snapshot.hand.number
        sides = list(self.snapshot.sides)
        lines = [s.SideResult(side=side.side, total=side.score) for side in sides]
        dealt = [s.Holding(seat=seat, cards=_dealt(seat)) for seat in SEATS]
        result = s.HandResult(hand_number=number, sides=lines)
        return e.Event(hand_ended=e.HandEnded(result=result, sides=sides, dealt=dealt))

    @property
    def needs_a_deal(self) -> bool:
        """The hand is played: before the next question there must be a new one."""
        return self.snapshot.hand.phase == s.PHASE_SCORED

    def next_hand(self) -> list[e.Event]:
        """Return what begins the next hand."""
        return self._deal(self.snapshot.hand.number + 1)

    def _side(self, seat: int) -> s.Side:
        side = s.Side()
        side.CopyFrom(self.snapshot.sides[(seat - 1) % 2])
        return side


def _dealt(seat: int) -> list[Card]:
    suit = SUIT_SPADES if seat == OWN_SEAT else _SUITS[seat - 2]
    return [card for card in _CARDS if card.suit == suit]


def _waiting_table() -> s.Snapshot:
    return s.Snapshot(
        sequence=20,
        time=now(),
        table_id=TABLE_ID,
        table_name="Conformance",
        rules=Rules(preset="standard", players=4),
        pack=Pack(cards=[PackCard(card=card, plays_as=card.suit, strength=card.rank) for card in _CARDS]),
        seats=[usual_seat(seat) for seat in SEATS],
        sides=[s.Side(side=1, seats=[1, 3]), s.Side(side=2, seats=[2, 4])],
        host_seat=OWN_SEAT,
        your_seat=OWN_SEAT,
        stage=s.TABLE_STAGE_PLAYING,
        game_number=1,
        game_id="kit",
        seeded=True,
        settings=s.TableSettings(think_seconds=THINK_SECONDS, grace_seconds=60, chat=s.CHAT_POLICY_FREE),
    )


def usual_seat(seat: int) -> s.Seat:
    """Return who sits there."""
    own = seat == OWN_SEAT
    return s.Seat(
        seat=seat,
        side=2 - seat % 2,
        kind=s.SEAT_KIND_BOT if own else s.SEAT_KIND_HOUSE,
        name="You" if own else ("Bruno", "Ana", "Clara")[seat - 2],
        level="" if own else "rules",
        presence=s.PRESENCE_ONLINE,
    )


def _written(card: Card) -> str:
    return f"{'0123456789TJQKA'[card.rank]}{'-CDHS'[card.suit]}"
