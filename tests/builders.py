"""Rules, deals, half-played hands and whole games for the tests, in the notation that people write.

A card is written ``AS``, a holding ``"AS KH"``, the bids of a table ``"3 N 4 B"`` by seat (N nil, B blind nil).
"""

import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import strategies as st

from spades_engine import (
    BLIND_NIL,
    NIL,
    OPTIONS,
    STANDARD,
    Bid,
    BidKind,
    Card,
    CardSet,
    ClaimRest,
    Command,
    Event,
    Game,
    IllegalAction,
    Look,
    MakeBid,
    Option,
    Phase,
    PlayCard,
    Rules,
    RulesError,
    Score,
    StartGame,
    StartHand,
    Suit,
    Trick,
    cards,
    decide,
    decision,
    evolve,
    new_game,
    owed,
    pack_of,
    parse_card,
    score_hand,
)
from spades_engine.options import Option as RuleOption
from spades_engine.options import OptionKind, Value
from spades_engine.pack import draw_pack

PLAIN_DECK: tuple[Card, ...] = tuple(range(52))
"""A pack in its own order."""

_PLAYED = parse_card("2C.2")
"""Stands for the cards of tricks that a test does not care about; in no pack of one game."""


def rules_with(**changes: Value) -> Rules:
    """Return the standard rules with *changes* by option name."""
    return STANDARD.adjusted(changes)


def bids(text: str) -> tuple[Bid, ...]:
    """Return the bids in *text*: numbers, ``N`` for nil, ``B`` for blind nil."""
    named = {"N": NIL, "B": BLIND_NIL}
    return tuple(named[word] if word in named else tricks(int(word)) for word in text.replace(",", " ").split())


def tricks(number: int) -> Bid:
    """Return the plain bid of *number* tricks."""
    return Bid(BidKind.TRICKS, number)


def each(many: CardSet) -> Iterator[Card]:
    """Yield the cards of a set, lowest number first."""
    return (card for card in range(many.bit_length()) if many >> card & 1)


def in_order(text: str) -> tuple[Card, ...]:
    """Return the cards of *text* in the order written."""
    return tuple(map(parse_card, text.split()))


# Deals


def deck_for(rules: Rules, holdings: Sequence[str], *, eldest: int = 0) -> tuple[Card, ...]:
    """Return the deck that deals *holdings* by seat; what they leave open is filled up, lowest cards first."""
    wanted = [list(in_order(text)) for text in holdings] + [[] for _ in range(rules.players - len(holdings))]
    rest = [card for card in each(pack_of(rules).cards) if all(card not in held for held in wanted)]
    for held in wanted:
        missing = rules.hand_size - len(held)
        held += rest[:missing]
        del rest[:missing]
    order = [(eldest + step) % rules.players for step in range(rules.players)]
    return (*(wanted[seat][turn] for turn in range(rules.hand_size) for seat in order), *rest)


def before_deal(rules: Rules = STANDARD, *, dealer: int | None = None, points: Sequence[int] = ()) -> Game:
    """Return a game in which the next hand is to be dealt; the last seat deals, so that seat 0 is eldest."""
    scores = tuple(Score(points=mine) for mine in points) or new_game(rules).scores
    return new_game(rules)._replace(dealer=rules.players - 1 if dealer is None else dealer, scores=scores)


def dealt(
    rules: Rules,
    *holdings: str,
    dealer: int | None = None,
    points: Sequence[int] = (),
    leader_draw: int = 0,
) -> Game:
    """Return a game in which *holdings* have just been dealt."""
    game = before_deal(rules, dealer=dealer, points=points)
    assert game.dealer is not None
    deck = deck_for(rules, holdings, eldest=(game.dealer + 1) % rules.players)
    return perform(game, StartHand(deck=deck, leader_draw=leader_draw))


def after_bids(
    rules: Rules,
    made: str,
    *holdings: str,
    dealer: int | None = None,
    points: Sequence[int] = (),
    leader_draw: int = 0,
) -> Game:
    """Return a game in which *holdings* were dealt and the bids *made*, written by seat."""
    game = dealt(rules, *holdings, dealer=dealer, points=points, leader_draw=leader_draw)
    return bidding(game, made)


def bidding(game: Game, made: str) -> Game:
    """Return *game* after the bids *made*, written by seat; who does not bid blind looks first."""
    for bid in in_turn(game, bids(made)):
        game = bid_in_turn(game, bid)
    return game


def in_turn(game: Game, made: Sequence[Bid]) -> Sequence[Bid]:
    """Return bids by seat in the order they are made."""
    assert game.dealer is not None
    eldest = (game.dealer + 1) % game.rules.players
    return [*made[eldest:], *made[:eldest]]


def bid_in_turn(game: Game, bid: Bid) -> Game:
    """Return *game* after the seat in turn made *bid*, having looked unless it bids blind."""
    hand = game.hand
    assert hand is not None
    assert hand.turn is not None
    if not hand.seen[hand.turn] and not bid.is_blind:
        game = perform(game, Look(hand.turn))
    return perform(game, MakeBid(hand.turn, bid))


def perform(game: Game, *commands: Command) -> Game:
    """Return *game* after *commands*."""
    for command in commands:
        game = evolved(game, decide(game, command))
    return game


def evolved(game: Game, events: Sequence[Event]) -> Game:
    """Return *game* after *events*."""
    for event in events:
        game = evolve(game, event)
    return game


def play(game: Game, text: str) -> Game:
    """Return *game* after the cards of *text* were played, each by the seat in turn."""
    for card in in_order(text):
        game = perform(game, PlayCard(turn_of(game), card))
    return game


def turn_of(game: Game) -> int:
    """Return the seat that is to act."""
    assert game.hand is not None
    assert game.hand.turn is not None
    return game.hand.turn


def refused(game: Game, command: Command) -> type[IllegalAction]:
    """Return the class with which *command* is refused; fails if it is accepted."""
    with pytest.raises(IllegalAction) as refusal:
        decide(game, command)
    return refusal.type


def endgame(
    rules: Rules,
    *holdings: str,
    made: str = "",
    won: Sequence[int] = (),
    turn: int = 0,
    broken: bool = False,
    before: Sequence[Score] = (),
    hands_played: int = 0,
) -> Game:
    """Return a hand whose last cards are *holdings*; *won* are the tricks taken so far, by seat."""
    size = len(holdings[0].split())
    seats, played = rules.players, rules.hand_size - size
    known = bids(made) if made else (tricks(1),) * seats
    begun = dealt(rules)
    assert begun.hand is not None
    held = tuple(map(cards, holdings))
    tricks_won = tuple(won) or (played, *(0,) * (seats - 1))
    hand = begun.hand._replace(
        phase=Phase.PLAY,
        counts=(size,) * seats,
        bids=known,
        tricks_won=tricks_won,
        turn=turn,
        leader=turn,
        tricks=tuple(
            Trick(seat, ((seat, _PLAYED),), seat) for seat, number in enumerate(tricks_won) for _ in range(number)
        ),
        broken=broken,
        seen=(True,) * seats,
        holdings=held,
        draw=None,
        redealt=False,
        dealt=held,
    )
    return begun._replace(hand=hand, scores=tuple(before) or begun.scores, hands_played=hands_played)


def last_trick(rules: Rules, taken: Sequence[int], **more: object) -> Game:
    """Return a hand before its last trick, which will bring the seats to *taken* tricks; ``endgame`` knows the rest."""
    winner = max(range(rules.players), key=lambda seat: taken[seat])
    won = [number - (seat == winner) for seat, number in enumerate(taken)]
    held = ["AS" if seat == winner else f"{seat + 2}H" for seat in range(rules.players)]
    return endgame(rules, *held, won=won, turn=winner, **more)  # type: ignore[arg-type]  # endgame checks them


def finish(game: Game) -> Game:
    """Return *game* after its last trick."""
    while (due := decision(game)) is not None:
        game = perform(game, due.command(due.default))
    return game


def scored(
    rules: Rules, made: str, taken: Sequence[int], *, before: Sequence[Score] = (), hands_played: int = 0
) -> Game:
    """Return a game after a hand with the bids *made* and the tricks *taken*, both by seat."""
    return finish(last_trick(rules, taken, made=made, before=before, hands_played=hands_played))


def standing_at(rules: Rules, points: Sequence[int], *, bags: Sequence[int] = (), hands_played: int = 0) -> Game:
    """Return a game after a hand that brought the sides to *points*; *bags* before it, by side."""
    taken = [rules.hand_size // rules.players] * rules.players
    taken[-1] += rules.hand_size - sum(taken)
    made = " ".join(map(str, taken))  # Every contract is made exactly: no bags.
    counts = bags or (0,) * len(points)
    start = tuple(Score(bags=mine) for mine in counts)
    lines = score_hand(rules, start, bids(made), taken)
    before = tuple(
        Score(points=mine - line.hand, bags=score.bags) for mine, line, score in zip(points, lines, start, strict=True)
    )
    return scored(rules, made, taken, before=before, hands_played=hands_played)


# Whole games


@dataclass(frozen=True, slots=True)
class Step:
    """One command of a game and what it brought about."""

    before: Game = field(repr=False)
    command: Command
    events: tuple[Event, ...]
    after: Game = field(repr=False)


def shuffled(rules: Rules, chance: random.Random) -> tuple[Card, ...]:
    """Return the pack of *rules* in an order drawn from *chance*."""
    deck = list(each(pack_of(rules).cards))
    chance.shuffle(deck)
    return tuple(deck)


def next_command(game: Game, chance: random.Random) -> Command:
    """Return a random legal command: a choice, sometimes a look out of turn or a claim, or the next deal."""
    due, hand, seats = owed(game), game.hand, game.rules.players
    if not due and game.dealer is None:
        order = list(each(draw_pack(game.rules)))
        chance.shuffle(order)
        return StartGame(draw_order=tuple(order), random_seat=chance.randrange(seats), host=chance.randrange(seats))
    if not due or hand is None:
        return StartHand(deck=shuffled(game.rules, chance), leader_draw=chance.randrange(seats))
    if hand.phase in (Phase.TALK, Phase.BID) and not game.rules.hides_hands:
        face_down = [seat for seat in range(seats) if not hand.seen[seat]]
        if face_down and chance.random() < 0.2:
            return Look(chance.choice(face_down))
    if may_claim(game) and chance.random() < 0.05:
        return ClaimRest(turn_of(game))
    return picked(game, chance.choice(due).seat, chance)


def picked(game: Game, seat: int, chance: random.Random) -> Command:
    """Return the command that picking at random from what *seat* may choose means."""
    due = decision(game, seat)
    assert due is not None
    if due.may_pass and chance.random() < 0.5:
        return due.command(())
    return due.command(tuple(sorted(chance.sample(range(len(due.options)), k=due.picks))))


def may_claim(game: Game) -> bool:
    """Return whether the seat in turn may claim the rest: docs/rules.md decision 18, told once more."""
    hand = game.hand
    if hand is None or hand.phase is not Phase.PLAY or hand.turn is None or hand.claim or game.rules.claim == "off":
        return False
    bid, seat = hand.bids[hand.turn], hand.turn
    intact_nil = bid is not None and bid.is_nil and not hand.tricks_won[seat]
    return not hand.exposed[seat] and not intact_nil


def play_out(start: Rules | Game, seed: int, *, hands: int = 1) -> Iterator[Step]:
    """Yield the steps of a game of random legal choices until it ends or *hands* more hands are scored."""
    game = new_game(start) if isinstance(start, Rules) else start
    chance, last = random.Random(seed), game.hands_played + hands
    while game.result is None and game.hands_played < last:
        command = next_command(game, chance)
        events = decide(game, command)
        after = evolved(game, events)
        yield Step(game, command, events, after)
        game = after


# Strategies

seeds = st.integers(min_value=0, max_value=2**32 - 1)
"""What a random but repeatable game is played from."""


def _value(option: RuleOption, chance: random.Random) -> Value:
    match option.kind:
        case OptionKind.FLAG:
            return chance.random() < 0.5
        case OptionKind.WORD:
            return chance.choice(option.words)
        case OptionKind.NUMBER:
            values: list[Value] = [option.minimum, option.maximum, chance.randint(option.minimum, option.maximum)]
            return chance.choice([*values, None] if option.can_be_off else values)


def random_rules(chance: random.Random, *, players: int | None = None, **fixed: Value) -> Rules:
    """Return rules that the validator accepts: few options changed, half of them or most; *fixed* ones as they are."""
    part = chance.choice([0.2, 0.5, 0.9])
    changes = {option.name: _value(option, chance) for option in OPTIONS if chance.random() < part}
    changes |= {"players": chance.choice([2, 3, 4, 4, 6]) if players is None else players, **fixed}
    while True:
        try:
            return rules_with(**changes)
        except RulesError as refusal:  # What contradicts goes back to its default.
            del changes[_culprit(refusal, changes.keys() - fixed.keys() - {"players"})]


def _culprit(refusal: RulesError, changed: Collection[str]) -> str:
    """Return an option that *refusal* names and that was drawn."""
    named = [name for name in refusal.fields if name in changed]
    assert named, f"{refusal}: it names no option that was changed"
    return named[0]


def random_game(chance: random.Random, *, players: int | None = None, **fixed: Value) -> Game:
    """Return a game under random rules, somewhere on its way: sides may be far enough behind to bid blind."""
    rules = random_rules(chance, players=players, **fixed)
    scores = tuple(
        Score(points=chance.randint(-300, 300), bags=chance.randrange(rules.bag_limit) if rules.bags_counted else 0)
        for _ in rules.sides
    )
    return new_game(rules)._replace(scores=scores)


def drawn_rules(players: int | None = None, **fixed: Value) -> st.SearchStrategy[Rules]:
    """Draw any rules that the validator accepts, with *fixed* options as they are."""
    # From a seed, evenly: hypothesis by itself draws the standard rules a quarter of the time.
    return seeds.map(lambda seed: random_rules(random.Random(seed), players=players, **fixed))


def drawn_games(players: int | None = None, **fixed: Value) -> st.SearchStrategy[Game]:
    """Draw a game under any rules, with scores."""
    return seeds.map(lambda seed: random_game(random.Random(seed), players=players, **fixed))


def options_of(game: Game) -> tuple[Option, ...]:
    """Return what the seat in turn may choose."""
    due = decision(game)
    return () if due is None else due.options


def suit(letter: str) -> Suit:
    """Return the suit written C, D, H or S."""
    return Suit("CDHS".index(letter))


def suit_cards(letter: str) -> str:
    """Return the thirteen cards of the suit written C, D, H or S, lowest first."""
    return " ".join(rank + letter for rank in "23456789TJQKA")
