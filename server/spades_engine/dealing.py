"""The first dealer, the deal, and the draw of two players. Source: docs/rules.md a1, c26-c31, d4."""

from spades_engine.cards import Card, CardSet, Suit, count, each, mask, rank_of, suit_of
from spades_engine.commands import Choose, StartGame, StartHand
from spades_engine.errors import NotYourTurn, WrongPhase
from spades_engine.events import (
    CardDrawn,
    CardOffered,
    CardsDealt,
    CardsSeen,
    DealerDrawn,
    Event,
    HandRedealt,
    HandStarted,
    LeaderChosen,
)
from spades_engine.hand import Game, Hand, Phase
from spades_engine.leading import first_leader
from spades_engine.pack import pack_of
from spades_engine.rules import Rules
from spades_engine.standing import bids_itself, may_bid_blind

__all__ = [
    "choose",
    "clockwise",
    "first_dealer",
    "first_phase",
    "may_redeal",
    "next_chooser",
    "seen_at_turn",
    "start_hand",
]


def first_dealer(game: Game, command: StartGame) -> DealerDrawn:
    """Find the first dealer. Source: docs/rules.md c36 and decision 21: suits C<D<H<S break ties."""
    if game.dealer is not None:
        raise WrongPhase("the game has begun")
    seats = game.rules.players
    match game.rules.first_dealer:
        case "high_card":
            return _high_card(seats, command.draw_order)
        case "first_diamond" | "first_spade":
            suit = Suit.DIAMONDS if game.rules.first_dealer == "first_diamond" else Suit.SPADES
            found = next(at for at, card in enumerate(command.draw_order) if suit_of(card) is suit)
            draws = tuple((at % seats, card) for at, card in enumerate(command.draw_order[: found + 1]))
            return DealerDrawn(draws=draws, dealer=found % seats)
        case "random":
            return DealerDrawn(draws=(), dealer=command.random_seat)
        case "host":
            return DealerDrawn(draws=(), dealer=command.host)
        case "host_leads":
            return DealerDrawn(draws=(), dealer=(command.host - 1) % seats)
        case _:
            return DealerDrawn(draws=(), dealer=seats - 1)


def _high_card(seats: int, order: tuple[Card, ...]) -> DealerDrawn:
    """Let every seat draw; those with the same highest card, one of each pack, draw again (decision 24)."""
    cards, draws = iter(order), []
    drawing = list(range(seats))
    while len(drawing) > 1 and (drawn := list(zip(drawing, cards, strict=False))):
        draws += drawn
        best = max(_height(card) for _, card in drawn)
        drawing = [seat for seat, card in drawn if _height(card) == best]
    return DealerDrawn(draws=tuple(draws), dealer=drawing[0])


def _height(card: Card) -> tuple[int, Suit]:
    return rank_of(card), suit_of(card)


def first_phase(game: Game) -> Phase:
    """Return what follows when every seat has its cards."""
    if bids_itself(game):
        return Phase.PLAY
    return Phase.TALK if game.rules.talks else Phase.BID


def start_hand(game: Game, command: StartHand) -> tuple[Event, ...]:
    """Deal the next hand, or the same again after a redeal."""
    rules, hand = game.rules, game.hand
    if game.dealer is None or game.result is not None:
        raise WrongPhase("the game is over" if game.result else "the first dealer is not known")
    if hand is not None and hand.phase is not Phase.SCORED and not hand.redealt:
        raise WrongPhase("a hand is being played")
    assert mask(command.deck) == pack_of(rules).cards, "the deck is not the pack of the rules"
    again = hand is not None and hand.redealt
    used = len(command.deck) if rules.draws else rules.hand_size * rules.players
    started = HandStarted(
        number=game.hands_played + 1,
        deal=hand.deal + 1 if again and hand is not None else 1,
        dealer=game.dealer,
        commitment=command.commitment,
        phase=Phase.DRAW if rules.draws else first_phase(game),
        undealt=len(command.deck) - used,
        stock=used if rules.draws else 0,
        shown=mask(command.deck[used:]) if rules.players == 3 and rules.three_player_card == "shown" else 0,
        deck=command.deck,
        leader_draw=command.leader_draw,
    )
    if rules.draws:
        return started, CardOffered(seat=(game.dealer + 1) % 2, card=command.deck[0])
    return started, *_deal(game, started, command)


def _deal(game: Game, started: HandStarted, command: StartHand) -> tuple[Event, ...]:
    rules = game.rules
    eldest = (started.dealer + 1) % rules.players
    holdings = _holdings(rules, command.deck, eldest)
    if rules.redeal_when == "forced" and any(may_redeal(rules, holding) for holding in holdings):
        # Nobody has looked, so that nobody is told what was dealt.
        return (HandRedealt(number=started.number, deal=started.deal, seat=None),)
    deals = (
        CardsDealt(seat=seat, count=rules.hand_size, seen=not _dealt_face_down(game, seat), cards=holdings[seat])
        for seat in clockwise(rules, eldest)
    )
    if started.phase is Phase.PLAY:
        nobody = (None,) * rules.players
        return *deals, LeaderChosen(first_leader(rules, started.dealer, command.leader_draw, holdings, nobody))
    if started.phase is Phase.TALK:
        return tuple(deals)
    return *deals, *seen_at_turn(game, holdings, eldest)


def _holdings(rules: Rules, deck: tuple[Card, ...], eldest: int) -> tuple[CardSet, ...]:
    """Deal one card at a time, eldest hand first."""
    seats, size = rules.players, rules.hand_size
    return tuple(mask(deck[(seat - eldest) % seats : seats * size : seats]) for seat in range(seats))


def _dealt_face_down(game: Game, seat: int) -> bool:
    hidden = game.rules.hides_hands and not bids_itself(game)
    return hidden or may_bid_blind(game, seat)


def seen_at_turn(game: Game, holdings: tuple[CardSet, ...], seat: int) -> tuple[CardsSeen, ...]:
    """Where hands are hidden until the turn to bid, the turn shows them, unless the seat may still bid blind."""
    if game.rules.hides_hands and not may_bid_blind(game, seat):
        return (CardsSeen(seat=seat, cards=holdings[seat]),)
    return ()


def may_redeal(rules: Rules, holding: CardSet) -> bool:
    """Return whether *holding*, as dealt, may be dealt again; never for two. Source: docs/rules.md c26, decision 3."""
    if rules.redeal == "off" or rules.players == 2:
        return False
    spades = count(holding & pack_of(rules).spades)
    least = 11
    most = 14 if rules.redeal_ace_is_face else 13
    faces = any(least <= rank_of(card) <= most for card in each(holding))
    return {
        "no_spades": spades == 0,
        "no_face_cards": not faces,
        "either": spades == 0 or not faces,
        "both": spades == 0 and not faces,
        "one_spade": spades <= 1,
    }[rules.redeal]


def clockwise(rules: Rules, first: int) -> tuple[int, ...]:
    """Return the seats in turn from *first*."""
    return tuple((first + step) % rules.players for step in range(rules.players))


def choose(game: Game, hand: Hand, command: Choose) -> tuple[Event, ...]:
    """Keep the offered card, or throw it. Source: docs/rules.md d4 and decision 22."""
    if hand.turn != command.seat:
        raise NotYourTurn
    taken = 2 * len(hand.draw.thrown if hand.draw else ())
    offered, following = hand.deck[taken : taken + 2]
    kept, thrown = (offered, following) if command.keep else (following, offered)
    drawn = CardDrawn(seat=command.seat, kept_offered=command.keep, kept=kept, thrown=thrown)
    if taken + 2 < len(hand.deck):
        return drawn, CardOffered(seat=next_chooser(game.rules, hand.dealer, taken // 2 + 1), card=hand.deck[taken + 2])
    if not bids_itself(game):
        return (drawn,)
    holdings = list(hand.holdings)
    holdings[command.seat] |= 1 << kept
    leader = first_leader(game.rules, hand.dealer, hand.leader_draw, tuple(holdings), hand.bids)
    return drawn, LeaderChosen(leader)


def next_chooser(rules: Rules, dealer: int, choices: int) -> int:
    """Return who makes the choice after *choices* of them: in turn, or eldest 13 times and then the dealer."""
    turn = choices if rules.draw_order == "alternate" else choices // rules.hand_size
    return (dealer + 1 + turn) % 2
