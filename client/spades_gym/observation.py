"""What a seat sees, as whole numbers in named parts; made from its view alone, so that nothing hidden can be in it."""

from collections.abc import Iterable

from spades_engine import (
    BidKind,
    CardSet,
    DecisionKind,
    Game,
    Rules,
    StartHand,
    TalkKind,
    View,
    decide,
    evolve,
    new_game,
    owed,
    pack_of,
    view,
)
from spades_engine.cards import each, mask

__all__ = ["features", "layout_of"]


def features(seen: View, picked: CardSet = 0) -> dict[str, list[int]]:
    """Return the parts of an observation in their order; *picked* are cards that the seat is about to give.

    Seats count from the viewer, clockwise, and sides from the viewer's. ``one`` of something is a 1 among zeros, all
    zeros where there is none; ``cards`` are a number for each card of the pack, lowest card number first.
    """
    rules, hand, seat = seen.rules, seen.hand, seen.seat
    assert seat is not None, "an agent has a seat"
    seats = [(seat + step) % rules.players for step in range(rules.players)]
    sides = list(dict.fromkeys(map(rules.side_of, seats)))
    due = owed(seen.game)
    kinds = [kind for kind in DecisionKind if kind is not DecisionKind.CLAIM]
    bids, talks = [hand.bids[other] for other in seats], [hand.talks[other] for other in seats] if hand.talks else []
    gave = mask(card for gift in hand.exchanges if gift.giver == seat for card in each(gift.cards))
    got = mask(card for gift in hand.exchanges if gift.receiver == seat for card in each(gift.cards))
    parts = {
        "asked": _one(kinds, due[0].kind if due else None),
        "turn": _one(seats, hand.turn),
        "dealer": _one(seats, hand.dealer),
        "leader": _one(seats, hand.leader),
        "hand": [hand.number, hand.deal, int(hand.broken), hand.planned[0].count if hand.planned else 0],
        "scores": [number for side in sides for number in _score(seen.game, side)],
        "bids": [
            number for bid in bids for number in (*_one(BidKind, bid.kind if bid else None), bid.tricks if bid else 0)
        ],
        "tricks_won": [hand.tricks_won[other] for other in seats],
        "counts": [hand.counts[other] for other in seats],
        "seen": [int(hand.seen[other]) for other in seats],
        "holding": _cards(rules, seen.holding),
        "picked": _cards(rules, picked),
        "given": _cards(rules, gave),
        "received": _cards(rules, got),
        "shown": _cards(rules, hand.shown),
        "table": _cards(rules, mask(card for _, card in hand.trick)),
        "played": [number for other in seats for number in _played(seen, other)],
    }
    if rules.talks:
        heard = [(*_one(TalkKind, talk.kind if talk else None), talk.tricks if talk else 0) for talk in talks]
        parts["talks"] = [number for one in heard for number in one] or [0] * (len(TalkKind) + 1) * rules.players
    if rules.draws:
        offered = hand.draw.offered if hand.draw else None
        parts["offered"] = _cards(rules, 0 if offered is None else 1 << offered)
        parts["thrown"] = _cards(rules, mask(hand.draw.thrown if hand.draw else ()))
    return parts


def layout_of(rules: Rules) -> dict[str, slice]:
    """Return where each part of an observation under *rules* stands."""
    game = new_game(rules)._replace(dealer=0)
    for event in decide(game, StartHand(deck=tuple(each(pack_of(rules).cards)))):
        game = evolve(game, event)
    layout, start = {}, 0
    for name, part in features(view(game, 0)).items():
        layout[name] = slice(start, start + len(part))
        start += len(part)
    return layout


def _one(among: Iterable[int], it: int | None) -> list[int]:
    return [int(one == it) for one in among]


def _cards(rules: Rules, many: CardSet) -> list[int]:
    return [many >> card & 1 for card in each(pack_of(rules).cards)]


def _score(game: Game, side: int) -> tuple[int, int, int]:
    score = game.scores[side]
    return score.points, score.bags, score.sets


def _played(seen: View, seat: int) -> list[int]:
    """Return for each card the trick, from 1, in which *seat* played it; 0 if it did not."""
    tricks = [*(trick.plays for trick in seen.hand.tricks), seen.hand.trick]
    when = {card: number for number, plays in enumerate(tricks, 1) for player, card in plays if player == seat}
    return [when.get(card, 0) for card in each(pack_of(seen.rules).cards)]
