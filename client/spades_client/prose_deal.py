"""Whether a hand was dealt as promised, as a sentence. Pure."""

from __future__ import annotations

from spades_client import texts
from spades_client.verify_deal import Finding, Verdict

_QUIET = {
    Finding.VERIFIED: texts.DEAL_VERIFIED,
    Finding.SEEDED: texts.DEAL_SEEDED,
    Finding.CAME_LATE: texts.DEAL_CAME_LATE,
}
_LOUD = {
    Finding.NO_PROMISE: texts.DEAL_NO_PROMISE,
    Finding.NOT_OPENED: texts.DEAL_NOT_OPENED,
    Finding.OTHER_SECRET: texts.DEAL_OTHER_SECRET,
    Finding.OTHER_CARDS: texts.DEAL_OTHER_CARDS,
    Finding.OTHER_UNDEALT: texts.DEAL_OTHER_UNDEALT,
    Finding.OTHER_STOCK: texts.DEAL_OTHER_STOCK,
    Finding.OTHER_LEADER: texts.DEAL_OTHER_LEADER,
}


def verdict_line(verdict: Verdict) -> str:
    """Tell the verdict: shortly where there is nothing to worry about, loudly where the server broke its word."""
    if not verdict.finding.is_wrong:
        return _QUIET[verdict.finding]
    return _LOUD[verdict.finding].format(deal=verdict.deal, seat=verdict.seat)
