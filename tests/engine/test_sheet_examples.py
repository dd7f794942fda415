"""The examples that the four rule sheets work out themselves. docs/rules.md, a6."""

from builders import bids, rules_with, scored, standing_at
from spades_engine import Game, Rules, Score, SideResult, needed_tricks


def pair(made: str, taken: tuple[int, ...], *, before: Score | None = None) -> SideResult:
    """Return the lines of seats 0 and 2."""
    start = (before or Score(), Score())
    return scored(rules_with(), made, taken, before=start).results[-1][0]


def alone(made: str, taken: tuple[int, ...]) -> SideResult:
    """Return the lines of seat 0 of two."""
    return scored(rules_with(players=2), made, taken).results[-1][0]


def contracts(rules: Rules, made: str) -> list[int]:
    return [needed_tricks(rules, bids(made), (0,) * rules.players, seats) for seats in rules.sides]


def test_sheet_000_three_and_four_make_a_contract_of_seven_three_and_two_of_five() -> None:
    """Sheet 000: left bids three, partner three, the next four, you two."""
    assert contracts(rules_with(), "3 3 4 2") == [7, 5]


def test_sheet_000_partner_takes_four_you_one_and_five_is_made() -> None:
    """Sheet 000, with its first example."""
    assert pair("2 3 3 4", (1, 4, 4, 4)).hand == 50


def test_sheet_000_eight_bid_and_ten_won_are_82_four_bid_and_three_won_minus_40() -> None:
    """Sheet 000."""
    ours, theirs = scored(rules_with(), "4 2 4 2", (5, 1, 5, 2)).results[-1]
    assert (ours.hand, theirs.hand) == (82, -40)


def test_sheet_000_four_bid_six_won_with_nine_bags_cost_a_hundred_and_leave_one_bag() -> None:
    """Sheet 000."""
    result = pair("2 4 2 4", (3, 4, 3, 3), before=Score(bags=9))
    assert (result.bag_penalty, result.after.bags, result.hand) == (-100, 1, -58)


def test_sheet_002_four_and_three_take_eight_for_71_two_and_three_take_five_for_50() -> None:
    """Sheet 002."""
    ours, theirs = scored(rules_with(), "4 2 3 3", (5, 2, 3, 3)).results[-1]
    assert (ours.contract, ours.bag_points, ours.hand, ours.new_bags) == (70, 1, 71, 1)
    assert theirs.hand == 50


def test_sheet_002_nobody_at_250_nor_at_minus_200_deals_on_and_the_deal_moves() -> None:
    """Sheet 002: you dealt last in the example, and the seat at your left deals now."""
    game: Game = standing_at(rules_with(target_score=250, losing_score=-200), (71, 50))
    assert game.result is None
    assert game.dealer == 0


def test_sheet_003_seven_bid_and_won_are_70() -> None:
    """Sheet 003."""
    assert alone("7 5", (7, 6)).hand == 70


def test_sheet_003_five_bid_and_eight_won_are_53() -> None:
    """Sheet 003."""
    result = alone("5 5", (8, 5))
    assert (result.contract, result.bag_points, result.hand) == (50, 3, 53)


def test_sheet_003_four_bid_and_three_won_are_minus_40() -> None:
    """Sheet 003."""
    assert alone("4 9", (3, 10)).hand == -40


def test_sheet_004_four_and_two_need_six_three_and_two_need_five() -> None:
    """Sheet 004: Alex 4, Beth 3, Charlie 2, David 2."""
    assert contracts(rules_with(), "4 3 2 2") == [6, 5]


def test_sheet_004_the_partner_of_nil_owes_its_four() -> None:
    """Sheet 004: Alex 4, Charlie nil."""
    assert contracts(rules_with(), "4 3 N 2")[0] == 4


def test_sheet_004_five_bid_and_seven_won_are_52() -> None:
    """Sheet 004: Beth and David."""
    assert scored(rules_with(), "4 3 2 2", (4, 4, 2, 3)).results[-1][1].hand == 52


def test_sheet_004_four_of_seven_three_of_six_and_four_of_nine_are_eleven_bags() -> None:
    """Sheet 004, whose own sum (3 + 3 + 4) is a slip: a6."""
    game = scored(rules_with(), "2 3 2 3", (4, 3, 3, 3))
    game = scored(rules_with(), "2 3 1 3", (4, 4, 2, 3), before=game.scores)
    assert game.scores[0] == Score(points=76, bags=6)
    game = scored(rules_with(), "2 2 2 2", (5, 2, 4, 2), before=game.scores)
    assert game.results[-1][0].bag_penalty == -100
    assert game.scores[0] == Score(points=21, bags=1)
