"""What is counted of one contestant, and times as a histogram, so that counts of boards can be added up."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from math import ceil, log2

__all__ = ["Tally", "Times"]

_STEPS = 8
"""Bars of the histogram for each doubling of the time."""


@dataclass(slots=True)
class Tally:
    """Counts of one contestant; mutable: it grows as hands are played."""

    hands: int = 0
    """Hands, one for each side it played."""
    contracts: int = 0
    """Contracts of one trick or more."""
    sets: int = 0
    bags: int = 0
    """Tricks beyond contracts, and those of failed nils where they are bags."""
    bags_of_made: int = 0
    """Those of contracts that were made."""
    bids: int = 0
    """Bids of its seats, nil included."""
    bid_tricks: int = 0
    tricks: int = 0
    nils: int = 0
    """Nils, blind ones too."""
    nils_made: int = 0
    forecasts: int = 0
    """Numbers bid with a forecast of tricks."""
    forecast_error: float = 0.0
    """Tricks by which these were off, all together."""
    beyond_forecast: float = 0.0
    """Tricks that were taken beyond these, less those that were missing."""
    nil_forecasts: int = 0
    """Nils bid with a forecast of their odds."""
    nil_error: float = 0.0
    """The squares of odds less outcome (1 made, 0 not), all together."""
    games_won: int = 0
    games_drawn: int = 0
    decisions: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    """By kind; only a strategy or a network bot is ever at fault."""

    def add(self, other: "Tally") -> None:
        """Add the counts of *other*."""
        for one in fields(self):
            mine, theirs = getattr(self, one.name), getattr(other, one.name)
            setattr(self, one.name, mine + theirs)

    def data(self) -> dict[str, object]:
        """Return the counts by name."""
        counts: dict[str, object] = {one.name: getattr(self, one.name) for one in fields(self)}
        return counts | {"faults": dict(sorted(self.faults.items()))}

    @classmethod
    def of(cls, data: Mapping[str, object]) -> "Tally":
        """Return the counts written by ``data``."""
        faults = data["faults"]
        assert isinstance(faults, dict)
        return cls(**{**data, "faults": Counter(faults)})  # type: ignore[arg-type]  # counts, as data() wrote them


@dataclass(slots=True)
class Times:
    """How long decisions took; mutable: it grows."""

    bars: Counter[int] = field(default_factory=Counter)
    """Decisions by time: bar n holds those up to 2**(n/8) microseconds."""
    total_us: float = 0.0

    def note(self, microseconds: float) -> None:
        """Count a decision."""
        self.bars[max(ceil(_STEPS * log2(max(microseconds, 1.0))), 0)] += 1
        self.total_us += microseconds

    def add(self, other: "Times") -> None:
        """Add the decisions of *other*."""
        self.bars.update(other.bars)
        self.total_us += other.total_us

    def quantile_us(self, share: float) -> float:
        """Return the time within which *share* of the decisions were made, at most a tenth too high; 0 of none."""
        wanted, seen = share * self.bars.total(), 0
        for bar, count in self._ascending():
            seen += count
            if seen >= wanted:
                return float(2 ** (bar / _STEPS))
        return 0.0

    def mean_us(self) -> float:
        """Return the mean time; 0 of none."""
        return self.total_us / max(self.bars.total(), 1)

    def data(self) -> dict[str, object]:
        """Return the histogram."""
        return {"total_us": round(self.total_us), "bars": {str(bar): count for bar, count in self._ascending()}}

    def _ascending(self) -> Iterator[tuple[int, int]]:
        return iter(sorted(self.bars.items()))

    @classmethod
    def of(cls, data: Mapping[str, object]) -> "Times":
        """Return the histogram written by ``data``."""
        bars, total = data["bars"], data["total_us"]
        assert isinstance(bars, dict)
        assert isinstance(total, int | float)
        return cls(Counter({int(bar): count for bar, count in bars.items()}), float(total))
