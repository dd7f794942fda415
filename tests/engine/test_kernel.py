"""The simulation kernel plays every hand as ``decide`` and ``evolve`` do. design 4.3, 9."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from builders import (
    Step,
    after_bids,
    bids,
    drawn_games,
    each,
    endgame,
    finish,
    in_order,
    perform,
    play,
    play_out,
    random_game,
    rules_with,
    seeds,
)
from spades_engine import (
    STANDARD,
    AnswerClaim,
    ClaimRest,
    Game,
    Hand,
    Kernel,
    NotInPlay,
    PlayCard,
    Score,
    cards,
    decision,
    view,
)
from spades_engine.events import HandEnded, TrickWon

some = settings(max_examples=150)


def in_hand(game: Game) -> Hand:
    assert game.hand is not None
    return game.hand


def offered(game: Game) -> set[int]:
    due = decision(game)
    assert due is not None
    return {option for option in due.options if isinstance(option, int)}


def agree(kernel: Kernel, game: Game) -> None:
    """Compare where *kernel* and *game* stand."""
    hand = in_hand(game)
    assert kernel.turn == hand.turn
    assert set(each(kernel.legal())) == offered(game)
    assert (kernel.broken, tuple(kernel.holdings)) == (hand.broken, hand.holdings)
    assert (tuple(kernel.trick), tuple(kernel.tricks_won)) == (hand.trick, hand.tricks_won)
    assert kernel.winners == [trick.winner for trick in hand.tricks]


def hands_played(seed: int, *, start: Game) -> Iterator[tuple[int, list[Step]]]:
    """Yield the plays of each hand of a random game, with a number from *seed*: where a kernel is to take over."""
    plays: list[Step] = []
    for step in play_out(start, seed, hands=2):
        if isinstance(step.command, PlayCard):
            plays.append(step)
        if any(isinstance(event, HandEnded) for event in step.events):
            yield random.Random(seed).randrange(len(plays)) if plays else 0, plays
            plays = []


def follow(kernel: Kernel, plays: list[Step]) -> None:
    """Play the cards of *plays* in the kernel, and compare each step and the score."""
    for step in plays:
        agree(kernel, step.before)
        assert isinstance(step.command, PlayCard)
        kernel.play(step.command.card)
        won = [event.seat for event in step.events if isinstance(event, TrickWon)]
        assert won == ([] if kernel.trick else [kernel.winners[-1]])
        ended = [event for event in step.events if isinstance(event, HandEnded)]
        assert kernel.finished is bool(ended)
        if ended:
            assert kernel.results() == ended[0].results


@some
@given(drawn_games(), seeds)
def test_the_same_cards_mean_the_same_from_any_position_of_a_hand(game: Game, seed: int) -> None:
    for start, plays in hands_played(seed, start=game):
        if plays:
            follow(Kernel.of(plays[start].before), plays[start:])


@some
@given(drawn_games(revoke="allowed"), seeds)
def test_revokes_before_and_after_the_kernel_takes_over_cost_the_same(game: Game, seed: int) -> None:
    """docs/rules.md decision 17."""
    for start, plays in hands_played(seed, start=game):
        if plays:
            follow(Kernel.of(plays[start].before), plays[start:])


@some
@given(drawn_games(), seeds)
def test_a_hand_given_by_its_cards_and_bids_is_led_and_scored_alike(game: Game, seed: int) -> None:
    for _, plays in hands_played(seed, start=game):
        if not plays:
            continue
        before, hand = plays[0].before, in_hand(plays[0].before)
        kernel = Kernel.dealt(
            before.rules,
            hand.holdings,
            hand.bids,
            dealer=hand.dealer,
            leader_draw=hand.leader_draw,
            scores=before.scores,
        )
        follow(kernel, plays)


@some
@given(drawn_games(), seeds)
def test_what_is_taken_back_has_never_been_played(game: Game, seed: int) -> None:
    for start, plays in hands_played(seed, start=game):
        if not plays:
            continue
        kernel = Kernel.of(plays[start].before)
        for step in plays[start:]:
            assert isinstance(step.command, PlayCard)
            kernel.play(step.command.card)
        for step in reversed(plays[start:]):
            assert isinstance(step.command, PlayCard)
            assert kernel.undo() == step.command.card
            agree(kernel, step.before)
        with pytest.raises(IndexError, match="no card was played here"):
            kernel.undo()


@some
@given(seeds)
def test_a_copy_goes_its_own_way(seed: int) -> None:
    chance = random.Random(seed)
    for start, plays in hands_played(seed, start=random_game(chance)):
        if not plays:
            continue
        kernel = Kernel.of(plays[start].before)
        twin = kernel.copy()
        while not twin.finished:
            twin.play(chance.choice(list(each(twin.legal()))))
        follow(kernel.copy(), plays[start:])
        agree(kernel, plays[start].before)
        while len(twin.tricks) > len(kernel.tricks) or twin.trick != kernel.trick:
            twin.undo()
        agree(twin, plays[start].before)


def test_a_sampled_world_stands_for_the_cards_that_a_seat_cannot_see() -> None:
    game = endgame(STANDARD, "AS 2C", "3S 3C", "4S 4C", "5S 5C")
    seen = view(game, 0).game
    with pytest.raises(NotInPlay, match="seat 1 holds 2 cards, of which 0 are given"):
        Kernel.of(seen)
    world = [cards("AS 2C"), cards("4S 4C"), cards("3S 3C"), cards("5S 5C")]
    kernel = Kernel.of(seen, world)
    for card in in_order("2C 4C 3C 5C 5S AS 4S 3S"):
        assert kernel.legal() >> card & 1
        kernel.play(card)
    assert kernel.winners[-2:] == [3, 0]
    assert kernel.results() == finish(play(endgame(STANDARD, "AS 2C", "4S 4C", "3S 3C", "5S 5C"), "2C")).results[-1]


def test_a_hand_is_taken_over_only_while_a_card_is_due() -> None:
    with pytest.raises(NotInPlay, match="no hand is being played"):
        Kernel.of(finish(endgame(STANDARD, "AS", "2C", "3C", "4C")))


def test_a_claim_that_waits_for_its_answers_is_not_played() -> None:
    """docs/rules.md decision 18."""
    claimed = perform(endgame(rules_with(claim="on"), "AS KS", "2C 3C", "4C 5C", "6C 7C"), ClaimRest(0))
    with pytest.raises(NotInPlay, match="the claim of seat 0 waits"):
        Kernel.of(claimed)
    agree(Kernel.of(perform(claimed, AnswerClaim(1, accept=False))), perform(claimed, AnswerClaim(1, accept=False)))


def test_the_score_before_the_hand_counts_where_it_is_given() -> None:
    game = after_bids(STANDARD, "3 3 3 3", points=(120, 90))
    holdings = in_hand(game).holdings
    kernels = [
        Kernel.dealt(STANDARD, holdings, bids("3 3 3 3"), dealer=3, scores=scores)
        for scores in (None, (Score(points=120, bags=9), Score(points=90)))
    ]
    for kernel in kernels:
        while not kernel.finished:
            kernel.play(max(each(kernel.legal())))
    bare, after = (kernel.results() for kernel in kernels)
    assert [line.contract for line in bare] == [line.contract for line in after]
    assert after[0].after.points == 120 + after[0].hand
    assert bare[0].after.points == bare[0].hand
