"""A world agrees with everything that a seat knows, and rather with what others bid. Source: docs/bots.md"""

import random
from statistics import fmean

from hypothesis import given, settings

from ai.positions import Turn, dealt_from, play_hand
from builders import drawn_rules, each, random_rules, rules_with, seeds
from spades_ai import estimate_tricks, knowledge_of
from spades_ai.nil import nil_odds
from spades_ai.search.hidden import cards_left, dealer_of
from spades_ai.search.places import places_of
from spades_engine import DecisionKind, Rules, Suit, View, cards, pack_of, view
from spades_engine.cards import count, mask


def holdings_in(seen: View, hands: list[int]) -> list[int]:
    """Return the hands of a world as sets of cards, by seat."""
    places = places_of(seen.rules)
    return [sum(places.set_of(suit, hands[seat * 4 + suit]) for suit in range(4)) for seat in range(seen.rules.players)]


def worlds_of(seen: View, number: int) -> list[list[int]]:
    """Return worlds of a view as sets of cards by seat."""
    dealer, state, found = dealer_of(seen), 77, []
    for _ in range(number):
        hands, state = dealer.world(state)
        found.append(holdings_in(seen, hands))
    return found


def plays_of(rules: Rules, seed: int) -> list[Turn]:
    """Return the turns of a hand at which a bid or a card is due."""
    levels = [random.Random(seed + seat).choice(["random", "rules"]) for seat in range(rules.players)]
    kinds = (DecisionKind.BID, DecisionKind.PLAY)
    return [turn for turn in play_hand(dealt_from(rules, seed, dealer=seed), levels, seed) if turn.due.kind in kinds]


def check(turn: Turn) -> None:
    """Fail unless worlds of the turn agree with what its seat knows."""
    seen, rules, hand = turn.seen, turn.seen.rules, turn.seen.hand
    assert hand is not None
    voids, pack = knowledge_of(seen).voids, pack_of(rules)
    played = mask(card for trick in (*(one.plays for one in hand.tricks), hand.trick) for _, card in trick)
    for world in worlds_of(seen, 3):
        assert world[turn.due.seat] == seen.holding
        assert tuple(map(count, world)) == hand.counts
        held = [card for holding in world for card in each(holding)]
        assert len(held) == len(set(held)), "no card lies twice"
        assert not mask(held) & (played | ~pack.cards)
        assert not mask(held) & ~cards_left(seen)
        for seat, holding in enumerate(world):
            if seat != turn.due.seat:
                assert not any(holding & pack.suits[suit] for suit in voids[seat])


def test_who_must_have_all_the_cards_that_fit_gets_them() -> None:
    """Six players: one of them needs every card that is no heart, among many that are."""
    for turn in plays_of(random_rules(random.Random(2425), revoke="refused"), 2426)[-12:]:
        check(turn)


@settings(max_examples=40)
@given(rules=drawn_rules(revoke="refused"), seed=seeds)
def test_a_world_agrees_with_counts_voids_and_cards_that_were_seen(rules: Rules, seed: int) -> None:
    turns = plays_of(rules, seed)
    for turn in random.Random(seed).sample(turns, k=min(len(turns), 6)):
        check(turn)


def test_what_was_given_to_the_partner_lies_with_the_partner() -> None:
    rules, met = rules_with(nil_pass=3, blind_nil_threshold=0), 0
    for seed in range(60):
        for turn in plays_of(rules, seed):
            gifts = [gift for gift in turn.seen.hand.exchanges if gift.giver == turn.due.seat and gift.cards]
            if turn.due.kind is not DecisionKind.PLAY or not gifts:
                continue
            assert turn.before.hand is not None
            mine = gifts[-1].cards & turn.before.hand.holdings[gifts[-1].receiver]
            met += bool(mine)
            for world in worlds_of(turn.seen, 2):
                assert mine & ~world[gifts[-1].receiver] == 0
    assert met > 20


def test_every_card_may_lie_anywhere_that_it_can() -> None:
    seen = view(dealt_from(rules_with(), 5), 0)
    worlds = worlds_of(seen, 1200)
    for card in each(cards("AS AH AD AC") & ~seen.holding):
        shares = [sum(world[seat] >> card & 1 for world in worlds) / len(worlds) for seat in (1, 2, 3)]
        assert all(abs(share - 1 / 3) < 0.06 for share in shares)


def bid_by_two(text: str) -> View:
    """Return what seat 0 sees when it is to play after seat 2 bid *text* and the others bid three."""
    for seed in range(2000):
        for turn in play_hand(dealt_from(rules_with(), seed, dealer=3), ["rules"] * 4, seed):
            bids = turn.seen.hand.bids
            if turn.due.kind is DecisionKind.PLAY and turn.due.seat == 0 and str(bids[2]) == text:
                return turn.seen
            if turn.due.kind is DecisionKind.PLAY:
                break
    raise AssertionError(f"nobody bid {text}")


def test_who_bids_much_is_dealt_much_and_who_bids_nil_little() -> None:
    tricks, odds = {}, {}
    for text in ("1", "5", "nil"):
        seen = bid_by_two(text)
        holdings = [world[2] for world in worlds_of(seen, 150)]
        views = [View(2, seen.game._replace(hand=seen.hand._replace(holdings=(0, 0, held, 0)))) for held in holdings]
        tricks[text] = fmean(estimate_tricks(one).tricks for one in views)
        odds[text] = fmean(nil_odds(one)[0] for one in views)
    assert tricks["5"] > tricks["1"] + 1.5
    assert odds["nil"] > 0.5 > odds["5"]


def test_the_other_player_of_a_draw_is_taken_to_have_kept_high_cards_and_spades() -> None:
    rules = rules_with(players=2)
    turn = next(turn for turn in play_hand(dealt_from(rules, 3), ["rules"] * 2, 3) if turn.due.kind is DecisionKind.BID)
    other = 1 - turn.due.seat
    spades = pack_of(rules).suits[Suit.SPADES] & cards_left(turn.seen) & ~turn.seen.holding
    held = fmean(count(world[other] & spades) for world in worlds_of(turn.seen, 200))
    unseen = count(cards_left(turn.seen) & ~turn.seen.holding)
    assert held > 1.3 * 13 * count(spades) / unseen
