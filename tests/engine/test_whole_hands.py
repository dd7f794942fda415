"""What holds in every game under any rules, played by random legal choices. docs/rules.md, invariants of d1."""

import random

import pytest
from hypothesis import given, settings

from builders import drawn_games, each, evolved, finish, may_claim, next_command, perform, play_out, seeds, tricks
from spades_engine import (
    BLIND_NIL,
    NIL,
    Action,
    AnswerClaim,
    Bid,
    BidKind,
    CallRedeal,
    Card,
    Choose,
    ClaimRest,
    Command,
    Decision,
    DecisionKind,
    Event,
    Game,
    Give,
    IllegalAction,
    Look,
    MakeBid,
    Phase,
    PlayCard,
    SayNumber,
    StartGame,
    StartHand,
    Talk,
    TalkKind,
    decide,
    decision,
    evolve,
    fold,
    owed,
    pack_of,
    redact,
    view,
)
from spades_engine.events import CardPlayed, ClaimSettled, HandEnded, SpadesBroken, TrickWon

few = settings(max_examples=150)
some = settings(max_examples=250)


def places(game: Game) -> list[Card]:
    """Return every card of the hand, wherever it is, in order."""
    hand = game.hand
    assert hand is not None
    found = [card for held in hand.holdings for card in each(held)]
    found += [card for _, card in hand.trick]
    found += [card for trick in hand.tricks for _, card in trick.plays]
    found += each(hand.aside)
    if hand.draw is None:
        found += hand.deck[sum(hand.counts) + sum(len(trick.plays) for trick in hand.tricks) + len(hand.trick) :]
    else:
        found += hand.draw.thrown
        found += [] if hand.draw.offered is None else [hand.draw.offered]
        found += hand.deck[len(hand.deck) - hand.draw.stock :]
    return sorted(found)


def as_values(found: Decision | None) -> object:
    """Return a decision so that it can be compared: a refusal by its class and its words."""
    if found is None:
        return None
    reasons = [(type(one.refusal), str(one.refusal), one.refusal.because, one.cards, one.bids) for one in found.barred]
    return found.seat, found.kind, found.picks, found.may_pass, found.options, found.default, reasons


def refused_with(game: Game, command: Command) -> type[IllegalAction]:
    """Return the class with which *command* is refused."""
    with pytest.raises(IllegalAction) as refusal:
        decide(game, command)
    return refusal.type


def accepted(game: Game, command: Command) -> tuple[Event, ...] | None:
    """Return what *command* brings about, None if it is refused."""
    try:
        return decide(game, command)
    except IllegalAction:
        return None


def any_command(game: Game, chance: random.Random) -> Command:
    """Return a command that may be legal or not."""
    rules = game.rules
    seat, card = chance.randrange(rules.players), chance.randrange(54)
    held = [] if game.hand is None else list(each(game.hand.holdings[seat]))
    given = chance.sample(held, k=min(len(held), chance.randrange(5))) + ([card] if chance.random() < 0.2 else [])
    return chance.choice(
        [
            PlayCard(seat, card),
            PlayCard(seat, chance.choice(held)) if held else PlayCard(seat, card),
            MakeBid(seat, chance.choice([NIL, BLIND_NIL, *map(tricks, range(-1, 19))])),
            Look(seat),
            Choose(seat, chance.random() < 0.5),
            Give(seat, sum(1 << one for one in set(given))),
            SayNumber(seat, Talk(chance.choice(list(TalkKind)), chance.choice([0, 0, *range(-1, 20)]))),
            MakeBid(seat, Bid(chance.choice([BidKind.BLIND_TRICKS, BidKind.HINT]), chance.randrange(-1, 20))),
            CallRedeal(seat),
            ClaimRest(seat),
            AnswerClaim(seat, chance.random() < 0.5),
            next_command(game, chance),
        ]
    )


def may_be_done(game: Game, command: Command) -> bool:
    """Return whether *command* is one of the choices offered, or a look or claim that is allowed."""
    hand = game.hand
    assert hand is not None
    if isinstance(command, Look):
        in_turn = hand.turn == command.seat or not game.rules.hides_hands
        face_down = hand.phase in (Phase.TALK, Phase.BID) and not hand.redealt and not hand.seen[command.seat]
        return face_down and in_turn
    if isinstance(command, ClaimRest):
        return may_claim(game) and hand.turn == command.seat
    if isinstance(command, StartHand):
        return not owed(game) and game.result is None
    found = None if isinstance(command, StartGame) else decision(game, command.seat)
    if found is None:
        return False
    if isinstance(command, Give) and found.kind is DecisionKind.EXCHANGE:
        offered = sum(1 << card for card in found.options if isinstance(card, int) and not isinstance(card, Action))
        number = command.cards.bit_count()
        return not command.cards & ~offered and (number == found.picks or (found.may_pass and number == 0))
    return any(command == found.command((index,)) for index in range(len(found.options)) if found.picks == 1)


@given(drawn_games(), seeds)
@some
def test_every_game_can_be_played_to_its_end(game: Game, seed: int) -> None:
    """design: every combination that the validator accepts is playable by random legal choices."""
    steps = list(play_out(game, seed, hands=3))
    last = steps[-1].after
    assert last.result is not None or last.hands_played == 3
    assert len(last.results) == last.hands_played


@given(drawn_games(), seeds)
@few
def test_every_game_can_be_played_by_defaults_alone(game: Game, seed: int) -> None:
    """docs/rules.md decision 6: at every deadline something legal is done."""
    chance, ended = random.Random(seed), game
    while ended.hands_played == 0:
        ended = finish(perform(ended, next_command(ended, chance)))
    assert not any(bid and bid.is_blind for bid in ended.hand.bids)  # type: ignore[union-attr]  # begun above


@given(drawn_games(), seeds)
@some
def test_every_card_of_the_pack_is_in_exactly_one_place(game: Game, seed: int) -> None:
    pack = list(each(pack_of(game.rules).cards))
    for step in play_out(game, seed):
        between = step.before
        for event in step.events:
            between = evolve(between, event)
        assert between == step.after
        claimed = any(isinstance(event, ClaimSettled) and event.accepted for event in step.events)
        if step.after.hand is not None and not claimed:
            assert places(step.after) == pack
            hand = step.after.hand
            aside = hand.exchanges[-1].receiver if hand.aside else None
            held = [
                held.bit_count() + (hand.aside.bit_count() if seat == aside else 0)
                for seat, held in enumerate(hand.holdings)
            ]
            assert hand.counts == tuple(held)


@given(drawn_games(), seeds)
@some
def test_the_tricks_of_a_hand_are_as_many_as_the_cards_of_a_seat(game: Game, seed: int) -> None:
    """docs/rules.md d1, invariants: 13, 17, or 18 with jokers; those that were claimed are not played."""
    events = [event for step in play_out(game, seed) for event in step.events]
    won = [event for event in events if isinstance(event, TrickWon)]
    claimed = sum(event.tricks for event in events if isinstance(event, ClaimSettled))
    played, size, seats = len(won), game.rules.hand_size, game.rules.players
    assert [event.number for event in won] == list(range(1, size - claimed + 1))
    cards_played = sum(isinstance(event, CardPlayed) for event in events)
    assert played * seats <= cards_played < (played + (claimed > 0)) * seats + (claimed == 0)
    assert sum(isinstance(event, SpadesBroken) for event in events) <= 1
    assert sum(isinstance(event, HandEnded) for event in events) == 1


@given(drawn_games(), seeds)
@some
def test_the_lines_of_every_hand_add_up(game: Game, seed: int) -> None:
    """docs/rules.md decision 28: hand = contract + bag points + nil + bag penalty, total = before + hand."""
    rules = game.rules
    for step in play_out(game, seed, hands=2):
        for event in step.events:
            if isinstance(event, HandEnded):
                for before, line, after in zip(step.before.scores, event.results, step.after.scores, strict=True):
                    assert line.hand == line.contract + line.bag_points + line.nil + line.bag_penalty
                    assert after == line.after
                    assert after.points == before.points + line.hand
                    kept = 0 if rules.set_limit_in_row else before.sets
                    assert after.sets == (before.sets + 1 if line.contract < 0 else kept)
                    bounded = not rules.bag_penalty or after.bags < rules.bag_limit
                    assert after.bags >= 0
                    assert bounded
                    if not line.bag_penalty:
                        assert after.bags == before.bags + line.new_bags


@given(drawn_games(), seeds)
@few
def test_what_every_seat_sees_follows_from_what_it_was_told(game: Game, seed: int) -> None:
    """The law of views, for every event, every seat and a spectator."""
    viewers = (*range(game.rules.players), None)
    views = {seat: view(game, seat) for seat in viewers}
    for step in play_out(game, seed):
        state = step.before
        for event in step.events:
            state = evolve(state, event)
            for seat in viewers:
                views[seat] = fold(views[seat], redact(game.rules, event, seat))
                assert views[seat] == view(state, seat)


@given(drawn_games(), seeds)
@few
def test_a_seat_decides_from_its_own_view_and_everybody_knows_who_is_to_decide(game: Game, seed: int) -> None:
    """docs/rules.md decision 3: that a decision is owed, and its kind, are public."""
    for step in play_out(game, seed):
        state, found = step.after, decision(step.after)
        for seat in (*range(game.rules.players), None):
            assert owed(view(state, seat).game) == owed(state)
        if found is not None:
            assert as_values(decision(view(state, found.seat).game)) == as_values(found)
            due = owed(state)[0]
            assert (due.seat, due.kind, due.most) == (found.seat, found.kind, found.picks)
            assert due.least == (0 if found.may_pass else found.picks)


@given(drawn_games(), seeds)
@few
def test_every_option_is_accepted_and_all_that_is_barred_is_refused_for_its_reason(game: Game, seed: int) -> None:
    for step in play_out(game, seed):
        state, found = step.after, decision(step.after)
        if found is None:
            continue
        assert len(found.default) == found.picks
        assert decide(state, found.command(found.default))
        assert not found.may_pass or decide(state, found.command(()))
        for index in range(len(found.options)):
            assert decide(
                state, found.command(tuple((index + more) % len(found.options) for more in range(found.picks)))
            )
        for barred in found.barred:
            commands: list[Command] = [PlayCard(found.seat, card) for card in each(barred.cards)]
            commands += [MakeBid(found.seat, bid) for bid in barred.bids]
            assert commands
            assert {refused_with(state, command) for command in commands} == {type(barred.refusal)}
        held = 0 if state.hand is None else state.hand.holdings[found.seat]
        if found.kind.name == "PLAY":
            listed = sum(1 << card for card in found.options if isinstance(card, int))
            assert listed | sum(barred.cards for barred in found.barred) == held


@given(drawn_games(), seeds)
@few
def test_a_command_is_accepted_if_it_was_offered_and_else_refused(game: Game, seed: int) -> None:
    """Whatever anybody asks: what was offered happens, everything else is refused and changes nothing."""
    chance = random.Random(seed)
    for step in play_out(game, seed):
        state = step.after
        if state.hand is None:
            continue
        for command in [any_command(state, chance) for _ in range(4)]:
            events = accepted(state, command)
            assert (command, events is not None) == (command, may_be_done(state, command))
            evolved(state, events or ())
            assert state == step.after
