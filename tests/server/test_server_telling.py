"""Batches that are put together from parts are, read again, the messages of their events."""

import random

import pytest

from server.tables import Play, gathering, joining
from server.variants import DRAWS, VARIANTS
from spades.v1.event_pb2 import Batch as BatchMessage
from spades.v1.table_service_pb2 import WatchTableResponse
from spades_engine import Rules
from spades_server import Batch
from spades_server.rpc.moments import Moment, timestamp_of
from spades_server.rpc.table_events import event_for
from spades_server.rpc.telling import telling
from spades_server.table import SeatKind, Stage, evolve
from spades_server.table.commands import Answer, Say, SetReady
from spades_server.table.prompts import choices_beside_the_game, decision_of
from spades_server.table.state import ChatScope
from spades_wire import part

EPOCH = part(WatchTableResponse.EPOCH_FIELD_NUMBER, b"epoch")
EVERY = VARIANTS | {f"draw-{name}": rules for name, rules in DRAWS.items()}


def played(rules: Rules, choices: random.Random) -> Play:
    """Return a table at which two hands were played at random, or as many as the game had."""
    play = Play(gathering(rules))
    for seat in range(rules.players):
        play.do(joining(seat, kind=SeatKind.PERSON if seat else SeatKind.BOT))
    for seat in range(1, rules.players):
        play.do(SetReady(seat, True, b""))
    play.do(Say(None, "The queen is in the wrong hand.", 0, ChatScope.SPECTATORS, "Whisper"))
    while play.table.stage is Stage.PLAYING and play.table.game.hands_played < 2:
        prompt = choices.choice([prompt for prompt in play.table.prompts if not prompt.suspended])
        game = prompt.kind.is_of_the_game
        options = len(decision_of(play.table, prompt).options) if game else choices_beside_the_game(prompt)
        play.now += choices.choice((0.0, 0.0004, 1.25))
        play.do(Answer(prompt.seat, prompt.prompt_id, tuple(choices.sample(range(1, options + 1), prompt.most))))
    return play


@pytest.mark.parametrize("name", EVERY)
def test_every_viewer_is_sent_the_messages_of_what_it_may_be_told(name: str) -> None:
    rules, told_more = EVERY[name], 0
    table, now = gathering(rules), 1000.0004
    for events in played(rules, random.Random(1)).batches:
        batch = Batch(table_id="TABLE", first_sequence=table.sequence + 1, now=now, time=1.8e9, events=tuple(events))
        states = []
        for event in events:
            table = evolve(table, event)
            states.append(table)
        told = telling(batch, states, EPOCH)
        told_more += len(told.special)
        for viewer in (*range(rules.players), None):
            moment = Moment(batch.now, batch.time)
            messages = [event_for(state, event, viewer, moment) for state, event in zip(states, events, strict=True)]
            expected = BatchMessage(first_sequence=batch.first_sequence, time=timestamp_of(1_800_000_000_000))
            expected.events.extend(messages)
            sent = WatchTableResponse.FromString(told.to(viewer))
            assert sent.epoch == "epoch"
            assert sent.batch == expected
        now += 0.3336
    assert told_more
