"""Talking, looking, bidding and calling a redeal. Source: docs/rules.md a2, decisions 1 to 5 and 8."""

from spades_engine.bidding import bid_refusal, blind_refusal, contract_of, legal_bids, open_bid_refusal
from spades_engine.bids import Bid, Talk, TalkKind
from spades_engine.cards import count
from spades_engine.commands import CallRedeal, Look, MakeBid, SayNumber
from spades_engine.dealing import may_redeal, seen_at_turn
from spades_engine.errors import BidOutOfRange, NotYourTurn, RedealNotAllowed, WrongPhase
from spades_engine.events import BidMade, CardsSeen, Event, HandRedealt, LeaderChosen, Talked
from spades_engine.exchange import planned_exchanges
from spades_engine.hand import Game, Hand, Phase
from spades_engine.leading import first_leader
from spades_engine.pack import pack_of
from spades_engine.rules import Rules
from spades_engine.standing import behind

__all__ = ["call_redeal", "can_call_redeal", "legal_bids_of", "look", "make_bid", "say_number", "sentences"]

_LAST_FOR_LOW_TOTAL = 5
"""The deal of a hand that is played whatever was bid: those of absent players might never add up to enough."""


def look(game: Game, command: Look) -> tuple[Event, ...]:
    """See one's cards, in turn or out of it."""
    hand, seat = game.hand, command.seat
    if hand is None or hand.phase not in (Phase.TALK, Phase.BID) or hand.seen[seat]:
        raise WrongPhase("you have no cards face down")
    if game.rules.hides_hands and hand.turn != seat:
        raise WrongPhase("your cards are shown at your turn to bid")
    return (CardsSeen(seat=seat, cards=hand.holdings[seat]),)


def say_number(game: Game, hand: Hand, command: SayNumber) -> tuple[Event, ...]:
    """Tell the partner a number; a seat that has not looked has nothing to tell (decision 5)."""
    seat, talk = command.seat, command.talk
    if hand.turn != seat:
        raise NotYourTurn
    if talk.kind is not TalkKind.PASS and not hand.seen[seat]:
        raise WrongPhase("look at your cards first, or pass")
    if talk not in sentences(game.rules, seen=hand.seen[seat]):
        raise BidOutOfRange(0, game.rules.hand_size)
    last = (seat - hand.dealer) % game.rules.players == 0
    return (Talked(seat=seat, talk=talk, phase=Phase.BID if last else Phase.TALK),)


def sentences(rules: Rules, *, seen: bool) -> tuple[Talk, ...]:
    """Return what a seat may tell its partner; only a pass if it has not *seen* its cards."""
    if not seen:
        return (Talk(TalkKind.PASS),)
    numbers = range(rules.hand_size + 1)
    about = (Talk(TalkKind.ABOUT, number) for number in numbers)
    maybe = (Talk(TalkKind.MAYBE_ONE_MORE, number) for number in numbers[:-1])
    nil = (Talk(TalkKind.THINKING_OF_NIL),) if rules.nil else ()
    return Talk(TalkKind.PASS), *about, *maybe, *nil


def legal_bids_of(game: Game, hand: Hand, seat: int) -> tuple[Bid, ...]:
    """Return what *seat*, which has its cards in sight, may bid."""
    return legal_bids(game.rules, hand.bids, seat, _spades(game, hand, seat))


def _spades(game: Game, hand: Hand, seat: int) -> int:
    return count(hand.holdings[seat] & pack_of(game.rules).spades)


def make_bid(game: Game, hand: Hand, command: MakeBid) -> tuple[Event, ...]:
    """Bid."""
    seat, bid = command.seat, command.bid
    if hand.turn != seat:
        raise NotYourTurn
    _check_bid(game, hand, seat, bid)
    bids = (*hand.bids[:seat], bid, *hand.bids[seat + 1 :])
    phase = Phase.BID
    if None not in bids and not _total_too_low(game, hand, bids):
        phase = Phase.EXCHANGE if planned_exchanges(game, bids) else Phase.PLAY
    made: list[Event] = [BidMade(seat=seat, bid=bid, phase=phase)]
    if bid.is_blind:
        made.append(CardsSeen(seat=seat, cards=hand.holdings[seat]))
    if phase is Phase.PLAY:
        made.append(LeaderChosen(first_leader(game.rules, hand.dealer, hand.leader_draw, hand.holdings, bids)))
    elif None not in bids and phase is Phase.BID:
        made.append(HandRedealt(number=hand.number, deal=hand.deal, seat=None))
    elif phase is Phase.BID:
        made += seen_at_turn(game, hand.holdings, (seat + 1) % game.rules.players)
    return tuple(made)


def _total_too_low(game: Game, hand: Hand, bids: tuple[Bid | None, ...]) -> bool:
    """Return whether the hand is dealt again for its bids. Source: docs/rules.md decision 8."""
    least = game.rules.low_total_redeal
    if least is None or hand.deal >= _LAST_FOR_LOW_TOTAL:
        return False
    return sum(contract_of(bids, seats) for seats in game.rules.sides) < least


def _check_bid(game: Game, hand: Hand, seat: int, bid: Bid) -> None:
    rules = game.rules
    if bid.is_blind:
        refusal = blind_refusal(rules, bid, seen=hand.seen[seat], behind=behind(game, seat), hand_number=hand.number)
        refusal = refusal or open_bid_refusal(rules, hand.bids, seat, bid)
    elif not hand.seen[seat]:
        raise WrongPhase("look at your cards first, or bid blind")
    elif bid in legal_bids_of(game, hand, seat):
        return
    else:
        refusal = bid_refusal(rules, hand.bids, seat, bid, _spades(game, hand, seat))
    if refusal is not None:
        raise refusal


def can_call_redeal(game: Game, hand: Hand, seat: int) -> bool:
    """Return whether *seat*, whose turn to bid it is, may have the hand dealt again."""
    return game.rules.redeal_when == "asked" and hand.seen[seat] and may_redeal(game.rules, hand.holdings[seat])


def call_redeal(game: Game, hand: Hand, command: CallRedeal) -> tuple[Event, ...]:
    """Have the hand dealt again; only in the place of one's own bid (decision 3)."""
    if hand.turn != command.seat:
        raise NotYourTurn
    if not can_call_redeal(game, hand, command.seat):
        raise RedealNotAllowed("your cards give no right to a redeal at this table")
    return (HandRedealt(number=hand.number, deal=hand.deal, seat=command.seat),)
