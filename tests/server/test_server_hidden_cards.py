"""What a viewer may not know never leaves the server: every card in every message is checked."""

import contextlib
import random

import pytest
from google.protobuf.message import Message

from server.common import Viewer
from server.desk import Desk, Watching, answer_at_random, at_work, sit_down
from server.knowledge import Knowledge, cards_in
from server.tables import FixedChance
from server.variants import DRAWS, VARIANTS
from spades.v1 import rejection_pb2, snapshot_pb2
from spades_engine import Phase, format_card
from spades_engine.bids import blind, of
from spades_server.rpc.errors import status_of
from spades_server.rpc.prompts import prompts_of
from spades_server.table import Refused, Stage
from spades_server.table.commands import Answer, BidNow, LookNow, PlayNow, TableCommand

EVERY = VARIANTS | {f"draw-{name}": rules for name, rules in DRAWS.items()}
HANDS = -(-200 // len(EVERY))
"""Hands for each of the variants, 200 in all."""


class Witness:
    """Reads everything that one viewer is sent, and knows what it may know."""

    def __init__(self, desk: Desk, viewer: Viewer, knowledge: Knowledge) -> None:
        self.desk = desk
        self.viewer = viewer
        self.knowledge = knowledge
        self.watching: Watching = desk.watching(viewer)
        self.cards = 0

    async def catch_up(self) -> None:
        """Check what was sent since the last time."""
        for item in await self.watching.catch_up():
            self.check(item)
            self._check_secrets(self.watching.received[-1])

    def check(self, message: Message) -> None:
        """Check every card in *message*."""
        for path, card in cards_in(message):
            assert self.knowledge.may_see(self.viewer, card), f"{path} shows {format_card(card)} to {self.viewer}"
            self.cards += 1

    def check_snapshot(self) -> None:
        """Check what GetSnapshot would answer: also that no seat but the own one has cards in it."""
        snapshot = self.desk.snapshot(self.viewer)
        self.check(snapshot)
        for held in snapshot.hand.seats:
            assert held.seat == snapshot.your_seat or not held.cards
        for prompt in snapshot.prompts:
            own = prompt.seat == snapshot.your_seat
            assert bool(prompt.choices) == bool(prompt.default_choice_ids) == own
            assert own or not prompt.barred
        if snapshot.hand.phase != snapshot_pb2.PHASE_SCORED:
            assert not snapshot.hand.dealt

    def check_refusal(self, command: TableCommand, refusal: Refused) -> None:
        """Check what the refusal of a command of this seat tells it."""
        assert self.viewer is not None
        table = self.desk.table
        prompts = prompts_of(table, self.viewer, self.desk.clock.moment())
        status = status_of(refusal, prompts, table.sequence)
        asked = [command.card] if isinstance(command, PlayNow) else []  # Its own words may be told to it.
        for _, card in cards_in(status):
            assert card in asked or self.knowledge.may_see(self.viewer, card), status.message
        rejection = rejection_pb2.Rejection()
        assert any(detail.Unpack(rejection) for detail in status.details)
        assert all(prompt.seat == self.viewer + 1 for prompt in rejection.open_prompts)
        self.check(rejection)

    def _check_secrets(self, raw: bytes) -> None:
        table = self.desk.table
        assert table.house_seed not in raw or not table.house_seed
        assert all(not seat.token_hash or seat.token_hash not in raw for seat in table.seats)
        hand = table.game.hand
        if hand is not None and hand.phase is not Phase.SCORED:
            assert not any(secret in raw for secret in table.secrets)


async def bother(desk: Desk, witnesses: list[Witness], chance: random.Random) -> None:
    """Send a command that is most likely wrong, and check what the refusal tells."""
    seat = chance.randrange(desk.table.rules.players)
    prompt_id = chance.choice([0, desk.table.last_prompt_id, *(prompt.prompt_id for prompt in desk.table.prompts)])
    wrong: list[TableCommand] = [
        PlayNow(seat, prompt_id, chance.randrange(108)),
        BidNow(seat, prompt_id, of(chance.choice([0, 14, 18, 99]))),
        BidNow(seat, prompt_id, blind(5)),
        Answer(seat, prompt_id, (chance.choice([0, 40]),)),
    ]
    command = chance.choice(wrong)
    try:
        await desk.do(command)
    except Refused as refusal:
        witnesses[seat].check_refusal(command, refusal)


@pytest.mark.parametrize("name", EVERY)
async def test_no_message_shows_a_card_that_its_viewer_may_not_know(name: str) -> None:
    rules, chance = EVERY[name], random.Random(name)
    async with at_work(rules, chance=FixedChance(seed=len(name))) as desk:
        knowledge = Knowledge(rules)
        witnesses = [Witness(desk, viewer, knowledge) for viewer in desk.viewers]
        await sit_down(desk)
        read = 0
        while desk.table.game.hands_played < HANDS and desk.table.stage is Stage.PLAYING:
            batches = desk.journal.batches["TABLE"]
            for batch in batches[read:]:
                for event in batch.events:
                    knowledge.happened(event)
                for witness in witnesses:
                    await until(witness, batch.first_sequence + len(batch.events) - 1)
            read = len(batches)
            if chance.random() < 0.1:
                for witness in witnesses:
                    witness.check_snapshot()
            if chance.random() < 0.3:
                await bother(desk, witnesses, chance)
            elif chance.random() < 0.05:
                await look_out_of_turn(desk, chance)
            else:
                await answer_at_random(desk, chance)
        least = 2 * rules.hand_size * rules.players * desk.table.game.hands_played
        assert all(witness.cards >= least for witness in witnesses), "not even the cards played were checked"


async def until(witness: Witness, sequence: int) -> None:
    """Let *witness* read up to *sequence* and no further: what it may know changes from batch to batch."""
    while witness.watching.sequence < sequence:
        witness.check(await witness.watching.next())
        witness._check_secrets(witness.watching.received[-1])


async def look_out_of_turn(desk: Desk, chance: random.Random) -> None:
    """Let a seat look at its cards, if there is anything to look at."""
    seat = chance.randrange(desk.table.rules.players)
    with contextlib.suppress(Refused):
        await desk.do(LookNow(seat))
