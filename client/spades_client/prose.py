"""What happened, as sentences: one event becomes one line, or none where the reader learns nothing. Pure.

Line mode prints these lines; the subject comes first, cards are words, and every name was cleaned.
"""

from __future__ import annotations

from typing import assert_never

from spades.v1.event_pb2 import Batch, Event
from spades.v1.snapshot_pb2 import Snapshot
from spades_client import prose_hand as hand
from spades_client import prose_score as score
from spades_client import prose_table as table
from spades_client import texts
from spades_client.fold import apply_event
from spades_client.prose_style import Style
from spades_client.words import told


def batch_lines(before: Snapshot, batch: Batch, style: Style) -> list[str]:
    """Return the lines that tell *batch* to the viewer of *before*."""
    lines: list[str] = []
    then = before
    for event in batch.events:
        now = Snapshot()
        now.CopyFrom(then)
        apply_event(now, event)
        lines.extend(event_lines(then, event, now, style))
        then = now
    return lines


def event_lines(before: Snapshot, event: Event, after: Snapshot, style: Style) -> list[str]:
    """Return the lines that tell *event*, given what was known before and after it."""
    match event.WhichOneof("kind"):
        case "seat_taken":
            return [table.seat_taken(after, event.seat_taken)]
        case "seat_vacated":
            return [table.seat_vacated(before, event.seat_vacated)]
        case "presence_changed":
            return table.presence_changed(before, event.presence_changed)
        case "seat_stood_in":
            return [told(texts.STOOD_IN, after, event.seat_stood_in.seat)]
        case "seat_reclaimed":
            return [told(texts.RECLAIMED, after, event.seat_reclaimed.seat)]
        case "host_changed":
            return [told(texts.HOST, after, event.host_changed.seat) if event.host_changed.seat else texts.HOST_NONE]
        case "ready_changed":
            voice = texts.READY if event.ready_changed.ready else texts.NOT_READY
            return [told(voice, after, event.ready_changed.seat)]
        case "seats_swapped":
            return [table.seats_swapped(after, event.seats_swapped)]
        case "newcomer_changed":
            return [table.newcomer_changed(before, event.newcomer_changed)]
        case "rules_changed":
            return [table.rules_changed(event.rules_changed)]
        case "table_paused":
            return [table.paused(after)]
        case "table_resumed":
            seat = event.table_resumed.seat
            return [told(texts.RESUMED_BY, after, seat) if seat else texts.RESUMED]
        case "said":
            return table.said(after, event.said.line, style)
        case "chat_opened":
            return [line for chat in event.chat_opened.lines for line in table.said(after, chat, style)]
        case "table_closing":
            return [table.closing(after, event.table_closing)]
        case "table_closed":
            return [texts.CLOSED]
        case "prompt_closed":
            return table.prompt_closed(before, event.prompt_closed)
        case "game_started":
            return table.game_started(event.game_started)
        case "dealer_drawn":
            return [told(texts.DRAWS, after, d.seat, card=style.card(d.card)) for d in event.dealer_drawn.draws]
        case "hand_started":
            return [hand.hand_started(after)]
        case "cards_dealt":
            return hand.cards_dealt(after, event.cards_dealt, style)
        case "cards_seen":
            return hand.cards_seen(after, event.cards_seen, style)
        case "card_offered":
            return hand.card_offered(after, event.card_offered, style)
        case "card_drawn":
            return [hand.card_drawn(after, event.card_drawn, style)]
        case "talked":
            return [hand.talked(after, event.talked)]
        case "bid_made":
            return hand.bid_made(after, event.bid_made)
        case "hand_redealt":
            seat = event.hand_redealt.seat
            return [told(texts.REDEAL, after, seat) if seat else texts.REDEAL_BY_RULES]
        case "cards_exchanged":
            return [hand.cards_exchanged(after, event.cards_exchanged.exchange, style)]
        case "leader_chosen":
            return [told(texts.LEADS_FIRST, after, event.leader_chosen.seat)]
        case "card_played":
            return [hand.card_played(after, event.card_played, style)]
        case "spades_broken":
            return [texts.BROKEN]
        case "trick_won":
            return [hand.trick_won(after, event.trick_won, style)]
        case "revoke_found":
            found = event.revoke_found
            return [told(texts.REVOKED, after, found.seat, trick=found.trick, card=style.card(found.card))]
        case "claim_proposed":
            return [hand.claim_proposed(after, event.claim_proposed, style)]
        case "claim_answered":
            voice = texts.CLAIM_ACCEPTED if event.claim_answered.accepted else texts.CLAIM_DECLINED
            return [told(voice, after, event.claim_answered.seat)]
        case "claim_settled":
            return [hand.claim_settled(after, event.claim_settled)]
        case "hand_ended":
            return score.result_lines(after, event.hand_ended.result)
        case "game_ended":
            return [score.game_line(after, event.game_ended.result)]
        case "prompt_opened" | "prompt_suspended" | "prompt_resumed":
            return []  # the turn lines tell of them, with the time that is left
        case None:
            return []  # newer than this client
        case other:
            assert_never(other)
