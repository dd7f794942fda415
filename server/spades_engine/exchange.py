"""Who exchanges cards after a nil. Source: docs/rules.md c5-c7 and decisions 11 and 13."""

from collections.abc import Sequence

from spades_engine.bids import Bid
from spades_engine.cards import count, each
from spades_engine.commands import Give
from spades_engine.errors import CardNotHeld, NotYourTurn, WrongCardCount
from spades_engine.events import CardsExchanged, CardsSeen, Event, LeaderChosen
from spades_engine.hand import Game, Hand, Phase, PlannedExchange
from spades_engine.leading import first_leader

__all__ = ["give", "planned_exchanges"]


def planned_exchanges(game: Game, bids: Sequence[Bid | None]) -> tuple[PlannedExchange, ...]:
    """Return the gifts that *bids* lead to, in order: the bidder gives, then the partner returns as many.

    None where a side is not a pair (decision 24). Follows from public facts only: the rules, the bids and the scores
    before the hand.
    """
    dealer = game.dealer or 0
    order = ((dealer + 1 + step) % game.rules.players for step in range(game.rules.players))
    planned: list[PlannedExchange] = []
    for seat in order:
        partner = game.rules.partners_of(seat)[0] if game.rules.in_pairs else None
        size = 0 if partner is None else _size(game, bids, seat, partner)
        taken = any(seat in (gift.giver, gift.receiver) for gift in planned)
        if partner is not None and size and not taken:
            unseen = game.rules.exchange_order == "unseen"
            optional = game.rules.exchange_optional
            planned.append(PlannedExchange(seat, partner, size, to_nil=False, optional=optional, unseen=unseen))
            planned.append(PlannedExchange(partner, seat, size, to_nil=True, optional=False, unseen=False))
    return tuple(planned)


def _size(game: Game, bids: Sequence[Bid | None], seat: int, partner: int) -> int:
    """Return how many cards *seat* exchanges because of its own nil, 0 for none."""
    rules, bid, partners_bid = game.rules, bids[seat], bids[partner]
    if bid is None or partners_bid is None or not bid.is_nil:
        return 0
    if partners_bid.is_nil and (not rules.exchange_if_partner_nil or partners_bid.is_blind):
        return 0
    if not bid.is_blind:
        return rules.nil_pass
    needed = rules.blind_pass_needs
    mine = rules.side_of(seat)
    trailing = max(score.points for score in game.scores) - game.scores[mine].points
    return rules.blind_nil_pass if needed is None or trailing >= needed else 0


def give(game: Game, hand: Hand, command: Give) -> tuple[Event, ...]:
    """Give cards to the partner; none at all where the bidder may do without the exchange and does."""
    planned = hand.planned[0]
    if planned.giver != command.seat:
        raise NotYourTurn
    if missing := command.cards & ~hand.holdings[command.seat]:
        raise CardNotHeld(next(each(missing)))
    given = count(command.cards)
    if given != planned.count and not (planned.optional and given == 0):
        raise WrongCardCount(given, planned.count)
    left = hand.planned[1:] if given else hand.planned[2:]
    phase = Phase.EXCHANGE if left else Phase.PLAY
    exchanged = CardsExchanged(
        giver=planned.giver,
        receiver=planned.receiver,
        count=given,
        cards=command.cards,
        unseen=planned.unseen,
        phase=phase,
    )
    holdings = list(hand.holdings)
    holdings[planned.giver] &= ~command.cards
    taken_up: list[Event] = []
    if hand.aside:
        holdings[planned.giver] |= hand.aside
        taken_up.append(CardsSeen(seat=planned.giver, cards=holdings[planned.giver]))
    if phase is Phase.EXCHANGE:
        return exchanged, *taken_up
    holdings[planned.receiver] |= command.cards
    leader = first_leader(game.rules, hand.dealer, hand.leader_draw, tuple(holdings), hand.bids)
    return exchanged, *taken_up, LeaderChosen(leader)
