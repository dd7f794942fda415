"""Cards exchanged after a nil. docs/rules.md, C5, C6, c5-c7, d3 (X1, X2), decisions 11 to 13."""

from collections.abc import Mapping

import pytest

from builders import after_bids, in_order, perform, refused, rules_with
from spades_engine import (
    DecisionKind,
    Game,
    Give,
    Hand,
    Owed,
    Phase,
    PlayCard,
    cards,
    decide,
    decision,
    format_cards,
    owed,
    redact,
    rules_of,
    view,
)
from spades_engine.errors import CardNotHeld, NotYourTurn, WrongCardCount, WrongPhase
from spades_engine.events import CardsExchanged, CardsSeen, LeaderChosen
from spades_engine.options import Value

BEHIND = (0, 200)
A, C = "2S 3S 4S 5S 6S", "2H 3H 4H 5H 6H"
"""Cards of the partners, seats 0 and 2."""


def hand_of(game: Game) -> Hand:
    assert game.hand is not None
    return game.hand


def after(made: str, points: tuple[int, int] = BEHIND, **changes: Value) -> Game:
    return after_bids(rules_with(**changes), made, A, "", C, points=points)


def gifts(game: Game) -> list[tuple[int, int, int]]:
    """Return giver, receiver and count of the gifts to come."""
    return [(gift.giver, gift.receiver, gift.count) for gift in hand_of(game).planned]


def test_the_blind_bidder_gives_two_cards_and_gets_two_back() -> None:
    """docs/rules.md c5."""
    game = after("B 3 4 3")
    assert gifts(game) == [(0, 2, 2), (2, 0, 2)]
    game = perform(game, Give(0, cards("5S 6S")), Give(2, cards("2H 3H")))
    assert hand_of(game).holdings[0] & cards("5S 6S 2H 3H") == cards("2H 3H")
    assert hand_of(game).holdings[2] & cards("5S 6S 2H 3H") == cards("5S 6S")
    assert hand_of(game).counts == (13, 13, 13, 13)


def test_the_partner_may_return_the_cards_it_was_given() -> None:
    """docs/rules.md c5."""
    game = perform(after("B 3 4 3"), Give(0, cards("5S 6S")))
    assert view(game, 2).holding & cards("5S 6S") == cards("5S 6S")
    assert hand_of(perform(game, Give(2, cards("5S 6S")))).holdings[0] & cards("5S 6S") == cards("5S 6S")


def test_it_takes_place_after_the_last_bid_and_before_the_lead() -> None:
    """docs/rules.md c5 and decision 1."""
    game = after("B 3 4 3")
    assert hand_of(game).phase is Phase.EXCHANGE
    assert hand_of(game).leader is None
    assert refused(game, PlayCard(0, in_order("2S")[0])) is WrongPhase
    game = perform(game, Give(0, cards("5S 6S")), Give(2, cards("2H 3H")))
    assert (hand_of(game).phase, hand_of(game).turn) == (Phase.PLAY, 0)
    assert refused(game, Give(0, cards("2S 3S"))) is WrongPhase


@pytest.mark.parametrize(
    ("given", "refusal"),
    [("5S", WrongCardCount), ("4S 5S 6S", WrongCardCount), ("", WrongCardCount), ("5S 2H", CardNotHeld)],
)
def test_one_card_three_cards_and_cards_not_held_are_refused(given: str, refusal: type[Exception]) -> None:
    """docs/rules.md X1."""
    assert refused(after("B 3 4 3"), Give(0, cards(given))) is refusal


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_nobody_gives_before_the_bidder(seat: int) -> None:
    """docs/rules.md decision 12."""
    assert refused(after("B 3 4 3"), Give(seat, cards("2H 3H"))) is NotYourTurn


@pytest.mark.parametrize(
    ("made", "changes", "expected"),
    [
        ("3 3 4 3", {}, []),
        ("N 3 4 3", {}, []),
        ("N 3 4 3", {"nil_pass": 3}, [(0, 2, 3), (2, 0, 3)]),
        ("3 3 N 3", {"nil_pass": 1}, [(2, 0, 1), (0, 2, 1)]),
        ("3 3 B 3", {"blind_nil_pass": 3}, [(2, 0, 3), (0, 2, 3)]),
        ("B 3 4 3", {"blind_nil_pass": 0}, []),
        ("B 3 B 3", {}, []),
        ("B 3 B 3", {"nil_pass": 3}, []),
        ("N 3 N 3", {"nil_pass": 3}, [(0, 2, 3), (2, 0, 3)]),
        ("N 3 N 3", {"nil_pass": 3, "exchange_if_partner_nil": False}, []),
        ("B 3 N 3", {"nil_pass": 3}, [(0, 2, 2), (2, 0, 2)]),
        ("N 3 B 3", {"nil_pass": 3}, [(2, 0, 2), (0, 2, 2)]),
        ("N 3 B 3", {"nil_pass": 3, "exchange_if_partner_nil": False}, []),
        ("B 3 N 3", {"blind_nil_pass": 0, "nil_pass": 3}, []),
        ("N N 4 4", {"nil_pass": 1}, [(0, 2, 1), (2, 0, 1), (1, 3, 1), (3, 1, 1)]),
        ("4 N N 4", {"nil_pass": 1}, [(1, 3, 1), (3, 1, 1), (2, 0, 1), (0, 2, 1)]),
        ("B 3 4 3", {"partners": False}, []),
        ("N 3 4 3", {"partners": False, "nil_pass": 3}, []),
    ],
)
def test_who_exchanges_after_which_bids(
    made: str, changes: Mapping[str, Value], expected: list[tuple[int, int, int]]
) -> None:
    """docs/rules.md C5, C6, c7, X2, decisions 10 and 11; Hoyle, sheet 004."""
    rules = rules_with(**changes)
    points = BEHIND if rules.in_pairs else (0, 200, 0, 0)
    game = after_bids(rules, made, A, "", C, points=points)
    assert gifts(game) == expected
    assert (hand_of(game).phase is Phase.EXCHANGE) is bool(expected)


@pytest.mark.parametrize(("points", "size"), [((0, 199), 0), ((0, 200), 2), ((100, 299), 0), ((-50, 150), 2)])
def test_the_exchange_after_a_blind_nil_may_need_more_points_behind(points: tuple[int, int], size: int) -> None:
    """docs/rules.md C5 and decision 13, sheet 000: blind nil from 100 behind, the exchange from 200."""
    game = after("B 3 4 3", points, blind_pass_needs=200)
    assert [gift[2] for gift in gifts(game)] == [size] * (2 if size else 0)


def test_what_more_is_needed_after_a_blind_nil_is_not_needed_after_a_nil() -> None:
    """docs/rules.md decision 13: blind_pass_needs is for the blind only."""
    assert gifts(after("N 3 4 3", (0, 0), nil_pass=2, blind_pass_needs=200)) == [(0, 2, 2), (2, 0, 2)]


def test_two_sides_exchange_one_after_the_other_beginning_at_eldest() -> None:
    """docs/rules.md c5."""
    game = after_bids(rules_with(nil_pass=1), "N N 4 4", A, "2C", C, "3C", dealer=0)
    assert gifts(game) == [(1, 3, 1), (3, 1, 1), (0, 2, 1), (2, 0, 1)]
    game = perform(game, Give(1, cards("2C")), Give(3, cards("3C")), Give(0, cards("6S")), Give(2, cards("2H")))
    assert (hand_of(game).phase, hand_of(game).turn) == (Phase.PLAY, 1)
    assert hand_of(game).holdings[1] & cards("2C 3C") == cards("3C")


def test_the_cards_are_seen_by_the_two_who_exchange_them() -> None:
    """docs/rules.md C5, sheet 000: face down."""
    game = perform(after("B 3 4 3"), Give(0, cards("5S 6S")))
    told = [format_cards(view(game, seat).hand.exchanges[0].cards) for seat in (0, 1, 2, 3, None)]
    assert told == ["5S 6S", "", "5S 6S", "", ""]


def test_what_was_dealt_stays_what_was_dealt() -> None:
    """docs/rules.md decision 4: the record shows the deal and the exchange apart."""
    game = perform(after("B 3 4 3"), Give(0, cards("5S 6S")), Give(2, cards("2H 3H")))
    assert hand_of(game).dealt == hand_of(after("B 3 4 3")).dealt


def test_as_many_cards_are_asked_for_as_are_to_be_given() -> None:
    """docs/rules.md c5, sheet 004: three."""
    game = after("B 3 4 3", blind_nil_pass=3)
    assert owed(game) == (Owed(0, DecisionKind.EXCHANGE, 3, 3),)
    due = decision(game)
    assert due is not None
    assert len(due.options) == 13


def test_the_holder_of_the_lowest_club_is_found_after_the_exchange() -> None:
    """docs/rules.md decision 4."""
    rules = rules_with(first_leader="lowest_club", blind_nil_threshold=0)
    game = after_bids(rules, "B 3 4 3", "2C 3C", "", "2H 3H")
    game = perform(game, Give(0, cards("2C 3C")), Give(2, cards("2C 3H")))
    assert hand_of(game).leader == 0
    game = after_bids(rules, "B 3 4 3", "2C 3C", "", "2H 3H")
    game = perform(game, Give(0, cards("2C 3C")), Give(2, cards("2H 3H")))
    assert hand_of(game).leader == 2


UNSEEN: dict[str, Value] = {"nil_pass": 3, "exchange_order": "unseen"}


def test_where_cards_are_given_unseen_the_partner_gives_before_taking_up() -> None:
    """Hoyle, decision 12: the bidder's cards lie face down until the partner has given."""
    game = perform(after("N 3 4 3", BEHIND, **UNSEEN), Give(0, cards("4S 5S 6S")))
    assert hand_of(game).aside == cards("4S 5S 6S")
    assert view(game, 2).holding & cards("4S 5S 6S") == 0
    assert view(game, 2).hand.exchanges[0].cards == 0
    assert view(game, 0).hand.exchanges[0].cards == cards("4S 5S 6S")
    assert view(game, 2).hand.counts == (10, 13, 16, 13)
    assert refused(game, Give(2, cards("4S 5S 6S"))) is CardNotHeld


def test_then_the_partner_takes_them_up() -> None:
    """Hoyle, decision 12."""
    game = perform(after("N 3 4 3", BEHIND, **UNSEEN), Give(0, cards("4S 5S 6S")))
    told = decide(game, Give(2, cards("2H 3H 4H")))
    assert [type(event) for event in told] == [CardsExchanged, CardsSeen, LeaderChosen]
    done = perform(game, Give(2, cards("2H 3H 4H")))
    assert hand_of(done).aside == 0
    assert view(done, 2).holding & cards("4S 5S 6S 2H 3H 4H") == cards("4S 5S 6S")
    assert view(done, 0).holding & cards("4S 5S 6S 2H 3H 4H") == cards("2H 3H 4H")
    assert hand_of(done).counts == (13, 13, 13, 13)
    assert hand_of(done).dealt == hand_of(after("N 3 4 3", BEHIND, **UNSEEN)).dealt


def test_the_return_is_told_to_both_and_the_gift_to_the_giver_only() -> None:
    """docs/rules.md decision 12: the bidder sees the return once it is committed."""
    game = after("N 3 4 3", BEHIND, **UNSEEN)
    (given,) = decide(game, Give(0, cards("4S 5S 6S")))
    returned = decide(perform(game, Give(0, cards("4S 5S 6S"))), Give(2, cards("2H 3H 4H")))[0]
    knows = [[redact(game.rules, event, seat) is event for seat in (0, 1, 2, 3, None)] for event in (given, returned)]
    assert knows == [[True, False, False, False, False], [True, False, True, False, False]]


def test_both_sides_may_exchange_unseen_one_after_the_other() -> None:
    """docs/rules.md c5 and decision 12."""
    rules = rules_with(nil_pass=1, exchange_order="unseen")
    game = after_bids(rules, "N N 4 4", A, "2C", C, "3C", dealer=0)
    game = perform(game, Give(1, cards("2C")), Give(3, cards("3C")), Give(0, cards("6S")))
    assert hand_of(game).aside == cards("6S")
    game = perform(game, Give(2, cards("2H")))
    held = hand_of(game).holdings
    assert (held[3] & cards("2C 3C"), held[2] & cards("2H 6S")) == (cards("2C"), cards("6S"))
    assert hand_of(game).phase is Phase.PLAY


def test_the_bidder_may_do_without_where_the_exchange_is_optional() -> None:
    """Sheet 000, decision 13: the bidder may choose two and exchange."""
    game = after("B 3 4 3", exchange_optional=True)
    assert owed(game) == (Owed(0, DecisionKind.EXCHANGE, 0, 2),)
    due = decision(game)
    assert due is not None
    assert (due.picks, due.may_pass, due.command(())) == (2, True, Give(0, 0))
    done = perform(game, Give(0, 0))
    assert (hand_of(done).phase, hand_of(done).exchanges) == (Phase.PLAY, ())
    assert hand_of(done).holdings == hand_of(game).holdings
    assert refused(game, Give(0, cards("2S"))) is WrongCardCount


def test_the_partner_of_a_bidder_who_gave_must_return() -> None:
    """docs/rules.md decision 13: optional is for the bidder."""
    game = perform(after("B 3 4 3", exchange_optional=True), Give(0, cards("5S 6S")))
    assert owed(game) == (Owed(2, DecisionKind.EXCHANGE, 2, 2),)
    assert refused(game, Give(2, 0)) is WrongCardCount


def test_who_does_without_unseen_leaves_nothing_aside() -> None:
    """docs/rules.md decisions 12 and 13 together."""
    done = perform(after("N 3 4 3", BEHIND, **UNSEEN, exchange_optional=True), Give(0, 0))
    assert (hand_of(done).phase, hand_of(done).aside) == (Phase.PLAY, 0)


def test_after_one_side_did_without_the_other_exchanges() -> None:
    """docs/rules.md c5."""
    rules = rules_with(nil_pass=1, exchange_optional=True)
    game = perform(after_bids(rules, "N N 4 4", A, "2C", C, "3C"), Give(0, 0))
    assert owed(game) == (Owed(1, DecisionKind.EXCHANGE, 0, 1),)


@pytest.mark.parametrize(("points", "size"), [((0, 150), 0), ((0, 200), 2)])
def test_sheet_000_exchanges_where_it_was_agreed_and_from_two_hundred_behind(
    points: tuple[int, int], size: int
) -> None:
    """Sheet 000, decision 13: passing 0 until agreed, then 2; the bidder may do without."""
    quiet = rules_of("sheet-000", changes={"partner_talk": "off"})
    assert gifts(after_bids(quiet, "B 3 4 3", A, "", C, points=(0, 300))) == []
    agreed = quiet.adjusted({"blind_nil_pass": 2})
    game = after_bids(agreed, "B 3 4 3", A, "", C, points=points)
    assert [gift[2] for gift in gifts(game)] == [size] * (2 if size else 0)
    assert all(gift.optional == (gift.giver == 0) for gift in hand_of(game).planned)
