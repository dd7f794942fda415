"""Scores as sentences: the six lines of each side, and how a game ended. Pure."""

from __future__ import annotations

from spades.v1.snapshot_pb2 import GAME_END_REASON_ABANDONED, GameResult, HandResult, Snapshot
from spades_client import texts
from spades_client.clean import clean
from spades_client.words import side_words


def result_lines(after: Snapshot, result: HandResult) -> list[str]:
    """Return the score of a hand: six lines for each side."""
    lines = [texts.HAND_SCORED.format(number=result.hand_number)]
    for side in result.sides:
        gaps = {
            "side": side_words(after, side.side),
            "contract": side.contract,
            "bag_points": side.bag_points,
            "new_bags": side.new_bags,
            "nil": side.nil,
            "bag_penalty": side.bag_penalty,
            "hand": side.hand,
            "total": side.total,
            "bags": side.bags,
        }
        lines.extend(form.format(**gaps) for form in texts.SCORE_LINES)
    return lines


def game_line(after: Snapshot, result: GameResult) -> str:
    """Return who won, why the game ended, and its code where it had one."""
    sentences = [_outcome(after, result)]
    if result.reason in texts.GAME_REASONS:
        sentences.append(texts.GAME_REASONS[result.reason])
    if result.seed:
        sentences.append(texts.SEED.format(seed=clean(result.seed)))
    return " ".join(sentences)


def _outcome(after: Snapshot, result: GameResult) -> str:
    if result.reason == GAME_END_REASON_ABANDONED:
        return texts.GAME_ABANDONED
    if not result.winner_side:
        return texts.GAME_DRAWN
    side = side_words(after, result.winner_side)
    return texts.GAME_WON_YOU if side == texts.YOU else texts.GAME_WON.format(side=side)
