"""Whether to accept a claim: only if it is certain. Source: docs/rules.md decision 18."""

from spades_ai.choice import Choice, Reason, pick
from spades_engine import Action, Decision, Suit, View, pack_of
from spades_engine.cards import CardSet, each, mask

__all__ = ["choose_claim"]


def choose_claim(view: View, due: Decision) -> Choice:
    """Accept where the claimer is to lead and no card that is out can beat any of its cards."""
    hand, claim = view.hand, view.hand.claim
    assert claim is not None, "a claim is to be answered"
    if hand.trick or not _unbeatable(view, hand.holdings[claim.seat]):
        return pick(due, Action.DECLINE, Reason(code="not_certain", seat=claim.seat, text="it might be beaten"))
    return pick(due, Action.ACCEPT, Reason(code="certain", seat=claim.seat, text="no card that is out beats these"))


def _unbeatable(view: View, claimed: CardSet) -> bool:
    pack = pack_of(view.rules)
    out = pack.cards & ~claimed & ~_played(view) & ~view.hand.shown
    if not out & pack.spades and all(_master(view, card, out) for card in each(claimed)):
        return True
    # While spades are out, only spades that beat them are certain.
    return not claimed & ~pack.suits[Suit.SPADES] and all(_master(view, card, out) for card in each(claimed))


def _master(view: View, card: int, out: CardSet) -> bool:
    pack = pack_of(view.rules)
    rivals = out & pack.suits[pack.plays_as[card]]
    return all(pack.power[rival] < pack.power[card] for rival in each(rivals))


def _played(view: View) -> CardSet:
    return mask(card for trick in view.hand.tricks for _, card in trick.plays)
