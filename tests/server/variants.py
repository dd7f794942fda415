"""The rules that the server's tests play: every preset for every number of players, and what presets do not reach."""

import itertools

from spades_engine import PRESETS, Rules, rules_of
from spades_engine.options import Value

__all__ = ["DRAWS", "VARIANTS", "presets"]


def presets() -> dict[str, Rules]:
    """Return every preset for every number of players, by a name such as ``standard-4``."""
    return {
        f"{preset.name}-{players}": rules_of(preset.name, players=players)
        for preset in PRESETS.values()
        for players in preset.players
    }


def _rules(**changes: Value) -> Rules:
    return rules_of().adjusted(changes)


_EXCHANGES: dict[str, Value] = {"blind_nil_threshold": 0, "nil_pass": 2, "blind_nil_pass": 3}

VARIANTS: dict[str, Rules] = {
    **presets(),
    "exchanges": _rules(**_EXCHANGES),
    "exchanges-hidden": _rules(**_EXCHANGES, hand_hidden_until_bid=True),
    "exchanges-first-only": _rules(**_EXCHANGES, exchange_if_partner_nil=False, first_leader="highest_bidder"),
    "hidden": _rules(hand_hidden_until_bid=True, first_leader="random"),
    "hidden-3": _rules(hand_hidden_until_bid=True, players=3, three_player_card="hidden", cap_bid_13=True),
    "blind-3": _rules(players=3, blind_nil_threshold=0, three_player_card="hidden"),
    "solo-4": _rules(partners=False, blind_nil_threshold=0, total_not_13=True),
    "clubs-4": _rules(first_leader="lowest_club", first_trick="lowest_club", lead_spades="anytime"),
    "gifts-unseen": _rules(**_EXCHANGES, exchange_order="unseen", exchange_optional=True),
    "talk-side": _rules(partner_talk="numbers", partner_talk_heard_by="side", blind_nil_threshold=0, blind_bids=5),
    "redeal": _rules(redeal="either", redeal_ace_is_face=True, low_total_redeal=9),
    "redeal-forced": _rules(redeal="one_spade", redeal_when="forced"),
    "partnership": _rules(bidding_style="partnership", nil_pass=2),
    "claims": _rules(claim="on", revoke="allowed"),
    "claims-3": _rules(claim="on", players=3, three_player_card="shown"),
    "jokers-3": _rules(players=3, jokers="jjdd", must_overtake=True),
    "short-2": _rules(players=2, two_player_deal="short_pack", claim="on"),
    "itself": _rules(first_hand_bids_itself=True),
    "clubs-6": _rules(players=6, first_leader="lowest_club", first_trick="lowest_club", claim="on"),
    "threes": _rules(players=6, six_sides="threes", partner_talk="numbers", blind_nil_threshold=0),
    "threes-side": _rules(
        players=6, six_sides="threes", partner_talk="numbers", partner_talk_heard_by="side", first_dealer="high_card"
    ),
    "alone-6": _rules(players=6, partners=False, revoke="allowed"),
    "dealt-2": _rules(players=2, two_player_deal="deal_13", blind_nil_threshold=0),
}
"""Rules by name; together they reach every phase and every kind of event and prompt that the engine knows."""

DRAWS: dict[str, Rules] = {
    "-".join(words): _rules(
        players=2, draw_order=words[0], draw_first_card=words[1], draw_second_card=words[2], draw_discards=words[3]
    )
    for words in itertools.product(
        ("alternate", "sequential"), ("private", "public"), ("seen", "unseen"), ("private", "public")
    )
}
"""Every way for two players to draw their cards."""
