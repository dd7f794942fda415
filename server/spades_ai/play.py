"""Which card to play: the first role that fits decides. Source: docs/bots.md

OWN_NIL -> COVER (partner's nil) -> ATTACK (an opponent's nil) -> TAKE (contract) -> SET (opponent) -> DUCK (bags)
"""

from dataclasses import replace
from enum import Enum
from typing import assert_never

from spades_ai.choice import Answer, Choice, Reason, pick
from spades_ai.duck import duck
from spades_ai.nil_play import attack, cover, keep_nil
from spades_ai.position import Position, honest_options, position_of
from spades_ai.take import take
from spades_engine import Decision, View

__all__ = ["Role", "choose_play", "role_of"]

_SPARE_FOR_ATTACK = 2
"""Tricks that may be lost before the own contract comes before an attack on a nil."""


class Role(Enum):
    """What a seat plays for."""

    OWN_NIL = "own_nil"
    COVER = "cover"
    ATTACK = "attack"
    TAKE = "take"
    SET = "set"
    DUCK = "duck"


_WHY = {
    Role.OWN_NIL: "you have promised to take no trick",
    Role.COVER: "your partner's nil is alive",
    Role.ATTACK: "an opponent's nil is alive",
    Role.TAKE: "your side wants tricks",
    Role.SET: "an opponent may still be set",
    Role.DUCK: "another trick would be a bag",
}


def choose_play(view: View, due: Decision) -> Choice:
    """Return the card to play; the second reason is the role."""
    position = position_of(view, replace(due, options=honest_options(view, due)))
    role = role_of(position)
    card, reason = _answer(position, role)
    return pick(due, card, reason, Reason(code=role.value, text=_WHY[role], value=position.need))


def _answer(position: Position, role: Role) -> Answer:
    match role:
        case Role.OWN_NIL:
            return keep_nil(position)
        case Role.COVER:
            return cover(position, otherwise=_play_contract)
        case Role.ATTACK:
            return attack(position, otherwise=_play_contract)
        case Role.TAKE | Role.SET:
            return take(position)
        case Role.DUCK:
            return duck(position)
        case _:
            assert_never(role)


def _play_contract(position: Position) -> Answer:
    return _answer(position, contract_role(position))


def role_of(position: Position) -> Role:
    """Return what the seat plays for."""
    if position.nil_alive(position.seat):
        return Role.OWN_NIL
    if position.nil_partners:
        return Role.COVER
    can_attack = position.remaining - position.need >= _SPARE_FOR_ATTACK or position.need == 0
    if can_attack and any(map(position.nil_alive, position.opponents)):
        return Role.ATTACK
    return contract_role(position)


def contract_role(position: Position) -> Role:
    """Return what the seat plays for, nils aside: TAKE, SET or DUCK."""
    if 0 < position.need <= position.remaining and _counts_for_contract(position):
        return Role.TAKE
    if any(_may_be_set(position, seat) for seat in position.opponents):
        return Role.SET
    return Role.DUCK if _bags_cost(position) else Role.TAKE


def _counts_for_contract(position: Position) -> bool:
    """Return whether a trick of this seat brings the contract nearer; that of a failed nil may not."""
    bid = position.hand.bids[position.seat]
    return bid is None or not bid.is_nil or position.rules.failed_nil_tricks == "help"


def _may_be_set(position: Position, seat: int) -> bool:
    """Return whether the side of *seat* needs all the tricks that are left, or all but one."""
    need = position.need_of(seat)
    return 0 < need <= position.remaining <= need + 1


def _bags_cost(position: Position) -> bool:
    rules = position.rules
    return rules.bag_points < 0 or (rules.bags_counted and rules.bag_penalty)
