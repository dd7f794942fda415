"""What a view leaves open, as a ``Dealer`` of worlds: how many cards each seat hides, what is known of them, and what
the bids tell. Source: docs/bots.md
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial

from spades_ai.draw import LEAST_KEPT
from spades_ai.estimate import ruff_worth, suit_worth
from spades_ai.knowledge import knowledge_of, own_seat
from spades_ai.nil import suit_escape
from spades_ai.search.places import Places, places_of
from spades_ai.search.worlds import NIL, NOTHING, NUMBER, SPADES_HELD, Dealer
from spades_ai.worths import worths_of
from spades_engine import Bid, BidKind, CardSet, Rules, Suit, View, pack_of
from spades_engine.cards import count, each, mask

__all__ = ["ATTEMPTS", "cards_left", "dealer_of", "expected_tricks", "holding_dealer"]

ATTEMPTS = 8
"""Worlds of which one is taken, as the bids let expect."""


def dealer_of(view: View) -> Dealer:
    """Return the dealer of the worlds that *view* leaves open."""
    rules, hand, own = view.rules, view.hand, own_seat(view)
    places, knowledge = places_of(rules), knowledge_of(view)
    dealer = holding_dealer(rules)
    known = [_known(view, seat) if seat != own else view.holding for seat in range(rules.players)]
    pool = [places.of[card] for card in each(_unseen(view) & ~mask(card for held in known for card in each(held)))]
    dealer.known = [bits for held in known for bits in places.sets(held)]
    dealer.suits, dealer.cards = [suit for suit, _ in pool], [bit for _, bit in pool]
    counts = [hand.counts[seat] - count(known[seat]) if seat != own else 0 for seat in range(rules.players)]
    dealer.counts = [*counts, len(pool) - sum(counts)]
    dealer.barred = [*(sum(1 << suit for suit in voids) for voids in knowledge.voids), 0]
    dealer.gone = [bits for seat in range(rules.players) for bits in places.sets(_gone(view, seat))]
    if rules.draws and not any(known[seat] for seat in range(2) if seat != own):
        dealer.chosen = 1 << sum(pack_of(rules).power[card] < LEAST_KEPT for card in places.cards[Suit.HEARTS])
    _listen(dealer, view)
    return dealer


def cards_left(view: View) -> CardSet:
    """Return the cards that the view's seat does not know to be gone."""
    return view.holding | _unseen(view) | mask(card for held in view.hand.holdings for card in each(held))


def _unseen(view: View) -> CardSet:
    hand = view.hand
    laid_open = mask(card for held in hand.holdings for card in each(held))
    return knowledge_of(view).unseen & ~hand.shown & ~laid_open


def _known(view: View, seat: int) -> CardSet:
    """Return the cards that another seat is known to hold: laid open in a claim, or given to it."""
    hand, own = view.hand, own_seat(view)
    if hand.holdings[seat]:
        return hand.holdings[seat]
    given = [gift.cards for gift in hand.exchanges if (gift.giver, gift.receiver) == (own, seat)]
    return mask(card for cards in given for card in each(cards)) & knowledge_of(view).unseen


def _gone(view: View, seat: int) -> CardSet:
    """Return what a seat has played and given away, as far as it is known, of what it was dealt."""
    hand = view.hand
    plays = [play for trick in (*(trick.plays for trick in hand.tricks), hand.trick) for play in trick]
    gone = mask(card for player, card in plays if player == seat)
    for gift in hand.exchanges:
        if gift.giver == seat:
            gone |= gift.cards
        elif gift.receiver == seat:
            gone &= ~gift.cards
    return gone


def _listen(dealer: Dealer, view: View) -> None:
    """Note what the bids of the others tell."""
    rules, bids, own = view.rules, view.hand.bids, own_seat(view)
    worths = worths_of(rules)
    for seat, bid in enumerate(bids):
        if bid is None or bid.is_blind or seat == own:
            continue
        dealer.told[seat], tricks = _tells(rules, bids, seat, bid)
        dealer.bids[seat] = tricks + (worths.unsaid if dealer.told[seat] == NUMBER else 0.0)
    dealer.attempts = ATTEMPTS if any(told != NOTHING for told in dealer.told) else 1


def _tells(rules: Rules, bids: Sequence[Bid | None], seat: int, bid: Bid) -> tuple[int, int]:
    """Return what kind of thing a bid tells, and its number."""
    match rules.variation:
        case "mirror" | "whiz":
            return (NOTHING, 0) if bid.is_nil and rules.variation == "whiz" else (SPADES_HELD, bid.tricks)
        case "normal":
            pass
        case _:
            return NOTHING, 0
    if bid.is_nil:
        return NIL, 0
    if rules.bids_for_both and bid.kind is not BidKind.HINT:
        hints = [other.tricks for at in rules.partners_of(seat) if (other := bids[at]) is not None]
        return NUMBER, max(bid.tricks - sum(hints), 0)
    return NUMBER, bid.tricks


@dataclass(frozen=True, slots=True)
class _Kind:
    """All of the rules that tells what a holding is worth; tables are shared by whatever else is played."""

    rules: Rules = field(compare=False)
    players: int
    side_size: int
    hand_size: int
    draws: bool
    jokers: str
    cards: CardSet


def holding_dealer(rules: Rules) -> Dealer:
    """Return a dealer that deals nothing yet, and knows what holdings are worth: it shares the tables of its kind."""
    cards = pack_of(rules).cards
    kind = _Kind(rules, rules.players, rules.side_size, rules.hand_size, rules.draws, rules.jokers, cards)
    tables = _tables(kind)
    dealer = Dealer(rules.players, tables.fill)
    dealer.tricks, dealer.small, dealer.ruffs = tables.tricks, tables.small, tables.ruffs
    dealer.rest, dealer.escapes = tables.rest, tables.escapes
    return dealer


@lru_cache(maxsize=16)
def _tables(kind: _Kind) -> Dealer:
    """Return the one dealer whose tables the others share."""
    rules = kind.rules
    tables = Dealer(rules.players, lambda suit, bits: None)
    tables.fill = partial(_fill, rules, places_of(rules), tables)
    tables.ruffs = [ruff_worth(rules, (shape >> 6, shape >> 4 & 3, shape >> 2 & 3), shape & 3) for shape in range(256)]
    tables.rest = worths_of(rules).rest
    return tables


_MOST_KEPT = 1 << 15
"""Sets of a suit that tables keep; two packs have too many for all of them."""


def _fill(rules: Rules, places: Places, tables: Dealer, suit: int, bits: int) -> None:
    if len(tables.tricks[suit]) >= _MOST_KEPT:
        tables.tricks[suit].clear()
    held = places.set_of(suit, bits)
    tables.tricks[suit][bits], small = suit_worth(rules, Suit(suit), held)
    tables.escapes[suit][bits] = suit_escape(rules, Suit(suit), held)
    if suit == Suit.SPADES:
        tables.small[bits] = small


def expected_tricks(dealer: Dealer, hands: Sequence[int], seat: int) -> float:
    """Return what the hand of *seat* in a world is worth, as ``estimate_tricks`` does."""
    clubs, diamonds, hearts, spades = hands[seat * 4 : seat * 4 + 4]
    return dealer.estimate(clubs, diamonds, hearts, spades)
