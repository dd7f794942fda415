"""The grammar of typed commands: one line of text becomes one small record. Pure; the same for every way of typing.

Words may be cut short where only one command begins so. A line of numbers picks choices.
"""

from __future__ import annotations

from collections.abc import Callable

from spades.v1.cards_pb2 import Bid, BlindNil, Card, Nil
from spades.v1.prompt_pb2 import ACTION_ACCEPT, ACTION_DECLINE, ACTION_KEEP, ACTION_REDEAL, ACTION_THROW, Action
from spades_client import texts
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
from spades_client.language import LANGUAGES
from spades_client.notation import NotationError, parse_card


class CommandError(Exception):
    """The line is no command; the text is a sentence for people."""


def parse_command(line: str) -> Command | None:
    """Return the command in *line*; None for an empty one.

    Raises:
        CommandError: no command begins so, several do, or what follows the word does not fit it.
    """
    text = line.strip()
    if not text:
        return None
    numbers = text.replace(",", " ").split()
    if all(number.isascii() and number.isdigit() for number in numbers):
        return Pick(numbers=tuple(_number(number, text) for number in numbers))
    word, _, rest = text.partition(" ")
    name = _complete(word.lower())
    return _FORMS[name](name, rest.strip())


_SELDOM = ("plain",)
"""Words that stand back behind others which begin alike."""


def _complete(word: str) -> str:
    if word in _FORMS:
        return word
    names = [name for name in _FORMS if name.startswith(word)]
    names = [name for name in names if name not in _SELDOM] or names
    if not names:
        raise CommandError(texts.UNKNOWN_WORD.format(word=word))
    if len(names) > 1:
        raise CommandError(texts.AMBIGUOUS_WORD.format(word=word, words=texts.LIST_JOIN.join(names)))
    return names[0]


def _number(text: str, word: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise CommandError(texts.WANTS_NUMBER.format(word=word))
    return int(text)


def _ask(word: str, rest: str) -> Command:
    _nothing(word, rest)
    return Ask(word=Word(word))


def _nothing(word: str, rest: str) -> None:
    if rest:
        raise CommandError(texts.WANTS_NOTHING.format(word=word))


def _act(action: Action.ValueType) -> Callable[[str, str], Command]:
    def form(word: str, rest: str) -> Command:
        _nothing(word, rest)
        return DoAction(action=action)

    return form


def _cards(word: str, rest: str) -> tuple[Card, ...]:
    try:
        return tuple(parse_card(part) for part in rest.replace(",", " ").split())
    except NotationError:
        raise CommandError(texts.WANTS_CARD.format(word=word)) from None


def _play(word: str, rest: str) -> Command:
    cards = _cards(word, rest)
    if len(cards) != 1:
        raise CommandError(texts.WANTS_CARD.format(word=word))
    return PlayCard(card=cards[0])


def _pass(word: str, rest: str) -> Command:
    return GiveCards(cards=_cards(word, rest))


def _bid(word: str, rest: str) -> Command:
    parts = rest.lower().split()
    match parts:
        case ["nil"]:
            return MakeBid(bid=Bid(nil=Nil()))
        case ["blind", "nil"]:
            return MakeBid(bid=Bid(blind_nil=BlindNil()))
        case ["blind", tricks] if tricks.isascii() and tricks.isdigit():
            return MakeBid(bid=Bid(blind_tricks=_number(tricks, word)))
        case [tricks] if tricks.isascii() and tricks.isdigit():
            return MakeBid(bid=Bid(tricks=_number(tricks, word)))
    raise CommandError(texts.WANTS_BID)


def _nil(word: str, rest: str) -> Command:
    _nothing(word, rest)
    return MakeBid(bid=Bid(nil=Nil()))


def _blind(word: str, rest: str) -> Command:
    return _bid(word, f"blind {rest}")


def _say(word: str, rest: str) -> Command:
    if not rest:
        raise CommandError(texts.WANTS_TEXT.format(word=word))
    return SayText(text=rest)


def _aside(word: str, rest: str) -> Command:
    if not rest:
        raise CommandError(texts.WANTS_TEXT.format(word=word))
    return SayAside(text=rest)


def _mute(word: str, rest: str) -> Command:
    if not rest:
        raise CommandError(texts.WANTS_NAME.format(word=word))
    return Mute(name=rest, muted=word == "mute")


def _phrase(word: str, rest: str) -> Command:
    return SayPhrase(phrase_id=_number(rest, word) if rest else None)


def _ready(word: str, rest: str) -> Command:
    if rest.lower() not in ("", "yes", "no"):
        raise CommandError(texts.WANTS_ONE_OF.format(word=word, words="yes, no"))
    return BeReady(ready=rest.lower() != "no")


def _fill(word: str, rest: str) -> Command:
    return FillSeats(level=rest.lower())


def _seat(word: str, rest: str) -> Command:
    return DoToSeat(word=SeatWord(word), seat=_number(rest, word))


def _move(word: str, rest: str) -> Command:
    seats = rest.split()
    if len(seats) != 2:
        raise CommandError(texts.WANTS_TWO_SEATS.format(word=word))
    return MoveSeat(seat=_number(seats[0], word), to_seat=_number(seats[1], word))


def _house(word: str, rest: str) -> Command:
    seat, _, level = rest.partition(" ")
    if not level.strip():
        raise CommandError(texts.WANTS_SEAT_AND_LEVEL.format(word=word))
    name = level.strip().lower()
    return SeatHouse(seat=_number(seat, word), level=None if name == "none" else name)


def _preset(word: str, rest: str) -> Command:
    if not rest:
        raise CommandError(texts.WANTS_TEXT.format(word=word))
    return ChangeRules(preset=None if rest.lower() == "same" else rest.lower())


def _write(word: str, rest: str) -> Command:
    if rest.lower() not in ("short", "words"):
        raise CommandError(texts.WANTS_ONE_OF.format(word=word, words="short, words"))
    return WriteCards(short=rest.lower() == "short")


def _lang(word: str, rest: str) -> Command:
    if rest.lower() not in LANGUAGES:
        raise CommandError(texts.WANTS_ONE_OF.format(word=word, words=", ".join(LANGUAGES)))
    return ChangeLanguage(code=rest.lower())


def _set(word: str, rest: str) -> Command:
    name, _, value = rest.partition(" ")
    if not name:
        raise CommandError(texts.WANTS_SETTING)
    return ChangeSetting(name=name.lower(), value=value.strip() if value.strip() else None)


def _undo(word: str, rest: str) -> Command:
    return NotOffered(sentence=texts.NO_UNDO)


def _not_built(word: str, rest: str) -> Command:
    return NotOffered(sentence=texts.NOT_BUILT.format(word=word))


_FORMS: dict[str, Callable[[str, str], Command]] = {
    **{word.value: _ask for word in Word},
    "play": _play,
    "bid": _bid,
    "nil": _nil,
    "blind": _blind,
    "keep": _act(ACTION_KEEP),
    "throw": _act(ACTION_THROW),
    "pass": _pass,
    "yes": _act(ACTION_ACCEPT),
    "no": _act(ACTION_DECLINE),
    "say": _say,
    "aside": _aside,
    "mute": _mute,
    "unmute": _mute,
    "phrase": _phrase,
    "ready": _ready,
    "fill": _fill,
    **{word.value: _seat for word in SeatWord},
    "move": _move,
    "house": _house,
    "preset": _preset,
    "cards": _write,
    "set": _set,
    "redeal": _act(ACTION_REDEAL),
    "lang": _lang,
    "undo": _undo,
}
