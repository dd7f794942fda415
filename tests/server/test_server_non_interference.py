"""Two games that differ only in cards hidden from a viewer are the same to it, byte for byte, until it may know.

protocol.md 2.8, rule 8: streams, snapshots and refusals.
"""

import random
from collections.abc import Sequence

import pytest

from server.common import Viewer
from server.desk import Desk, at_work, sit_down
from server.tables import FixedChance
from server.variants import VARIANTS
from spades.v1 import prompt_pb2
from spades_engine import Card, Phase, Rules, pack_of, rules_of
from spades_engine.cards import each, suit_of
from spades_server.rpc.errors import status_of
from spades_server.rpc.prompts import prompts_of
from spades_server.table import Refused
from spades_server.table.commands import Answer, PlayNow

# Seat 0 is to deal, and only what is dealt first: whether a deal is forced again depends on every card, and is told.
DEALT = {
    name: rules.adjusted({"first_dealer": "high_card"})
    for name, rules in VARIANTS.items()
    if not rules.draws and name != "redeal-forced"
}
DRAWN = {
    order: rules_of("two-player").adjusted({"draw_order": order, "draw_second_card": second})
    for order, second in (("alternate", "unseen"), ("sequential", "seen"))
}

Deck = tuple[Card, ...]


class Worlds:
    """The same table twice, with different hidden cards; mutable."""

    def __init__(self, one: Desk, other: Desk, viewer: Viewer) -> None:
        self.desks = (one, other)
        self.viewer = viewer
        self.watching = tuple(desk.watching(viewer) for desk in self.desks)
        self.compared = 0

    async def compare(self) -> None:
        """Check that the viewer cannot tell the two worlds apart."""
        for watching in self.watching:
            await watching.catch_up()
        mine, other = (watching.received for watching in self.watching)
        assert mine[self.compared :] == other[self.compared :]
        self.compared = len(mine)
        one, two = (desk.snapshot(self.viewer).SerializeToString(deterministic=True) for desk in self.desks)
        assert one == two

    async def bother(self, card: Card) -> None:
        """Check that the refusal of a card that is not to be played now is the same, too."""
        if self.viewer is None or any(desk.prompts(self.viewer) for desk in self.desks):
            return
        texts = set()
        for desk in self.desks:
            with pytest.raises(Refused) as refusal:
                await desk.do(PlayNow(self.viewer, desk.table.last_prompt_id, card))
            prompts = prompts_of(desk.table, self.viewer, desk.clock.moment())
            texts.add(status_of(refusal.value, prompts, desk.table.sequence).SerializeToString(deterministic=True))
        assert len(texts) == 1

    async def answer(self, chance: random.Random) -> bool:
        """Answer the open prompt alike in both worlds; return False where that would show the difference."""
        open_prompt = next((each for each in self.desks[0].table.prompts if each.kind.is_of_the_game), None)
        if open_prompt is None:
            return False
        one, other = (desk.prompts(open_prompt.seat)[0] for desk in self.desks)
        picks = self._alike(one, other, chance)
        if picks is None:
            return False
        for desk, chosen in zip(self.desks, picks, strict=True):
            await desk.do(Answer(open_prompt.seat, one.prompt_id, chosen))
        return True

    def _alike(
        self, one: prompt_pb2.Prompt, other: prompt_pb2.Prompt, chance: random.Random
    ) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return the same choices in both worlds; a gift that the viewer does not see may differ."""
        if one.kind == prompt_pb2.PROMPT_KIND_EXCHANGE and self._is_hidden_gift():
            ids = tuple(chance.sample(range(1, len(one.choices) + 1), one.min_picks))
            return ids, ids
        both = [(a.choice_id, b.choice_id) for a in one.choices for b in other.choices if _what(a) == _what(b)]
        if len(both) < one.min_picks:
            return None
        chosen = chance.sample(both, one.min_picks)
        return tuple(a for a, _ in chosen), tuple(b for _, b in chosen)

    def _is_hidden_gift(self) -> bool:
        hand = self.desks[0].table.game.hand
        assert hand is not None
        return self.viewer not in (hand.planned[0].giver, hand.planned[0].receiver)


def _what(choice: prompt_pb2.Choice) -> bytes:
    same = prompt_pb2.Choice()
    same.CopyFrom(choice)
    same.ClearField("choice_id")
    return same.SerializeToString(deterministic=True)


async def steps_alike(rules: Rules, viewer: Viewer, decks: tuple[Deck, Deck], seed: int) -> int:
    """Play both worlds alike for as long as that is possible; return in how many steps they could not be told apart."""
    chance, steps = random.Random(seed), 0
    one, other = (FixedChance(decks=(deck,), leader=seed % rules.players) for deck in decks)
    async with at_work(rules, chance=one) as first, at_work(rules, chance=other) as second:
        worlds = Worlds(first, second, viewer)
        for desk in worlds.desks:
            await sit_down(desk)
        while True:
            hands = [desk.table.game.hand for desk in worlds.desks]
            assert all(hand is not None for hand in hands)
            if any(hand is not None and hand.phase is Phase.SCORED for hand in hands) or _told_apart(hands):
                return steps
            await worlds.compare()
            await worlds.bother(chance.randrange(52))
            steps += 1
            if not await worlds.answer(chance):
                return steps


def _told_apart(hands: Sequence[object]) -> bool:
    """Return whether the game itself has shown the difference: the lowest club decides who leads."""
    leaders = {getattr(hand, "leader", None) for hand in hands}
    return len(leaders) > 1


def shuffled_deck(rules: Rules, seed: int) -> Deck:
    """Return a deck of *rules*."""
    deck = list(each(pack_of(rules).cards))
    random.Random(seed).shuffle(deck)
    return tuple(deck)


def hidden_places(rules: Rules, viewer: Viewer) -> list[int]:
    """Return the places in the deck of a first hand, dealt by seat 0, whose cards *viewer* never gets."""
    dealt = rules.players * rules.hand_size
    open_card = rules.players == 3 and rules.three_player_card == "shown"
    places = range(dealt if open_card else len(pack_of(rules)))
    return [at for at in places if at >= dealt or _seat(rules, at) != viewer]


def _seat(rules: Rules, place: int) -> int:
    return (1 + place) % rules.players


def swapped(deck: Deck, one: int, other: int) -> Deck:
    """Return *deck* with two cards in each other's place."""
    cards = list(deck)
    cards[one], cards[other] = cards[other], cards[one]
    return tuple(cards)


def viewers(rules: Rules) -> list[Viewer]:
    """Return every seat, and a spectator."""
    return [*range(rules.players), None]


@pytest.mark.parametrize("name", DEALT)
async def test_two_hidden_cards_in_each_others_place_change_nothing_for_a_viewer(name: str) -> None:
    rules, steps = DEALT[name], 0
    for seed, viewer in enumerate(viewers(rules)):
        deck, chance = shuffled_deck(rules, seed), random.Random(seed)
        places = hidden_places(rules, viewer)
        # Cards of one suit: what may be played stays nearly the same, and the difference hidden for long.
        alike = [(a, b) for a in places for b in places if a < b and suit_of(deck[a]) == suit_of(deck[b])]
        pairs = [(a, b) for a, b in alike if b >= rules.players * rules.hand_size or _seat(rules, a) != _seat(rules, b)]
        steps += await steps_alike(rules, viewer, (deck, swapped(deck, *chance.choice(pairs))), seed)
    assert steps > 10 * (rules.players + 1)


# In mirror the bids tell at once who holds how many spades.
@pytest.mark.parametrize("name", [name for name in DEALT if DEALT[name].variation != "mirror"])
async def test_all_hidden_cards_dealt_otherwise_change_nothing_for_a_viewer(name: str) -> None:
    rules, steps = DEALT[name], 0
    for seed, viewer in enumerate(viewers(rules)):
        deck, places = shuffled_deck(rules, seed), hidden_places(rules, viewer)
        other, moved = list(deck), [deck[place] for place in places]
        random.Random(seed).shuffle(moved)
        for place, card in zip(places, moved, strict=True):
            other[place] = card
        steps += await steps_alike(rules, viewer, (deck, tuple(other)), seed)
    assert steps > 3 * (rules.players + 1)


@pytest.mark.parametrize("order", DRAWN)
async def test_what_the_other_player_draws_and_throws_changes_nothing_for_a_viewer(order: str) -> None:
    rules, steps = DRAWN[order], 0
    for seed, viewer in enumerate(viewers(rules)):
        deck = shuffled_deck(rules, seed)
        places = [at for at in range(52) if viewer is None or _drawer(order, at // 2) != viewer]
        chance = random.Random(seed)
        other, moved = list(deck), [deck[place] for place in places]
        chance.shuffle(moved)
        for place, card in zip(places, moved, strict=True):
            other[place] = card
        steps += await steps_alike(rules, viewer, (deck, tuple(other)), seed)
    assert steps > 28 * 3


def _drawer(order: str, choice: int) -> int:
    """Seat 0 deals, so that seat 1 draws first."""
    return (1 + choice) % 2 if order == "alternate" else (1 + choice // 13) % 2
