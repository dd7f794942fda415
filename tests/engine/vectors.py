"""The examples of docs/rules.md, sections d1 to d3 and "More vectors", as tables: scores, ends of games, legal choices.

Each line of a side reads contract/bag points/nil/bag penalty/hand/new total(new bags); scores before the hand read
total(bags). Bids and tricks are by seat; sides are {0,2} and {1,3} in pairs, else each seat.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from spades_engine.options import Value

__all__ = [
    "BIDS",
    "ENDS",
    "PLAYS",
    "SCORES",
    "WINNERS",
    "BidVector",
    "EndVector",
    "PlayVector",
    "ScoreVector",
    "WinnerVector",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreVector:
    """One hand, and the lines it must score."""

    id: str
    source: str
    bids: str
    tricks: str
    before: str = ""
    """By side; empty: nothing yet."""
    lines: tuple[str, ...]
    """By side; None of a line is left out."""
    revokers: tuple[int, ...] = ()
    """The seats that did not follow suit though they could."""
    changes: Mapping[str, Value] = field(default_factory=dict)
    """The options that differ from standard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndVector:
    """Scores after a hand, and how the game ends with them."""

    id: str
    source: str
    points: tuple[int, ...]
    """By side, after the hand."""
    hand: int = 1
    """The number of the hand."""
    result: str
    """``A TARGET``: who won and why; ``draw HAND_LIMIT``; empty: the game goes on."""
    changes: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayVector:
    """A holding, and what may be played from it."""

    id: str
    source: str
    holding: str
    led: str = ""
    """The card led; empty on lead."""
    legal: str
    broken: bool = False
    first: bool = False
    """It is the first trick."""
    changes: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class WinnerVector:
    """A trick, and who wins it."""

    id: str
    source: str
    trick: str
    """From seat 0."""
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BidVector:
    """Bids before, and what may be bid after them: N nil, then numbers, a range as ``1-13``."""

    id: str
    source: str
    before: str = ""
    """In turn."""
    spades: int = 3
    """How many spades the bidder holds."""
    legal: str
    changes: Mapping[str, Value] = field(default_factory=dict)


def _vector(name: str, source: str, bids: str, tricks: str, before: str, *lines: str, **changes: Value) -> ScoreVector:
    return ScoreVector(
        id=name, source=source, bids=bids, tricks=tricks, before=before, lines=lines, changes=dict(changes)
    )


def _revoked(name: str, bids: str, tricks: str, before: str, *lines: str) -> ScoreVector:
    return ScoreVector(
        id=name,
        source="decision 17, sheet 000",
        bids=bids,
        tricks=tricks,
        before=before,
        lines=lines,
        revokers=(0,),
        changes={"revoke": "allowed"},
    )


THREE = {"players": 3}
TWO = {"players": 2}
CUTTHROAT = {"players": 3, "bag_points": -10, "bags_counted": False}

SCORES: tuple[ScoreVector, ...] = (
    _vector("S1", "sheet 000", "2 3 3 4", "1 4 4 4", "0(0) 0(0)", "50/0/0/0/50/50(0)", "70/1/0/0/71/71(1)"),
    _vector("S2", "sheet 000", "4 2 4 2", "5 1 5 2", "0(0) 0(0)", "80/2/0/0/82/82(2)", "-40/0/0/0/-40/-40(0)"),
    _vector("S3", "sheet 000", "2 4 2 4", "3 4 3 3", "0(9) 0(0)", "40/2/0/-100/-58/-58(1)", "-80/0/0/0/-80/-80(0)"),
    _vector("S4", "sheet 002", "4 2 3 3", "5 2 3 3", "0(0) 0(0)", "70/1/0/0/71/71(1)", "50/0/0/0/50/50(0)"),
    _vector("S5", "sheet 003", "7 5", "7 6", "0(0) 0(0)", "70/0/0/0/70/70(0)", "50/1/0/0/51/51(1)", **TWO),
    _vector("S6", "sheet 003, Bicycle", "5 5", "8 5", "0(0) 0(0)", "50/3/0/0/53/53(3)", "50/0/0/0/50/50(0)", **TWO),
    _vector("S7", "sheet 003", "4 9", "3 10", "0(0) 0(0)", "-40/0/0/0/-40/-40(0)", "90/1/0/0/91/91(1)", **TWO),
    _vector("S8", "sheet 004", "4 3 2 2", "4 4 2 3", "0(0) 0(0)", "60/0/0/0/60/60(0)", "50/2/0/0/52/52(2)"),
    _vector("S9a", "sheet 004", "2 3 2 3", "4 3 3 3", "0(0) 0(0)", "40/3/0/0/43/43(3)", "60/0/0/0/60/60(0)"),
    _vector("S9b", "sheet 004", "2 3 1 3", "4 4 2 3", "43(3) 0(0)", "30/3/0/0/33/76(6)", "60/1/0/0/61/61(1)"),
    _vector("S9c", "sheet 004", "2 2 2 2", "5 2 4 2", "76(6) 0(0)", "40/5/0/-100/-55/21(1)", "40/0/0/0/40/40(0)"),
    _vector("S10", "pagat", "3 3 2 3", "4 3 3 3", "337(7) 0(0)", "50/2/0/0/52/389(9)", "60/0/0/0/60/60(0)"),
    _vector("S11", "pagat", "3 3 2 2", "5 3 3 2", "337(7) 0(0)", "50/3/0/-100/-47/290(0)", "50/0/0/0/50/50(0)"),
    _vector("S12", "pagat", "3 2 2 2", "5 2 4 2", "337(7) 0(0)", "50/4/0/-100/-46/291(1)", "40/0/0/0/40/40(0)"),
    _vector(
        "S13",
        "OpenSpiel, first test",
        "4 5 5 N",
        "5 3 5 0",
        "0(0) 0(0)",
        "90/1/0/0/91/91(1)",
        "-50/0/100/0/50/50(0)",
        failed_nil_tricks="help",
    ),
    _vector(
        "S15",
        "OpenSpiel, third test",
        "3 3 3 2",
        "4 2 5 2",
        "99(9) 0(0)",
        "60/3/0/-100/-37/62(2)",
        "-50/0/0/0/-50/-50(0)",
    ),
    _vector(
        "S16",
        "OpenSpiel, playthrough",
        "2 12 5 1",
        "5 4 3 1",
        "0(0) 0(0)",
        "70/1/0/0/71/71(1)",
        "-130/0/0/0/-130/-130(0)",
    ),
    _vector("S17", "MSN Zone", "N 5 2 6", "1 5 1 6", "0(0) 0(0)", "-20/1/-100/0/-119/-119(1)", "110/0/0/0/110/110(0)"),
    _vector(
        "S17b",
        "MSN Zone as printed (c2)",
        "N 5 2 6",
        "1 5 1 6",
        "0(0) 0(0)",
        "-20/0/-100/0/-120/-120(1)",
        "110/0/0/0/110/110(0)",
        failed_nil_points=0,
    ),
    _vector(
        "S17d",
        "UChicago IM",
        "N 5 2 6",
        "1 5 1 6",
        "0(0) 0(0)",
        "-20/0/-100/0/-120/-120(0)",
        "110/0/0/0/110/110(0)",
        failed_nil_tricks="ignore",
    ),
    _vector("S18", "PlayingCards.io", "N 4 5 4", "0 5 4 4", "0(0) 0(0)", "-50/0/100/0/50/50(0)", "80/1/0/0/81/81(1)"),
    _vector("S19", "d1", "4 3 N 3", "5 4 0 4", "0(0) 0(0)", "40/1/100/0/141/141(1)", "60/2/0/0/62/62(2)"),
    _vector("S20", "mreishus", "N 5 2 5", "1 5 2 5", "0(0) 0(0)", "20/1/-100/0/-79/-79(1)", "100/0/0/0/100/100(0)"),
    _vector(
        "S20-help",
        "mreishus",
        "N 5 2 5",
        "1 5 2 5",
        "0(0) 0(0)",
        "20/1/-100/0/-79/-79(1)",
        "100/0/0/0/100/100(0)",
        failed_nil_tricks="help",
    ),
    _vector("S22", "sheet 004", "N 6 N 6", "0 7 0 6", "0(0) 0(0)", "0/0/200/0/200/200(0)", "120/1/0/0/121/121(1)"),
    _vector(
        "S22-500",
        "sheet 003",
        "N 6 N 6",
        "0 7 0 6",
        "0(0) 0(0)",
        "0/0/500/0/500/500(0)",
        "120/1/0/0/121/121(1)",
        double_nil="500",
    ),
    _vector("S23", "sheet 004", "N 6 N 5", "0 6 2 5", "100(4) 0(0)", "0/2/0/0/2/102(6)", "110/0/0/0/110/110(0)"),
    _vector(
        "S23-500",
        "c8",
        "N 6 N 5",
        "0 6 2 5",
        "100(4) 0(0)",
        "0/2/0/0/2/102(6)",
        "110/0/0/0/110/110(0)",
        double_nil="500",
    ),
    _vector(
        "S23-minus200",
        "desktop help",
        "N 6 N 5",
        "0 6 2 5",
        "100(4) 0(0)",
        "0/2/-200/0/-198/-98(6)",
        "110/0/0/0/110/110(0)",
        double_nil="minus200",
    ),
    _vector(
        "S23-zero",
        "Hoyle",
        "N 6 N 5",
        "0 6 2 5",
        "100(4) 0(0)",
        "0/2/0/0/2/102(6)",
        "110/0/0/0/110/110(0)",
        double_nil="zero",
    ),
    _vector(
        "S23-sheet-003",
        "sheet 003, decision 15 and more vectors",
        "N 6 N 5",
        "0 6 2 5",
        "100(4) 0(0)",
        "0/0/0/0/0/100(6)",
        "110/0/0/0/110/110(0)",
        double_nil="500",
        failed_nil_points=0,
    ),
    _vector("S26", "sheet 000", "B 4 5 4", "0 4 5 4", "50(2) 160(0)", "50/0/200/0/250/300(2)", "80/0/0/0/80/240(0)"),
    _vector("S27", "sheet 000", "B 4 5 4", "1 4 5 3", "50(2) 160(0)", "50/1/-200/0/-149/-99(3)", "-80/0/0/0/-80/80(0)"),
    _vector("S28", "sheet 004", "B 6 B 6", "0 6 0 7", "0(0) 200(0)", "0/0/400/0/400/400(0)", "120/1/0/0/121/321(1)"),
    _vector("S29", "sheet 004", "B 6 B 5", "0 6 3 4", "0(0) 200(0)", "0/3/0/0/3/3(3)", "-110/0/0/0/-110/90(0)"),
    _vector(
        "S30", "sheet 004", "B 6 B 5", "2 6 1 4", "0(0) 200(0)", "0/3/-400/0/-397/-397(3)", "-110/0/0/0/-110/90(0)"
    ),
    _vector(
        "S34",
        "sheet 002: the penalty switched off",
        "3 2 2 2",
        "5 2 4 2",
        "337(7) 0(0)",
        "50/4/0/0/54/391(11)",
        "40/0/0/0/40/40(0)",
        bag_penalty=False,
    ),
    _vector(
        "S35",
        "d1, three players",
        "6 5 5",
        "7 4 6",
        "0(0) 0(0) 0(0)",
        "60/1/0/0/61/61(1)",
        "-50/0/0/0/-50/-50(0)",
        "50/1/0/0/51/51(1)",
        **THREE,
    ),
    _vector(
        "S35b",
        "pagat, cutthroat, and more vectors",
        "6 5 5",
        "7 4 6",
        "0(0) 0(0) 0(0)",
        "60/-10/0/0/50/50(0)",
        "-50/0/0/0/-50/-50(0)",
        "50/-10/0/0/40/40(0)",
        **CUTTHROAT,
    ),
    _vector(
        "S36",
        "d1, three players, nil and a tenth bag",
        "8 N 8",
        "9 0 8",
        "100(9) 95(3) -50(0)",
        "80/1/0/-100/-19/81(0)",
        "0/0/100/0/100/195(3)",
        "80/0/0/0/80/30(0)",
        **THREE,
    ),
    _vector("S37", "d1, two players", "7 5", "8 5", "0(0) 0(0)", "70/1/0/0/71/71(1)", "50/0/0/0/50/50(0)", **TWO),
    _vector("S39-bid", "all sheets", "5 2 3 3", "4 4 2 3", "0(0) 0(0)", "-80/0/0/0/-80/-80(0)", "50/2/0/0/52/52(2)"),
    _vector(
        "S39-missing",
        "MobilityWare",
        "5 2 3 3",
        "4 4 2 3",
        "0(0) 0(0)",
        "-20/0/0/0/-20/-20(0)",
        "50/2/0/0/52/52(2)",
        set_penalty="missing",
    ),
    _vector(
        "S39-taken",
        "sheet 004 to the letter",
        "5 2 3 3",
        "4 4 2 3",
        "0(0) 0(0)",
        "-60/0/0/0/-60/-60(0)",
        "50/2/0/0/52/52(2)",
        set_penalty="taken",
    ),
    _vector(
        "S39-zero",
        "Bicycle",
        "5 2 3 3",
        "4 4 2 3",
        "0(0) 0(0)",
        "0/0/0/0/0/0(0)",
        "50/2/0/0/52/52(2)",
        set_penalty="zero",
    ),
    _vector(
        "S41-off", "d1: no bonus", "7 1 6 1", "7 0 6 0", "0(0) 0(0)", "130/0/0/0/130/130(0)", "-20/0/0/0/-20/-20(0)"
    ),
    _vector(
        "S40",
        "Trickster, Jokers Wild",
        "6 1 4 1",
        "7 1 4 1",
        "0(0) 0(0)",
        "200/1/0/0/201/201(1)",
        "20/0/0/0/20/20(0)",
        ten_for_200="ten",
    ),
    _vector(
        "S41",
        "decision 27: the bonus replaces 130",
        "7 1 6 1",
        "7 0 6 0",
        "0(0) 0(0)",
        "200/0/0/0/200/200(0)",
        "-20/0/0/0/-20/-20(0)",
        thirteen_bonus=200,
    ),
    _revoked("revoke", "3 3 4 3", "4 3 4 2", "0(0) 0(0)", "0/0/0/0/0/0(1)", "-60/0/0/0/-60/-60(0)"),
    _revoked("revoke, tenth bag", "3 3 4 3", "4 3 4 2", "0(9) 0(0)", "0/0/0/-100/-100/-100(0)", "-60/0/0/0/-60/-60(0)"),
    _revoked("revoke, nil", "N 4 5 4", "0 5 4 4", "0(0) 0(0)", "-50/0/0/0/-50/-50(0)", "80/1/0/0/81/81(1)"),
    _vector(
        "S42",
        "SpadesBlitz: five bags cost 50, none is carried",
        "3 3 2 2",
        "5 3 3 2",
        "100(4) 0(0)",
        "50/3/0/-50/3/103(0)",
        "50/0/0/0/50/50(0)",
        bag_limit=5,
        bag_penalty_points=50,
        bag_carry="reset",
    ),
    _vector("S44", "c10", "8 1 6 1", "7 0 6 0", "0(0) 0(0)", "-140/0/0/0/-140/-140(0)", "-20/0/0/0/-20/-20(0)"),
    _vector("S46", "c21", "3 3 2 3", "4 4 2 3", "460(9) 300(0)", "50/1/0/-100/-49/411(0)", "60/1/0/0/61/361(1)"),
    _vector("S47", "c17", "4 4 3 2", "4 4 3 2", "440(0) 445(3)", "70/0/0/0/70/510(0)", "60/0/0/0/60/505(3)"),
    _vector(
        "S49",
        "c20",
        "6 5 4 5",
        "5 5 2 1",
        "-110(0) -120(0)",
        "-100/0/0/0/-100/-210(0)",
        "-100/0/0/0/-100/-220(0)",
        losing_score=-200,
    ),
    _vector(
        "S50",
        "sheet 000, suicide",
        "N 4 5 N",
        "0 5 6 2",
        "0(0) 0(0)",
        "50/1/100/0/151/151(1)",
        "40/3/-100/0/-57/-57(3)",
    ),
)
"""The examples whose options exist; two players score alike whether they draw or are dealt."""


def _end(name: str, source: str, points: tuple[int, ...], result: str, hand: int = 1, **changes: Value) -> EndVector:
    return EndVector(id=name, source=source, points=points, hand=hand, result=result, changes=dict(changes))


_SHEET_002: dict[str, Value] = {"target_score": 250, "losing_score": -200, "max_hands": 30}

ENDS: tuple[EndVector, ...] = (
    _end("G1", "d2, sheets 000 and 004", (500, 499), "A TARGET"),
    _end("G2", "d2, sheet 000", (510, 505), "A TARGET"),
    _end("G3", "d2, sheet 004", (501, 501), ""),
    _end("G3, the next hand", "d2, sheet 004", (480, 530), "B TARGET", 2),
    _end("G5", "d2, sheet 002", (-200, 120), "B FLOOR", losing_score=-200),
    _end("G6", "d2, sheet 002", (-199, -150), "", losing_score=-200),
    _end("G7", "d2, sheet 002", (-210, -220), "A FLOOR", losing_score=-200),
    _end("G9", "d2, sheet 002", (240, 240), "draw HAND_LIMIT", 30, **_SHEET_002),
    _end("G10", "d2, sheet 002", (240, 238), "A HAND_LIMIT", 30, **_SHEET_002),
    _end("G11", "d2, sheet 003", (-40, 91), "B HAND_LIMIT", max_hands=1),
    _end("G11, equal", "d2, sheet 003", (20, 20), "draw HAND_LIMIT", max_hands=1),
    _end("G13", "d2", (40, -205, 120), "C FLOOR", players=3, losing_score=-200),
)
"""How a game ends: docs/rules.md, d2."""


def _play(name: str, source: str, holding: str, led: str, legal: str, **more: bool | str) -> PlayVector:
    broken, first = more.pop("broken", False) is True, more.pop("first", False) is True
    return PlayVector(
        id=name, source=source, holding=holding, led=led, legal=legal, broken=broken, first=first, changes=dict(more)
    )


_SPADES = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"

PLAYS: tuple[PlayVector, ...] = (
    _play("L1", "all sheets", "AS 3S 5H 9D", "", "5H 9D"),
    _play("L2", "all sheets", "AS 3S", "", "AS 3S"),
    _play("L3", "all sheets", "AS 5H", "", "AS 5H", broken=True),
    _play("L4", "all sheets", "2H KH AS", "3H", "2H KH"),
    _play("L5", "all sheets", "AS 4C 9D", "3H", "AS 4C 9D"),
    _play("L6", "all sheets", "4C 9D", "3S", "4C 9D"),
    _play("L7", "all sheets", "7S QS 4C", "3S", "7S QS"),
    _play("L8", "sheet 000", "AS KS 4C", "", "4C", first=True),
    _play("L9", "c24", _SPADES, "", _SPADES, first=True),
    _play("L11", "c24", "AS KS", "3H", "AS KS", first=True, first_trick="no_spades"),
    _play("L12", "U. Alabama", "5C JC KH", "", "5C", first=True, first_trick="lowest_club"),
    _play("L14", "decision 20", "2D 9D 4H", "7D", "9D", jokers="jjdd"),
    _play("L15", "decision 20", "2D 4H", "", "4H", jokers="jjdd"),
    _play("L16", "decision 20", "BJ 4H", "3S", "BJ", jokers="jjdd"),
    _play("L18", "Cookout", "AS 5H", "", "AS 5H", lead_spades="anytime"),
    _play("JJDD, on lead", "more vectors", "BJ 4H", "", "4H", jokers="jjdd"),
    _play("JJDD, only trumps", "more vectors", "BJ 2D", "", "BJ 2D", jokers="jjdd"),
)
"""What may be played: docs/rules.md, d3 and "More vectors"."""

WINNERS: tuple[WinnerVector, ...] = (
    WinnerVector(id="L19", source="all sheets", trick="KH 2S AH 3S", seat=3),
    WinnerVector(id="L20", source="all sheets", trick="5C AD KD 6C", seat=3),
)
"""Who wins a trick: docs/rules.md, d3."""


def _bid(name: str, source: str, before: str, legal: str, spades: int = 3, **changes: Value) -> BidVector:
    return BidVector(id=name, source=source, before=before, spades=spades, legal=legal, changes=dict(changes))


_MIRROR: dict[str, Value] = {"variation": "mirror", "blind_nil": False}

BIDS: tuple[BidVector, ...] = (
    _bid("B1", "sheets 000, 002, 004", "N 3", "N 1-13"),
    _bid("B1, cap 13", "OpenSpiel", "N 3", "N 1-13", max_team_bid=13),
    _bid("B2", "c10", "9 3", "N 1-13"),
    _bid("B2, cap 13", "OpenSpiel", "9 3", "N 1-4", max_team_bid=13),
    _bid("B4", "sheet 002", "5 3", "N 1-13", min_team_bid=4),
    _bid("B5", "pagat", "4 3 3", "N 1-2 4-13", total_not_13=True),
    _bid("B6", "sheet 000, decision 9", "5 3", "N", variation="suicide"),
    _bid("B8", "MSN, c15", "", "4", 4, **_MIRROR),
    _bid("B8, no spade", "MSN, c15", "", "N", 0, **_MIRROR),
    _bid("B9", "MSN, c15", "", "N 4", 4, variation="whiz"),
    _bid("B9, no spade", "MSN, c15", "", "N", 0, variation="whiz"),
    _bid("B12", "c32", "", "N 1-17", players=3),
    _bid("B12, cap 13", "sheet 003", "", "N 1-13", players=3, cap_bid_13=True),
    _bid("decision 8, suicide with board, first", "decision 8", "", "N 4-13", variation="suicide", min_team_bid=4),
    _bid("decision 8, board with nil partner", "decision 8", "N 3", "4-13", min_team_bid=4),
    _bid("decision 9, partner of nil", "decision 9", "N 3", "1-13", variation="suicide"),
    _bid("decision 9, Royale", "Royale", "N 3", "4-13", variation="suicide", suicide_min=4),
)
"""What may be bid with the cards in sight: docs/rules.md, d3, decisions 8 and 9."""
