"""The pure reducer: what a viewer knows after a batch, from what it knew before.

Each event does to the snapshot exactly what its "S:" comment in ``event.proto`` says. The server's own view of the
same sequence is equal, field for field; ``view_hash`` proves it.
"""

from __future__ import annotations

from typing import assert_never

from spades.v1.event_pb2 import Batch, Event
from spades.v1.snapshot_pb2 import TABLE_STAGE_CLOSED, TABLE_STAGE_GAME_OVER, Snapshot
from spades_client import fold_hand as hand
from spades_client import fold_prompts as prompts
from spades_client import fold_table as table
from spades_client.errors import Gap


def fold(snapshot: Snapshot, batch: Batch) -> Snapshot:
    """Return the snapshot after *batch*; *snapshot* itself is not changed.

    Raises:
        Gap: *batch* is not the one that follows *snapshot*.
    """
    if batch.first_sequence != snapshot.sequence + 1:
        raise Gap(f"event {snapshot.sequence + 1} was to follow and {batch.first_sequence} came")
    after = Snapshot()
    after.CopyFrom(snapshot)
    for event in batch.events:
        apply_event(after, event)
    if batch.events:
        after.sequence = batch.first_sequence + len(batch.events) - 1
    after.time.CopyFrom(batch.time)
    after.view_hash = ""
    return after


def unknown_events(batch: Batch) -> int:
    """Return how many events of *batch* are of a kind newer than this client; ``fold`` skips them."""
    return sum(event.WhichOneof("kind") is None for event in batch.events)


def apply_event(snapshot: Snapshot, event: Event) -> None:
    """Do to *snapshot*, in place, what *event* does to what a viewer knows; sequence and time are the batch's.

    Raises:
        Gap: *event* speaks of a seat, side, prompt or hand that *snapshot* does not have.
    """
    match event.WhichOneof("kind"):
        case "seat_taken":
            table.seat_taken(snapshot, event.seat_taken)
        case "seat_vacated":
            table.seat_vacated(snapshot, event.seat_vacated)
        case "presence_changed":
            table.presence_changed(snapshot, event.presence_changed)
        case "seat_stood_in":
            table.seat_in(snapshot, event.seat_stood_in.seat).stood_in = True
        case "seat_reclaimed":
            table.seat_in(snapshot, event.seat_reclaimed.seat).stood_in = False
        case "host_changed":
            snapshot.host_seat = event.host_changed.seat
        case "ready_changed":
            table.seat_in(snapshot, event.ready_changed.seat).ready = event.ready_changed.ready
        case "seats_swapped":
            table.seats_swapped(snapshot, event.seats_swapped)
        case "newcomer_changed":
            table.newcomer_changed(snapshot, event.newcomer_changed)
        case "rules_changed":
            table.rules_changed(snapshot, event.rules_changed)
        case "table_paused":
            prompts.table_paused(snapshot, event.table_paused)
        case "table_resumed":
            prompts.table_resumed(snapshot, event.table_resumed)
        case "said":
            table.said(snapshot, event.said)
        case "chat_opened":
            table.chat_opened(snapshot, event.chat_opened)
        case "table_closed":
            snapshot.stage = TABLE_STAGE_CLOSED
            del snapshot.prompts[:]
        case "prompt_opened":
            prompts.prompt_opened(snapshot, event.prompt_opened)
        case "prompt_closed":
            prompts.prompt_closed(snapshot, event.prompt_closed)
        case "prompt_suspended":
            prompts.prompt_suspended(snapshot, event.prompt_suspended)
        case "prompt_resumed":
            prompts.prompt_resumed(snapshot, event.prompt_resumed)
        case "game_started":
            table.game_started(snapshot, event.game_started)
        case "hand_started":
            hand.hand_started(snapshot, event.hand_started)
        case "cards_dealt":
            hand.cards_dealt(snapshot, event.cards_dealt)
        case "cards_seen":
            hand.cards_seen(snapshot, event.cards_seen)
        case "card_offered":
            hand.card_offered(snapshot, event.card_offered)
        case "card_drawn":
            hand.card_drawn(snapshot, event.card_drawn)
        case "talked":
            hand.talked(snapshot, event.talked)
        case "bid_made":
            hand.bid_made(snapshot, event.bid_made)
        case "cards_exchanged":
            hand.cards_exchanged(snapshot, event.cards_exchanged)
        case "leader_chosen":
            hand.leader_chosen(snapshot)
        case "card_played":
            hand.card_played(snapshot, event.card_played)
        case "spades_broken":
            snapshot.hand.broken = True
        case "trick_won":
            hand.trick_won(snapshot, event.trick_won)
        case "claim_proposed":
            hand.claim_proposed(snapshot, event.claim_proposed)
        case "claim_answered":
            if event.claim_answered.accepted:
                snapshot.claim.accepted_seats.append(event.claim_answered.seat)
        case "claim_settled":
            hand.claim_settled(snapshot, event.claim_settled)
        case "hand_ended":
            hand.hand_ended(snapshot, event.hand_ended)
        case "game_ended":
            snapshot.stage = TABLE_STAGE_GAME_OVER
            snapshot.game_result.CopyFrom(event.game_ended.result)
        case "table_closing" | "dealer_drawn" | "hand_redealt" | "revoke_found":
            pass  # told to people; a snapshot does not hold it
        case None:
            pass  # newer than this client: unknown_events counts it
        case other:
            assert_never(other)
