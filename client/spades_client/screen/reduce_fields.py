"""Keys while a line of text is typed: chat, and commands in the grammar of line mode. Pure."""

from __future__ import annotations

from dataclasses import replace

from spades_client import texts as prose
from spades_client.choices import NoSuchChoice, answer_to, prompt_for
from spades_client.commands import (
    Ask,
    ChangeLanguage,
    ChangeSetting,
    Command,
    DoAction,
    GiveCards,
    MakeBid,
    Mute,
    NotOffered,
    Pick,
    PlayCard,
    SayAside,
    SayText,
    Word,
    WriteCards,
)
from spades_client.grammar import CommandError, parse_command
from spades_client.prose_style import sounds
from spades_client.screen import texts
from spades_client.screen.cells import tame
from spades_client.screen.keymap import Action
from spades_client.screen.reduce_overlay import show_answer
from spades_client.screen.reduce_settings import open_settings, resorted
from spades_client.screen.table_view import TableView
from spades_client.screen.text_line import TextLine, typed_key
from spades_client.screen.ui_state import Answer, Field, Go, Key, Obey, Overlay, Step, UiState
from spades_client.settings import Language
from spades_client.settings_values import SettingError
from spades_client.settings_words import set_setting

_OVERLAYS = {Word.LAST: Overlay.LAST_TRICK, Word.SCORE: Overlay.SCORE, Word.HELP: Overlay.HELP}
_DEEDS = (Word.LOOK, Word.START, Word.CLAIM, Word.TIP, Word.PAUSE, Word.RESUME, Word.CLOSE)


def press_field(ui: UiState, view: TableView, key: Key, action: Action | None) -> Step:
    """Return what follows from a key while a line is typed; what was typed is kept until it is sent."""
    if action is Action.TO_CARDS:
        return replace(ui, entry=None), ()
    if action is Action.SEND:
        return _say(ui, view) if ui.entry is Field.SAY else _command(ui, view)
    line = ui.say if ui.entry is Field.SAY else ui.command
    return _with_line(ui, typed_key(line, key.name, key.text)), ()


def _with_line(ui: UiState, line: TextLine) -> UiState:
    return replace(ui, say=line) if ui.entry is Field.SAY else replace(ui, command=line)


def _say(ui: UiState, view: TableView) -> Step:
    text = ui.say.text.strip()
    if not text:
        return replace(ui, entry=None), ()
    # The draft stays until the server has taken it: a lost link must not eat it.
    # Spectators talk among themselves; the players hear it when the hand is over.
    said = SayText(text=text) if view.snapshot.your_seat else SayAside(text=text)
    return replace(ui, entry=None), (Obey(command=said),)


def _command(ui: UiState, view: TableView) -> Step:
    try:
        command = parse_command(ui.command.text)
    except CommandError as error:
        return replace(ui, note=prose.REFUSED.format(reason=error)), ()
    ui = replace(ui, entry=None, command=TextLine())
    return (ui, ()) if command is None else run_command(ui, view, command)


def run_command(ui: UiState, view: TableView, command: Command) -> Step:
    """Return what follows from a command; a typed decision is final, as it is in line mode."""
    match command:
        case Pick() | PlayCard() | MakeBid() | GiveCards() | DoAction():
            prompt = prompt_for(view.mine, command)
            if prompt is None:
                reason = prose.NOT_THAT if view.mine else prose.NOTHING_ASKED
                return replace(ui, note=prose.REFUSED.format(reason=reason)), ()
            try:
                send = answer_to(prompt, command)
            except NoSuchChoice as error:
                return replace(ui, note=prose.REFUSED.format(reason=error)), ()
            return replace(ui, sent=prompt.prompt_id), (Answer(prompt=prompt, send=send),)
        case Ask(word=Word.PLAIN) if not view.keeps_seat:
            return replace(ui, note=prose.PLAIN_WOULD_LOSE_SEAT), ()
        case Ask(word=Word.PLAIN):
            return ui, (Go(leave=False, switch=True),)
        case Ask(word=Word.FULL):
            return replace(ui, note=prose.ALREADY_FULL), ()
        case Ask(word=Word.QUIT):
            return ui, (Go(leave=True),)
        case Ask(word=word) if word in _OVERLAYS:
            return replace(ui, overlay=_OVERLAYS[word], page=0, number=""), ()
        case Ask(word=Word.SETTINGS):
            return open_settings(ui), ()
        case Ask(word=Word.SORT):
            return resorted(ui), ()
        case Ask(word=word) if word not in _DEEDS:
            return show_answer(ui, view, word), ()
        case ChangeSetting(name=name, value=value):
            return _set(ui, name, value), ()
        case Mute(name=name, muted=muted):
            names = ui.muted | {sounds(name)} if muted else ui.muted - {sounds(name)}
            form = prose.MUTED if muted else prose.UNMUTED
            return replace(ui.wishing(muted=tuple(sorted(names))), note=form.format(name=tame(name))), ()
        case ChangeLanguage(code=code):
            return ui.wishing(language=Language(code)), ()
        case NotOffered(sentence=sentence):
            return replace(ui, note=sentence), ()
        case WriteCards():
            return replace(ui, note=texts.CARDS_ARE_SIGNS), ()
    return ui, (Obey(command=command),)


def _set(ui: UiState, name: str, value: str | None) -> UiState:
    try:
        settings, sentence = set_setting(ui.settings, name, value)
    except SettingError as error:
        return replace(ui, note=prose.REFUSED.format(reason=error))
    return replace(ui, settings=settings, note=sentence)
