"""What the parts of a holding are worth in tricks, for each kind of game; fitted on self-play. Source: docs/bots.md"""

from dataclasses import dataclass

from spades_engine import Rules

__all__ = ["Worths", "worths_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Worths:
    """Tricks for each part; where several numbers stand, they count from 0."""

    side: tuple[float, ...]
    """A side card in a round that every opponent follows, by how many higher cards others hold."""
    spade: tuple[float, ...]
    """A spade with enough smaller ones to wait behind, by how many higher ones others hold."""
    bare_spade: tuple[float, ...]
    """The same without enough smaller ones."""
    long_spade: float
    """Each further spade from the fourth on."""
    small_spade: float
    """A small spade among the first three."""
    ruff: tuple[float, ...]
    """A small spade where a suit is short, by how many cards of the suit are held; besides ``small_spade``."""
    rest: float
    """What holdings take besides, or lose."""
    spread: float
    """Standard deviation of a side's tricks around what its cards are worth."""
    last_bidder: float
    """How far the last bidder believes the other bids about what is left, against its own cards."""
    unsaid: float
    """How far numbers that are bid stay below what the cards are worth, on average."""


_PAIRS = Worths(
    side=(0.96, 0.79, 0.71),
    spade=(1.10, 0.97, 0.84),
    bare_spade=(1.10, 0.83, 0.78),
    long_spade=0.70,
    small_spade=0.32,
    ruff=(0.86, 0.45, 0.07),
    rest=-0.10,
    spread=0.95,
    last_bidder=0.3,
    unsaid=0.43,
)
_ALONE = Worths(
    side=(0.90, 0.78, 0.90),
    spade=(1.30, 1.11, 0.95),
    bare_spade=(1.30, 1.03, 0.82),
    long_spade=0.87,
    small_spade=0.37,
    ruff=(0.77, 0.37, 0.02),
    rest=-0.20,
    spread=0.9,
    last_bidder=0.3,
    unsaid=0.48,
)
_THREE = Worths(
    side=(1.00, 0.85, 0.71),
    spade=(1.43, 1.17, 0.95),
    bare_spade=(1.43, 0.99, 0.86),
    long_spade=0.99,
    small_spade=0.36,
    ruff=(1.00, 0.73, 0.32),
    rest=-0.37,
    spread=1.0,
    last_bidder=0.4,
    unsaid=0.75,
)
_DRAWN = Worths(
    side=(0.71, 0.61, 0.46),
    spade=(1.16, 0.88, 0.73),
    bare_spade=(1.16, 0.78, 0.69),
    long_spade=0.62,
    small_spade=0.24,
    ruff=(0.88, 0.42, 0.15),
    rest=1.31,
    spread=0.95,
    last_bidder=0.5,
    unsaid=0.89,
)
_TWO = Worths(
    side=(0.66, 0.64, 0.64),
    spade=(1.11, 0.89, 0.87),
    bare_spade=(1.11, 0.89, 0.87),
    long_spade=0.57,
    small_spade=0.57,
    ruff=(0.79, 0.35, 0.11),
    rest=2.94,
    spread=1.15,
    last_bidder=0.4,
    unsaid=0.97,
)
"""Two players with 13 cards dealt: half the pack lies idle, and suits end early."""

_SIX_PAIRS = Worths(
    side=(0.74, 0.80, 0.65),
    spade=(1.07, 0.92, 0.90),
    bare_spade=(1.07, 0.87, 0.77),
    long_spade=0.58,
    small_spade=0.24,
    ruff=(0.88, 0.50, 0.33),
    rest=-0.19,
    spread=1.4,
    last_bidder=0.3,
    unsaid=0.67,
)
_SIX_THREES = Worths(
    side=(0.81, 0.80, 0.60),
    spade=(0.97, 0.88, 0.84),
    bare_spade=(0.97, 0.88, 0.68),
    long_spade=0.57,
    small_spade=0.22,
    ruff=(0.92, 0.46, 0.31),
    rest=-0.18,
    spread=1.5,
    last_bidder=0.3,
    unsaid=0.58,
)
_SIX_ALONE = Worths(
    side=(0.64, 0.86, 0.63),
    spade=(1.04, 1.02, 0.95),
    bare_spade=(1.04, 0.94, 0.72),
    long_spade=0.63,
    small_spade=0.25,
    ruff=(1.02, 0.41, 0.25),
    rest=-0.28,
    spread=1.1,
    last_bidder=0.3,
    unsaid=0.47,
)
"""With two packs an equal card may be played first, and thirteen spades more are out to ruff."""


def worths_of(rules: Rules) -> Worths:
    """Return the worths in the kind of game that *rules* play."""
    match rules.players:
        case 2:
            return _DRAWN if rules.draws else _TWO
        case 3:
            return _THREE
        case 4:
            return _PAIRS if rules.in_pairs else _ALONE
        case _:
            return {1: _SIX_ALONE, 2: _SIX_PAIRS, 3: _SIX_THREES}[rules.side_size]
