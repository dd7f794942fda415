"""Seats, chat, rules and clocks as sentences. Pure."""

from __future__ import annotations

from spades.v1.event_pb2 import (
    LEAVE_REASON_LEFT,
    GameStarted,
    NewcomerChanged,
    PresenceChanged,
    PromptClosed,
    RulesChanged,
    SeatsSwapped,
    SeatTaken,
    SeatVacated,
    TableClosing,
)
from spades.v1.prompt_pb2 import PROMPT_OUTCOME_BOT_ANSWERED, PROMPT_OUTCOME_TIMED_OUT
from spades.v1.snapshot_pb2 import PAUSE_REASON_NOBODY_HERE, SEAT_KIND_BOT, SEAT_KIND_HOUSE, ChatLine, Snapshot
from spades_client import texts
from spades_client.clean import clean
from spades_client.language import lent
from spades_client.prose_style import Style
from spades_client.words import place_words, seat_words, told


def seat_taken(after: Snapshot, event: SeatTaken) -> str:
    """Tell who sat down."""
    number = event.seat.seat
    place = place_words(after, number)
    if event.seat.kind == SEAT_KIND_HOUSE:
        return texts.SEAT_TAKEN_HOUSE.format(name=seat_words(after, number), seat=place)
    if event.seat.kind == SEAT_KIND_BOT and number != after.your_seat:
        return texts.SEAT_TAKEN_BOT.format(name=seat_words(after, number), seat=place)
    return told(texts.SEAT_TAKEN, after, number, seat=place)


def seat_vacated(before: Snapshot, event: SeatVacated) -> str:
    """Tell who left, by the name they had."""
    voice = texts.SEAT_LEFT.get(event.reason, texts.SEAT_LEFT[LEAVE_REASON_LEFT])
    return told(voice, before, event.seat, seat=place_words(before, event.seat))


def newcomer_changed(before: Snapshot, event: NewcomerChanged) -> str:
    """Tell who has a computer player's seat from the next hand on, or does without it."""
    place = place_words(before, event.seat)
    if event.HasField("newcomer"):
        return texts.NEWCOMER.format(name=clean(event.newcomer.name), seat=place)
    known = next((seat.newcomer.name for seat in before.seats if seat.seat == event.seat), "")
    return texts.NEWCOMER_GONE.format(name=clean(known), seat=place)


def seats_swapped(after: Snapshot, event: SeatsSwapped) -> str:
    """Tell which two seats have changed places."""
    return texts.SWAPPED.format(seat=place_words(after, event.seat), other=place_words(after, event.other_seat))


def presence_changed(before: Snapshot, event: PresenceChanged) -> list[str]:
    """Tell of another's connection; of the reader's own the link lines tell."""
    known = next((seat.presence for seat in before.seats if seat.seat == event.seat), event.presence)
    if event.seat == before.your_seat or known == event.presence or event.presence not in texts.PRESENCES:
        return []
    return [texts.PRESENCES[event.presence].format(name=seat_words(before, event.seat))]


def rules_changed(event: RulesChanged) -> str:
    """Tell the new rules by the name of their preset."""
    if event.from_next_game and not event.HasField("rules"):
        return texts.RULES_KEPT
    form = texts.RULES_LATER if event.from_next_game else texts.RULES_CHANGED
    return form.format(preset=clean(event.rules.preset))


def said(after: Snapshot, line: ChatLine, style: Style) -> list[str]:
    """Tell what was said; nothing where the reader may not hear it, or does not want to."""
    text = clean(line.text) if line.text else lent(style.phrases.get(line.phrase_id, ""))
    name = clean(line.name).strip() or seat_words(after, line.seat)
    if not text or not style.hears(line, name):
        return []
    name = name if line.seat else texts.SPECTATOR.format(name=name)
    return [texts.SAYS.format(name=name, text=text)]


def paused(after: Snapshot) -> str:
    """Tell that the table stands still, and for whom."""
    if after.pause.reason == PAUSE_REASON_NOBODY_HERE:
        return texts.PAUSED_FOR_NOBODY
    return told(texts.PAUSED_BY, after, after.pause.seat) if after.pause.seat else texts.PAUSED


def closing(after: Snapshot, event: TableClosing) -> str:
    """Tell when the table will close, counted from the last event before."""
    return texts.CLOSING.format(seconds=max(0, event.closes_at.seconds - after.time.seconds))


def prompt_closed(before: Snapshot, event: PromptClosed) -> list[str]:
    """Tell that a decision was made by the clock, or by a computer player in the reader's place."""
    seat = next((prompt.seat for prompt in before.prompts if prompt.prompt_id == event.prompt_id), 0)
    if event.outcome == PROMPT_OUTCOME_TIMED_OUT:
        return [told(texts.TIMED_OUT, before, seat)]
    if event.outcome == PROMPT_OUTCOME_BOT_ANSWERED and seat == before.your_seat:
        return [texts.STAND_IN_ANSWERED]
    return []


def game_started(event: GameStarted) -> list[str]:
    """Tell that a game begins, and whether its deals can be trusted."""
    line = texts.GAME_STARTED.format(
        number=event.game_number, players=event.rules.players, preset=clean(event.rules.preset)
    )
    return [line, texts.SEEDED] if event.seeded else [line]
