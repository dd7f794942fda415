"""The search answers with figures, keeps to its budget, and leaves the usual answer only for a better one."""

import pytest

from ai.positions import at_play, chosen, dealt_from
from builders import dealt, rules_with
from spades_ai import choose, player_named, verdict_on
from spades_ai.search import search_player
from spades_engine import Action, Bid, View, decision, parse_card, view
from spades_engine.bids import of

AS_GOOD = at_play("KH QH 2H 2C 3D", trick="4H", leader=0, made="3 3 3 3", won=(2, 2, 2, 2))
"""Second of four to play to hearts: the king and the queen are one card, the two is another."""


def to_bid(holding: str) -> View:
    """Return what the first bidder sees."""
    game = dealt(rules_with(), holding)
    assert game.hand is not None
    return view(game, game.hand.turn)


def test_cards_with_nothing_between_them_are_one_answer() -> None:
    due = decision(AS_GOOD.game)
    assert due is not None
    choice = search_player(AS_GOOD, 1, worlds=16)
    figures = {due.options[one.picks[0]]: one for one in choice.alternatives}
    king, queen, two = (figures[parse_card(card)] for card in ("KH", "QH", "2H"))
    assert (king.value, king.made, king.worlds) == (queen.value, queen.made, queen.worlds)
    assert two.points != king.points


def test_every_card_has_its_figures_and_no_more_worlds_than_allowed() -> None:
    seen = at_play("AH 3H 2C 5C AD 7D", leader=0, made="3 3 3 3", won=(2, 2, 2, 1))
    due = decision(seen.game)
    assert due is not None
    choice = search_player(seen, 1, worlds=40)
    assert {one.picks[0] for one in choice.alternatives} == set(range(len(due.options)))
    assert choice.alternatives[0].picks == choice.picks
    for one in choice.alternatives:
        assert 16 <= one.worlds <= 40
        assert one.sets is not None
        assert one.win is not None
        assert 0 <= one.made <= 1
        assert 0 <= one.sets <= 1
        assert 0 < one.win < 1
        assert one.nil is None


def test_the_last_trick_that_makes_the_contract_is_taken() -> None:
    """Two cards left, one trick needed: the ace of diamonds now; the opponents' spades are gone."""
    seen = at_play("AD 2C", trick="KD", leader=0, made="3 4 3 3", won=(3, 3, 2, 3))
    assert chosen(seen, "search") == "AD"


def test_a_bid_has_figures_for_every_number_and_those_tried_come_first() -> None:
    seen = to_bid("AS KS QS 2H 3H AH KH 7H 8H 2D 3D AD 5C")
    choice = choose("search", seen, "seed")
    tried = [one.worlds > 0 for one in choice.alternatives]
    assert tried == sorted(tried, reverse=True)
    assert 2 <= sum(tried) <= 4
    due = decision(seen.game)
    assert due is not None
    assert {one.picks[0] for one in choice.alternatives} == set(range(len(due.options)))
    assert choice.reasons[0].code == "outlook"


def test_a_first_bid_is_never_lower_than_that_of_the_principles_far_from_the_end() -> None:
    """Wherever playouts promised some points for less, it has lost them: they fear too much for a contract."""
    for seed in range(40):
        game = dealt_from(rules_with(), seed)
        assert game.hand is not None
        seen = view(game, game.hand.turn)
        due = decision(seen.game)
        assert due is not None
        usual, searched = (due.options[choose(level, seen, seed).picks[0]] for level in ("rules", "search@32"))
        assert isinstance(usual, Bid)
        assert isinstance(searched, Bid)
        assert searched.is_nil or (not usual.is_nil and searched.tricks >= usual.tricks)


def test_a_hopeless_bid_is_dear_in_a_review_and_the_search_s_own_is_free() -> None:
    seen = to_bid("2S 3S 4S 2H 3H 4H 7H 8H 2D 3D 6D 5C 6C")
    due = decision(seen.game)
    assert due is not None
    best = due.options[choose("search", seen, "review").picks[0]]
    assert isinstance(best, Bid)
    dear, free = (verdict_on(seen.game, due.seat, bid, worlds=64) for bid in (of(9), best))
    assert dear is not None
    assert dear.cost > 40
    assert (dear.hand, dear.trick, dear.chosen) == (1, 0, of(9))
    assert free is not None
    assert free.cost == 0


def test_a_spade_is_kept_in_the_draw_and_a_bare_two_is_not() -> None:
    laid_out = (view(dealt_from(rules_with(players=2), seed, dealer=1), 0) for seed in range(1000))
    by_card = {seen.hand.draw.offered: seen for seen in laid_out if seen.hand.draw}
    for action, card in {Action.KEEP: "AS", Action.THROW: "2C"}.items():
        seen = by_card[parse_card(card)]
        due = decision(seen.game)
        assert due is not None
        choice = search_player(seen, 1, worlds=64)
        assert due.options[choice.picks[0]] is action
        assert [one.worlds for one in choice.alternatives] == [64, 64]


def test_a_budget_is_named_after_the_level() -> None:
    assert player_named("search@64")(AS_GOOD, 3) == search_player(AS_GOOD, 3, worlds=64)
    with pytest.raises(KeyError):
        player_named("search@0")
    with pytest.raises(KeyError):
        player_named("rules@64")
