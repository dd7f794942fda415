"""One recorded hand as people read it."""

from collections.abc import Iterable, Iterator, Sequence

from spades.v1 import cards_pb2, event_pb2, record_pb2, snapshot_pb2
from spades_engine import Pack, Rules, Suit, Talk, TalkKind, format_card, pack_of
from spades_wire.record_faults import card_text
from spades_wire.values import bid_from_message, card_from_message, talk_from_message

__all__ = ["hand_lines"]

Plays = list[tuple[int, str]]
"""(seat, card as text), both as the record has them, in the order played."""

_SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
_COLUMN = 8


def hand_lines(hand: record_pb2.RecordedHand, rules: Rules) -> Iterator[str]:
    """Yield a hand of a sound record line by line: deals, auction, tricks, six lines."""
    yield f"Hand {hand.number}"
    pack, tricks, ended = pack_of(rules), _Tricks(rules.players), hand.events[-1].hand_ended
    for event in hand.events:
        if line := tricks.take(event):
            yield line
        elif line := _line(event, pack):
            yield f"  {line}"
        if event.HasField("card_drawn") and event.card_drawn.phase != snapshot_pb2.PHASE_DRAW:
            yield from (f"  seat {chosen.seat}: {_holding(chosen.cards, pack)}" for chosen in ended.dealt)
    if ended.undealt:
        yield f"  dealt to nobody: {_holding(ended.undealt, pack)}"
    yield from _score(ended.result)


class _Tricks:
    """The tricks as rows, a column for each seat; mutable while the plays of a trick come in."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._plays: Plays = []
        self._notes: list[str] = []
        self._begun = False

    def take(self, event: event_pb2.Event) -> str:
        """Take in *event*; return a row if one is finished, "" if not."""
        match event.WhichOneof("kind"):
            case "card_played":
                self._plays.append((event.card_played.seat, card_text(event.card_played.card)))
            case "spades_broken":
                self._notes.append("spades broken")
            case "trick_won":
                return self._row(event.trick_won.number, event.trick_won.seat)
        return ""

    def _row(self, number: int, winner: int) -> str:
        leader, cards = self._plays[0][0], dict(self._plays)
        cells = (
            f"{'>' if seat == leader else ' '}{cards.get(seat, '')}{'*' if seat == winner else ''}"
            for seat in range(1, self._seats + 1)
        )
        row = f"  trick {number:>2} " + "".join(cell.ljust(_COLUMN) for cell in cells) + ", ".join(self._notes)
        head = "" if self._begun else self._head()
        self._plays, self._notes, self._begun = [], [], True
        return head + row.rstrip()

    def _head(self) -> str:
        seats = "".join(f" seat {seat}".ljust(_COLUMN) for seat in range(1, self._seats + 1))
        return f"           {seats.rstrip()}   (> leads, * wins)\n"


def _line(event: event_pb2.Event, pack: Pack) -> str:
    """Return *event* as a line; "" for what others tell."""
    match event.WhichOneof("kind"):
        case "hand_started":
            started = event.hand_started
            shown = f"; open to all: {_holding(started.shown, pack)}" if started.shown else ""
            return f"deal {started.deal}, by seat {started.dealer}{shown}"
        case "cards_dealt":
            down = "" if event.cards_dealt.seen else "   (face down)"
            return f"seat {event.cards_dealt.seat}: {_holding(event.cards_dealt.cards, pack)}{down}"
        case "cards_seen":
            return f"seat {event.cards_seen.seat} sees its cards"
        case "card_drawn":
            drawn = event.card_drawn
            return f"seat {drawn.seat} keeps {card_text(drawn.kept)}, throws {card_text(drawn.thrown)}"
        case "talked":
            return f"seat {event.talked.seat} says: {_talk(talk_from_message(event.talked.talk))}"
        case "bid_made":
            return f"seat {event.bid_made.seat} bids {bid_from_message(event.bid_made.bid)}"
        case "hand_redealt":
            by = event.hand_redealt.seat
            return f"seat {by} calls a redeal" if by else "the cards are dealt again, as the rules say"
        case "cards_exchanged":
            return _exchange(event.cards_exchanged.exchange, pack)
        case "leader_chosen":
            return f"seat {event.leader_chosen.seat} leads"
        case "revoke_found":
            found = event.revoke_found
            return f"seat {found.seat} revoked in trick {found.trick} with {card_text(found.card)}"
        case "claim_proposed" | "claim_answered" | "claim_settled":
            return _claim(event, pack)
        case _:
            return ""


def _talk(talk: Talk) -> str:
    match talk.kind:
        case TalkKind.PASS:
            return "nothing"
        case TalkKind.ABOUT:
            return f"about {talk.tricks}"
        case TalkKind.MAYBE_ONE_MORE:
            return f"{talk.tricks}, maybe one more"
        case TalkKind.THINKING_OF_NIL:
            return "thinking of nil"


def _exchange(made: snapshot_pb2.Exchange, pack: Pack) -> str:
    if not made.count:
        return f"seat {made.from_seat} does without the exchange"
    return f"seat {made.from_seat} gives seat {made.to_seat}: {_holding(made.cards, pack)}"


def _claim(event: event_pb2.Event, pack: Pack) -> str:
    if event.HasField("claim_proposed"):
        claim = event.claim_proposed.claim
        return f"seat {claim.seat} claims the rest with {_holding(claim.cards, pack)}"
    if event.HasField("claim_answered"):
        return f"seat {event.claim_answered.seat} {'accepts' if event.claim_answered.accepted else 'refuses'}"
    settled = event.claim_settled
    return f"{settled.tricks} tricks go to seat {settled.seat}" if settled.accepted else "play goes on"


def _holding(cards: Iterable[cards_pb2.Card], pack: Pack) -> str:
    """Return cards by the suit they play as, spades first, the strongest first; a wider gap between suits."""
    held = sorted(map(card_from_message, cards), key=lambda card: (pack.plays_as[card], pack.power[card]), reverse=True)
    suits = (" ".join(format_card(card) for card in held if pack.plays_as[card] is suit) for suit in _SUITS)
    return "   ".join(suit for suit in suits if suit)


def _score(result: snapshot_pb2.HandResult) -> Iterator[str]:
    """Yield the six lines, a column for each side."""
    sides = list(result.sides)
    yield _score_row("", [f"side {side.side}" for side in sides])
    yield _score_row("contract", [side.contract for side in sides])
    yield _score_row("bag points", [side.bag_points for side in sides])
    yield _score_row("nil", [side.nil for side in sides])
    yield _score_row("bag penalty", [side.bag_penalty for side in sides])
    yield _score_row("hand", [side.hand for side in sides])
    yield _score_row("total (bags)", [f"{side.total} ({side.bags})" for side in sides])


def _score_row(name: str, values: Sequence[object]) -> str:
    return f"  {name:<13}" + "".join(f"{value!s:>12}" for value in values)
