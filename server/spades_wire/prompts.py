"""Decisions as prompts: choices with labels, the default, and what is barred."""

from functools import cache, lru_cache

from spades.v1 import error_pb2, prompt_pb2
from spades_engine import (
    Action,
    Barred,
    Bid,
    BidKind,
    Card,
    Decision,
    DecisionKind,
    Option,
    Talk,
    TalkKind,
    format_card,
)
from spades_engine.cards import each
from spades_wire.parts import part
from spades_wire.values import bid_message, card_message, talk_message

__all__ = ["choices_of", "fill_choices", "prompt_kind", "reason_number"]

Prompt = prompt_pb2.Prompt
_CARDS = prompt_pb2.Barred.CARDS_FIELD_NUMBER
_BECAUSE_CARDS = prompt_pb2.Barred.BECAUSE_CARDS_FIELD_NUMBER

_ACTIONS = {
    Action.LOOK: (prompt_pb2.ACTION_LOOK, "look at your cards"),
    Action.KEEP: (prompt_pb2.ACTION_KEEP, "keep the offered card"),
    Action.THROW: (prompt_pb2.ACTION_THROW, "throw it and take the next card"),
    Action.REDEAL: (prompt_pb2.ACTION_REDEAL, "have the hand dealt again"),
    Action.ACCEPT: (prompt_pb2.ACTION_ACCEPT, "accept the claim"),
    Action.DECLINE: (prompt_pb2.ACTION_DECLINE, "refuse the claim and play on"),
}


def prompt_kind(kind: DecisionKind) -> prompt_pb2.PromptKind.ValueType:
    """Return the kind of decision as it is numbered on the wire."""
    return prompt_pb2.PromptKind.ValueType(kind)


@cache
def reason_number(code: str) -> error_pb2.ErrorReason.ValueType:
    """Return the reason on the wire of the engine's *code*: the same word."""
    return error_pb2.ErrorReason.Value(f"ERROR_REASON_{code.upper()}")


def fill_choices(message: prompt_pb2.Prompt, decision: Decision) -> None:
    """Add to *message* what only the owner may see: choices, default and barred; choice ids count from 1."""
    message.MergeFromString(choices_of(decision))


def choices_of(decision: Decision) -> bytes:
    """Return what ``fill_choices`` adds, as bytes to be put behind those of the prompt."""
    choices = [_choice_part(choice_id, option) for choice_id, option in enumerate(decision.options, 1)]
    default = Prompt(default_choice_ids=[index + 1 for index in decision.default])
    return b"".join([*choices, default.SerializeToString(), *map(_barred_part, decision.barred)])


# Typed: an action is a number, and so is a card.
@lru_cache(maxsize=8192, typed=True)
def _choice_part(choice_id: int, option: Option) -> bytes:
    return part(Prompt.CHOICES_FIELD_NUMBER, _choice(choice_id, option).SerializeToString())


def _choice(choice_id: int, option: Option) -> prompt_pb2.Choice:
    if isinstance(option, Bid):
        return prompt_pb2.Choice(choice_id=choice_id, label=_bid_label(option), bid=bid_message(option))
    if isinstance(option, Talk):
        return prompt_pb2.Choice(choice_id=choice_id, label=_talk_label(option), talk=talk_message(option))
    if isinstance(option, Action):
        number, label = _ACTIONS[option]
        return prompt_pb2.Choice(choice_id=choice_id, label=label, action=number)
    return prompt_pb2.Choice(choice_id=choice_id, label=format_card(option), card=card_message(option))


def _talk_label(talk: Talk) -> str:
    match talk.kind:
        case TalkKind.PASS:
            return "say nothing"
        case TalkKind.ABOUT:
            return f"about {talk.tricks}"
        case TalkKind.MAYBE_ONE_MORE:
            return f"{talk.tricks}, maybe one more"
        case TalkKind.THINKING_OF_NIL:
            return "thinking of nil"


def _bid_label(bid: Bid) -> str:
    return f"bid {bid.tricks}" if bid.kind is BidKind.TRICKS else str(bid)


def _barred_part(barred: Barred) -> bytes:
    cards = [_card_part(_CARDS, card) for card in each(barred.cards)]
    because = [_card_part(_BECAUSE_CARDS, card) for card in each(barred.refusal.because)]
    return part(
        Prompt.BARRED_FIELD_NUMBER, b"".join([*cards, _bids_and_reason(barred.bids, barred.refusal.code), *because])
    )


@lru_cache(maxsize=1024)
def _bids_and_reason(bids: tuple[Bid, ...], code: str) -> bytes:
    return prompt_pb2.Barred(bids=map(bid_message, bids), reason=reason_number(code)).SerializeToString()


@cache
def _card_part(field: int, card: Card) -> bytes:
    return part(field, card_message(card).SerializeToString())
