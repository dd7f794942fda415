"""The examples of docs/rules.md d2, d3 and "More vectors", and that none of section d is missing."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from builders import bids, in_order, rules_with, standing_at
from engine import vectors
from engine.vectors import BidVector, EndVector, PlayVector, WinnerVector
from spades_engine import NIL, Bid, Rules, cards, format_cards, legal_plays, pack_of, trick_winner
from spades_engine.bidding import legal_bids


def named(vector: BidVector | EndVector | PlayVector | WinnerVector) -> str:
    return f"{vector.id} ({vector.source})"


@pytest.mark.parametrize("vector", vectors.ENDS, ids=named)
def test_every_game_of_the_table_ends_as_written(vector: EndVector) -> None:
    """docs/rules.md d2."""
    result = standing_at(rules_with(**vector.changes), vector.points, hands_played=vector.hand - 1).result
    side = "" if result is None else "draw" if result.winner is None else "ABC"[result.winner]
    assert f"{side} {result.reason.name if result else ''}".strip() == vector.result


@pytest.mark.parametrize("vector", vectors.PLAYS, ids=named)
def test_from_every_holding_of_the_table_may_be_played_what_is_written(vector: PlayVector) -> None:
    """docs/rules.md d3, and the order of jokers and twos of decision 20."""
    rules = rules_with(**vector.changes)
    pack, lead = pack_of(rules), in_order(vector.led)
    found = legal_plays(
        rules,
        pack,
        cards(vector.holding),
        pack.plays_as[lead[0]] if lead else None,
        broken=vector.broken,
        first_trick=vector.first,
        trick=[(3, card) for card in lead],
    )
    assert format_cards(found) == format_cards(cards(vector.legal))


@pytest.mark.parametrize("vector", vectors.WINNERS, ids=named)
def test_every_trick_of_the_table_is_won_by_the_seat_written(vector: WinnerVector) -> None:
    """docs/rules.md d3."""
    assert trick_winner(pack_of(rules_with()), list(enumerate(in_order(vector.trick)))) == vector.seat


def numbered(text: str) -> Iterator[Bid]:
    """Yield the bids in *text*, where ``2-4`` is 2, 3 and 4."""
    for word in text.split():
        first, _, last = word.partition("-")
        yield from bids(word) if first == "N" else map(_number, range(int(first), int(last or first) + 1))


def _number(tricks: int) -> Bid:
    return bids(str(tricks))[0]


@pytest.mark.parametrize("vector", vectors.BIDS, ids=named)
def test_after_the_bids_of_the_table_may_be_bid_what_is_written(vector: BidVector) -> None:
    """docs/rules.md d3 and decisions 8 and 9."""
    rules: Rules = rules_with(**vector.changes)
    before = bids(vector.before)
    made = (*before, *(None for _ in range(rules.players - len(before))))
    assert legal_bids(rules, made, len(before), vector.spades) == tuple(numbered(vector.legal))
    assert NIL not in before or rules.nil


IN_OTHER_TESTS = {
    "B10": "test_bidding_nil",
    "B11": "test_bidding_nil",
    "B13": "test_bidding",
    "X1": "test_exchange",
    "X2": "test_exchange",
    "R1": "test_redeal",
    "R3": "test_redeal",
    "R4": "test_redeal",
}
"""Examples that are a course of things rather than a line of a table."""

SECTION_D = """
S1 S2 S3 S4 S5 S6 S7 S8 S9a S9b S9c S10 S11 S12 S13 S15 S16 S17 S17d S18 S19 S20 S22 S23 S26 S27 S28 S29 S30 S34 S35
S35b S36 S37 S39 S40 S41 S42 S44 S46 S47 S49 S50 G1 G2 G3 G5 G6 G7 G9 G10 G11 G13 L1 L2 L3 L4 L5 L6 L7 L8 L9 L11 L12
L14 L15 L16 L18 L19 L20 B1 B2 B4 B5 B6 B8 B9 B10 B11 B12 B13 X1 X2 R1 R3 R4
"""


def test_no_example_of_the_rules_is_missing() -> None:
    """docs/rules.md d1 to d3, by the names it gives its examples."""
    tables = (vectors.SCORES, vectors.ENDS, vectors.PLAYS, vectors.WINNERS, vectors.BIDS)
    told = {re.split("[-,]", vector.id)[0] for table in tables for vector in table}
    assert set(SECTION_D.split()) <= told | IN_OTHER_TESTS.keys()


@pytest.mark.parametrize(("example", "file"), IN_OTHER_TESTS.items())
def test_the_other_examples_are_told_where_it_says(example: str, file: str) -> None:
    """docs/rules.md d3."""
    told = Path(__file__).with_name(f"{file}.py").read_text(encoding="utf-8")
    assert re.search(rf"docs/rules.md [^\n]*\b{example}\b", told)
