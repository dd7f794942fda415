"""What each seat owes: "pick k of n", with a default that is no tip and the reasons for what is barred."""

from dataclasses import dataclass
from enum import IntEnum
from functools import cache, lru_cache
from typing import TypeAlias

from spades_engine.auction import can_call_redeal, legal_bids_of, sentences
from spades_engine.bidding import bid_refusal, blind_candidates, blind_refusal, candidate_bids, open_bid_refusal
from spades_engine.bids import Bid, Talk
from spades_engine.cards import Card, CardSet, count, each, mask, rank_of
from spades_engine.commands import (
    AnswerClaim,
    CallRedeal,
    Choose,
    Command,
    Give,
    Look,
    MakeBid,
    PlayCard,
    SayNumber,
)
from spades_engine.errors import BidOutOfRange, IllegalAction, ZeroIsNil
from spades_engine.hand import Game, Hand, Phase
from spades_engine.pack import Pack, pack_of
from spades_engine.play import Plays, barred_plays, honest_plays, legal_plays
from spades_engine.rules import Rules
from spades_engine.standing import behind

__all__ = ["Action", "Barred", "Decision", "DecisionKind", "Option", "Owed", "decision", "owed"]


class DecisionKind(IntEnum):
    """What is to be decided."""

    DRAW = 1
    TALK = 2
    BLIND = 3
    BID = 4
    EXCHANGE = 5
    PLAY = 6
    CLAIM = 7


class Action(IntEnum):
    """Options that are neither card, bid nor talk."""

    LOOK = 1
    KEEP = 2
    THROW = 3
    REDEAL = 4
    ACCEPT = 5
    DECLINE = 6


Option: TypeAlias = Action | Bid | Talk | Card


@dataclass(frozen=True, slots=True)
class Owed:
    """A decision that a seat owes, as everybody may know it."""

    seat: int
    kind: DecisionKind
    least: int = 1
    """Fewest options to pick; either so many are picked or ``most``."""
    most: int = 1


@dataclass(frozen=True, slots=True)
class Barred:
    """What the seat holds or might bid and may not choose, for one reason."""

    refusal: IllegalAction
    """To be read, not raised: it is shared, and would keep whatever called."""
    cards: CardSet = 0
    bids: tuple[Bid, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A decision that *seat* owes, as its owner may see it."""

    seat: int
    kind: DecisionKind
    picks: int = 1
    """How many options to pick."""
    may_pass: bool = False
    """Picking none at all is allowed too."""
    options: tuple[Option, ...]
    """The legal alternatives."""
    default: tuple[int, ...]
    """Indices of the options that are picked at the deadline (decision 6)."""
    barred: tuple[Barred, ...] = ()

    def command(self, picked: tuple[int, ...]) -> Command:
        """Return the command that picking the options of these indices means."""
        chosen = [self.options[index] for index in picked]
        if self.kind is DecisionKind.EXCHANGE:
            return Give(self.seat, mask(card for card in chosen if isinstance(card, int)))
        option = chosen[0]
        if isinstance(option, Bid):
            return MakeBid(self.seat, option)
        if isinstance(option, Talk):
            return SayNumber(self.seat, option)
        if isinstance(option, Action):
            return self._act(option)
        return PlayCard(self.seat, option)

    def _act(self, action: Action) -> Command:
        match action:
            case Action.LOOK:
                return Look(self.seat)
            case Action.KEEP | Action.THROW:
                return Choose(self.seat, action is Action.KEEP)
            case Action.REDEAL:
                return CallRedeal(self.seat)
            case Action.ACCEPT | Action.DECLINE:
                return AnswerClaim(self.seat, action is Action.ACCEPT)


_KINDS = {
    Phase.PLAY: DecisionKind.PLAY,
    Phase.TALK: DecisionKind.TALK,
    Phase.DRAW: DecisionKind.DRAW,
    Phase.BID: DecisionKind.BID,
}


def owed(game: Game) -> tuple[Owed, ...]:
    """Return the decisions that are owed now; several only while a claim waits for answers.

    Follows from public facts only, so that everybody may be told.
    """
    hand = game.hand
    if hand is None or hand.turn is None or hand.redealt:
        return ()
    if hand.claim is not None:
        answered = (hand.claim.seat, *hand.claim.accepted)
        return tuple(Owed(seat, DecisionKind.CLAIM) for seat in range(game.rules.players) if seat not in answered)
    if hand.phase is Phase.EXCHANGE:
        gift = hand.planned[0]
        return (Owed(gift.giver, DecisionKind.EXCHANGE, 0 if gift.optional else gift.count, gift.count),)
    if hand.phase is Phase.BID and not hand.seen[hand.turn]:
        return _one_owed(hand.turn, DecisionKind.BLIND)
    return _one_owed(hand.turn, _KINDS[hand.phase])


@cache
def _one_owed(seat: int, kind: DecisionKind) -> tuple[Owed]:
    return (Owed(seat, kind),)


def decision(game: Game, seat: int | None = None) -> Decision | None:
    """Return the decision that *seat* (None: the first that owes one) owes, with its options; None if none.

    Works on a state and on the deciding seat's own view.
    """
    hand = game.hand
    if hand is None:
        return None
    for due in owed(game):
        if seat is None or due.seat == seat:
            return _decision(game, hand, due)
    return None


def _decision(game: Game, hand: Hand, due: Owed) -> Decision:
    match due.kind:
        case DecisionKind.PLAY:
            first, holding = not hand.tricks, hand.holdings[due.seat]
            return _play(game.rules, due.seat, holding, hand.trick, broken=hand.broken, first=first)
        case DecisionKind.BID:
            return _bid(game, hand, due.seat)
        case DecisionKind.BLIND:
            return _blind(game, hand, due.seat)
        case DecisionKind.EXCHANGE:
            return _exchange(game, hand, due)
        case DecisionKind.TALK:
            return _talk(game, hand, due.seat)
        case DecisionKind.DRAW:
            return Decision(seat=due.seat, kind=due.kind, options=(Action.KEEP, Action.THROW), default=(0,))
        case DecisionKind.CLAIM:
            return Decision(seat=due.seat, kind=due.kind, options=(Action.ACCEPT, Action.DECLINE), default=(1,))


def _in_order(pack: Pack, cards: CardSet) -> tuple[Card, ...]:
    return tuple(sorted(each(cards), key=pack.order.__getitem__))


# A state is asked twice: when its seat is told what it may play, and when its answer comes.
@lru_cache(maxsize=4096)
def _play(rules: Rules, seat: int, holding: CardSet, trick: Plays, *, broken: bool, first: bool) -> Decision:
    pack = pack_of(rules)
    led = pack.plays_as[trick[0][1]] if trick else None
    legal = legal_plays(rules, pack, holding, led, broken=broken, first_trick=first, trick=trick)
    honest = legal
    if rules.revoke == "allowed":
        honest = honest_plays(rules, pack, holding, led, broken=broken, first_trick=first, trick=trick)
    options = _in_order(pack, legal)
    lowest = min(each(honest), key=pack.height.__getitem__)
    reasons = barred_plays(rules, pack, holding, led, legal, first_trick=first, trick=trick)
    barred = tuple(Barred(refusal, cards=cards) for refusal, cards in reasons)
    return Decision(seat=seat, kind=DecisionKind.PLAY, options=options, default=(options.index(lowest),), barred=barred)


def _talk(game: Game, hand: Hand, seat: int) -> Decision:
    options = sentences(game.rules, seen=hand.seen[seat])
    return Decision(seat=seat, kind=DecisionKind.TALK, options=options, default=(0,))


def _bid(game: Game, hand: Hand, seat: int) -> Decision:
    rules = game.rules
    legal = legal_bids_of(game, hand, seat)
    spades = count(hand.holdings[seat] & pack_of(rules).spades)
    reasons: dict[str, tuple[IllegalAction, list[Bid]]] = {}
    for bid in candidate_bids(rules, hand.bids, seat):
        refusal = None if bid in legal else bid_refusal(rules, hand.bids, seat, bid, spades)
        if refusal is not None and not isinstance(refusal, BidOutOfRange | ZeroIsNil):
            reasons.setdefault(refusal.code, (refusal, []))[1].append(bid)
    barred = tuple(Barred(refusal, bids=tuple(bids)) for refusal, bids in reasons.values())
    redeal = (Action.REDEAL,) if can_call_redeal(game, hand, seat) else ()
    default = (_default_bid(hand.holdings[seat], legal),)
    return Decision(seat=seat, kind=DecisionKind.BID, options=(*legal, *redeal), default=default, barred=barred)


def _default_bid(holding: CardSet, legal: tuple[Bid, ...]) -> int:
    """Return the index of the bid that equals the aces and kings held, or the nearest; nil only if nothing else is."""
    honours = sum(rank_of(card) in (13, 14) for card in each(holding))
    numbers = [index for index, bid in enumerate(legal) if not bid.is_nil]
    return min(numbers, key=lambda index: abs(legal[index].tricks - honours), default=0)


def _blind(game: Game, hand: Hand, seat: int) -> Decision:
    rules = game.rules
    options: list[Option] = [Action.LOOK]
    reasons: dict[str, tuple[IllegalAction, list[Bid]]] = {}
    for bid in blind_candidates(rules):
        if blind_refusal(rules, bid, seen=False, behind=behind(game, seat), hand_number=hand.number):
            continue
        refusal = open_bid_refusal(rules, hand.bids, seat, bid)
        if refusal is None:
            options.append(bid)
        else:
            reasons.setdefault(refusal.code, (refusal, []))[1].append(bid)
    barred = tuple(Barred(refusal, bids=tuple(bids)) for refusal, bids in reasons.values())
    return Decision(seat=seat, kind=DecisionKind.BLIND, options=tuple(options), default=(0,), barred=barred)


def _exchange(game: Game, hand: Hand, due: Owed) -> Decision:
    pack = pack_of(game.rules)
    options = _in_order(pack, hand.holdings[due.seat])
    by_height = sorted(range(len(options)), key=lambda index: pack.height[options[index]])
    default = by_height[: due.most] if hand.planned[0].to_nil else by_height[-due.most :]
    return Decision(
        seat=due.seat,
        kind=DecisionKind.EXCHANGE,
        picks=due.most,
        may_pass=due.least == 0,
        options=options,
        default=tuple(sorted(default)),
    )
