"""Options that cannot be played together, each with a sentence that names them. Source: decisions 5, 8, 9, 20, 24."""

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
    if rules.players == 5:
        yield _conflict("players=5: 2, 3, 4 or 6 are allowed", "players")
    yield from _endings(rules)
    yield from _cards(rules)
    yield from _six(rules)
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


def _six(rules: "Rules") -> Iterator[Conflict]:
    """Six players have two packs; what is said of two partners says nothing of three (decision 24)."""
    if rules.players == 6 and rules.jokers not in ("none", "high_two"):
        sentence = f"jokers={rules.jokers} does not go with two packs without their two of clubs, which six players use"
        yield _conflict(sentence, "jokers", "players")
    if rules.side_size != 3:
        return
    if rules.double_nil != "sum":
        yield _conflict(f"double_nil={rules.double_nil} is about two partners, not three", "double_nil", "six_sides")
    if rules.variation == "suicide":
        yield _conflict("variation=suicide is for two partners, not three", "variation", "six_sides")
    if rules.bidding_style == "partnership":
        yield _conflict("bidding_style=partnership is for two partners, not three", "bidding_style", "six_sides")


def _bids(rules: "Rules") -> Iterator[Conflict]:
    least = _least_number(rules)
    most = rules.max_team_bid if rules.has_partners else None
    if most and rules.min_team_bid and rules.min_team_bid > most:
        yield _conflict("min_team_bid is above max_team_bid", "min_team_bid", "max_team_bid")
    if most and not rules.nil and rules.side_size * least > most:
        times = "twice" if rules.in_pairs else "three times"
        yield _conflict(f"{times} min_player_bid is above max_team_bid", "min_player_bid", "max_team_bid")
    if most and rules.nil_partner_min and rules.nil_partner_min > most:
        yield _conflict("nil_partner_min is above max_team_bid", "nil_partner_min", "max_team_bid")
    if rules.low_total_redeal is not None and rules.variation != "normal":
        yield _conflict(
            f"variation={rules.variation} leaves low_total_redeal no choice", "variation", "low_total_redeal"
        )
    if most and rules.low_total_redeal is not None and rules.number_of_sides * most < rules.low_total_redeal:
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
        if not rules.has_partners:
            yield _conflict("variation=suicide needs partners", "variation", "players", "partners")
        if rules.max_team_bid is not None and rules.max_team_bid < rules.suicide_min:
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
