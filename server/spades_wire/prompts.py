"""Decisions as prompts: choices with labels, the default, and what is barred."""

from spades.v1 import cards_pb2, error_pb2, prompt_pb2
from spades_engine import Action, Barred, Bid, BidKind, Decision, DecisionKind, Option, Talk, TalkKind, format_card
from spades_wire.values import bid_message, card_message, card_messages, talk_message

__all__ = ["fill_choices", "prompt_kind", "reason_number"]

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


def reason_number(code: str) -> error_pb2.ErrorReason.ValueType:
    """Return the reason on the wire of the engine's *code*: the same word."""
    return error_pb2.ErrorReason.Value(f"ERROR_REASON_{code.upper()}")


def fill_choices(message: prompt_pb2.Prompt, decision: Decision) -> None:
    """Add to *message* what only the owner may see: choices, default and barred; choice ids count from 1."""
    message.choices.extend(_choice(index + 1, option) for index, option in enumerate(decision.options))
    message.default_choice_ids.extend(index + 1 for index in decision.default)
    message.barred.extend(map(_barred, decision.barred))


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


def _barred(barred: Barred) -> prompt_pb2.Barred:
    bids: list[cards_pb2.Bid] = [bid_message(bid) for bid in barred.bids]
    return prompt_pb2.Barred(
        cards=card_messages(barred.cards),
        bids=bids,
        reason=reason_number(barred.refusal.code),
        because_cards=card_messages(barred.refusal.because),
    )
