"""Who is behind, and what follows from it; public facts only."""

from spades_engine.bidding import blind_candidates, blind_refusal
from spades_engine.hand import Game

__all__ = ["behind", "bids_itself", "may_bid_blind"]


def behind(game: Game, seat: int) -> int:
    """Return how many points the side of *seat* is behind the best other side before this hand (c4)."""
    mine = game.rules.side_of(seat)
    others = (score.points for side, score in enumerate(game.scores) if side != mine)
    return max(others) - game.scores[mine].points


def bids_itself(game: Game) -> bool:
    """Return whether nobody bids in the hand that is being played, or in the next one where none is."""
    return game.rules.first_hand_bids_itself and game.hands_played == 0


def may_bid_blind(game: Game, seat: int) -> bool:
    """Return whether *seat*, not having looked, may bid blind by the rules and the score; known before the deal."""
    trailing, number = behind(game, seat), game.hands_played + 1
    return not bids_itself(game) and any(
        blind_refusal(game.rules, bid, seen=False, behind=trailing, hand_number=number) is None
        for bid in blind_candidates(game.rules)
    )
