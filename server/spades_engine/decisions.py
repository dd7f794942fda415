"""What each seat owes: "pick k of n", with a default that is no tip and the reasons for what is barred."""

from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from spades_engine.bidding import bid_refusal, candidate_bids, legal_bids, team_refusal_of_blind
from spades_engine.bids import BLIND_NIL, Bid, BidKind
from spades_engine.cards import Card, CardSet, Suit, each, mask, rank_of
from spades_engine.commands import Choose, Command, Give, Look, MakeBid, PlayCard
from spades_engine.decide import may_bid_blind
from spades_engine.errors import BidOutOfRange, IllegalAction, ZeroIsNil
from spades_engine.hand import Game, Hand, Phase
from spades_engine.pack import Pack, pack_of
from spades_engine.play import legal_plays, play_refusal

__all__ = ["Action", "Barred", "Decision", "DecisionKind", "Option", "decision", "owed"]


class DecisionKind(IntEnum):
    """What is to be decided."""

    DRAW = 1
    BLIND = 3
    BID = 4
    EXCHANGE = 5
    PLAY = 6


class Action(IntEnum):
    """Options that are neither card nor bid."""

    LOOK = 1
    KEEP = 2
    THROW = 3


Option: TypeAlias = Action | Bid | Card


@dataclass(frozen=True, slots=True)
class Barred:
    """What the seat holds or might bid and may not choose, for one reason."""

    refusal: IllegalAction
    cards: CardSet = 0
    bids: tuple[Bid, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A decision that *seat* owes, as its owner may see it."""

    seat: int
    kind: DecisionKind
    picks: int
    """How many options to pick."""
    options: tuple[Option, ...]
    """The legal alternatives."""
    default: tuple[int, ...]
    """Indices of the options that are picked at the deadline (decision 6)."""
    barred: tuple[Barred, ...] = ()

    def command(self, picked: tuple[int, ...]) -> Command:
        """Return the command that picking the options of these indices means."""
        chosen = [self.options[index] for index in picked]
        if self.kind is DecisionKind.EXCHANGE:
            return Give(self.seat, mask(card for card in chosen if not isinstance(card, Bid)))
        option = chosen[0]
        if isinstance(option, Bid):
            return MakeBid(self.seat, option)
        if isinstance(option, Action):
            return Look(self.seat) if option is Action.LOOK else Choose(self.seat, option is Action.KEEP)
        return PlayCard(self.seat, option)


def owed(game: Game) -> tuple[int, DecisionKind, int] | None:
    """Return the seat that owes a decision, its kind and the number of picks; None if none is owed.

    Follows from public facts only, so that everybody may be told.
    """
    hand = game.hand
    if hand is None or hand.turn is None:
        return None
    match hand.phase:
        case Phase.PLAY:
            return hand.turn, DecisionKind.PLAY, 1
        case Phase.BID:
            return hand.turn, DecisionKind.BID if hand.seen[hand.turn] else DecisionKind.BLIND, 1
        case Phase.EXCHANGE:
            return hand.turn, DecisionKind.EXCHANGE, hand.planned[0].count
        case Phase.DRAW:
            return hand.turn, DecisionKind.DRAW, 1
        case Phase.SCORED:
            return None


def decision(game: Game) -> Decision | None:
    """Return the decision that is owed, with its options; works on a state and on the deciding seat's own view."""
    due, hand = owed(game), game.hand
    if due is None or hand is None:
        return None
    seat, kind, picks = due
    match kind:
        case DecisionKind.PLAY:
            return _play(game, hand, seat)
        case DecisionKind.BID:
            return _bid(game, hand, seat)
        case DecisionKind.BLIND:
            return _blind(game, hand, seat)
        case DecisionKind.EXCHANGE:
            return _exchange(game, hand, seat, picks)
        case DecisionKind.DRAW:
            options = (Action.KEEP, Action.THROW)
            return Decision(seat=seat, kind=kind, picks=1, options=options, default=(0,))


def _play(game: Game, hand: Hand, seat: int) -> Decision:
    rules, pack, holding = game.rules, pack_of(game.rules), hand.holdings[seat]
    led = pack.plays_as[hand.trick[0][1]] if hand.trick else None
    first = not hand.tricks
    legal = legal_plays(rules, pack, holding, led, broken=hand.broken, first_trick=first)
    options = tuple(sorted(each(legal), key=lambda card: (pack.plays_as[card], pack.power[card])))
    rest = holding & ~legal
    barred: tuple[Barred, ...] = ()
    if rest:
        card = (rest & -rest).bit_length() - 1
        refusal = play_refusal(rules, pack, holding, led, card, broken=hand.broken, first_trick=first)
        barred = (Barred(refusal, cards=rest),)
    lowest = min(range(len(options)), key=lambda index: _height(pack, options[index]))
    return Decision(seat=seat, kind=DecisionKind.PLAY, picks=1, options=options, default=(lowest,), barred=barred)


def _height(pack: Pack, card: Card) -> tuple[int, int]:
    """Order cards for the default: plain suits by rank, above them the spades by strength."""
    spade = pack.plays_as[card] is Suit.SPADES
    return (pack.power[card], 0) if spade else (rank_of(card), pack.plays_as[card])


def _bid(game: Game, hand: Hand, seat: int) -> Decision:
    legal = legal_bids(game.rules, hand.bids, seat)
    reasons: dict[str, tuple[IllegalAction, list[Bid]]] = {}
    for bid in candidate_bids(game.rules):
        refusal = None if bid in legal else bid_refusal(game.rules, hand.bids, seat, bid)
        if refusal is not None and not isinstance(refusal, BidOutOfRange | ZeroIsNil):
            reasons.setdefault(refusal.code, (refusal, []))[1].append(bid)
    barred = tuple(Barred(refusal, bids=tuple(bids)) for refusal, bids in reasons.values())
    default = (_default_bid(hand.holdings[seat], legal),)
    return Decision(seat=seat, kind=DecisionKind.BID, picks=1, options=legal, default=default, barred=barred)


def _default_bid(holding: CardSet, legal: tuple[Bid, ...]) -> int:
    """Return the index of the bid that equals the aces and kings held, or the nearest; nil only if nothing else is."""
    honours = sum(rank_of(card) >= 13 for card in each(holding))
    numbers = [index for index, bid in enumerate(legal) if bid.kind is BidKind.TRICKS]
    return min(numbers, key=lambda index: abs(legal[index].tricks - honours), default=0)


def _blind(game: Game, hand: Hand, seat: int) -> Decision:
    options: tuple[Option, ...] = (Action.LOOK,)
    barred: tuple[Barred, ...] = ()
    if may_bid_blind(game, seat):
        refusal = team_refusal_of_blind(game.rules, hand.bids, seat)
        if refusal is None:
            options = (Action.LOOK, BLIND_NIL)
        else:
            barred = (Barred(refusal, bids=(BLIND_NIL,)),)
    return Decision(seat=seat, kind=DecisionKind.BLIND, picks=1, options=options, default=(0,), barred=barred)


def _exchange(game: Game, hand: Hand, seat: int, picks: int) -> Decision:
    pack = pack_of(game.rules)
    options = tuple(sorted(each(hand.holdings[seat]), key=lambda card: (pack.plays_as[card], pack.power[card])))
    by_height = sorted(range(len(options)), key=lambda index: _height(pack, options[index]))
    default = by_height[:picks] if hand.planned[0].to_nil else by_height[-picks:]
    return Decision(seat=seat, kind=DecisionKind.EXCHANGE, picks=picks, options=options, default=tuple(sorted(default)))
