"""The player ``search``: tries its answers in worlds that agree with all it knows, as ``docs/bots.md`` tells."""

from functools import partial
from typing import assert_never

from spades_ai.choice import Choice, Player, Seed
from spades_ai.rules_player import rules_player
from spades_ai.search.bid import search_bid
from spades_ai.search.draw import search_draw
from spades_ai.search.play import search_play
from spades_engine import Bid, DecisionKind, Option, View, decision

__all__ = ["WORLDS", "reviewing", "search_player", "searching"]

WORLDS = 128
"""Worlds that a decision looks at, at most."""


def search_player(view: View, seed: Seed, *, worlds: int = WORLDS) -> Choice:
    """Return what did best in up to *worlds* worlds; what a search cannot tell is answered by principles."""
    due = decision(view.game, view.seat)
    assert due is not None, "a decision is owed"
    match due.kind:
        case DecisionKind.PLAY:
            return search_play(view, due, seed, worlds)
        case DecisionKind.BID:
            return search_bid(view, due, seed, worlds)
        case DecisionKind.DRAW:
            return search_draw(view, due, seed, worlds)
        case DecisionKind.BLIND | DecisionKind.EXCHANGE | DecisionKind.TALK | DecisionKind.CLAIM:
            return rules_player(view, seed)
        case _:
            assert_never(due.kind)


def reviewing(view: View, seed: Seed, worlds: int, chosen: Option) -> Choice:
    """Return what ``search_player`` would, with figures for *chosen* among the others."""
    due = decision(view.game, view.seat)
    assert due is not None, "a decision is owed"
    if due.kind is DecisionKind.BID and isinstance(chosen, Bid):
        return search_bid(view, due, seed, worlds, also=chosen)
    return search_player(view, seed, worlds=worlds)


def searching(worlds: int) -> Player:
    """Return the player that looks at *worlds* worlds at most."""
    return partial(search_player, worlds=worlds)
