"""Options that cannot be played together, each with a sentence that names them. Source: decisions 5, 8, 9, 20."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spades_engine.rules import Rules

__all__ = ["Conflict", "conflicts"]


@dataclass(frozen=True, slots=True)
class Conflict:
    """Options that contradict each other."""

    sentence: str
    options: tuple[str, ...]


def conflicts(rules: "Rules") -> Iterator[Conflict]:
    """Yield what makes *rules* unplayable; nothing if they can be played to the end by any legal choices."""
    yield from _endings(rules)
    yield from _cards(rules)
    yield from _bids(rules)
    if rules.variation in ("mirror", "whiz"):
        yield from _counted_bids(rules)
    elif rules.variation != "normal":
        yield from _fixed_bids(rules)


def _endings(rules: "Rules") -> Iterator[Conflict]:
    if rules.target_score is None and rules.max_hands is None:
        yield _conflict("target_score=off needs max_hands: the game would never end", "target_score", "max_hands")


def _cards(rules: "Rules") -> Iterator[Conflict]:
    if rules.talks and rules.hides_hands:
        yield _conflict(
            "partner_talk needs cards in sight, hand_hidden_until_bid hides them",
            "partner_talk",
            "hand_hidden_until_bid",
        )
    if rules.jokers == "jjdd" and "diamonds" in rules.removed_deuces:
        yield _conflict("removed_deuces takes out the two of diamonds, which jjdd raises", "jokers", "removed_deuces")
    if rules.players == 3 and rules.jokers == "one":
        yield _conflict("jokers=one leaves a card over for three players", "jokers", "players")
    if rules.players == 3 and rules.jokers == "four_twos" and rules.three_player_card.startswith("remove"):
        yield _conflict("three_player_card takes out a two that four_twos raises", "jokers", "three_player_card")
    if rules.players == 2 and rules.two_player_deal == "short_pack" and rules.jokers != "none":
        yield _conflict("two_player_deal=short_pack has neither jokers nor twos", "two_player_deal", "jokers")
    if rules.big_joker_calls_spades and rules.jokers not in ("big_little", "one", "jjda", "jjdd"):
        yield _conflict("big_joker_calls_spades needs a big joker", "big_joker_calls_spades", "jokers")


def _bids(rules: "Rules") -> Iterator[Conflict]:
    least = _least_number(rules)
    most = min(13, rules.hand_size) if rules.cap_bid_13 else rules.hand_size
    if rules.in_pairs and rules.min_team_bid and rules.max_team_bid and rules.min_team_bid > rules.max_team_bid:
        yield _conflict("min_team_bid is above max_team_bid", "min_team_bid", "max_team_bid")
    if rules.in_pairs and not rules.nil and rules.max_team_bid and 2 * least > rules.max_team_bid:
        yield _conflict("twice min_player_bid is above max_team_bid", "min_player_bid", "max_team_bid")
    if rules.in_pairs and rules.nil_partner_min and rules.max_team_bid and rules.nil_partner_min > rules.max_team_bid:
        yield _conflict("nil_partner_min is above max_team_bid", "nil_partner_min", "max_team_bid")
    if rules.low_total_redeal is not None and rules.variation != "normal":
        yield _conflict(
            f"variation={rules.variation} leaves low_total_redeal no choice", "variation", "low_total_redeal"
        )
    top = 2 * rules.max_team_bid if rules.in_pairs and rules.max_team_bid else 2 * most
    if rules.low_total_redeal is not None and top < rules.low_total_redeal:
        yield _conflict("max_team_bid keeps every total below low_total_redeal", "max_team_bid", "low_total_redeal")
    if rules.bids_for_both and rules.variation != "normal":
        yield _conflict("bidding_style=partnership knows no variation", "bidding_style", "variation")


def _least_number(rules: "Rules") -> int:
    least = max(rules.min_player_bid, 0)
    return 2 if rules.no_bid_of_one and least == 1 else least


_NUMBERS = ("min_player_bid", "min_team_bid", "max_team_bid", "nil_partner_min", "cap_bid_13")
_TOTALS = ("total_not_13", "no_bid_of_one")


def _counted_bids(rules: "Rules") -> Iterator[Conflict]:
    """Mirror and whiz take the number from the cards (decision 8)."""
    for name in (*_NUMBERS, *_TOTALS):
        if getattr(rules, name):
            yield _conflict(
                f"variation={rules.variation} takes the bid from the cards, {name} limits it", "variation", name
            )
    if not rules.nil or not rules.zero_is_nil:
        yield _conflict(
            f"variation={rules.variation} needs nil for a hand without spades", "variation", "nil", "zero_is_nil"
        )
    if rules.double_nil == "forbidden":
        yield _conflict(f"variation={rules.variation} may make both partners bid nil", "variation", "double_nil")
    if rules.variation == "whiz" and rules.blind_bids:
        yield _conflict("variation=whiz takes the bid from the cards: none may be blind", "variation", "blind_bids")
    if rules.variation == "mirror" and (rules.blind_nil or rules.blind_bids):
        yield _conflict("variation=mirror knows no blind bid", "variation", "blind_nil", "blind_bids")


def _fixed_bids(rules: "Rules") -> Iterator[Conflict]:
    name = rules.variation
    if name != "uno" and not rules.nil:
        yield _conflict(f"variation={name} needs nil", "variation", "nil")
    if name == "suicide":
        if not rules.in_pairs:
            yield _conflict("variation=suicide needs partners", "variation", "players", "partners")
        if rules.min_team_bid and rules.max_team_bid is not None and rules.max_team_bid < rules.suicide_min:
            yield _conflict("suicide_min is above max_team_bid", "suicide_min", "max_team_bid")
        return
    for limit in (*_NUMBERS, *_TOTALS):
        if getattr(rules, limit):
            yield _conflict(f"variation={name} says what may be bid, {limit} forbids some of it", "variation", limit)
    if name != "uno" and rules.double_nil == "forbidden":
        yield _conflict(f"variation={name} may make both partners bid nil", "variation", "double_nil")
    if rules.blind_bids is not None or (name in ("uno", "reflection") and rules.blind_nil):
        yield _conflict(f"variation={name} knows no such blind bid", "variation", "blind_nil", "blind_bids")


def _conflict(sentence: str, *options: str) -> Conflict:
    return Conflict(sentence, options)
