"""Answers to the reader's questions about the table, as lines. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from spades.v1.rules_pb2 import OptionDescription, RuleOption
from spades.v1.snapshot_pb2 import (
    PHASE_EXCHANGE,
    PHASE_PLAY,
    PRESENCE_AWAY,
    SEAT_KIND_BOT,
    SEAT_KIND_EMPTY,
    SEAT_KIND_HOUSE,
    Seat,
    Snapshot,
    Trick,
)
from spades_client import texts
from spades_client.choices import own_prompts
from spades_client.clean import clean
from spades_client.commands import Word
from spades_client.prose_prompt import barred_lines, turn_lines
from spades_client.prose_score import game_line, result_lines
from spades_client.prose_style import Style
from spades_client.words import bid_words, count_words, list_words, place_words, side_words, told, value_words


def answer_lines(
    word: Word,
    snapshot: Snapshot,
    left: Mapping[int, float] | None,
    options: Iterable[OptionDescription],
    style: Style,
) -> list[str]:
    """Return the answer to *word*; to one that asks nothing of its own, whose turn it is.

    *left* gives the seconds by prompt id; None: the link is lost, and nobody here knows what is asked now.
    """
    turn = [texts.LINK_LOST] if left is None else turn_lines(snapshot, left, short=style.short)
    match word:
        case Word.HAND:
            return [style.own_cards(snapshot), *turn] if left is None else hand_lines(snapshot, style)
        case Word.TABLE:
            return [*table_lines(snapshot, style), *turn]
        case Word.LAST:
            return last_lines(snapshot, style)
        case Word.TRICKS:
            return tricks_lines(snapshot)
        case Word.SCORE:
            return score_lines(snapshot)
        case Word.BIDS:
            return bid_lines(snapshot)
        case Word.RULES:
            return rules_lines(snapshot, options)
        case Word.HELP:
            return list(texts.HELP)
    return turn


def hand_lines(snapshot: Snapshot, style: Style) -> list[str]:
    """Return the reader's cards, and which of them may not be chosen now and why."""
    barred = (line for prompt in own_prompts(snapshot) for line in barred_lines(prompt, short=style.short))
    return [style.own_cards(snapshot), *barred]


def table_lines(snapshot: Snapshot, style: Style) -> list[str]:
    """Return everything that lies open but the turn: seats, score, bids, the trick, the reader's cards."""
    lines = [_seat_line(snapshot, seat) for seat in snapshot.seats] + newcomer_lines(snapshot)
    if not snapshot.HasField("hand"):
        return lines
    lines.append(texts.SHOW_HAND.format(number=snapshot.hand.number, game=snapshot.game_number))
    lines += score_lines(snapshot)[-len(snapshot.sides) :]
    lines += bid_lines(snapshot)
    if snapshot.hand.HasField("trick"):
        lines += trick_lines(snapshot.hand.trick, snapshot, style)
    return [*lines, style.own_cards(snapshot)] if snapshot.your_seat else lines


def newcomer_lines(snapshot: Snapshot) -> list[str]:
    """Return a line for each newcomer who waits for the end of the hand."""
    return [
        texts.NEWCOMER.format(name=clean(seat.newcomer.name), seat=place_words(snapshot, seat.seat))
        for seat in snapshot.seats
        if seat.HasField("newcomer")
    ]


def _seat_line(snapshot: Snapshot, seat: Seat) -> str:
    place = place_words(snapshot, seat.seat)
    if seat.kind == SEAT_KIND_EMPTY:
        return texts.SEAT_EMPTY.format(seat=place, side=seat.side)
    kind = texts.KIND_PERSON
    if seat.kind == SEAT_KIND_HOUSE:
        kind = texts.KIND_HOUSE.format(level=clean(seat.level)).strip()
    elif seat.kind == SEAT_KIND_BOT:
        kind = texts.KIND_BOT
    if seat.presence == PRESENCE_AWAY:
        kind = list_words([kind, texts.KIND_AWAY])
    return texts.SHOW_SEAT.format(seat=place, name=clean(seat.name), kind=kind, side=seat.side)


def trick_lines(trick: Trick, snapshot: Snapshot, style: Style, *, won: bool = False) -> list[str]:
    """Return a trick, a line for each card; *won*: it is finished."""
    head = texts.SHOW_TRICK.format(number=trick.number)
    if won:
        head = told(texts.SHOW_TRICK_WON, snapshot, trick.winner, number=trick.number)
    cards = (told(texts.SHOW_PLAY, snapshot, play.seat, card=style.card(play.card)) for play in trick.plays)
    return [head, *cards]


def last_lines(snapshot: Snapshot, style: Style) -> list[str]:
    """Return the trick that was finished last."""
    if not snapshot.hand.tricks:
        return [texts.NO_LAST_TRICK]
    return trick_lines(snapshot.hand.tricks[-1], snapshot, style, won=True)


def tricks_lines(snapshot: Snapshot) -> list[str]:
    """Return how many tricks each seat has won, and what each side has promised."""
    if not snapshot.HasField("hand"):
        return [texts.NO_HAND]
    seats = [
        told(texts.SHOW_TRICKS, snapshot, part.seat, tricks=count_words(texts.TRICKS, part.tricks))
        for part in snapshot.hand.seats
    ]
    return [*seats, *_side_lines(snapshot)]


def bid_lines(snapshot: Snapshot) -> list[str]:
    """Return what each seat has bid; the sides' contracts and tricks once trick play is near."""
    if not snapshot.HasField("hand"):
        return [texts.NO_HAND]
    lines = []
    for part in snapshot.hand.seats:
        if part.HasField("bid"):
            lines.append(told(texts.SHOW_BID, snapshot, part.seat, bid=bid_words(part.bid)))
        else:
            lines.append(told(texts.NO_BID_YET, snapshot, part.seat))
    return lines + (_side_lines(snapshot) if snapshot.hand.phase in (PHASE_EXCHANGE, PHASE_PLAY) else [])


def _side_lines(snapshot: Snapshot) -> list[str]:
    return [
        texts.SHOW_SIDE.format(
            side=side_words(snapshot, side.side), contract=side.contract, tricks=count_words(texts.TRICKS, side.tricks)
        )
        for side in snapshot.sides
    ]


def score_lines(snapshot: Snapshot) -> list[str]:
    """Return the lines of the last scored hand, how the game ended if it did, and the score of each side."""
    lines = result_lines(snapshot, snapshot.results[-1]) if snapshot.results else []
    if snapshot.HasField("game_result"):
        lines.append(game_line(snapshot, snapshot.game_result))
    sides = (
        texts.SHOW_SCORE.format(side=side_words(snapshot, side.side), score=side.score, bags=side.bags)
        for side in snapshot.sides
    )
    return [*lines, *sides]


def rules_lines(snapshot: Snapshot, options: Iterable[OptionDescription]) -> list[str]:
    """Return the rules: the preset, and every option that is not as in "standard"."""
    timed = snapshot.settings.think_seconds
    head = (texts.SHOW_RULES if timed else texts.SHOW_RULES_UNTIMED).format(
        preset=clean(snapshot.rules.preset), players=snapshot.rules.players, think=timed
    )
    usual = {option.name: value_words(option.default_value) for option in options}
    special = [_option_line(option) for option in snapshot.rules.options if _differs(option, usual)]
    later = (
        [texts.RULES_LATER.format(preset=clean(snapshot.next_rules.preset))] if snapshot.HasField("next_rules") else []
    )
    return [head, *special, texts.NOTHING_ELSE, *later]


def _differs(option: RuleOption, usual: Mapping[str, str]) -> bool:
    return usual.get(option.name) != value_words(option.value)


def _option_line(option: RuleOption) -> str:
    return texts.SHOW_OPTION.format(name=clean(option.name), value=value_words(option.value))
