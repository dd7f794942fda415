"""Playing cards, claiming the rest, and scoring the hand. Source: docs/rules.md a4, c25, decisions 16 to 18."""

from collections.abc import Iterator

from spades_engine.cards import CardSet, each, mask
from spades_engine.commands import AnswerClaim, ClaimRest, PlayCard
from spades_engine.errors import ClaimNotAllowed, NotYourTurn, WrongPhase
from spades_engine.events import (
    CardPlayed,
    ClaimAnswered,
    ClaimProposed,
    ClaimSettled,
    Event,
    GameEnded,
    HandEnded,
    RevokeFound,
    SpadesBroken,
    TrickWon,
)
from spades_engine.hand import Game, Hand, Trick
from spades_engine.pack import pack_of
from spades_engine.play import breaks_spades, legal_plays, play_refusal, revokes, trick_winner
from spades_engine.scoring import game_result, score_hand

__all__ = ["answer_claim", "claim_rest", "play_card"]


def play_card(game: Game, hand: Hand, command: PlayCard) -> tuple[Event, ...]:
    """Play a card."""
    seat, card = command.seat, command.card
    if hand.turn != seat:
        raise NotYourTurn
    if hand.claim is not None:
        raise WrongPhase("a claim waits for its answers")
    rules = game.rules
    pack = pack_of(rules)
    holding, trick = hand.holdings[seat], hand.trick
    led = pack.plays_as[trick[0][1]] if trick else None
    first = not hand.tricks
    legal = legal_plays(rules, pack, holding, led, broken=hand.broken, first_trick=first, trick=trick)
    if not legal >> card & 1:
        raise play_refusal(rules, pack, holding, led, card, broken=hand.broken, first_trick=first, trick=trick)
    plays = (*trick, (seat, card))
    winner = trick_winner(pack, plays)
    events: list[Event] = [CardPlayed(seat, card, winner)]
    if not hand.broken and breaks_spades(rules, pack, holding, led, card):
        events.append(SpadesBroken(seat))
    if len(plays) == rules.players:
        events.append(TrickWon(winner, len(hand.tricks) + 1))
        if hand.counts[seat] == 1:
            leader = hand.leader if hand.leader is not None else seat
            events += _end_hand(game, hand, (*hand.tricks, Trick(leader, plays, winner)), winner, 1)
    return tuple(events)


def claim_rest(game: Game, hand: Hand, command: ClaimRest) -> tuple[Event, ...]:
    """Claim all the remaining tricks; the cards are shown (decision 18)."""
    seat = command.seat
    if game.rules.claim == "off":
        raise ClaimNotAllowed("nobody may claim at this table")
    if hand.turn != seat or hand.claim is not None:
        raise NotYourTurn
    bid = hand.bids[seat]
    if bid is not None and bid.is_nil and hand.tricks_won[seat] == 0:
        raise ClaimNotAllowed("you have promised to win no trick")
    if hand.exposed[seat]:
        raise ClaimNotAllowed("your claim has been refused; play on")
    return (ClaimProposed(seat, hand.holdings[seat]),)


def answer_claim(game: Game, hand: Hand, command: AnswerClaim) -> tuple[Event, ...]:
    """Accept a claim, or refuse it; the last to accept ends the hand."""
    claim = hand.claim
    if claim is None:
        raise WrongPhase("nobody has claimed")
    if command.seat == claim.seat or command.seat in claim.accepted:
        raise WrongPhase("you have answered")
    answered = ClaimAnswered(command.seat, command.accept)
    if not command.accept:
        return answered, ClaimSettled(claim.seat, accepted=False, tricks=0)
    if len(claim.accepted) + 2 < game.rules.players:
        return (answered,)
    tricks = hand.counts[claim.seat]
    settled = ClaimSettled(claim.seat, accepted=True, tricks=tricks)
    return answered, settled, *_end_hand(game, hand, hand.tricks, claim.seat, tricks)


def _end_hand(game: Game, hand: Hand, tricks: tuple[Trick, ...], winner: int, gained: int) -> Iterator[Event]:
    """Yield the score, when *winner* gains the last tricks: one with the last card, or several by a claim."""
    rules = game.rules
    winners = [trick.winner for trick in tricks]
    claimed = len(winners) == len(hand.tricks)
    winners += [winner] * gained if claimed else []
    won = list(hand.tricks_won)
    won[winner] += gained
    # A claim may stand in the middle of a trick, whose cards count like the others.
    played = [trick.plays for trick in tricks] + ([hand.trick] if claimed else [])
    found = list(revokes(rules, pack_of(rules), hand.holdings, played)) if rules.revoke == "allowed" else []
    yield from (RevokeFound(*revoke) for revoke in found)
    last = None if claimed else tricks[-1]
    results = score_hand(
        rules,
        game.scores,
        hand.bids,
        won,
        winners=winners,
        last_card=None if last is None else dict(last.plays)[last.winner],
        revokers={seat for seat, _, _ in found},
    )
    yield HandEnded(number=hand.number, results=results, dealt=hand.dealt, undealt=_undealt(hand))
    scores, all_won = [result.after for result in results], [result.won_all for result in results]
    ended = game_result(rules, scores, game.hands_played + 1, won_all=all_won)
    if ended is not None:
        yield GameEnded(ended)


def _undealt(hand: Hand) -> CardSet:
    """Return the cards that nobody got; after a draw they follow from what each seat chose."""
    return 0 if hand.draw else mask(hand.deck) & ~mask(card for held in hand.dealt for card in each(held))
