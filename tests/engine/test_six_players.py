"""Six players: two packs, three pairs or two threes. docs/rules.md decision 24."""

from collections.abc import Mapping

import pytest

from builders import (
    after_bids,
    before_deal,
    bid_in_turn,
    bidding,
    bids,
    dealt,
    deck_for,
    each,
    endgame,
    in_order,
    options_of,
    perform,
    play,
    refused,
    rules_with,
    scored,
    tricks,
    turn_of,
)
from spades_engine import (
    BLIND_NIL,
    NIL,
    Game,
    MakeBid,
    PlayCard,
    Rules,
    RulesError,
    Score,
    StartGame,
    StartHand,
    cards,
    decide,
    format_card,
    new_game,
    pack_of,
    parse_card,
    rules_of,
    trick_winner,
)
from spades_engine.errors import NilNotAllowed, TeamBidTooHigh, TeamBidTooLow
from spades_engine.events import DealerDrawn
from spades_engine.options import Value

PAIRS = rules_with(players=6, blind_nil=False)
THREES = rules_with(players=6, six_sides="threes", blind_nil=False)


def trick(text: str) -> list[tuple[int, int]]:
    return list(enumerate(in_order(text)))


def first_dealer(rules: Rules, draws: str) -> Game:
    return perform(new_game(rules), StartGame(draw_order=in_order(draws)))


# The pack and the deal


def test_six_use_two_packs_without_their_twos_of_clubs() -> None:
    pack = pack_of(PAIRS)
    assert len(pack) == 102
    assert not pack.cards & cards("2C 2C.2")
    assert pack.cards & cards("2D 2D.2 AS AS.2") == cards("2D 2D.2 AS AS.2")


def test_each_of_six_gets_seventeen_cards_one_at_a_time_from_the_dealers_left() -> None:
    deck = tuple(each(pack_of(PAIRS).cards))
    game = perform(before_deal(PAIRS, dealer=2), StartHand(deck=deck))
    assert game.hand is not None
    assert game.hand.counts == (17,) * 6
    assert game.hand.turn == 3
    assert set(each(game.hand.holdings[3])) == set(deck[::6])
    assert set(each(game.hand.holdings[2])) == set(deck[5::6])


def test_five_players_are_refused_and_told_what_is_allowed() -> None:
    with pytest.raises(RulesError, match="players=5: 2, 3, 4 or 6 are allowed") as refusal:
        rules_with(players=5)
    assert refusal.value.fields == ("players",)
    with pytest.raises(RulesError, match="standard is played by 2, 3, 4, 6, not 5"):
        rules_of("standard", players=5)


@pytest.mark.parametrize("preset", ["standard", "sheet-000"])
def test_the_presets_whose_sources_know_six_are_played_by_six(preset: str) -> None:
    """Sheet 000 names six players; pagat has both ways of sitting."""
    assert rules_of(preset, players=6).sides == ((0, 3), (1, 4), (2, 5))
    assert rules_of(preset, players=6, changes={"six_sides": "threes"}).sides == ((0, 2, 4), (1, 3, 5))


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"jokers": "big_little"}, "jokers players"),
        ({"jokers": "four_twos"}, "jokers players"),
        ({"six_sides": "threes", "double_nil": "500"}, "double_nil six_sides"),
        ({"six_sides": "threes", "double_nil": "forbidden"}, "double_nil six_sides"),
        ({"six_sides": "threes", "variation": "suicide"}, "variation six_sides"),
        ({"six_sides": "threes", "bidding_style": "partnership"}, "bidding_style six_sides"),
        (
            {"six_sides": "threes", "nil": False, "blind_nil": False, "min_player_bid": 2, "max_team_bid": 5},
            "min_player_bid max_team_bid",
        ),
    ],
    ids=str,
)
def test_what_two_packs_and_threes_exclude_is_refused_by_name(changes: Mapping[str, Value], named: str) -> None:
    with pytest.raises(RulesError) as refusal:
        rules_with(players=6, **changes)
    assert refusal.value.fields == tuple(named.split())


# The draw for the first dealer


def test_seats_that_draw_the_same_highest_card_draw_again() -> None:
    game = first_dealer(PAIRS, "3H AS 9D 4C AS.2 KH 2D 5C 7S")
    assert game.dealer == 4


def test_the_cards_drawn_again_are_told_with_the_others() -> None:
    (drawn,) = decide(new_game(PAIRS), StartGame(draw_order=in_order("3H AS 9D 4C AS.2 KH 7D 7D.2 2S 3S")))
    assert isinstance(drawn, DealerDrawn)
    told = [(seat, format_card(card)) for seat, card in drawn.draws]
    assert told[6:] == [(1, "7D"), (4, "7D.2"), (1, "2S"), (4, "3S")]
    assert drawn.dealer == 4


def test_equal_cards_below_the_highest_are_not_drawn_again() -> None:
    assert first_dealer(PAIRS, "3H AS 3H.2 4C KS KH 2D 5C").dealer == 1


# Bids


def test_the_third_partner_answers_for_the_least_contract_of_a_three() -> None:
    rules = rules_with(players=6, six_sides="threes", blind_nil=False, min_team_bid=6)
    game = dealt(rules)
    for bid in bids("1 3 2 3"):
        game = bid_in_turn(game, bid)
    assert refused(game, MakeBid(4, tricks(2))) is TeamBidTooLow
    assert perform(game, MakeBid(4, tricks(3)))


def test_a_three_may_not_promise_more_than_its_greatest_contract() -> None:
    game = bid_in_turn(dealt(rules_with(players=6, six_sides="threes", blind_nil=False, max_team_bid=9)), tricks(5))
    game = bid_in_turn(game, tricks(9))
    game = bid_in_turn(game, tricks(3))
    assert options_of(game) == (NIL,)
    game = bid_in_turn(game, NIL)
    assert options_of(game) == (NIL, tricks(1))
    assert refused(game, MakeBid(4, tricks(2))) is TeamBidTooHigh


def test_the_partners_of_a_nil_promise_the_least_together() -> None:
    game = dealt(rules_with(players=6, six_sides="threes", blind_nil=False, nil_partner_min=4))
    for bid in (NIL, tricks(3), tricks(1), tricks(3)):
        game = bid_in_turn(game, bid)
    assert refused(game, MakeBid(4, tricks(2))) is TeamBidTooLow
    assert refused(game, MakeBid(4, NIL)) is TeamBidTooLow
    assert perform(game, MakeBid(4, tricks(3)))


def test_all_three_partners_may_bid_nil() -> None:
    game = bidding(dealt(THREES), "N 5 N 5 N 5")
    assert game.hand is not None
    assert game.hand.leader == 0


def test_one_of_each_pair_of_six_bids_nil_in_suicide() -> None:
    game = dealt(rules_with(players=6, variation="suicide", blind_nil=False))
    for bid in bids("4 N 3"):
        game = bid_in_turn(game, bid)
    assert options_of(game) == (NIL,)
    game = bid_in_turn(game, NIL)
    assert refused(game, MakeBid(4, NIL)) is NilNotAllowed


def test_the_bids_of_six_may_be_kept_from_adding_up_to_seventeen() -> None:
    game = dealt(rules_with(players=6, blind_nil=False, total_not_13=True))
    for bid in bids("3 3 3 3 3"):
        game = bid_in_turn(game, bid)
    assert tricks(2) not in options_of(game)
    assert {tricks(1), tricks(3), NIL} <= set(options_of(game))


# The exchange


def test_opposite_partners_of_six_exchange_cards_after_a_nil() -> None:
    game = after_bids(rules_with(players=6, blind_nil=False, nil_pass=2), "N 3 3 3 3 3")
    assert game.hand is not None
    assert [(gift.giver, gift.receiver) for gift in game.hand.planned] == [(0, 3), (3, 0)]


def test_in_threes_nobody_exchanges_cards() -> None:
    rules = rules_with(players=6, six_sides="threes", nil_pass=3, blind_nil_threshold=0)
    for made in ("N 3 3 3 3 3", "B 3 3 3 3 3"):
        game = after_bids(rules, made)
        assert game.hand is not None
        assert game.hand.planned == ()
        assert game.hand.leader == 0


# Play


@pytest.mark.parametrize(
    ("played", "winner"),
    [
        ("5H KH 6H KH.2 7H 2H", 1),
        ("5H 2S 6H 2S.2 7H AH", 1),
        ("AH.2 AH 3H 4H 5H 6H", 0),
        ("5H 5H.2 4H 3H 2H 2H.2", 0),
        ("5H 9S 9S.2 TS TS.2 AH", 3),
    ],
)
def test_of_two_equal_cards_the_first_played_wins(played: str, winner: int) -> None:
    assert trick_winner(pack_of(PAIRS), trick(played)) == winner


def test_an_equal_card_does_not_beat_the_trick_where_it_must_be_beaten() -> None:
    rules = rules_with(players=6, must_overtake=True, blind_nil=False)
    game = endgame(rules, "KH 3C", "KH.2 5H", "AH 6H", "2H 7C", "3H 8C", "4H 9C")
    game = play(game, "KH")
    assert set(options_of(game)) == set(in_order("KH.2 5H"))


@pytest.mark.parametrize(
    ("holdings", "leader"),
    [
        (["4C", "3C.2", "3C"], 1),
        (["4C", "5C", "3C", "3C.2"], 2),
        (["3C.2", "3C"], 0),
    ],
)
def test_who_holds_the_first_three_of_clubs_from_eldest_leads(holdings: list[str], leader: int) -> None:
    rules = rules_with(players=6, blind_nil=False, first_leader="lowest_club")
    # What is left open is filled with the lowest cards: give the other threes away first.
    filled = [*holdings, *("",) * (5 - len(holdings)), " ".join({"3C", "3C.2"} - set(" ".join(holdings).split()))]
    game = after_bids(rules, "3 3 3 3 3 2", *filled)
    assert game.hand is not None
    assert game.hand.leader == leader


def test_either_lowest_club_may_be_played_where_the_first_trick_takes_them() -> None:
    rules = rules_with(players=6, blind_nil=False, first_trick="lowest_club")
    game = after_bids(rules, "3 3 3 3 3 2", "3C 3C.2 AH 5C", "4C.2 5C.2 4C")
    assert set(options_of(game)) == set(in_order("3C 3C.2"))
    game = play(game, "3C.2")
    assert set(options_of(game)) == set(in_order("4C 4C.2"))


def test_seventeen_tricks_are_played_and_the_seat_after_the_sixth_is_the_first() -> None:
    game = after_bids(PAIRS, "3 3 3 3 3 2")
    for _ in range(5):
        game = perform(game, PlayCard(turn_of(game), next(o for o in options_of(game) if isinstance(o, int))))
    assert turn_of(game) == 5
    deck = deck_for(PAIRS, [])
    assert len(deck) == 17 * 6


# Score


def test_three_pairs_score_apart() -> None:
    game = scored(PAIRS, "3 3 2 3 2 N", (4, 3, 3, 3, 4, 0))
    assert [score.points for score in game.scores] == [61, 52, 121]
    assert [score.bags for score in game.scores] == [1, 2, 1]


def test_two_threes_add_their_bids_and_tricks() -> None:
    game = scored(THREES, "3 3 2 3 2 2", (4, 1, 2, 3, 3, 4))
    assert [score.points for score in game.scores] == [72, 80]


def test_each_nil_of_a_three_counts_by_itself() -> None:
    """double_nil=sum is all that threes know; tricks of a failed nil are bags."""
    game = scored(THREES, "N 5 N 5 6 1", (0, 4, 2, 4, 6, 1))
    assert [score.points for score in game.scores] == [60 + 2, -110]
    game = scored(THREES, "N 6 N 6 N 5", (0, 6, 0, 6, 0, 5))
    assert [score.points for score in game.scores] == [300, 170]


def test_a_blind_nil_of_six_needs_the_side_to_be_behind_the_best_of_the_others() -> None:
    game = dealt(rules_with(players=6), points=(100, 199, 200))
    assert BLIND_NIL in options_of(game)
    game = dealt(rules_with(players=6), points=(101, 199, 200))
    assert BLIND_NIL not in options_of(game)


def test_of_three_pairs_the_best_at_the_target_wins() -> None:
    game = scored(PAIRS, "3 3 2 3 2 4", (3, 3, 2, 3, 2, 4), before=(Score(points=440), Score(points=455), Score()))
    assert game.result is not None
    assert game.result.winner == 1


def test_a_card_of_the_second_pack_ends_in_a_dot_and_a_two() -> None:
    assert format_card(parse_card("QS.2")) == "QS.2"
    assert parse_card("QS.2") == parse_card("QS") + 54
