"""A computer player's choice as advice on the wire."""

from spades.v1 import cards_pb2, table_service_pb2
from spades_ai import Alternative, Choice, Reason
from spades_wire.values import card_message

__all__ = ["tip_message"]


def tip_message(choice: Choice) -> table_service_pb2.GetTipResponse:
    """Return *choice* with its reasons and what it was compared with."""
    return table_service_pb2.GetTipResponse(
        choice_ids=_choice_ids(choice.picks),
        reasons=map(_reason, choice.reasons),
        alternatives=map(_alternative, choice.alternatives),
    )


def _choice_ids(picks: tuple[int, ...]) -> list[int]:
    return [index + 1 for index in picks]


def _reason(reason: Reason) -> table_service_pb2.TipReason:
    return table_service_pb2.TipReason(
        code=reason.code,
        cards=map(card_message, reason.cards),
        seat=0 if reason.seat is None else reason.seat + 1,
        suit=cards_pb2.Suit.ValueType(0 if reason.suit is None else reason.suit + 1),
        value=reason.value,
        text=reason.text,
    )


def _alternative(one: Alternative) -> table_service_pb2.TipAlternative:
    return table_service_pb2.TipAlternative(
        choice_ids=_choice_ids(one.picks),
        points=one.points,
        made=one.made,
        bags=one.bags,
        win=one.win,
        sets=one.sets,
        nil=one.nil,
        worlds=one.worlds,
    )
