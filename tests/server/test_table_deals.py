"""Deals by the thousand, from the table's own source of chance: nobody and no card is favoured. The seed is fixed."""

from collections import Counter

import pytest

from builders import before_deal, each, perform
from spades_engine import StartHand, pack_of, rules_of
from spades_server.table import chance_of

CHANCE = chance_of("by the thousand")


def test_over_ten_thousand_deals_of_three_players_each_card_is_left_over_about_equally_often() -> None:
    """Sheet 003. Chi-square with 51 degrees of freedom: 95 is passed once in 5,000 times."""
    rules = rules_of("sheet-003", players=3, changes={"three_player_card": "hidden"})
    pack, game, deals = pack_of(rules).cards, before_deal(rules), 10_400
    assert pack.bit_count() == 52
    left_over: Counter[int] = Counter()
    for number in range(deals):
        hand = perform(game, StartHand(deck=CHANCE.deal(rules, 1, number, 1, ()).deck)).hand
        assert hand is not None
        first, second, third = hand.holdings
        (card,) = each(pack & ~(first | second | third))
        left_over[card] += 1
        assert hand.counts == (17, 17, 17)
    expected = deals / 52
    assert sum((left_over[card] - expected) ** 2 / expected for card in each(pack)) < 95


@pytest.mark.parametrize(("players", "hands", "around"), [(4, 4000, 130), (3, 3000, 120), (2, 2000, 105)])
def test_a_leader_by_chance_is_every_seat_about_equally_often(players: int, hands: int, around: int) -> None:
    """Sheet 003: the leader to the first trick is drawn; each bound is passed once in tens of thousands of times."""
    rules = rules_of("sheet-003", players=players)
    leaders = Counter(CHANCE.deal(rules, 1, number, 1, ()).leader_draw for number in range(hands))
    assert sorted(leaders) == list(range(players))
    assert all(abs(times - hands / players) <= around for times in leaders.values())
