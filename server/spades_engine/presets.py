"""Named rules, each as its source plays; a preset differs from ``standard`` by data only."""

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

_LISTED = (
    Preset(
        name="standard",
        explanation="to 500; nil 100, blind nil 200 from 100 behind with 2 cards exchanged; 10 bags cost 100",
        source="pagat",
        players=(4, 3, 2),
    ),
    Preset(
        name="two-player",
        explanation="two players draw in turn and choose their cards; to 300",
        source="dkm, rubl",
        players=(2,),
        changes={"players": 2, "target_score": 300},
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
