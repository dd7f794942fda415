"""From a command to events: every rule is checked on the way, and nothing changes.

StartHand ── DRAW ──┐                             ┌── EXCHANGE ──┐
     └──────────────┴── TALK ── BID ──────────────┴──────────────┴── PLAY ── SCORED
                        (where partners talk)  │                     (also by a claim)
                                   a redeal: StartHand again
"""

from typing import assert_never

from spades_engine.auction import call_redeal, look, make_bid, say_number
from spades_engine.commands import (
    AnswerClaim,
    CallRedeal,
    Choose,
    ClaimRest,
    Command,
    Give,
    Look,
    MakeBid,
    PlayCard,
    SayNumber,
    StartGame,
    StartHand,
)
from spades_engine.dealing import choose, first_dealer, start_hand
from spades_engine.errors import WrongPhase
from spades_engine.events import Event
from spades_engine.exchange import give
from spades_engine.hand import Game, Hand, Phase
from spades_engine.tricks import answer_claim, claim_rest, play_card

__all__ = ["decide"]


def decide(game: Game, command: Command) -> tuple[Event, ...]:
    """Return what *command* brings about.

    Raises:
        IllegalAction: the rules refuse it.
    """
    match command:
        case PlayCard():
            return play_card(game, _hand_in(game, Phase.PLAY), command)
        case MakeBid():
            return make_bid(game, _hand_in(game, Phase.BID), command)
        case CallRedeal():
            return call_redeal(game, _hand_in(game, Phase.BID), command)
        case SayNumber():
            return say_number(game, _hand_in(game, Phase.TALK), command)
        case Choose():
            return choose(game, _hand_in(game, Phase.DRAW), command)
        case Give():
            return give(game, _hand_in(game, Phase.EXCHANGE), command)
        case ClaimRest():
            return claim_rest(game, _hand_in(game, Phase.PLAY), command)
        case AnswerClaim():
            return answer_claim(game, _hand_in(game, Phase.PLAY), command)
        case Look():
            return look(game, command)
        case StartHand():
            return start_hand(game, command)
        case StartGame():
            return (first_dealer(game, command),)
        case _:
            assert_never(command)


def _hand_in(game: Game, phase: Phase) -> Hand:
    hand = game.hand
    if hand is None or hand.phase is not phase or hand.redealt:
        now = "no hand is being played" if hand is None else f"the hand is in phase {hand.phase.name}"
        raise WrongPhase(f"{now}, not {phase.name}")
    return hand
