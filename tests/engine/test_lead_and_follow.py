"""What may be played, and who leads first. docs/rules.md, D1-D3, c23, c24, c33, d3 (L1-L18), decision 19."""

from collections.abc import Sequence

import pytest

from builders import after_bids, bid_in_turn, dealt, endgame, in_order, play, refused, rules_with, suit, suit_cards
from spades_engine import (
    NIL,
    Bid,
    Phase,
    PlayCard,
    Rules,
    cards,
    format_cards,
    legal_plays,
    pack_of,
)
from spades_engine.bids import hint, of
from spades_engine.errors import (
    CardNotHeld,
    MustFollowSuit,
    MustPlayLowestClub,
    NoSpadeOnFirstTrick,
    NotYourTurn,
    SpadesNotBroken,
    WrongPhase,
)
from spades_engine.play import play_refusal

STANDARD = rules_with()
NO_SPADES, LOWEST, NORMAL = (rules_with(first_trick=word) for word in ("no_spades", "lowest_club", "normal"))
ANYTIME = rules_with(lead_spades="anytime")
ALL_SPADES = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"


def legal(rules: Rules, holding: str, led: str = "", *, broken: bool = False, first: bool = False) -> str:
    """Return what may be played from *holding* when the suit *led* was led, or as a lead."""
    led_suit = suit(led) if led else None
    found = legal_plays(rules, pack_of(rules), cards(holding), led_suit, broken=broken, first_trick=first)
    return format_cards(found)


@pytest.mark.parametrize(
    ("name", "holding", "expected"),
    [
        ("L1", "AS 3S 5H 9D", "9D 5H"),
        ("L2", "AS 3S", "3S AS"),
        ("a plain hand", "2C 9D", "2C 9D"),
    ],
)
def test_before_spades_are_broken_they_are_led_only_if_nothing_else_is_held(
    name: str, holding: str, expected: str
) -> None:
    """docs/rules.md L1, L2, D5."""
    assert legal(STANDARD, holding) == expected, name


def test_once_spades_are_broken_anything_may_be_led() -> None:
    """docs/rules.md L3."""
    assert legal(STANDARD, "AS 5H", broken=True) == "5H AS"


@pytest.mark.parametrize(
    ("name", "holding", "led", "expected"),
    [
        ("L4", "2H KH AS", "H", "2H KH"),
        ("L5", "AS 4C 9D", "H", "4C 9D AS"),
        ("L6", "4C 9D", "S", "4C 9D"),
        ("L7", "7S QS 4C", "S", "7S QS"),
    ],
)
def test_suit_is_followed_and_who_is_void_plays_anything(name: str, holding: str, led: str, expected: str) -> None:
    """docs/rules.md D3, L4-L7: no duty to trump."""
    for broken in (False, True):
        assert legal(STANDARD, holding, led, broken=broken) == expected, name


@pytest.mark.parametrize("first_trick", ["normal", "no_spade_lead", "no_spades", "lowest_club"])
def test_the_first_lead_is_no_spade_unless_only_spades_are_held(first_trick: str) -> None:
    """docs/rules.md L8, L9, L11, c24."""
    rules = rules_with(first_trick=first_trick)
    assert legal(rules, "AS KS 4C", first=True) == "4C"
    assert legal(rules, ALL_SPADES, first=True) == ALL_SPADES


def test_where_spades_may_be_led_any_time_the_first_trick_still_has_its_own_rule() -> None:
    """docs/rules.md L18."""
    assert legal(ANYTIME, "AS 5H") == "5H AS"
    assert legal(ANYTIME, "AS 5H", first=True) == "5H"
    assert legal(ANYTIME.adjusted({"first_trick": "normal"}), "AS 5H", first=True) == "5H AS"


@pytest.mark.parametrize(("rules", "expected"), [(STANDARD, "9D AS"), (NORMAL, "9D AS"), (NO_SPADES, "9D")])
def test_the_first_trick_may_be_ruffed_unless_nobody_may_play_a_spade_to_it(rules: Rules, expected: str) -> None:
    """docs/rules.md c24; playsite."""
    assert legal(rules, "AS 9D", "H", first=True) == expected
    assert legal(rules, "AS 9D", "H") == "9D AS"


def test_where_nobody_may_play_a_spade_to_the_first_trick_one_with_nothing_else_does() -> None:
    """docs/rules.md c24."""
    assert legal(NO_SPADES, ALL_SPADES, "H", first=True) == ALL_SPADES
    assert legal(NO_SPADES, "2S KH AH", "H", first=True) == "KH AH"


@pytest.mark.parametrize("led", ["", "C", "D", "H"])
def test_the_first_trick_may_take_everybodys_lowest_club(led: str) -> None:
    """docs/rules.md L12 and b2, first_trick: whatever was led by a seat without a club."""
    assert legal(LOWEST, "5C JC KH", led, first=True) == "5C"
    assert legal(LOWEST, "5C JC AS", led, first=True) == "5C"


def test_who_has_no_club_plays_no_spade_to_a_first_trick_of_lowest_clubs() -> None:
    """docs/rules.md b2, first_trick: void, any heart or diamond."""
    assert legal(LOWEST, "2D KH AS", "C", first=True) == "2D KH"
    assert legal(LOWEST, "2D KH AS", first=True) == "2D KH"
    assert legal(LOWEST, "2D KH AS", "H", first=True) == "KH"


def test_after_the_first_trick_its_rule_is_over() -> None:
    """docs/rules.md c24."""
    assert legal(LOWEST, "5C JC KH") == "5C JC KH"
    assert legal(NO_SPADES, "9D AS", "H") == "9D AS"


@pytest.mark.parametrize(
    ("rules", "holding", "led", "card", "first", "refusal", "because"),
    [
        (STANDARD, "AS 5H", "", "AS", False, SpadesNotBroken, "5H"),
        (STANDARD, "AS 5H", "", "AS", True, NoSpadeOnFirstTrick, "5H"),
        (NORMAL, "AS 5H", "", "AS", True, SpadesNotBroken, "5H"),
        (STANDARD, "2H KH AS", "H", "AS", False, MustFollowSuit, "2H KH"),
        (STANDARD, "2H KH AS", "H", "AS", True, MustFollowSuit, "2H KH"),
        (STANDARD, "7S QS 4C", "S", "4C", False, MustFollowSuit, "7S QS"),
        (NO_SPADES, "9D AS", "H", "AS", True, NoSpadeOnFirstTrick, "9D"),
        (NO_SPADES, "9D AS 2H", "H", "AS", True, MustFollowSuit, "2H"),
        (LOWEST, "5C JC KH", "C", "JC", True, MustPlayLowestClub, "5C"),
        (LOWEST, "5C JC KH", "", "KH", True, MustPlayLowestClub, "5C"),
        (LOWEST, "2D AS", "C", "AS", True, NoSpadeOnFirstTrick, "2D"),
        (STANDARD, "2H KH", "H", "AH", False, CardNotHeld, ""),
    ],
)
def test_a_refused_card_says_which_rule_it_breaks_and_which_cards_oblige(
    rules: Rules, holding: str, led: str, card: str, first: bool, refusal: type[Exception], because: str
) -> None:
    """docs/rules.md d3; A13: unplayable cards say why."""
    led_suit = suit(led) if led else None
    said = play_refusal(
        rules, pack_of(rules), cards(holding), led_suit, in_order(card)[0], broken=False, first_trick=first
    )
    assert type(said) is refusal
    assert format_cards(said.because) == because


def test_eldest_hand_leads_first() -> None:
    """docs/rules.md D1."""
    hand = after_bids(STANDARD, "3 3 3 3", dealer=1).hand
    assert hand is not None
    assert (hand.phase, hand.leader, hand.turn) == (Phase.PLAY, 2, 2)


@pytest.mark.parametrize("leader_draw", [0, 1, 2, 3])
def test_or_a_random_seat_leads_first(leader_draw: int) -> None:
    """docs/rules.md c23, sheet 003."""
    hand = after_bids(rules_with(first_leader="random"), "3 3 3 3", dealer=1, leader_draw=leader_draw).hand
    assert hand is not None
    assert (hand.leader, hand.turn) == (leader_draw, leader_draw)


@pytest.mark.parametrize(("made", "leader"), [("3 4 N 1", 1), ("1 3 5 5", 2), ("5 3 5 2", 2), ("N N N N", 2)])
def test_or_the_highest_bidder_the_first_of_equals_from_eldest_hand(made: str, leader: int) -> None:
    """docs/rules.md b2, first_leader: seat 2 is eldest."""
    hand = after_bids(rules_with(first_leader="highest_bidder"), made, dealer=1).hand
    assert hand is not None
    assert hand.leader == leader


@pytest.mark.parametrize(
    ("made", "leader"),
    [
        ((hint(9), hint(4), of(5), of(6)), 3),
        ((hint(9), hint(4), NIL, of(6)), 0),
        ((hint(3), hint(9), of(5), of(5)), 2),
    ],
)
def test_a_hint_makes_nobody_the_highest_bidder_but_beside_a_nil(made: Sequence[Bid], leader: int) -> None:
    """docs/rules.md decision 19: it promises nothing."""
    game = dealt(rules_with(first_leader="highest_bidder", bidding_style="partnership"))
    for bid in made:
        game = bid_in_turn(game, bid)
    assert game.hand is not None
    assert game.hand.leader == leader


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_or_the_holder_of_the_lowest_club(seat: int) -> None:
    """docs/rules.md c33 and decision 19."""
    holdings = ["2C" if seat == mine else "" for mine in range(4)]
    hand = after_bids(rules_with(first_leader="lowest_club"), "3 3 3 3", *holdings).hand
    assert hand is not None
    assert hand.leader == seat


def test_of_three_the_holder_of_the_three_of_clubs_leads() -> None:
    """docs/rules.md c33: the two is out of the pack."""
    rules = rules_with(players=3, first_leader="lowest_club")
    hand = after_bids(rules, "5 5 5", "4C", "5C", "3C").hand
    assert hand is not None
    assert hand.leader == 2


def test_the_lowest_club_is_the_lowest_that_is_held() -> None:
    """docs/rules.md decision 19: the two of clubs may be the hidden card."""
    rules = rules_with(players=2, two_player_deal="deal_13", first_leader="lowest_club")
    hearts, diamonds = suit_cards("H"), suit_cards("D")
    hand = after_bids(rules, "5 5", f"{hearts[:-3]} 9C", f"{diamonds[:-3]} 7C").hand
    assert hand is not None
    assert hand.leader == 1


def test_where_nobody_holds_a_club_eldest_hand_leads() -> None:
    """docs/rules.md decision 19."""
    rules = rules_with(players=2, two_player_deal="deal_13", first_leader="lowest_club")
    hand = after_bids(rules, "5 5", suit_cards("H"), suit_cards("D"), dealer=0).hand
    assert hand is not None
    assert hand.leader == 1


@pytest.mark.parametrize(("players", "made"), [(2, "5 5"), (3, "5 5 5"), (4, "3 3 3 3")])
def test_cards_are_played_clockwise_one_from_each_seat(players: int, made: str) -> None:
    """docs/rules.md a4."""
    rules = rules_with(players=players)
    game = endgame(rules, *[f"{rank}H {rank}D" for rank in "2345"[:players]], made=made, turn=1)
    order = []
    while game.hand is not None and game.hand.turn is not None and not game.hand.tricks[rules.hand_size - 2 :]:
        order.append(game.hand.turn)
        game = play(game, f"{'2345'[game.hand.turn]}H")
    assert order == [(1 + step) % players for step in range(players)]


def test_a_card_out_of_turn_or_not_held_is_refused() -> None:
    """docs/rules.md B13 and d3."""
    game = endgame(STANDARD, "2H 3D", "3H 4D", "4H 5D", "5H 6D")
    assert refused(game, PlayCard(1, in_order("3H")[0])) is NotYourTurn
    assert refused(game, PlayCard(0, in_order("3H")[0])) is CardNotHeld


def test_a_card_is_played_once() -> None:
    """docs/rules.md a4."""
    game = play(endgame(STANDARD, "2H 3H", "3S 4D", "4S 5D", "5S 6D"), "2H 4D 5D 6D")
    assert refused(game, PlayCard(0, in_order("2H")[0])) is CardNotHeld


def test_nothing_is_played_after_the_last_trick() -> None:
    """docs/rules.md decision 1."""
    game = play(endgame(STANDARD, "2H", "3H", "4H", "5H"), "2H 3H 4H 5H")
    assert refused(game, PlayCard(3, in_order("5H")[0])) is WrongPhase


def test_a_hidden_card_cannot_be_played() -> None:
    """docs/rules.md decision 23: the card that nobody got is held by nobody."""
    rules = rules_with(players=3, three_player_card="hidden")
    game = dealt(rules)
    assert game.hand is not None
    rest = pack_of(rules).cards & ~sum(game.hand.holdings)
    led = after_bids(rules, "5 5 5")
    assert refused(led, PlayCard(0, rest.bit_length() - 1)) is CardNotHeld
