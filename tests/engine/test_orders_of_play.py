"""In how many orders the last cards of a hand may be played: the engine, the naive program and a table agree.

``orders.perft`` has one line for each endgame: its name, the options that differ from standard, the cards by seat, who
leads, whether spades are broken, and the number. To add one, write 0 and take the number that both programs tell.
"""

from dataclasses import dataclass
from pathlib import Path

import pytest

from builders import each, endgame, evolved, options_of, rules_with, turn_of
from engine import naive
from spades_engine import Game, PlayCard, Rules, decide
from spades_engine.rules import option_named

FILE = Path(__file__).with_name("orders.perft")


@dataclass(frozen=True, slots=True)
class Endgame:
    """One line of the table."""

    name: str
    rules: Rules
    holdings: tuple[str, ...]
    leader: int
    broken: bool
    orders: int


def read(line: str) -> Endgame:
    name, options, holdings, leader, broken, orders = (part.strip() for part in line.split("|"))
    changes = dict(option.split("=") for option in options.split())
    return Endgame(
        name,
        rules_with(**{option: option_named(option).parse(value) for option, value in changes.items()}),
        tuple(held.strip() for held in holdings.split("/")),
        int(leader),
        broken == "broken",
        int(orders),
    )


TABLE = [read(line) for line in FILE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]


def played_out(game: Game) -> int:
    """Return the orders in which *game* can be played to the end of the hand."""
    cards = [option for option in options_of(game) if isinstance(option, int)]
    if not cards:
        return 1
    return sum(played_out(evolved(game, decide(game, PlayCard(turn_of(game), card)))) for card in cards)


@pytest.mark.parametrize("line", TABLE, ids=lambda line: line.name)
def test_the_cards_can_be_played_in_as_many_orders_as_the_table_says(line: Endgame) -> None:
    """docs/rules.md a4, d3; design 10."""
    game = endgame(line.rules, *line.holdings, turn=line.leader, broken=line.broken)
    held = [frozenset(names.split()) for names in line.holdings]
    told = naive.count_orders(line.rules, held, line.leader, (), broken=line.broken)
    assert (told, played_out(game)) == (line.orders, line.orders)


def test_the_table_has_endgames_for_every_number_of_players_and_of_three_to_five_cards() -> None:
    """design 10."""
    assert {line.rules.players for line in TABLE} == {2, 3, 4, 6}
    assert {len(line.holdings[0].split()) for line in TABLE} == {3, 4, 5}
    for line in TABLE:
        sizes = {len(list(each(held))) for held in endgame(line.rules, *line.holdings).hand.holdings}  # type: ignore[union-attr]  # a hand has begun
        assert len(sizes) == 1
