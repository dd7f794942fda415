"""Named rules, each as its source plays; a preset differs from ``standard`` by data only. Source: decisions 29, 30."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from spades_engine.options import Value
from spades_engine.rules import Rules, RulesError

__all__ = ["PRESETS", "STANDARD", "Preset", "rules_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """Rules with a name and a source."""

    name: str
    explanation: str
    source: str
    players: tuple[int, ...]
    """The numbers of players it is meant for, the usual one first."""
    changes: Mapping[str, Value] = field(default_factory=dict)
    """The options that differ from ``standard``."""


STANDARD = Rules()

_SHEET_000: dict[str, Value] = {
    "partner_talk": "numbers",
    "failed_nil_tricks": "help",
    "forced_lead_breaks": False,
    "blind_nil_pass": 0,
    "blind_pass_needs": 200,
    "exchange_optional": True,
    "three_player_card": "hidden",
}
_MSN: dict[str, Value] = {
    "losing_score": -200,
    "bag_carry": "reset",
    "failed_nil_points": 0,
    "blind_nil_threshold": 0,
    "blind_nil_pass": 0,
}

_LISTED = (
    Preset(
        name="standard",
        explanation="to 500; nil 100, blind nil 200 from 100 behind with 2 cards exchanged; 10 bags cost 100",
        source="pagat",
        players=(4, 3, 2, 6),
    ),
    Preset(
        name="sheet-000",
        explanation="high card deals, partners talk in numbers, the tricks of a failed nil help the contract",
        source="rule sheet 000 (Portuguese)",
        players=(4, 3, 2, 6),
        changes=_SHEET_000,
    ),
    Preset(
        name="sheet-002",
        explanation="a quick game to 250, lost at -200, drawn when level after 30 hands; no blind nil",
        source="rule sheet 002 (Spanish)",
        players=(4,),
        changes={
            "target_score": 250,
            "losing_score": -200,
            "max_hands": 30,
            "blind_nil": False,
            "blind_nil_pass": 0,
            "first_dealer": "host_leads",
            "forced_lead_breaks": False,
        },
    ),
    Preset(
        name="sheet-003",
        explanation="cards hidden until the turn to bid, redeal without a spade or a face card, a random leader",
        source="rule sheet 003 (Portuguese)",
        players=(4, 3, 2),
        changes={
            "hand_hidden_until_bid": True,
            "redeal": "either",
            "first_leader": "random",
            "cap_bid_13": True,
            "blind_nil": False,
            "double_nil": "500",
            "failed_nil_points": 0,
            "draw_order": "sequential",
            "draw_first_card": "public",
            "draw_second_card": "unseen",
            "three_player_card": "hidden",
        },
    ),
    Preset(
        name="sheet-004",
        explanation="blind nil at any time, with three cards exchanged; a forced spade lead breaks spades",
        source="rule sheet 004 (Spanish)",
        players=(4, 2),
        changes={"blind_nil_threshold": 0, "blind_nil_pass": 3},
    ),
    Preset(
        name="hoyle",
        explanation="three cards exchanged unseen after every nil; two nils count nothing if one fails",
        source="Hoyle, as grahammitchell and tipwriter give it",
        players=(4,),
        changes={
            "nil_pass": 3,
            "blind_nil_pass": 3,
            "blind_nil_threshold": 0,
            "double_nil": "zero",
            "exchange_order": "unseen",
            "exchange_if_partner_nil": False,
        },
    ),
    Preset(
        name="bicycle",
        explanation="no nil, everybody bids one at least, a set contract scores nothing",
        source="Bicycle",
        players=(4, 3, 2),
        changes={"nil": False, "blind_nil": False, "min_player_bid": 1, "set_penalty": "zero", "bag_penalty": False},
    ),
    Preset(
        name="msn",
        explanation="lost at -200; ten bags cost 100 and are all dropped; blind nil at any time, no exchange",
        source="MSN Zone",
        players=(4,),
        changes=_MSN,
    ),
    Preset(
        name="openspiel",
        explanation="lost at -350, contracts up to 13, the tricks of a failed nil help, the last seat always deals",
        source="OpenSpiel, without its four faults",
        players=(4,),
        changes={
            "failed_nil_tricks": "help",
            "max_team_bid": 13,
            "losing_score": -350,
            "blind_nil": False,
            "first_dealer": "last_seat_always",
        },
    ),
    Preset(
        name="royale-solo",
        explanation="everyone alone, with two jokers; nil 50, no blind nil",
        source="Spades Royale",
        players=(4,),
        changes={
            "partners": False,
            "nil_points": 50,
            "blind_nil": False,
            "jokers": "big_little",
            "removed_deuces": "hearts_clubs",
        },
    ),
    Preset(
        name="jjdd",
        explanation="two jokers, then the twos of diamonds and spades on top; blind numbers; pairs bid four at least",
        source="Trickster, Jokers Wild",
        players=(4,),
        changes={"jokers": "jjdd", "blind_bids": 6, "min_team_bid": 4},
    ),
    Preset(
        name="cutthroat-3",
        explanation="three players; bids may not add up to 17, the lowest club leads, each bag costs 10",
        source="pagat",
        players=(3,),
        changes={
            "players": 3,
            "total_not_13": True,
            "first_leader": "lowest_club",
            "bag_points": -10,
            "bags_counted": False,
            "blind_nil": False,
        },
    ),
    Preset(
        name="two-player",
        explanation="two players draw in turn and choose their cards; to 300",
        source="dkm, rubl",
        players=(2,),
        changes={"players": 2, "target_score": 300},
    ),
    Preset(
        name="suicide",
        explanation="as sheet-000, one partner of each pair bids nil in every hand; lost at -500",
        source="rule sheet 000 (Portuguese)",
        players=(4,),
        changes={
            **_SHEET_000,
            "variation": "suicide",
            "blind_nil_pass": 2,
            "blind_nil_threshold": 200,
            "losing_score": -500,
        },
    ),
    Preset(
        name="mirror",
        explanation="as msn, and everybody bids the number of spades held",
        source="MSN Zone",
        players=(4,),
        changes={**_MSN, "variation": "mirror", "blind_nil": False},
    ),
    Preset(
        name="whiz",
        explanation="as msn, and everybody bids the number of spades held, or nil",
        source="MSN Zone",
        players=(4,),
        changes={**_MSN, "variation": "whiz"},
    ),
)

PRESETS: dict[str, Preset] = {preset.name: preset for preset in _LISTED}
"""Every preset by name, ``standard`` first."""


def rules_of(
    preset: str = "standard", *, players: int | None = None, changes: Mapping[str, Value] | None = None
) -> Rules:
    """Return the rules of *preset* for *players* (None: its usual number) with *changes* by option name.

    Raises:
        RulesError: there is no such preset, it is not played by so many, or the options cannot be played.
    """
    known = PRESETS.get(preset)
    if known is None:
        raise RulesError(f"no preset is called {preset}; there are {', '.join(PRESETS)}", "preset")
    wanted = known.players[0] if players is None else players
    if wanted not in known.players:
        allowed = ", ".join(map(str, sorted(known.players)))
        raise RulesError(f"{preset} is played by {allowed}, not {wanted}", "preset", "players")
    return STANDARD.adjusted({**known.changes, "players": wanted, **(changes or {})})
