"""What the reader has decided, carried out: calls to the table, and what they came to as a line for the reader."""

from __future__ import annotations

from dataclasses import dataclass

from spades.v1.error_pb2 import ERROR_REASON_STALE_PROMPT
from spades.v1.prompt_pb2 import ACTION_LOOK, Prompt
from spades.v1.table_service_pb2 import GetTipResponse
from spades_client import orders
from spades_client import texts as prose
from spades_client.commands import (
    Ask,
    BeReady,
    ChangeRules,
    Command,
    DoToSeat,
    FillSeats,
    MoveSeat,
    SayAside,
    SayPhrase,
    SayText,
    SeatHouse,
    Word,
)
from spades_client.errors import LinkLost, Refused
from spades_client.reasons import why_refused
from spades_client.screen import texts
from spades_client.screen.asking import Asking, asking
from spades_client.screen.cells import tame
from spades_client.screen.look import Look
from spades_client.screen.table_view import TableView
from spades_client.screen.ui_state import Answer, Obey
from spades_client.table_client import TableClient
from spades_client.tip_reasons import tip_words
from spades_client.words import choice_words, list_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of a deed."""

    note: str = ""
    """What the reader is told; empty where the table itself shows it."""

    lines: tuple[str, ...] = ()
    """What is to be read in the log."""

    settled: bool = False
    """The prompt wants no answer any more."""

    done: bool = False
    """The server has carried it out."""


async def carry_out(table: TableClient, view: TableView, deed: Answer | Obey, look: Look) -> Outcome:
    """Do it and return what came of it; a refusal and a lost link are outcomes, not errors."""
    try:
        if isinstance(deed, Answer):
            await orders.answer(table, deed.prompt, deed.send)
            return Outcome(settled=True, done=True)
        return await _obey(table, view, deed.command, look)
    except Refused as refusal:
        return Outcome(note=refused(refusal, look), settled=refusal.reason == ERROR_REASON_STALE_PROMPT)
    except LinkLost:
        return Outcome(note=texts.NOT_THROUGH)


def refused(refusal: Refused, look: Look) -> str:
    """Return why, with the cards that oblige."""
    reason = tame(why_refused(refusal))
    because = refusal.rejection.because_cards if refusal.rejection else ()
    if not because:
        return prose.REFUSED.format(reason=reason)
    cards = " ".join(look.card(card) for card in because)
    return prose.REFUSED_BECAUSE.format(reason=reason if reason.endswith(".") else f"{reason}.", cards=cards)


async def _obey(table: TableClient, view: TableView, command: Command, look: Look) -> Outcome:
    match command:
        case SayText() | SayAside() | BeReady() | FillSeats() | MoveSeat() | SeatHouse() | ChangeRules():
            await orders.give(table, command)
        case SayPhrase(phrase_id=int(phrase_id)):
            await table.say(phrase_id=phrase_id)
        case DoToSeat(word=word, seat=seat) if word in orders.SEAT_WORDS:
            await orders.SEAT_WORDS[word](table, seat)
        case DoToSeat(seat=seat):
            code = prose.SEAT_CODE.format(seat=seat, code=tame(await table.reissue(seat)))
            return Outcome(note=code, lines=(code,), done=True)
        case Ask(word=word) if word in orders.WORDS:
            await orders.WORDS[word](table)
        case Ask(word=Word.LOOK):
            await _look(table, view)
        case Ask(word=Word.CLAIM):
            return await _claim(table, view)
        case Ask(word=Word.TIP):
            return await _tip(table, view, look)
        case _:
            return Outcome(note=prose.NOT_THAT)
    return Outcome(done=True)


async def _look(table: TableClient, view: TableView) -> None:
    """Look at the cards: the answer to a prompt that offers it, and allowed without one."""
    for prompt in view.mine:
        looks = tuple(c.choice_id for c in prompt.choices if c.HasField("action") and c.action == ACTION_LOOK)
        if looks:
            await table.answer(prompt.prompt_id, looks)
            return
    await table.look()


async def _claim(table: TableClient, view: TableView) -> Outcome:
    if view.asked is None or asking(view) is not Asking.PLAY:
        return Outcome(note=texts.NO_CLAIM_NOW)
    await table.propose_claim(view.asked.prompt_id)
    return Outcome(done=True)


async def consult(table: TableClient, prompt: Prompt) -> GetTipResponse | str:
    """Return what is suggested for *prompt*, or why nothing is; empty where that shows by itself."""
    try:
        return await table.tip(prompt.prompt_id)
    except Refused as refusal:
        # It was answered while the question was on its way: nobody misses the advice any more.
        gone = refusal.reason == ERROR_REASON_STALE_PROMPT
        return "" if gone else prose.REFUSED.format(reason=tame(refusal.message))
    except LinkLost:
        return ""


async def _tip(table: TableClient, view: TableView, look: Look) -> Outcome:
    """Ask for a tip: what to choose and the first reason below the cards, all reasons in the log."""
    prompt = view.asked
    if prompt is None:
        return Outcome(note=prose.NOTHING_ASKED)
    tip = await table.tip(prompt.prompt_id)
    chosen = [choice for choice in prompt.choices if choice.choice_id in tip.choice_ids]
    words = list_words(look.card(c.card) if c.HasField("card") else choice_words(c) for c in chosen)
    reasons = [tame(tip_words(reason, view.snapshot, short=True)) for reason in tip.reasons]
    note = texts.TIP.format(choices=words, reason=reasons[0] if reasons else "").strip()
    return Outcome(note=note, lines=(note, *reasons[1:]), done=True)
