"""``rules`` finds the right card in every position of the suite. Source: docs/bots.md"""

from collections import Counter

import pytest

from ai.positions import chosen
from ai.tactics import TACTICS, Tactic
from spades_engine import format_card, pack_of
from spades_engine.cards import each


@pytest.mark.parametrize("tactic", TACTICS, ids=[f"{tactic.theme}: {tactic.idea}" for tactic in TACTICS])
def test_tactic(tactic: Tactic) -> None:
    assert chosen(tactic.view()) in tactic.plays.split()


def test_the_suite_is_large_and_has_every_theme() -> None:
    assert len(TACTICS) >= 80
    assert len({tactic.idea for tactic in TACTICS}) == len(TACTICS)
    assert min(Counter(tactic.theme for tactic in TACTICS).values()) >= 4


@pytest.mark.parametrize("tactic", TACTICS, ids=[f"{tactic.theme}: {tactic.idea}" for tactic in TACTICS])
def test_a_position_leaves_a_choice_and_deals_no_card_twice(tactic: Tactic) -> None:
    view = tactic.view()
    played = [card for trick in view.hand.tricks for _, card in trick.plays] + [card for _, card in view.hand.trick]
    cards = [*each(view.holding), *played]
    assert len(cards) == len(set(cards))
    assert all(pack_of(view.rules).cards >> card & 1 for card in cards)
    held = {format_card(card) for card in each(view.holding)}
    assert set(tactic.plays.split()) < held
