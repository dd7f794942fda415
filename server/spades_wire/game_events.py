"""Events of a game as messages. What a viewer may not know has been taken out before (``redact``)."""

from typing import assert_never

from spades.v1 import cards_pb2, event_pb2, snapshot_pb2
from spades_engine import Bid, Card, CardSet, Event, Game, GameResult, Phase, SideResult
from spades_engine.events import (
    BidMade,
    CardDrawn,
    CardOffered,
    CardPlayed,
    CardsDealt,
    CardsExchanged,
    CardsSeen,
    ClaimAnswered,
    ClaimProposed,
    ClaimSettled,
    DealerDrawn,
    GameEnded,
    HandEnded,
    HandRedealt,
    HandStarted,
    LeaderChosen,
    RevokeFound,
    SpadesBroken,
    Talked,
    TrickWon,
)
from spades_wire.values import bid_message, card_message, card_messages, side_messages, talk_message

__all__ = [
    "card_played",
    "event_message",
    "game_result_message",
    "hand_result_message",
    "holding_messages",
    "phase_number",
]


def phase_number(phase: Phase) -> snapshot_pb2.Phase.ValueType:
    """Return the phase as it is numbered on the wire."""
    return snapshot_pb2.Phase.ValueType(phase)


def event_message(game: Game, event: Event) -> event_pb2.Event:
    """Return *event*, as its viewer may be told it, as a message; *game* is the state after it."""
    match event:
        case CardPlayed():
            return card_played(event)
        case TrickWon():
            (side,) = side_messages(game, [game.rules.side_of(event.seat)])
            won = event_pb2.TrickWon(seat=event.seat + 1, number=event.number, side=side)
            return event_pb2.Event(trick_won=won)
        case SpadesBroken():
            return event_pb2.Event(spades_broken=event_pb2.SpadesBroken(seat=event.seat + 1))
        case LeaderChosen():
            return event_pb2.Event(leader_chosen=event_pb2.LeaderChosen(seat=event.seat + 1))
        case BidMade():
            return event_pb2.Event(bid_made=_bid_made(game, event.seat, event.bid, event.phase))
        case CardOffered():
            offered = event_pb2.CardOffered(seat=event.seat + 1, card=_maybe(event.card))
            return event_pb2.Event(card_offered=offered)
        case CardDrawn():
            drawn = event_pb2.CardDrawn(
                seat=event.seat + 1,
                kept_offered=event.kept_offered,
                kept=_maybe(event.kept),
                thrown=_maybe(event.thrown),
                phase=phase_number(Phase.DRAW if game.hand is None else game.hand.phase),
            )
            return event_pb2.Event(card_drawn=drawn)
        case CardsSeen():
            seen = event_pb2.CardsSeen(seat=event.seat + 1, cards=card_messages(event.cards or 0))
            return event_pb2.Event(cards_seen=seen)
        case CardsDealt():
            dealt = event_pb2.CardsDealt(
                seat=event.seat + 1, count=event.count, cards=card_messages(event.cards or 0), seen=event.seen
            )
            return event_pb2.Event(cards_dealt=dealt)
        case Talked() | HandRedealt() | CardsExchanged():
            return _before_play(event)
        case ClaimProposed() | ClaimAnswered() | ClaimSettled():
            return _claim(game, event)
        case HandStarted():
            return event_pb2.Event(hand_started=_hand_started(game, event))
        case RevokeFound():
            found = event_pb2.RevokeFound(seat=event.seat + 1, trick=event.trick, card=card_message(event.card))
            return event_pb2.Event(revoke_found=found)
        case HandEnded():
            return event_pb2.Event(hand_ended=_hand_ended(game, event))
        case DealerDrawn():
            draws = [snapshot_pb2.PlayedCard(seat=seat + 1, card=card_message(card)) for seat, card in event.draws]
            return event_pb2.Event(dealer_drawn=event_pb2.DealerDrawn(draws=draws, dealer=event.dealer + 1))
        case GameEnded():
            return event_pb2.Event(game_ended=event_pb2.GameEnded(result=game_result_message(event.result)))
        case _:
            assert_never(event)


def card_played(event: CardPlayed) -> event_pb2.Event:
    """Return *event* as everybody is told it."""
    played = event_pb2.CardPlayed(seat=event.seat + 1, card=card_message(event.card), winner=event.winner + 1)
    return event_pb2.Event(card_played=played)


def _before_play(event: Talked | HandRedealt | CardsExchanged) -> event_pb2.Event:
    match event:
        case Talked():
            talk = None if event.talk is None else talk_message(event.talk)
            talked = event_pb2.Talked(seat=event.seat + 1, talk=talk, phase=phase_number(event.phase))
            return event_pb2.Event(talked=talked)
        case HandRedealt():
            by = 0 if event.seat is None else event.seat + 1
            redealt = event_pb2.HandRedealt(hand_number=event.number, deal=event.deal, seat=by)
            return event_pb2.Event(hand_redealt=redealt)
        case CardsExchanged():
            return event_pb2.Event(cards_exchanged=_exchanged(event))


def _claim(game: Game, event: ClaimProposed | ClaimAnswered | ClaimSettled) -> event_pb2.Event:
    match event:
        case ClaimProposed():
            claim = snapshot_pb2.Claim(seat=event.seat + 1, cards=card_messages(event.cards))
            return event_pb2.Event(claim_proposed=event_pb2.ClaimProposed(claim=claim))
        case ClaimAnswered():
            answered = event_pb2.ClaimAnswered(seat=event.seat + 1, accepted=event.accepted)
            return event_pb2.Event(claim_answered=answered)
        case ClaimSettled():
            (side,) = side_messages(game, [game.rules.side_of(event.seat)])
            settled = event_pb2.ClaimSettled(
                seat=event.seat + 1, accepted=event.accepted, tricks=event.tricks, side=side
            )
            return event_pb2.Event(claim_settled=settled)


def _maybe(card: Card | None) -> cards_pb2.Card | None:
    return None if card is None else card_message(card)


def _bid_made(game: Game, seat: int, bid: Bid, phase: Phase) -> event_pb2.BidMade:
    (side,) = side_messages(game, [game.rules.side_of(seat)])
    return event_pb2.BidMade(seat=seat + 1, bid=bid_message(bid), side=side, phase=phase_number(phase))


def _exchanged(event: CardsExchanged) -> event_pb2.CardsExchanged:
    exchange = snapshot_pb2.Exchange(
        from_seat=event.giver + 1,
        to_seat=event.receiver + 1,
        count=event.count,
        cards=card_messages(event.cards or 0),
        unseen=event.unseen,
    )
    return event_pb2.CardsExchanged(exchange=exchange, phase=phase_number(event.phase))


def _hand_started(game: Game, event: HandStarted) -> event_pb2.HandStarted:
    return event_pb2.HandStarted(
        hand_number=event.number,
        deal=event.deal,
        dealer=event.dealer + 1,
        commitment=event.commitment,
        phase=phase_number(event.phase),
        undealt=event.undealt,
        hand_size=game.rules.hand_size,
        stock=event.stock,
        shown=card_messages(event.shown),
    )


def _hand_ended(game: Game, event: HandEnded) -> event_pb2.HandEnded:
    return event_pb2.HandEnded(
        result=hand_result_message(event.number, event.results),
        sides=side_messages(game),
        dealt=holding_messages(event.dealt),
        undealt=card_messages(event.undealt),
    )


def holding_messages(holdings: tuple[CardSet, ...]) -> list[snapshot_pb2.Holding]:
    """Return the cards of every seat, in seat order."""
    return [snapshot_pb2.Holding(seat=seat + 1, cards=card_messages(cards)) for seat, cards in enumerate(holdings)]


def hand_result_message(number: int, results: tuple[SideResult, ...]) -> snapshot_pb2.HandResult:
    """Return the six lines of every side."""
    return snapshot_pb2.HandResult(
        hand_number=number, sides=[_side_result(side, result) for side, result in enumerate(results)]
    )


def _side_result(side: int, result: SideResult) -> snapshot_pb2.SideResult:
    return snapshot_pb2.SideResult(
        side=side + 1,
        contract=result.contract,
        bag_points=result.bag_points,
        nil=result.nil,
        bag_penalty=result.bag_penalty,
        hand=result.hand,
        total=result.after.points,
        bags=result.after.bags,
        new_bags=result.new_bags,
    )


def game_result_message(result: GameResult, seed: str = "") -> snapshot_pb2.GameResult:
    """Return how the game ended; *seed* is the code of a seeded game."""
    return snapshot_pb2.GameResult(
        winner_side=0 if result.winner is None else result.winner + 1,
        reason=snapshot_pb2.GameEndReason.ValueType(result.reason),
        seed=seed,
    )
