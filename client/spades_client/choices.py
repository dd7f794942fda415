"""Numbers for the alternatives of a prompt, and what a typed decision means to the prompt that is open.

This module knows no rule: it compares what was typed with what the server offers, and leaves the judging to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from spades.v1.cards_pb2 import TALK_KIND_PASS, Bid, Card
from spades.v1.prompt_pb2 import (
    ACTION_ACCEPT,
    ACTION_CONTINUE,
    ACTION_DECLINE,
    ACTION_HOLD,
    ACTION_KEEP,
    ACTION_REDEAL,
    ACTION_THROW,
    PROMPT_KIND_BID,
    PROMPT_KIND_BLIND,
    PROMPT_KIND_CLAIM,
    PROMPT_KIND_CONTINUE,
    PROMPT_KIND_DRAW,
    PROMPT_KIND_EXCHANGE,
    PROMPT_KIND_PLAY,
    PROMPT_KIND_REMATCH,
    PROMPT_KIND_TALK,
    Action,
    Choice,
    Prompt,
    PromptKind,
)
from spades.v1.snapshot_pb2 import Snapshot
from spades_client import texts
from spades_client.commands import Decision, DoAction, GiveCards, MakeBid, Pick, PlayCard
from spades_client.words import card_words


@dataclass(frozen=True, slots=True, kw_only=True)
class SendChoices:
    """Answer by choice ids."""

    choice_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SendCard:
    """Play this card, offered or not: the server says why not."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class SendBid:
    """Make this bid, offered or not."""

    bid: Bid


Send: TypeAlias = SendChoices | SendCard | SendBid


class NoSuchChoice(Exception):
    """What was typed is not among the choices; the text is a sentence for people."""


_ACTION_KINDS: dict[Action.ValueType, PromptKind.ValueType] = {
    ACTION_KEEP: PROMPT_KIND_DRAW,
    ACTION_THROW: PROMPT_KIND_DRAW,
    ACTION_REDEAL: PROMPT_KIND_BID,
}
_YES = (ACTION_ACCEPT, ACTION_CONTINUE)
_NO = (ACTION_DECLINE, ACTION_HOLD)


def own_prompts(snapshot: Snapshot) -> list[Prompt]:
    """Return the reader's open prompts, those that wait for a claim too."""
    seat = snapshot.your_seat
    return [prompt for prompt in snapshot.prompts if seat and prompt.seat == seat]


def numbered(prompt: Prompt) -> list[tuple[int, Choice]]:
    """Return the choices with the numbers to type, in the order to show them.

    They count from 1. When bidding, the number of a bid is its tricks, so that "4" can only mean four: nil is 0
    where that is free, and everything else counts on from the highest bid.
    """
    tricks = [_tricks(choice.bid) for choice in prompt.choices if _is_plain(choice)]
    if prompt.kind != PROMPT_KIND_BID or not tricks:
        return list(enumerate(prompt.choices, start=1))
    free = iter(range(max(tricks) + 1, max(tricks) + 1 + len(prompt.choices)))
    pairs = []
    for choice in prompt.choices:
        if _is_plain(choice):
            pairs.append((_tricks(choice.bid), choice))
        elif choice.bid.HasField("nil") and 0 not in tricks:
            pairs.append((0, choice))
        else:
            pairs.append((next(free), choice))
    return sorted(pairs, key=lambda pair: pair[0])


def _is_plain(choice: Choice) -> bool:
    return choice.HasField("bid") and choice.bid.WhichOneof("kind") in ("tricks", "hint_tricks")


def _tricks(bid: Bid) -> int:
    """Return the number of a plain bid, or of a hint to the partner who bids for both."""
    return bid.hint_tricks if bid.HasField("hint_tricks") else bid.tricks


def prompt_for(prompts: Iterable[Prompt], decision: Decision) -> Prompt | None:
    """Return the prompt that *decision* can answer, the last opened of several; None: it is not asked for."""
    fitting = [prompt for prompt in prompts if not prompt.suspended and _fits(prompt, decision)]
    return max(fitting, key=lambda prompt: prompt.prompt_id, default=None)


def _fits(prompt: Prompt, decision: Decision) -> bool:
    match decision:
        case Pick():
            return True
        case PlayCard():
            return prompt.kind == PROMPT_KIND_PLAY
        case MakeBid():
            return prompt.kind in (PROMPT_KIND_BID, PROMPT_KIND_BLIND)
        case GiveCards(cards=cards):
            return prompt.kind == (PROMPT_KIND_EXCHANGE if cards else PROMPT_KIND_TALK)
        case DoAction(action=action) if action in _ACTION_KINDS:
            return prompt.kind == _ACTION_KINDS[action]
        case DoAction():
            return prompt.kind in (PROMPT_KIND_CLAIM, PROMPT_KIND_REMATCH, PROMPT_KIND_CONTINUE)
        case other:
            assert_never(other)


def answer_to(prompt: Prompt, decision: Decision) -> Send:
    """Return what to send to *prompt*, which ``prompt_for`` found for *decision*.

    Raises:
        NoSuchChoice: what was typed is not offered and the protocol has no other way to say it.
    """
    match decision:
        case Pick(numbers=numbers):
            return SendChoices(choice_ids=tuple(_by_number(prompt, number) for number in numbers))
        case PlayCard(card=card):
            return SendCard(card=_as_offered(prompt, card))
        case MakeBid(bid=bid):
            return _by_bid(prompt, bid)
        case GiveCards(cards=()):
            return SendChoices(choice_ids=(_by_talk(prompt),))
        case GiveCards(cards=cards):
            return SendChoices(choice_ids=_by_cards(prompt, cards))
        case DoAction(action=action):
            same = _YES if action in _YES else _NO if action in _NO else (action,)
            return SendChoices(choice_ids=(_by_action(prompt, same),))
        case other:
            assert_never(other)


def _by_number(prompt: Prompt, number: int) -> int:
    for offered, choice in numbered(prompt):
        if offered == number:
            return choice.choice_id
    raise NoSuchChoice(texts.NO_SUCH_CHOICE.format(number=number))


def _by_bid(prompt: Prompt, bid: Bid) -> Send:
    """A number means a hint where hints are offered; what is not offered is sent, for the server to say why not."""
    for choice in prompt.choices:
        hinted = choice.bid.HasField("hint_tricks") and bid.HasField("tricks")
        if hinted and choice.bid.hint_tricks == bid.tricks:
            return SendChoices(choice_ids=(choice.choice_id,))
    return SendBid(bid=bid)


def _by_action(prompt: Prompt, actions: Iterable[Action.ValueType]) -> int:
    for choice in prompt.choices:
        if choice.HasField("action") and choice.action in actions:
            return choice.choice_id
    raise NoSuchChoice(texts.NOT_THAT)


def _by_talk(prompt: Prompt) -> int:
    for choice in prompt.choices:
        if choice.HasField("talk") and choice.talk.kind == TALK_KIND_PASS:
            return choice.choice_id
    raise NoSuchChoice(texts.NOT_THAT)


def _by_cards(prompt: Prompt, cards: Iterable[Card]) -> tuple[int, ...]:
    ids: list[int] = []
    for card in cards:
        free = [choice for choice in prompt.choices if choice.choice_id not in ids]
        wanted = _copy_of(card, (choice.card for choice in free))
        if wanted is None:
            raise NoSuchChoice(texts.NOT_AMONG_CHOICES.format(card=card_words(card)))
        ids.append(next(choice.choice_id for choice in free if choice.card == wanted))
    return tuple(ids)


def _as_offered(prompt: Prompt, card: Card) -> Card:
    """Return the copy of *card* that is offered or, for the server to say why not, barred."""
    offered = (choice.card for choice in prompt.choices)
    barred = (held for each in prompt.barred for held in each.cards)
    return _copy_of(card, offered) or _copy_of(card, barred) or card


def _copy_of(card: Card, many: Iterable[Card]) -> Card | None:
    """Return *card* from *many*, or its equal from another pack, for people need not say which; None: neither."""
    same = [other for other in many if (other.suit, other.rank) == (card.suit, card.rank)]
    return card if card in same else next(iter(same), None)
