"""What an agent can do, as numbers: a card, a bid, or whatever else a seat may be asked under the rules."""

from collections.abc import Mapping

from spades_engine import BLIND_NIL, NIL, Action, Bid, Decision, Option, Rules, Talk, TalkKind, format_card, pack_of
from spades_engine.auction import sentences
from spades_engine.bids import blind, hint, of
from spades_engine.cards import each

__all__ = ["NO_EXCHANGE", "action_names", "allowed", "name_of"]

NO_EXCHANGE = "no exchange"
"""Giving the partner no cards, where the bidder of nil may do without."""


def name_of(option: Option) -> str:
    """Return what *option* is called, as in ``"AS"``, ``"bid 3"``, ``"bid nil"``, ``"say about 4"`` or ``"look"``."""
    if isinstance(option, Bid):
        return f"bid {option}"
    if isinstance(option, Talk):
        said = f"say {option.kind.name.lower().replace('_', ' ')}"
        return f"{said} {option.tricks}" if option.kind in (TalkKind.ABOUT, TalkKind.MAYBE_ONE_MORE) else said
    if isinstance(option, Action):
        return option.name.lower()
    return format_card(option)


def action_names(rules: Rules) -> tuple[str, ...]:
    """Return the name of each action under *rules*, by its number: the cards first, lowest number first, then bids.

    The table is the same for every seat and moment. Not in it: claims, and a look at cards before one's turn to bid.
    """
    numbers = range(rules.hand_size + 1)
    options: list[Option] = [*each(pack_of(rules).cards), NIL, *map(of, numbers)]
    options += [BLIND_NIL] if rules.offers_blind_nil else []
    options += map(blind, numbers) if rules.blind_bids is not None and not rules.draws else ()
    options += map(hint, numbers) if rules.bids_for_both else ()
    options += sentences(rules, seen=True) if rules.talks else ()
    options += (Action.LOOK, Action.KEEP, Action.THROW, Action.REDEAL)
    return (*map(name_of, options), NO_EXCHANGE)


def allowed(due: Decision, picked: tuple[int, ...], numbers: Mapping[str, int]) -> dict[int, int | None]:
    """Return the legal actions of a seat that owes *due*, each with the index of its option; None for no exchange.

    *picked* are the indices already picked, where several cards are asked for; *numbers* are the actions by name.
    """
    legal: dict[int, int | None] = {
        numbers[name_of(option)]: index for index, option in enumerate(due.options) if index not in picked
    }
    if due.may_pass and not picked:
        legal[numbers[NO_EXCHANGE]] = None
    return legal
