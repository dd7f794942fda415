"""The engine and the naive program of ``naive.py`` agree on random positions under drawn rules. design 10.

``SPADES_POSITIONS`` says on how many, 100,000 if it is not set; they are spread over the tests so that they run apart.
"""

import os
import random
from collections.abc import Callable, Sequence

import pytest

from builders import Step, each, in_order, play_out, random_game, random_rules
from engine import naive
from spades_engine import (
    BLIND_NIL,
    NIL,
    Bid,
    BidKind,
    Card,
    CardSet,
    Game,
    Hand,
    MakeBid,
    PlayCard,
    Rules,
    Score,
    decision,
    format_card,
    legal_plays,
    pack_of,
    score_hand,
    trick_winner,
)
from spades_engine.bidding import legal_bids
from spades_engine.bids import blind, hint, of
from spades_engine.events import CardPlayed, GameEnded, HandEnded, LeaderChosen, SpadesBroken
from spades_engine.scoring import SideResult, game_result

POSITIONS = int(os.environ.get("SPADES_POSITIONS", "100000"))
PARTS = range(6)
WITH_ONE_RULES = 40
"""Positions under the same rules, whose drawing takes longest."""

parts = pytest.mark.parametrize("part", PARTS)


def names(cards: CardSet) -> set[str]:
    return set(map(format_card, each(cards)))


def named(plays: Sequence[tuple[int, Card]]) -> list[tuple[int, str]]:
    return [(seat, format_card(card)) for seat, card in plays]


def run(part: int, share: float, agree: Callable[[Rules, random.Random], None]) -> None:
    """Call *agree* on this part's share of the positions, under rules drawn again and again."""
    chance = random.Random(part)
    for _ in range(max(1, round(POSITIONS * share / len(PARTS) / WITH_ONE_RULES))):
        rules = random_rules(chance)
        for _ in range(WITH_ONE_RULES):
            agree(rules, chance)


def agree_on_a_play(rules: Rules, chance: random.Random) -> None:
    """Compare what may be played from random cards to a random trick, and who wins it then."""
    pack = pack_of(rules)
    deck = list(each(pack.cards))
    chance.shuffle(deck)
    size, played = chance.randint(1, rules.hand_size), chance.randrange(rules.players)
    holding, trick = sum(1 << card for card in deck[:size]), list(enumerate(deck[size : size + played]))
    broken, first = chance.random() < 0.5, chance.random() < 0.2
    led = pack.plays_as[trick[0][1]] if trick else None
    legal = legal_plays(rules, pack, holding, led, broken=broken, first_trick=first, trick=trick)
    told = naive.legal_cards(rules, names(holding), named(trick), broken=broken, first=first)
    assert names(legal) == told, rules.differences(Rules())
    trick.append((played, chance.choice(deck[:size])))
    assert trick_winner(pack, trick) == naive.winner(rules, named(trick))


def agree_on_bids(rules: Rules, chance: random.Random) -> None:
    """Compare what may be bid, seat after seat, until all have bid."""
    eldest = chance.randrange(rules.players)
    order = [(eldest + step) % rules.players for step in range(rules.players)]
    made: list[Bid | None] = [None] * rules.players
    for seat in order:
        spades = chance.randint(0, min(rules.hand_size, len(names(pack_of(rules).spades))))
        legal = legal_bids(rules, made, seat, spades)
        before = {other: str(bid) for other, bid in enumerate(made) if bid is not None}
        assert set(map(str, legal)) == naive.legal_bids(rules, before, order, spades)
        made[seat] = chance.choice(legal)


def random_bid(rules: Rules, chance: random.Random) -> Bid:
    tricks = chance.choice([1, 2, 3, 4, 5, 6, 10, 13, chance.randint(0, rules.hand_size)])
    return chance.choice([NIL, BLIND_NIL, of(tricks), of(tricks), of(tricks), of(tricks), blind(max(tricks, 4))])


def bids_to_score(rules: Rules, chance: random.Random) -> list[Bid | None]:
    """Return bids of any kind; sometimes none at all, or those of partners of whom one hinted."""
    made: list[Bid | None] = [random_bid(rules, chance) for _ in range(rules.players)]
    if chance.random() < 0.05:
        return [None] * rules.players
    if rules.bids_for_both:
        for seat in range(rules.number_of_sides):
            bid = made[seat]
            made[seat] = NIL if bid is None or bid.is_nil else hint(bid.tricks)
    return made


def agree_on_a_score(rules: Rules, chance: random.Random) -> None:
    """Compare the lines of a random hand, and whether and how the game ends with it."""
    made = bids_to_score(rules, chance)
    weights = [chance.choice([0.0, 1.0, 3.0]) for _ in range(rules.players)]
    weights[chance.randrange(rules.players)] += 1
    winners = chance.choices(range(rules.players), weights=weights, k=rules.hand_size)
    taken = [winners.count(seat) for seat in range(rules.players)]
    close = chance.choice([rules.target_score or 0, rules.losing_score or 0, 0])
    before = [
        Score(
            points=close + 10 * chance.randint(-12, 12),
            bags=chance.randrange(rules.bag_limit) if rules.bags_counted else 0,
            sets=chance.randint(0, 3),
        )
        for _ in rules.sides
    ]
    last = chance.choice(list(each(pack_of(rules).cards)))
    revokers = {seat for seat in range(rules.players) if rules.revoke == "allowed" and chance.random() < 0.2}
    lines = score_hand(rules, before, made, taken, winners=winners, last_card=last, revokers=revokers)
    told = naive.score(
        rules,
        [naive.Standing(score.points, score.bags, score.sets) for score in before],
        [None if bid is None else str(bid) for bid in made],
        taken,
        winners,
        format_card(last),
        revokers,
    )
    assert [as_told(line) for line in lines] == told
    hands = chance.choice([1, rules.max_hands or 5, 7])
    result = game_result(rules, [line.after for line in lines], hands, won_all=[line.won_all for line in lines])
    ended = None if result is None else (result.winner, result.reason.name)
    assert ended == naive.ending(rules, told, hands)


def as_told(line: SideResult) -> naive.Lines:
    """Return the lines of a side as the naive program gives them."""
    after = naive.Standing(line.after.points, line.after.bags, line.after.sets)
    return naive.Lines(line.contract, line.bag_points, line.nil, line.bag_penalty, after, line.won_all)


@parts
def test_both_programs_allow_the_same_cards_and_give_the_trick_to_the_same_seat(part: int) -> None:
    """docs/rules.md a4, d3, decisions 16, 17, 19, 20."""
    run(part, 0.6, agree_on_a_play)


@parts
def test_both_programs_score_alike_and_end_the_game_alike(part: int) -> None:
    """docs/rules.md a5, c1 to c22, d1, d2, decisions 14, 15, 25 to 28."""
    run(part, 0.2, agree_on_a_score)


@parts
def test_both_programs_allow_the_same_bids(part: int) -> None:
    """docs/rules.md a2, d3, decisions 8 and 9; four bids are counted as one position."""
    run(part, 0.05, agree_on_bids)


# Whole games


def in_hand(game: Game) -> Hand:
    assert game.hand is not None
    return game.hand


def agree_on_a_played_card(step: Step, seat: int, card: Card) -> None:
    rules, hand = step.before.rules, in_hand(step.before)
    due = decision(step.before)
    assert due is not None
    offered = {format_card(option) for option in due.options if isinstance(option, int)}
    holding, trick = names(hand.holdings[seat]), named(hand.trick)
    assert offered == naive.legal_cards(rules, holding, trick, broken=hand.broken, first=not hand.tricks)
    (played,) = (event for event in step.events if isinstance(event, CardPlayed))
    assert played.winner == naive.winner(rules, [*trick, (seat, format_card(card))])
    breaks = not hand.broken and naive.breaks_spades(rules, holding, trick, format_card(card))
    assert any(isinstance(event, SpadesBroken) for event in step.events) is breaks


def agree_on_a_bid(step: Step) -> None:
    game, hand = step.before, in_hand(step.before)
    due = decision(game)
    assert due is not None
    rules, order = game.rules, [(hand.dealer + 1 + turn) % game.rules.players for turn in range(game.rules.players)]
    made = {seat: str(bid) for seat, bid in enumerate(hand.bids) if bid is not None}
    offered = {str(option) for option in due.options if isinstance(option, Bid)}
    if hand.seen[due.seat]:
        spades = sum(naive.suit(rules, card) == "S" for card in names(hand.holdings[due.seat]))
        assert offered == naive.legal_bids(rules, made, order, spades)
    else:
        points = [score.points for score in game.scores]
        assert offered == naive.legal_blind_bids(rules, made, order, points=points, hand=hand.number)


def agree_on_the_end_of_a_hand(step: Step) -> None:
    rules = step.before.rules
    ended = next((event for event in step.events if isinstance(event, HandEnded)), None)
    if ended is None or rules.bemo is not None or rules.last_trick_bonus or rules.revoke == "allowed":
        return  # These need who won which trick; the scores above have them.
    hand = in_hand(step.after)
    told = naive.score(
        rules,
        [naive.Standing(score.points, score.bags, score.sets) for score in step.before.scores],
        [None if bid is None else str(bid) for bid in hand.bids],
        hand.tricks_won,
        (),
        "",
        (),
    )
    assert [as_told(line) for line in ended.results] == told
    over = next((event.result for event in step.events if isinstance(event, GameEnded)), None)
    assert (over and (over.winner, over.reason.name)) == naive.ending(rules, told, step.after.hands_played)


def agree_on_a_step(step: Step) -> int:
    """Compare what can be compared of *step*; return how many positions that were."""
    for event in step.events:
        if isinstance(event, LeaderChosen):
            hand = in_hand(step.after)
            bids = ["" if bid is None else str(bid) for bid in hand.bids]
            holdings = [names(held) for held in hand.holdings]
            leader = naive.first_leader(step.after.rules, hand.dealer, hand.leader_draw, holdings, bids)
            assert event.seat == leader
    match step.command:
        case PlayCard(seat=seat, card=card):
            agree_on_a_played_card(step, seat, card)
        case MakeBid():
            agree_on_a_bid(step)
        case _:
            agree_on_the_end_of_a_hand(step)
            return 0
    agree_on_the_end_of_a_hand(step)
    return 1


@parts
def test_both_programs_agree_on_whole_games(part: int) -> None:
    """design 10: from the deal to the score, by random legal choices."""
    chance, positions, wanted = random.Random(1000 + part), 0, POSITIONS * 0.2 / len(PARTS)
    while positions < wanted:
        for step in play_out(random_game(chance), chance.randrange(2**32)):
            positions += agree_on_a_step(step)


def test_both_programs_play_with_the_same_cards() -> None:
    """docs/rules.md a1, b2, decision 20."""
    chance = random.Random(7)
    for _ in range(2000):
        rules = random_rules(chance)
        assert names(pack_of(rules).cards) == naive.the_pack(rules)
        assert rules.hand_size == naive.cards_each(rules)


def test_the_names_of_bids_are_those_of_the_naive_program() -> None:
    bids = (NIL, BLIND_NIL, of(4), blind(6), hint(3))
    assert [str(bid) for bid in bids] == ["nil", "blind nil", "4", "blind 6", "hint 3"]
    assert {bid.kind for bid in bids} == set(BidKind)
    assert in_order("AS") == (51,)
