"""The turn as sentences: who acts, what may be done, how long. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from spades.v1.prompt_pb2 import PROMPT_KIND_DRAW, PROMPT_KIND_EXCHANGE, PROMPT_KIND_PLAY, Prompt
from spades.v1.snapshot_pb2 import SEAT_KIND_EMPTY as EMPTY
from spades.v1.snapshot_pb2 import TABLE_STAGE_CLOSED, TABLE_STAGE_GAME_OVER, TABLE_STAGE_GATHERING, Snapshot
from spades_client import texts
from spades_client.choices import numbered, own_prompts
from spades_client.fold_prompts import TURN_KINDS
from spades_client.notation import format_card
from spades_client.prose_rematch import rematch_line
from spades_client.reasons import why
from spades_client.words import bid_words, card_words, choice_words, count_words, list_words, seat_words, seconds_words


def prompt_line(snapshot: Snapshot, prompt: Prompt, left: float | None, *, short: bool = False) -> str:
    """Return what is asked of the reader, the numbered choices, and the seconds *left* (None: no limit)."""
    if prompt.suspended:
        return texts.WAITS
    question = _question(snapshot, prompt, short=short)
    form = texts.CHOICES if prompt.max_picks <= 1 else texts.CHOICES_MANY
    listed = form.format(choices=_choices(prompt, short=short), picks=_picks(prompt))
    return f"{question} {listed} {seconds_words(left)}"


def _question(snapshot: Snapshot, prompt: Prompt, *, short: bool) -> str:
    voice = texts.KINDS.get(prompt.kind, texts.KIND_UNKNOWN)
    if prompt.kind == PROMPT_KIND_PLAY and snapshot.hand.trick.plays:
        led = snapshot.hand.trick.plays[0].card
        key = format_card(led)
        suit = next((entry.plays_as for entry in snapshot.pack.cards if format_card(entry.card) == key), led.suit)
        return texts.FOLLOW.format(suit=texts.SUITS.get(suit, texts.CARD_UNKNOWN))
    if prompt.kind == PROMPT_KIND_DRAW:
        draw = snapshot.hand.draw
        card = card_words(draw.offered, short=short) if draw.HasField("offered") else texts.OFFERED_UNKNOWN
        return voice.you.format(card=card)
    if prompt.kind == PROMPT_KIND_EXCHANGE:
        return voice.you.format(picks=_picked_cards(prompt))
    return voice.you.format()


def _picks(prompt: Prompt) -> str:
    if prompt.min_picks == prompt.max_picks:
        return str(prompt.max_picks)
    return texts.PICKS_RANGE.format(least=prompt.min_picks, most=prompt.max_picks)


def _picked_cards(prompt: Prompt) -> str:
    if prompt.min_picks == prompt.max_picks:
        return count_words(texts.CARDS, prompt.max_picks)
    return texts.CARDS.form(prompt.max_picks).format(number=_picks(prompt))


def _choices(prompt: Prompt, *, short: bool) -> str:
    """Return "1 ace of hearts, 2 five of hearts"; numbers that are their own words run together: "0 nil, 1 to 13"."""
    words: list[str] = []
    pairs = [(number, choice_words(choice, short=short)) for number, choice in numbered(prompt)]
    for plain, group in groupby(pairs, key=lambda pair: str(pair[0]) == pair[1]):
        if not plain:
            words.extend(f"{number} {word}" for number, word in group)
        else:
            words.extend(_runs([number for number, _ in group]))
    return list_words(words)


def _runs(numbers: Iterable[int]) -> list[str]:
    runs = []
    for _, group in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        whole = texts.NUMBER_RANGE.format(first=run[0], last=run[-1])
        runs.append(whole if len(run) > 1 else str(run[0]))
    return runs


def waiting_line(snapshot: Snapshot, prompt: Prompt, left: float | None) -> str:
    """Return who is to act, what they must do, and how long they have."""
    voice = texts.KINDS.get(prompt.kind, texts.KIND_UNKNOWN)
    return f"{voice.other.format(name=seat_words(snapshot, prompt.seat))} {seconds_words(left)}"


def turn_lines(snapshot: Snapshot, left: Mapping[int, float], *, short: bool = False) -> list[str]:
    """Return whose turn it is, as ``w`` answers; *left* gives seconds by prompt id, for those with a deadline."""
    mine, rematch = own_prompts(snapshot), rematch_line(snapshot)
    answered = [rematch] if rematch else []
    if mine:
        return answered + [prompt_line(snapshot, prompt, left.get(prompt.prompt_id), short=short) for prompt in mine]
    others = [prompt for prompt in snapshot.prompts if prompt.kind in TURN_KINDS] or list(snapshot.prompts)
    if others:
        return answered + [waiting_line(snapshot, prompt, left.get(prompt.prompt_id)) for prompt in others]
    return [*answered, _stage_line(snapshot)]


def _stage_line(snapshot: Snapshot) -> str:
    if snapshot.HasField("pause"):
        return texts.PAUSED
    if snapshot.stage == TABLE_STAGE_GATHERING:
        taken = sum(seat.kind != EMPTY for seat in snapshot.seats)
        return texts.STAGE_GATHERING.format(taken=taken, seats=len(snapshot.seats))
    if snapshot.stage == TABLE_STAGE_GAME_OVER:
        return texts.STAGE_OVER
    return texts.CLOSED if snapshot.stage == TABLE_STAGE_CLOSED else texts.NOBODY_ACTS


def barred_lines(prompt: Prompt, *, short: bool = False) -> list[str]:
    """Return what the reader may not choose now and why, one line for each reason."""
    lines = []
    for barred in prompt.barred:
        words = [*(card_words(card, short=short) for card in barred.cards), *map(bid_words, barred.bids)]
        reason = why(barred.reason)
        lines.append(texts.BARRED.format(choices=list_words(words), reason=reason))
    return lines
