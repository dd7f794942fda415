"""Whether a hand was dealt as promised, as a sentence. Pure."""

from __future__ import annotations

from spades_client import texts
from spades_client.verify_deal import Verdict


def verdict_line(verdict: Verdict) -> str:
    """Tell the verdict: shortly where there is nothing to worry about, loudly where the server broke its word."""
    return texts.FINDINGS[verdict.finding].format(deal=verdict.deal, seat=verdict.seat)
