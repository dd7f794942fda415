"""What a viewer may not know makes no difference to what it is told, until the difference is public."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from builders import Step, drawn_games, each, evolved, play_out, seeds
from spades_engine import (
    Card,
    CardSet,
    Command,
    Event,
    Game,
    Give,
    IllegalAction,
    PlayCard,
    StartHand,
    decide,
    owed,
    pack_of,
    redact,
    view,
)
from spades_engine.events import (
    CardDrawn,
    CardOffered,
    CardPlayed,
    CardsDealt,
    CardsExchanged,
    CardsSeen,
    ClaimProposed,
    HandRedealt,
    HandStarted,
    LeaderChosen,
)


def shown(event: Event) -> CardSet:
    """Return the cards that *event*, as it was told, shows; the draw for the dealer is not of this deal."""
    match event:
        case CardsDealt() | CardsSeen() | CardsExchanged() | ClaimProposed():
            return event.cards or 0
        case HandStarted():
            return event.shown
        case CardOffered() | CardPlayed():
            return 0 if event.card is None else 1 << event.card
        case CardDrawn():
            return sum(1 << card for card in (event.kept, event.thrown) if card is not None)
        case _:
            return 0


def known(steps: list[Step], viewer: int | None) -> CardSet:
    """Return the cards that *viewer* was shown in *steps*."""
    told = 0
    for step in steps:
        for event in step.events:
            told |= shown(redact(step.before.rules, event, viewer))
    return told


def swapped(command: Command, one: Card, other: Card, leader_draw: int) -> Command:
    """Return *command* in a game where two cards have changed places, and another seat leads by chance."""
    names = {one: other, other: one}
    match command:
        case StartHand():
            deck = tuple(names.get(card, card) for card in command.deck)
            return replace(command, deck=deck, leader_draw=leader_draw)
        case Give():
            return replace(command, cards=sum(1 << names.get(card, card) for card in each(command.cards)))
        case PlayCard():
            return replace(command, card=names.get(command.card, command.card))
        case _:
            return command


def public_chance(events: Sequence[Event]) -> list[Event]:
    """Return the events by which cards become public though nobody shows one."""
    return [event for event in events if isinstance(event, LeaderChosen | HandRedealt)]


def twins(game: Game, steps: list[Step], one: Card, other: Card, leader_draw: int) -> Iterator[tuple[Step, Step]]:
    """Yield the steps of a game and of its twin in which two cards have changed places.

    Ends where the twin cannot do the same: somebody holds the other card and must play otherwise, another leads, or one
    deal is given up by the rules and the other is not.
    """
    twin = game
    for step in steps:
        command = swapped(step.command, one, other, leader_draw)
        try:
            events = decide(twin, command)
        except IllegalAction:
            return
        if public_chance(events) != public_chance(step.events):
            return
        after = evolved(twin, events)
        yield step, Step(twin, command, events, after)
        twin = after


@st.composite
def hands_and_viewers(draw: st.DrawFn, /) -> tuple[Game, list[Step], int | None]:
    """Draw a hand up to some point before its end, and who watches it."""
    game = draw(drawn_games())
    steps = list(play_out(game, draw(seeds)))[:-1]
    viewer = draw(st.sampled_from([None, *range(game.rules.players)]))
    return game, steps[: draw(st.integers(2, len(steps)))], viewer


@given(hands_and_viewers(), st.data())
@settings(max_examples=400)
def test_two_games_that_differ_in_cards_hidden_from_a_viewer_are_told_to_it_alike(
    played: tuple[Game, list[Step], int | None], data: st.DataObject
) -> None:
    """design 10: identical events, views and decisions owed, until the difference is public."""
    game, steps, viewer = played
    hidden = list(each(pack_of(game.rules).cards & ~known(steps, viewer)))
    assume(len(hidden) > 1)
    one = data.draw(st.sampled_from(hidden))
    same_suit = [card for card in hidden if card // 13 == one // 13 and card != one]
    other = data.draw(st.sampled_from(same_suit or [card for card in hidden if card != one]))
    leader_draw = data.draw(st.integers(0, game.rules.players - 1))
    compared = 0
    for step, twin in twins(game, steps, one, other, leader_draw):
        told, told_twin = ([redact(game.rules, event, viewer) for event in each_.events] for each_ in (step, twin))
        assert told == told_twin
        assert view(step.after, viewer) == view(twin.after, viewer)
        assert owed(step.after) == owed(twin.after)
        compared += 1
    assert compared >= 1  # the draw for the dealer is always told alike


@given(hands_and_viewers())
@settings(max_examples=200)
def test_a_viewer_is_shown_no_card_of_another_seat_that_was_not_played_given_or_thrown_open(
    played: tuple[Game, list[Step], int | None],
) -> None:
    """design 5, hidden information: told once more by counting cards."""
    game, steps, viewer = played
    hand = steps[-1].after.hand
    assert hand is not None
    last_deal = max(at for at, step in enumerate(steps) if isinstance(step.command, StartHand))
    told = known(steps[last_deal:], viewer)
    others = [held for seat, held in enumerate(hand.holdings) if seat != viewer and not hand.exposed[seat]]
    given_away = sum(
        {1 << card for gift in hand.exchanges if viewer in (gift.giver, gift.receiver) for card in each(gift.cards)}
    )
    offered_openly = game.rules.draws and game.rules.draw_first_card == "public"
    for held in others:
        assert offered_openly or not held & told & ~given_away
