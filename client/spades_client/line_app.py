"""Line mode: the thin driver between a table, what is typed and what is printed.

Four tasks run side by side. One watches the table and prints; one reads lines and runs commands at once; one answers
prompts; one says the time. So events never wait for typing, and a slow network never holds up what is printed.

On a pipe a command that answers a prompt waits until a prompt of the reader's is open, in the order in which they
came: a script may be written in advance. If it does not fit that prompt it is refused, so that a wrong word never
holds up the others. All other commands are run at once. The end of the input, and ``quit``, take effect when no such
command waits any more, or the game is over. At a terminal nothing waits: what is typed too early is refused, so that
it cannot answer the wrong question later.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import replace
from typing import assert_never

from spades.v1.error_pb2 import ERROR_REASON_STALE_PROMPT
from spades.v1.prompt_pb2 import ACTION_LOOK, PROMPT_KIND_BLIND, PROMPT_KIND_PLAY, PROMPT_KIND_REMATCH, Prompt
from spades.v1.server_service_pb2 import GetServerInfoResponse
from spades.v1.snapshot_pb2 import TABLE_STAGE_CLOSED, TABLE_STAGE_GAME_OVER
from spades.v1.table_service_pb2 import GOODBYE_REASON_LEFT, GOODBYE_REASON_TABLE_CLOSED
from spades_client import orders, texts
from spades_client.choices import NoSuchChoice, Send, SendChoices, answer_to, prompt_for
from spades_client.clean import clean
from spades_client.commands import (
    Ask,
    BeReady,
    ChangeLanguage,
    ChangeRules,
    ChangeSetting,
    Command,
    Decision,
    DoAction,
    DoToSeat,
    FillSeats,
    GiveCards,
    MakeBid,
    MoveSeat,
    Mute,
    NotOffered,
    Pick,
    PlayCard,
    SayAside,
    SayPhrase,
    SayText,
    SeatHouse,
    SeatWord,
    Word,
    WriteCards,
)
from spades_client.errors import LinkLost, Refused
from spades_client.grammar import CommandError, parse_command
from spades_client.language import lent, use, wanted
from spades_client.line_io import Interrupted, LineSource
from spades_client.line_tell import Teller
from spades_client.line_view import View
from spades_client.modes import SWITCH
from spades_client.prose_prompt import turn_lines
from spades_client.prose_show import answer_lines
from spades_client.prose_style import sounds, style_of
from spades_client.reasons import why_refused
from spades_client.settings import Language, LineCards, LineSort, SettingError, Settings
from spades_client.settings_words import set_setting, settings_lines
from spades_client.table_client import TableClient
from spades_client.tip_reasons import tip_words
from spades_client.watch import Ended, Link, LinkChanged, Update, watch
from spades_client.words import choice_words, list_words

DONE = 0
REFUSED = 3
LINK_GONE = 4
INTERRUPTED = 130

INTERRUPT_SECONDS = 2.0
"""Two presses of Ctrl-C within this time end the program."""

FIRST_SIGHT_SECONDS = 10.0
"""How long a command waits until the table is known."""


class LineApp:
    """One seat driven by lines of text. Mutable: it lives as long as the player stays."""

    def __init__(
        self,
        table: TableClient,
        *,
        info: GetServerInfoResponse,
        view: View,
        source: LineSource,
        teller: Teller,
        strict: bool = False,
        settings: Settings,
        keep: Callable[[Settings, Settings], None],
        switchable: bool,
    ) -> None:
        self._table = table
        self._info = info
        self._view = view
        self._source = source
        self._teller = teller
        self._strict = strict
        self._settings, self._keep = settings, keep
        self._switchable = switchable
        self._decisions: asyncio.Queue[Decision] = asyncio.Queue()
        self._status: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._input_ended = False
        self._linked = False
        self._lost = False
        self.seat_kept = True
        """The seat may be taken back later; False once it was left or lost."""

    async def run(self) -> int:
        """Play until the input ends, the player leaves or the server ends it; return the exit status."""
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(work) for work in (self._watch(), self._read(), self._decide(), self._call())]
            status = await self._status
            for task in tasks:
                task.cancel()
        return status

    def _finish(self, status: int) -> None:
        if not self._status.done():
            self._status.set_result(status)

    # Watching.

    async def _watch(self) -> None:
        async with aclosing(watch(self._table)) as items:
            async for item in items:
                match item:
                    case Update():
                        self._take(item)
                    case LinkChanged(link=link):
                        self._take_link(link)
                    case Ended():
                        self._take_end(item)
                    case other:
                        assert_never(other)

    def _take(self, update: Update) -> None:
        if self._status.done():
            return  # who has left is told no more
        before = self._view.snapshot
        self._view.update(update)
        self._teller.update(before, update)
        if update.live or (update.batch is None and self._linked and not self._lost):
            self._teller.turn(self._view)

    def _take_link(self, link: Link) -> None:
        if self._status.done():
            return
        self._lost = link is Link.LOST
        # The first link needs no words: the table has just been shown.
        if self._linked or link is Link.LOST:
            self._teller.link(link)
        elif not self._view.snapshot.prompts:
            self._teller.say(turn_lines(self._view.snapshot, {}))
        if link is Link.CONNECTED:
            self._linked = True
            self._view.wake()
            self._teller.turn(self._view)

    def _take_end(self, ended: Ended) -> None:
        if self._status.done():
            return  # the reply to our leaving and the server's goodbye say the same
        left = ended.reason in (GOODBYE_REASON_LEFT, GOODBYE_REASON_TABLE_CLOSED)
        self.seat_kept = ended.keeps_seat
        self._teller.end(ended)
        self._finish(DONE if left else LINK_GONE)

    async def _call(self) -> None:
        """Say the time when little of it is left for a decision of the reader's."""
        while True:
            call = self._view.next_call()
            try:
                async with asyncio.timeout(call[0] if call else None):
                    await self._view.changed()
            except TimeoutError:
                if call:
                    self._teller.say([texts.SECONDS_LEFT.format(seconds=call[1])])

    # Reading.

    async def _read(self) -> None:
        interrupted = float("-inf")
        while True:
            try:
                line = await self._source.next_line()
            except Interrupted:
                now = self._table.pace.now()
                if now - interrupted <= INTERRUPT_SECONDS:
                    return self._finish(INTERRUPTED)
                interrupted = now
                self._teller.say([texts.AGAIN_TO_GO])
                continue
            if line is None or await self._run(line):
                return await self._leave()

    async def _run(self, line: str) -> bool:
        """Run the command in *line* and tell whether it was ``quit``."""
        try:
            command = parse_command(line)
        except CommandError as error:
            self._refuse(str(error))
            return False
        match command:
            case None:
                return False
            case Ask(word=Word.QUIT):
                return True
            case Ask(word=Word.FULL) if self._switchable:
                self._finish(SWITCH)
            case Pick() | PlayCard() | MakeBid() | GiveCards() | DoAction():
                self._decisions.put_nowait(command)
            case _ if await self._table_known():
                await self._attempt(self._obey(command))
            case _:
                self._teller.say([texts.LINK_NOT_THERE])
        return False

    async def _table_known(self) -> bool:
        """Wait a while for the first sight of the table: before it every answer would be wrong."""
        try:
            async with asyncio.timeout(FIRST_SIGHT_SECONDS):
                await self._view.until(lambda: self._linked)
        except TimeoutError:
            return False
        return True

    async def _leave(self) -> None:
        """Leave the table for good, once every decision that was typed is made."""
        self._input_ended = True
        self._view.wake()
        if not self._source.interactive and await self._table_known():
            await self._decisions.join()
        try:
            await self._table.leave()
        except Refused:
            pass  # there is nothing to leave any more, which is what was wanted
        except LinkLost as error:
            self._teller.refuse(str(error))
            return self._finish(LINK_GONE)
        return self._take_end(Ended(reason=GOODBYE_REASON_LEFT))

    async def _attempt(self, action: Awaitable[None]) -> None:
        """Carry *action* out, and tell it if that is refused or cannot be."""
        try:
            await action
        except Refused as refusal:
            self._refuse(why_refused(refusal), refusal)
        except LinkLost:
            self._teller.say([texts.LINK_NOT_THERE])

    def _refuse(self, reason: str, refusal: Refused | None = None) -> None:
        self._teller.refuse(reason, refusal)
        if self._strict:
            self._finish(REFUSED)
        for prompt in self._view.open_prompts():
            self._teller.ask_again(prompt.prompt_id)
        self._teller.turn(self._view)

    # Deciding.

    async def _decide(self) -> None:
        """Answer prompts with what was typed, one after the other."""
        while True:
            decision = await self._decisions.get()
            if not self._source.interactive:
                await self._turn_for(decision)
            prompt = prompt_for(self._prompts_for(decision), decision)
            if prompt is not None:
                await self._answer(prompt, decision)
            elif not self._all_over(decision):
                self._refuse(texts.NOT_THAT if self._view.open_prompts() else texts.NOTHING_ASKED)
            self._decisions.task_done()

    async def _turn_for(self, decision: Decision) -> None:
        await self._view.until(lambda: self._asked(decision) or self._all_over(decision))

    def _prompts_for(self, decision: Decision) -> list[Prompt]:
        """Return the prompts that *decision* may be meant for.

        A number or card that a script has left when the game is over was meant for the game, not for the question
        whether another is wanted: that takes a yes or a no.
        """
        prompts = self._view.open_prompts()
        if self._source.interactive or isinstance(decision, DoAction):
            return prompts
        return [prompt for prompt in prompts if prompt.kind != PROMPT_KIND_REMATCH]

    def _asked(self, decision: Decision) -> bool:
        paused = self._view.snapshot.HasField("pause")
        return not paused and any(not prompt.suspended for prompt in self._prompts_for(decision))

    def _all_over(self, decision: Decision) -> bool:
        """Tell whether waiting for another prompt is in vain: the input has ended and no game goes on."""
        over = self._view.snapshot.stage in (TABLE_STAGE_GAME_OVER, TABLE_STAGE_CLOSED)
        return self._input_ended and over and not self._prompts_for(decision)

    async def _answer(self, prompt: Prompt, decision: Decision) -> None:
        try:
            send = answer_to(prompt, decision)
        except NoSuchChoice as error:
            return self._refuse(str(error))
        return await self._attempt(self._send(prompt, send))

    async def _send(self, prompt: Prompt, send: Send) -> None:
        try:
            await orders.answer(self._table, prompt, send)
        except Refused as refusal:
            if refusal.reason == ERROR_REASON_STALE_PROMPT:
                self._view.set_answered(prompt.prompt_id)
            raise
        self._view.set_answered(prompt.prompt_id)

    # Commands that wait for nothing.

    async def _obey(self, command: Command) -> None:
        match command:
            case Ask(word=word):
                await self._ask(word)
            case SayText() | SayAside() | BeReady() | FillSeats() | MoveSeat() | SeatHouse() | ChangeRules():
                await orders.give(self._table, command)
            case Mute():
                self._mute(command)
            case SayPhrase(phrase_id=phrase_id):
                await self._say_phrase(phrase_id)
            case DoToSeat(word=seat_word, seat=seat):
                await self._do_to_seat(seat_word, seat)
            case WriteCards(short=short):
                self._wish(line_cards=LineCards.SHORT if short else LineCards.WORDS)
                self._teller.say([texts.CARDS_SHORT if short else texts.CARDS_IN_WORDS])
            case ChangeLanguage(code=code):
                self._wish(language=Language(code))
                self._teller.say([texts.SPEAKS])
            case ChangeSetting(name=name, value=value):
                self._set(name, value)
            case NotOffered(sentence=sentence):
                self._teller.say([sentence])
            case Pick() | PlayCard() | MakeBid() | GiveCards() | DoAction():
                raise AssertionError("decisions are queued")
            case other:
                assert_never(other)

    async def _ask(self, word: Word) -> None:
        match word:
            case Word.LOOK:
                await self._look()
            case word if word in orders.WORDS:
                await orders.WORDS[word](self._table)
            case Word.CLAIM:
                await self._claim()
            case Word.TIP:
                await self._tip()
            case Word.SORT:
                by_rank = not self._teller.style.by_rank
                self._wish(line_sort=LineSort.RANK if by_rank else LineSort.SUIT)
                self._teller.say([texts.SORTED_BY_RANK if by_rank else texts.SORTED_BY_SUIT])
            case Word.PLAIN:
                self._teller.say([texts.ALREADY_LINES])
            case Word.FULL:
                self._teller.say([texts.FULL_WANTS_TERMINAL])
            case Word.SETTINGS:
                self._teller.say(settings_lines(self._settings))
            case _:
                snapshot, left = self._view.snapshot, None if self._lost else self._view.left()
                self._teller.say(answer_lines(word, snapshot, left, self._info.options, self._teller.style))

    async def _do_to_seat(self, word: SeatWord, seat: int) -> None:
        if word is SeatWord.CODE:
            code = await self._table.reissue(seat)
            self._teller.say([texts.SEAT_CODE.format(seat=seat, code=code)])
        else:
            await orders.SEAT_WORDS[word](self._table, seat)

    async def _look(self) -> None:
        """Look at the cards: the answer to a BLIND prompt, and allowed without one."""
        for prompt in self._view.open_prompts():
            if prompt.kind == PROMPT_KIND_BLIND:
                looks = tuple(c.choice_id for c in prompt.choices if c.action == ACTION_LOOK)
                if looks:
                    return await self._send(prompt, SendChoices(choice_ids=looks))
        await self._table.look()
        return None

    async def _claim(self) -> None:
        """Claim all the remaining tricks, in the place of playing a card."""
        for prompt in self._view.open_prompts():
            if prompt.kind == PROMPT_KIND_PLAY:
                await self._table.propose_claim(prompt.prompt_id)
                return
        self._refuse(texts.NOT_YOUR_PLAY)

    async def _tip(self) -> None:
        if "tips" not in self._info.capabilities:
            return self._teller.say([texts.NOT_SERVED.format(word=Word.TIP.value)])
        prompts = self._view.open_prompts()
        if not prompts:
            return self._teller.say([texts.NOTHING_ASKED])
        tip = await self._table.tip(prompts[-1].prompt_id)
        short = self._teller.style.short
        chosen = (choice_words(c, short=short) for c in prompts[-1].choices if c.choice_id in tip.choice_ids)
        told = (tip_words(reason, self._view.snapshot, short=short) for reason in tip.reasons)
        reasons = (texts.TIP_REASON.format(reason=reason) for reason in told)
        return self._teller.say([texts.TIP.format(choices=list_words(chosen)), *reasons])

    def _mute(self, command: Mute) -> None:
        muted, before = {sounds(command.name)}, self._teller.style.muted
        names = before | muted if command.muted else before - muted
        self._wish(muted=tuple(sorted(names)))
        form = texts.MUTED if command.muted else texts.UNMUTED
        self._teller.say([form.format(name=clean(command.name))])

    def _wish(self, **changes: object) -> None:
        self._take_settings(replace(self._settings, **changes))  # type: ignore[arg-type]  # of their own types

    def _set(self, name: str, value: str | None) -> None:
        try:
            settings, sentence = set_setting(self._settings, name, value)
        except SettingError as error:
            return self._refuse(str(error))
        self._take_settings(settings)
        return self._teller.say([sentence])

    def _take_settings(self, settings: Settings) -> None:
        """Let *settings* hold from now on, and in the next run."""
        self._keep(self._settings, settings)
        if settings.language is not self._settings.language:
            use(wanted(saved=settings.language.value))
        self._settings = settings
        self._teller.style = style_of(settings, self._teller.style)

    async def _say_phrase(self, phrase_id: int | None) -> None:
        phrases = self._teller.style.phrases
        if phrase_id is None:
            lines = [texts.PHRASE.format(number=number, text=lent(text)) for number, text in phrases.items()]
            return self._teller.say(lines or [texts.NO_PHRASES])
        if phrase_id not in phrases:
            return self._refuse(texts.NO_SUCH_PHRASE.format(number=phrase_id))
        await self._table.say(phrase_id=phrase_id)
        return None
