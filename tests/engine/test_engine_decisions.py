"""What a seat owes: its options, the default at a deadline, and why the rest is barred. docs/rules.md, decision 6."""

import pytest

from builders import after_bids, bid_in_turn, bids, dealt, endgame, finish, in_order, perform, play, rules_with, tricks
from spades_engine import (
    BLIND_NIL,
    NIL,
    Action,
    Bid,
    Choose,
    Decision,
    DecisionKind,
    Game,
    Give,
    Look,
    MakeBid,
    Option,
    Owed,
    PlayCard,
    Talk,
    cards,
    decision,
    format_card,
    format_cards,
    new_game,
    owed,
)
from spades_engine.errors import MustFollowSuit, NoSpadeOnFirstTrick, SpadesNotBroken, TeamBidTooHigh, TotalNotAllowed
from spades_engine.options import Value

STANDARD = rules_with()


def due(game: Game) -> Decision:
    found = decision(game)
    assert found is not None
    return found


def written(option: Option) -> str:
    """Return an option as people write it."""
    match option:
        case Action():
            return option.name.lower()
        case Talk():
            return f"{option.kind.name.lower()} {option.tricks}"
        case Bid():
            return str(option)
        case _:
            return format_card(option)


def default(game: Game) -> str:
    """Return what is picked at the deadline."""
    found = due(game)
    return " ".join(written(found.options[index]) for index in found.default)


def to_bid(holding: str, made: str = "", **changes: Value) -> Game:
    """Return a game in which the seat after the bids *made* holds *holding*."""
    before = bids(made)
    game = dealt(rules_with(**changes), *["" for _ in before], holding)
    for bid in before:
        game = bid_in_turn(game, bid)
    return game


PLAIN = "2C 3C 4C 5C 2D 3D 4D 5D 2H 3H"


def test_nothing_is_owed_before_a_hand_and_after_it() -> None:
    """docs/rules.md decision 1."""
    for game in (new_game(STANDARD), finish(endgame(STANDARD, "2H", "3H", "4H", "5H"))):
        assert owed(game) == ()
        assert decision(game) is None


@pytest.mark.parametrize(
    ("holding", "bid"),
    [
        (f"{PLAIN} 6C 7C 8C", "1"),
        (f"{PLAIN} AS KD 8C", "2"),
        (f"{PLAIN} AS AH AD", "3"),
        (f"{PLAIN} QS QH JD", "1"),
        ("AS KS AH KH AD KD AC KC 2C 3C 4C 5C 6C", "8"),
    ],
)
def test_the_default_bid_is_the_aces_and_kings_and_never_nil(holding: str, bid: str) -> None:
    """docs/rules.md decision 6: clipped to the legal range."""
    assert default(to_bid(holding)) == bid


@pytest.mark.parametrize(
    ("made", "changes", "bid"),
    [
        ("9 3", {"max_team_bid": 13}, "4"),
        ("1 3", {"min_team_bid": 8}, "7"),
        ("13 3", {"max_team_bid": 13}, "nil"),
        ("", {"max_team_bid": 4}, "4"),
        ("4 2 1", {"total_not_13": True}, "5"),
        ("", {"nil": False}, "6"),
    ],
)
def test_the_default_bid_keeps_to_what_is_legal(made: str, changes: dict[str, Value], bid: str) -> None:
    """docs/rules.md decision 6: nil only if it is forced. Six aces and kings are held."""
    holding = "AS KS AH KH AD KD 2C 3C 4C 5C 2D 3D 4D"
    assert default(to_bid(holding, made, **changes)) == bid


def test_where_nought_is_a_plain_bid_a_poor_holding_bids_it() -> None:
    """docs/rules.md decision 6."""
    assert default(to_bid(f"{PLAIN} 6C 7C 8C", zero_is_nil=False)) == "0"


def test_who_may_bid_blind_looks_by_default() -> None:
    """docs/rules.md decision 6: never blind."""
    game = dealt(STANDARD, points=(0, 200))
    assert due(game).kind is DecisionKind.BLIND
    assert default(game) == "look"


def test_the_offered_card_is_kept_by_default() -> None:
    """docs/rules.md decision 6: the open or first card."""
    game = dealt(rules_with(players=2))
    assert due(game).kind is DecisionKind.DRAW
    assert default(game) == "keep"


@pytest.mark.parametrize(
    ("made", "given", "returned"),
    [("N 3 4 3", "7S 9S KS", "3C 2C 7D"), ("4 3 N 3", "2S 3S 4S", "5H 6H 7H")],
    ids=["seat 0 is nil", "seat 2 is nil"],
)
def test_the_nil_bidder_gives_its_highest_cards_and_the_partner_its_lowest(
    made: str, given: str, returned: str
) -> None:
    """docs/rules.md decision 6."""
    first, second = "KS 9S 7S AH KH QH JH TH 9H 8H 7H 6H 5H", "4S 3S 2S 2C AD KD QD JD TD 9D 8D 7D 3C"
    game = after_bids(rules_with(nil_pass=3), made, first, "", second)
    assert cards(default(game)) == cards(given)
    assert cards(default(perform(game, due(game).command(due(game).default)))) == cards(returned)


@pytest.mark.parametrize(
    ("played", "holding", "card"),
    [
        ("7D", "3D AS 2C", "3D"),
        ("", "9S 5C 7C", "5C"),
        ("", "9S KS TS", "9S"),
        ("7D", "KC 3H 2S", "3H"),
        ("7D", "AH AC 2S", "AC"),
        ("7D", "KS QS 2S", "2S"),
        ("", "3H 3C 3D", "3C"),
    ],
)
def test_the_default_card_is_the_lowest_legal_one_and_every_spade_is_above_the_plain_suits(
    played: str, holding: str, card: str
) -> None:
    """docs/rules.md decision 6."""
    rest = ["7D 8D 6D", "4D 5D JD", "QD KD AD"]
    if played:
        game = play(endgame(STANDARD, rest[0], holding, *rest[1:]), played)
    else:
        game = endgame(STANDARD, holding, *rest)
    assert default(game) == card


def test_a_lead_lists_what_may_be_led_and_says_why_spades_may_not() -> None:
    """docs/rules.md A13: unplayable cards say why; L1."""
    found = due(endgame(STANDARD, "AS 3S 5H 9D", "2C 3C 4C 5C", "6C 7C 8C 9C", "TC JC QC KC"))
    assert (found.kind, found.picks) == (DecisionKind.PLAY, 1)
    assert [written(option) for option in found.options] == ["9D", "5H"]
    (barred,) = found.barred
    assert isinstance(barred.refusal, SpadesNotBroken)
    assert format_cards(barred.cards) == "3S AS"
    assert format_cards(barred.refusal.because) == "9D 5H"
    assert str(barred.refusal) == "spades are not broken and you still hold hearts and diamonds"


def test_who_must_follow_is_told_with_which_cards() -> None:
    """docs/rules.md A13, L4."""
    game = play(endgame(STANDARD, "3H 3C 3D", "2H KH AS", "4H 5H 6H", "7H 8H 9H"), "3H")
    (barred,) = due(game).barred
    assert isinstance(barred.refusal, MustFollowSuit)
    assert format_cards(barred.cards) == "AS"
    assert str(barred.refusal) == "hearts were led and you hold KH 2H"


def test_who_is_void_is_barred_from_nothing() -> None:
    """docs/rules.md L5."""
    game = play(endgame(STANDARD, "3H 3C 3D", "2D KC AS", "4H 5H 6H", "7H 8H 9H"), "3H")
    assert due(game).barred == ()
    assert len(due(game).options) == 3


def test_the_first_trick_says_that_it_is_the_first() -> None:
    """docs/rules.md L8."""
    (barred,) = due(after_bids(STANDARD, "3 3 3 3", "AS KS 4C")).barred
    assert isinstance(barred.refusal, NoSpadeOnFirstTrick)
    assert barred.cards & cards("AS KS") == cards("AS KS")


def test_a_bid_that_the_total_forbids_is_barred_by_name() -> None:
    """docs/rules.md B5."""
    (barred,) = due(to_bid(PLAIN, "4 3 3", total_not_13=True)).barred
    assert isinstance(barred.refusal, TotalNotAllowed)
    assert barred.bids == (tricks(3),)


def test_bids_that_partners_bid_forbids_are_barred_together() -> None:
    """docs/rules.md B2."""
    (barred,) = due(to_bid(PLAIN, "9 3", max_team_bid=13)).barred
    assert isinstance(barred.refusal, TeamBidTooHigh)
    assert barred.bids == tuple(map(tricks, range(5, 14)))


def test_numbers_beyond_the_range_are_not_listed_as_barred() -> None:
    """docs/rules.md B12: what nobody could bid needs no reason."""
    assert due(to_bid(PLAIN, players=3, three_player_card="hidden", cap_bid_13=True)).barred == ()
    assert due(to_bid(PLAIN)).options[0] == NIL


def test_what_is_picked_becomes_the_command() -> None:
    found = due(to_bid(PLAIN))
    assert found.command((3,)) == MakeBid(0, tricks(3))
    blind = due(dealt(STANDARD, points=(0, 200)))
    assert [blind.command((index,)) for index in (0, 1)] == [Look(0), MakeBid(0, BLIND_NIL)]
    draw = due(dealt(rules_with(players=2)))
    assert [draw.command((index,)) for index in (0, 1)] == [Choose(0, True), Choose(0, False)]
    lead = due(endgame(STANDARD, "2H 3H", "4H 5H", "6H 7H", "8H 9H"))
    assert lead.command((1,)) == PlayCard(0, in_order("3H")[0])
    gift = due(after_bids(rules_with(nil_pass=2), "N 3 4 3", "2C 3C"))
    assert gift.command((0, 1)) == Give(0, cards("2C 3C"))


def test_a_seat_that_is_not_in_turn_owes_nothing() -> None:
    """docs/rules.md decision 1: one seat at a time."""
    game = dealt(STANDARD, dealer=1)
    assert owed(game) == (Owed(2, DecisionKind.BID),)
    assert due(game).seat == 2
