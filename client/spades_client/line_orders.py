"""What is typed in line mode and answers no prompt: questions, chat, settings, and the host's business."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import assert_never

from spades.v1.prompt_pb2 import ACTION_LOOK, PROMPT_KIND_BLIND, PROMPT_KIND_PLAY, Prompt
from spades.v1.server_service_pb2 import GetServerInfoResponse
from spades_client import orders, texts
from spades_client.choices import Send, SendChoices
from spades_client.clean import clean
from spades_client.commands import (
    Ask,
    BeReady,
    ChangeLanguage,
    ChangeRules,
    ChangeSetting,
    Command,
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
from spades_client.language import lent, use, wanted
from spades_client.line_tell import Teller
from spades_client.line_view import View
from spades_client.prose_show import answer_lines
from spades_client.prose_style import sounds, style_of
from spades_client.settings import Language, LineCards, LineSort, Settings
from spades_client.settings_values import SettingError
from spades_client.settings_words import set_setting, settings_lines
from spades_client.table_client import TableClient
from spades_client.tip_reasons import tip_words
from spades_client.words import choice_words, list_words

__all__ = ["LineOrders"]


class LineOrders:
    """Carries out commands at once; mutable: it holds the settings in force.

    *send* answers a prompt, *refuse* tells why a command cannot be carried out; *keep* writes settings to disk, given
    the earlier ones and the new.
    """

    def __init__(
        self,
        table: TableClient,
        info: GetServerInfoResponse,
        view: View,
        teller: Teller,
        *,
        settings: Settings,
        keep: Callable[[Settings, Settings], None],
        send: Callable[[Prompt, Send], Awaitable[None]],
        refuse: Callable[[str], None],
    ) -> None:
        self._table = table
        self._info = info
        self._view = view
        self._teller = teller
        self._settings, self._keep = settings, keep
        self._send = send
        self._refuse = refuse

    async def obey(self, command: Command) -> None:
        """Carry out *command*, which is no decision.

        Raises:
            Refused: the server does not allow it.
            LinkLost: it did not get through.
        """
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
                snapshot, left = self._view.snapshot, None if self._view.is_lost else self._view.left()
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
