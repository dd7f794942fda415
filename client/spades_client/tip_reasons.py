"""The reasons of a tip in the reader's language, by their codes."""

from __future__ import annotations

from spades.v1.snapshot_pb2 import Snapshot
from spades.v1.table_service_pb2 import TipReason
from spades_client import texts
from spades_client.clean import clean
from spades_client.language import follow, speaks_english
from spades_client.words import card_words, list_words, seat_words

TIP_REASONS: dict[str, str] = {
    # Bids, and what the search compares.
    "outlook": "the contract is made with {percent}",
    "searched": "{number} points better on average over many deals",
    "makes": "your contract is made with {percent}",
    "sets": "another side is set with {percent}",
    "nil_survives": "the nil is made with {percent}",
    "bags": "{number} bags on average",
    "table_total": "the others leave about {number} tricks",
    "side_honour": "{cards}: worth {number} tricks",
    "spade_honour": "{cards}: worth {number} tricks, a high spade",
    "long_spade": "{cards}: worth {number} tricks, by length",
    "small_spade": "{cards}: worth {number} tricks, may ruff",
    "ruff": "few {suit} and a small spade: worth {number} tricks",
    "rest": "what cards like these take besides: {number} tricks",
    "poor_hand": "these cards are worth about {number} tricks",
    "nil_odds": "nil is made with {percent}; the dangers: {cards}",
    "desperate": "the game is about to end: nothing less can win it",
    "look": "a blind nil would most likely fail",
    # Draw, exchange, claim.
    "keep_spade": "{cards} is a spade",
    "keep_high": "{cards} is a ten or better",
    "throw_low": "{cards} is low: the next card is likely better",
    "give_low": "{cards}: low cards keep the nil safe",
    "give_danger": "{cards}: most likely to win a trick",
    "certain": "no card that is out beats these",
    "not_certain": "it might be beaten",
    "chance": "picked by chance",
    # Why a card.
    "cash": "it is likely to hold",
    "draw_spades": "it draws the opponents' spades",
    "lead_low_spade": "only spades are left; the low ones go first",
    "lead_short": "its suit will soon be void, to be ruffed",
    "lead_low": "a low card gives nothing away",
    "partner_wins": "the partner's card is likely to win",
    "cannot_win": "it cannot win: the least useful card goes",
    "win_cheaply": "the cheapest card that wins",
    "second_low": "what would win now is likely to be beaten",
    "play_high": "the cheapest card that holds as well as any",
    "ruff with card": "the cheapest card that holds as well as any",
    "lead_to_lose": "it is the lead least likely to win",
    "duck with card": "the most dangerous card that does not win",
    "duck_low": "every card would win now; the lowest may yet be beaten",
    "win_high": "the trick cannot be lost: the most dangerous card goes",
    "cover_overtake": "it takes the trick from the partner's nil",
    "cover_failed": "nothing beats the partner's card",
    "cover_high": "a high card lets the partner play below it",
    "cover_void": "the partner is void of this suit",
    "cover_lead": "a high lead lets the partner play below it",
    "attack_duck": "the nil is winning: it is left alone",
    "attack_low": "every card beats the nil",
    "attack_under": "a low card may force the nil to win",
    "attack_lead": "a low lead may force the nil to win",
    # What the seat plays for.
    "own_nil": "you have promised to take no trick",
    "cover": "your partner's nil is alive",
    "attack": "an opponent's nil is alive",
    "take": "your side wants tricks",
    "set": "an opponent may still be set",
    "duck": "another trick would be a bag",
}


def tip_words(reason: TipReason, snapshot: Snapshot, *, short: bool = False) -> str:
    """Return a reason: in the server's own English words, which tell more, or in the reader's language by its code."""
    form = TIP_REASONS.get(reason.code)
    if reason.cards:  # two codes mean one thing of a card and another of a hand
        form = TIP_REASONS.get(f"{reason.code} with card", form)
    if form is None or speaks_english():
        return clean(reason.text)
    return form.format(
        cards=list_words(card_words(card, short=short) for card in reason.cards),
        suit=texts.SUITS.get(reason.suit, texts.CARD_UNKNOWN),
        name=seat_words(snapshot, reason.seat) if reason.seat else "",
        number=f"{reason.value:.1f}",
        percent=f"{reason.value:.0%}",
    )


follow(globals())
