"""Suicide, mirror, whiz and the other ways to bid. docs/rules.md, C9, c14, c15, B6-B9 of d3, decisions 8 and 9."""

from collections.abc import Mapping

import pytest

from builders import (
    after_bids,
    bid_in_turn,
    bids,
    dealt,
    options_of,
    refused,
    rules_with,
    standing_at,
    suit_cards,
    tricks,
)
from spades_engine import (
    BLIND_NIL,
    NIL,
    Action,
    Bid,
    EndReason,
    Game,
    GameResult,
    MakeBid,
    Rules,
    RulesError,
    decision,
    rules_of,
)
from spades_engine.errors import (
    BidIsForced,
    BidOutOfRange,
    BlindNotAllowed,
    IllegalAction,
    NilNotAllowed,
    PartnerMustBidNil,
)
from spades_engine.options import Value

SUICIDE = rules_with(variation="suicide")
MIRROR = rules_with(variation="mirror", blind_nil=False)
WHIZ = rules_with(variation="whiz")
FOUR_SPADES = "2S 3S 4S 5S 2H 3H 4H 5H 6H 7H 8H 9H TH"
NO_SPADE = "3H 4H 5H 2H 6H 7H 8H 9H TH JH QH KH AH"


def to_bid(rules: Rules, made: str = "", *holdings: str, points: tuple[int, ...] = ()) -> Game:
    """Return a game in which eldest hand and those after it made the bids *made*."""
    game = dealt(rules, *holdings, points=points)
    for bid in bids(made):
        game = bid_in_turn(game, bid)
    return game


def legal(game: Game) -> str:
    """Return what may be bid: N, B, and numbers."""
    names = {NIL: "N", BLIND_NIL: "B"}
    return " ".join(names.get(bid, str(bid)) for bid in options_of(game) if isinstance(bid, Bid))


def upto(most: int, least: int = 1) -> str:
    return " ".join(map(str, range(least, most + 1)))


@pytest.mark.parametrize(
    ("before", "changes", "allowed"),
    [
        ("", {}, f"N {upto(13)}"),
        ("5 3", {}, "N"),
        ("N 3", {}, upto(13)),
        ("N 3", {"suicide_min": 4}, upto(13, 4)),
        ("5 N 4", {}, ""),
        ("5 3 N", {}, "N"),
        ("N 3 5", {}, "N"),
        ("N N 5", {}, upto(13)),
        ("", {"min_team_bid": 4}, f"N {upto(13, 4)}"),
        ("", {"max_team_bid": 4, "suicide_min": 4}, f"N {upto(4)}"),
    ],
)
def test_in_suicide_exactly_one_partner_of_each_pair_bids_nil(
    before: str, changes: Mapping[str, Value], allowed: str
) -> None:
    """Sheet 000, c14, B6, decisions 8 and 9; Royale: the other bids four at least."""
    if before == "5 N 4":
        assert refused(to_bid(SUICIDE, "5 N"), MakeBid(2, tricks(4))) is PartnerMustBidNil
    else:
        assert legal(to_bid(SUICIDE.adjusted(changes), before)) == allowed


@pytest.mark.parametrize(
    ("before", "bid", "refusal"),
    [("5 3", tricks(4), PartnerMustBidNil), ("N 3", NIL, NilNotAllowed)],
)
def test_another_bid_in_suicide_is_refused_for_the_partners_bid(
    before: str, bid: Bid, refusal: type[IllegalAction]
) -> None:
    """docs/rules.md decision 9."""
    assert refused(to_bid(SUICIDE, before), MakeBid(2, bid)) is refusal


def test_the_nil_of_suicide_may_be_blind() -> None:
    """Sheet 000: or a blind nil with passing."""
    game = to_bid(SUICIDE, "5 3", points=(0, 200))
    assert options_of(game) == (Action.LOOK, BLIND_NIL)
    assert refused(to_bid(SUICIDE, "N 3", points=(0, 200)), MakeBid(2, BLIND_NIL)) is NilNotAllowed


@pytest.mark.parametrize(("behind", "blind"), [(100, False), (199, False), (200, True)])
def test_suicide_as_sheet_000_has_it_gives_blind_nil_from_two_hundred_behind(behind: int, blind: bool) -> None:
    """docs/rules.md decision 9: at 100 to 199 behind plain nil only; decision 30: with passing."""
    rules = rules_of("suicide", changes={"partner_talk": "off"})
    game = dealt(rules, points=(0, behind))
    assert (BLIND_NIL in options_of(game)) is blind
    if blind:
        after = after_bids(rules, "B N 4 4", points=(0, behind)).hand
        assert after is not None
        assert [(gift.giver, gift.count) for gift in after.planned] == [(0, 2), (2, 2)]


def test_a_pair_whose_forced_nils_fail_has_lost_suicide_at_five_hundred_below() -> None:
    """docs/rules.md decision 30: nobody may ever reach the target where every nil is broken."""
    rules = rules_of("suicide")
    assert standing_at(rules, (-499, -120)).result is None
    assert standing_at(rules, (-500, -120)).result == GameResult(winner=1, reason=EndReason.FLOOR)


@pytest.mark.parametrize("changes", [{"players": 2}, {"players": 3}, {"partners": False}])
def test_suicide_needs_partners(changes: Mapping[str, Value]) -> None:
    """docs/rules.md decision 9."""
    with pytest.raises(RulesError) as refusal:
        SUICIDE.adjusted(changes)
    assert set(refusal.value.fields) == {"variation", "players", "partners"}


@pytest.mark.parametrize(
    ("rules", "holding", "allowed"),
    [
        (MIRROR, FOUR_SPADES, "4"),
        (MIRROR, NO_SPADE, "N"),
        (MIRROR, suit_cards("S"), "13"),
        (WHIZ, FOUR_SPADES, "N 4"),
        (WHIZ, NO_SPADE, "N"),
    ],
    ids=["B8", "B8, no spade", "thirteen", "B9", "B9, no spade"],
)
def test_mirror_and_whiz_take_the_number_from_the_spades_held(rules: Rules, holding: str, allowed: str) -> None:
    """docs/rules.md B8, B9, c15; MSN."""
    assert legal(to_bid(rules, "", holding)) == allowed


def test_another_number_is_refused_with_the_one_that_is_right() -> None:
    """docs/rules.md c15."""
    game = to_bid(MIRROR, "", FOUR_SPADES)
    for bid in (tricks(5), tricks(3), NIL):
        assert refused(game, MakeBid(0, bid)) is BidIsForced
    due = decision(game)
    assert due is not None
    assert str(due.barred[0].refusal) == "the variation leaves you 4"
    assert due.command(due.default) == MakeBid(0, tricks(4))


def test_mirror_knows_no_blind_nil() -> None:
    """MSN, decision 8; whiz does."""
    with pytest.raises(RulesError) as refusal:
        rules_with(variation="mirror")
    assert "blind_nil" in refusal.value.fields
    assert refused(to_bid(MIRROR), MakeBid(0, BLIND_NIL)) is BlindNotAllowed
    assert legal(to_bid(WHIZ, points=(0, 200))) == "B"


def test_spades_are_counted_before_the_exchange() -> None:
    """docs/rules.md decision 4."""
    rules = WHIZ.adjusted({"nil_pass": 2})
    after = after_bids(rules, "N 3 4 2", FOUR_SPADES, "6S 7S 8S", "9S TS JS QS", "KS AS")
    assert after.hand is not None
    assert after.hand.bids[2] == tricks(4)


@pytest.mark.parametrize(
    ("before", "allowed"),
    [("", f"N {upto(13)}"), ("5 3", "5"), ("N 3", "N"), ("5 3 5", "3")],
)
def test_in_reflection_the_second_partner_copies_the_first(before: str, allowed: str) -> None:
    """Host sheet EasyPeasy: copy the partner's bid."""
    rules = rules_with(variation="reflection", blind_nil=False)
    assert legal(to_bid(rules, before)) == allowed


def test_in_reflection_another_bid_is_refused() -> None:
    """Host sheet EasyPeasy."""
    rules = rules_with(variation="reflection", blind_nil=False)
    assert refused(to_bid(rules, "5 3"), MakeBid(2, tricks(4))) is BidIsForced
    assert refused(to_bid(rules, "5 3"), MakeBid(2, NIL)) is BidIsForced


@pytest.mark.parametrize(
    ("variation", "allowed", "barred"),
    [("uno", "1", "N 2"), ("thrill", "N 3", "2 4"), ("swamp", "N 3 4", "2 5")],
)
def test_some_variations_leave_few_bids(variation: str, allowed: str, barred: str) -> None:
    """Host sheet EasyPeasy: all bid one; three or nil; three, four or nil."""
    rules = rules_with(variation=variation, blind_nil=variation != "uno")
    for before in ("", "1" if variation == "uno" else "3"):
        assert legal(to_bid(rules, before)) == allowed
    for bid in bids(barred):
        assert refused(to_bid(rules), MakeBid(0, bid)) in (BidIsForced, BidOutOfRange)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("variation", ["mirror", "whiz", "reflection", "uno", "thrill", "swamp"])
def test_whoever_plays_alone_may_play_every_variation_but_suicide(players: int, variation: str) -> None:
    """docs/rules.md b2, variation."""
    rules = rules_with(players=players, partners=False, two_player_deal="deal_13", variation=variation, blind_nil=False)
    assert legal(to_bid(rules))


@pytest.mark.parametrize("preset", ["mirror", "whiz", "suicide"])
def test_the_variations_of_msn_and_sheet_000_are_presets(preset: str) -> None:
    """docs/rules.md decision 30."""
    assert rules_of(preset).variation == preset
