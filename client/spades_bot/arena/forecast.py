"""What a seat's cards promised when it bid, to be held against what they took. Source: docs/bots.md"""

from dataclasses import dataclass

from spades_ai import estimate_tricks
from spades_ai.nil import nil_odds
from spades_bot.arena.tally import Tally
from spades_engine import Bid, View

__all__ = ["Forecast", "count_forecast", "forecast_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """What ``rules`` would say of a holding, whoever plays it."""

    tricks: float
    """The estimate."""
    nil: float
    """The probability that it takes no trick, if it plays for that."""


def forecast_of(view: View) -> Forecast:
    """Return the forecast for the view's seat, which sees its cards and is about to bid."""
    return Forecast(tricks=estimate_tricks(view).tricks, nil=nil_odds(view)[0])


def count_forecast(tally: Tally, forecast: Forecast, bid: Bid, taken: int) -> None:
    """Count how far *forecast* was from the tricks *taken* after *bid*: as a nil, or as a number."""
    if bid.is_nil:
        tally.nil_forecasts += 1
        tally.nil_error += (forecast.nil - (taken == 0)) ** 2
    else:
        tally.forecasts += 1
        tally.forecast_error += abs(taken - forecast.tricks)
        tally.beyond_forecast += taken - forecast.tricks
