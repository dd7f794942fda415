"""The client verifies by itself that hands were dealt as promised; the tables are the server's own and fair."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import pytest
from google.protobuf.message import Message
from hypothesis import given, settings
from hypothesis import strategies as st

from client.lines import Screen
from server.common import Viewer
from server.desk import picks_for
from server.tables import Play, gathering, joining
from server.variants import DRAWS, VARIANTS
from spades.v1.event_pb2 import Batch, Event
from spades.v1.snapshot_pb2 import Snapshot
from spades_client.fold import fold
from spades_client.line_io import Writer
from spades_client.line_tell import ProseTeller
from spades_client.prose_style import Style
from spades_client.verify_deal import Finding, Verdict, judge, shuffled
from spades_client.verify_evidence import Evidence, learned, met
from spades_client.watch import Update
from spades_engine import Rules
from spades_server.rpc.moments import Moment
from spades_server.rpc.prompts import prompts_of
from spades_server.rpc.snapshots import snapshot_of
from spades_server.rpc.table_events import event_for
from spades_server.table import Stage, Table, TableEvent, chance_of, evolve
from spades_server.table.commands import Answer
from spades_server.table.state import SeatKind

EVERYTHING = {**VARIANTS, **DRAWS}
LOUD = "WARNING: DEAL 1 WAS NOT FAIR! "

Change = Callable[[Event], None]


@dataclass(frozen=True, slots=True)
class Told:
    """What one viewer of a game was told: the table before it, then batch by batch."""

    start: Snapshot
    batches: tuple[Batch, ...]

    def tampered(self, change: Change) -> Told:
        """Return what a server would have told that changes each event so."""
        batches = []
        for batch in self.batches:
            other = Batch()
            other.CopyFrom(batch)
            for event in other.events:
                change(event)
            batches.append(other)
        return Told(self.start, tuple(batches))

    def snapshots(self) -> Iterator[tuple[Batch, Snapshot]]:
        """Yield each batch with the table after it."""
        now = self.start
        for batch in self.batches:
            now = fold(now, batch)
            yield batch, now


@cache
def game(name: str, seed: str = "", choice: int = 1) -> tuple[Table, tuple[tuple[Table, tuple[TableEvent, ...]], ...]]:
    """Return a table before its game, and what happened in a hand or two of it, with the table before each batch."""
    play = _played(EVERYTHING[name], seed, choice)
    table = gathering(EVERYTHING[name], seed=seed)
    start, steps = table, []
    for events in play.batches:
        steps.append((table, tuple(events)))
        for event in events:
            table = evolve(table, event)
    return start, tuple(steps)


def _played(rules: Rules, seed: str, choice: int) -> Play:
    chance = random.Random(choice)
    play = Play(gathering(rules, seed=seed), chance_of(seed))
    for seat in range(rules.players):
        play.do(joining(seat, kind=SeatKind.BOT))
    while play.table.stage is Stage.PLAYING and play.table.game.hands_played < 2:
        prompt = chance.choice([prompt for prompt in play.table.prompts if not prompt.suspended])
        offered = prompts_of(play.table, prompt.seat, Moment(play.now, play.now))
        mine = next(one for one in offered if one.prompt_id == prompt.prompt_id)
        play.do(Answer(prompt.seat, prompt.prompt_id, picks_for(mine, chance)))
    return play


def told(name: str, viewer: Viewer, seed: str = "") -> Told:
    """Return what *viewer* was told of a game under the rules of that name."""
    start, steps = game(name, seed)
    batches = []
    for before, events in steps:
        table, messages = before, []
        for event in events:
            table = evolve(table, event)
            messages.append(event_for(table, event, viewer, Moment(0.0, 0.0)))
        batches.append(Batch(first_sequence=before.sequence + 1, events=messages))
    return Told(snapshot_of(start, viewer, Moment(0.0, 0.0)), tuple(batches))


def verdicts(heard: Told) -> list[Verdict]:
    """Return the client's verdict on every hand."""
    evidence, found = met(Evidence(), heard.start), []
    for batch, after in heard.snapshots():
        for event in batch.events:
            evidence = learned(evidence, event, after.your_seat)
            if event.HasField("hand_ended"):
                found.append(judge(evidence, after, event.hand_ended))
    return found


def findings(heard: Told) -> set[Finding]:
    """Return what the client found in any hand."""
    return {verdict.finding for verdict in verdicts(heard)}


def printed(heard: Told) -> list[str]:
    """Return what line mode prints of the deals."""
    screen = Screen()
    teller = ProseTeller(Writer(screen), Style())
    teller.update(Snapshot(), Update(snapshot=heard.start, batch=None, live=False))
    before = heard.start
    for batch, after in heard.snapshots():
        teller.update(before, Update(snapshot=after, batch=batch, live=True))
        before = after
    return [line for line in screen.lines if "WARNING" in line or line.startswith("The deal ")]


def viewers(name: str) -> Sequence[Viewer]:
    """Return every seat, and a spectator."""
    return [*range(EVERYTHING[name].players), None]


# Fair deals


@pytest.mark.parametrize("name", EVERYTHING)
def test_every_viewer_of_any_game_finds_its_deals_as_promised(name: str) -> None:
    for viewer in viewers(name):
        assert findings(told(name, viewer)) == {Finding.VERIFIED}


@pytest.mark.parametrize("name", ["standard-4", "redeal-forced", "gifts-unseen", "two-player-2", "claims"])
def test_who_lost_the_link_and_sees_the_whole_table_anew_still_verifies(name: str) -> None:
    """The nonces were heard at the start of the game; the promise of this deal stands in the snapshot."""
    heard = told(name, 0)
    for lost in range(0, len(heard.batches), 7):
        evidence = met(Evidence(), heard.start)
        for number, (batch, after) in enumerate(heard.snapshots()):
            for event in batch.events:
                evidence = learned(evidence, event, after.your_seat)
                if event.HasField("hand_ended"):
                    assert judge(evidence, after, event.hand_ended).finding is Finding.VERIFIED
            evidence = met(evidence, after) if number == lost else evidence


def test_line_mode_says_after_every_hand_in_one_short_line_that_the_deal_is_verified() -> None:
    assert printed(told("standard-4", 2)) == ["The deal is verified."] * 2


def test_a_seeded_table_cannot_be_verified_and_line_mode_says_so() -> None:
    assert (
        printed(told("standard-4", 0, "friday")) == ["The deal cannot be verified: it follows from a chosen code."] * 2
    )


def told_after_the_beginning() -> Told:
    """Return what a viewer is told who comes when the game has begun."""
    heard = told("standard-4", 0)
    states = list(heard.snapshots())
    began = next(n for n, (batch, _) in enumerate(states) if any(e.HasField("game_started") for e in batch.events))
    return Told(states[began][1], heard.batches[began + 1 :])


def test_who_comes_when_the_game_has_begun_finds_the_nonces_in_the_snapshot() -> None:
    assert printed(told_after_the_beginning()) == ["The deal is verified."] * 2


def test_where_the_nonces_were_never_told_nothing_is_verified_and_that_is_said() -> None:
    later = told_after_the_beginning()
    del later.start.nonces[:]
    assert printed(later) == ["The deal is not verified: the server did not tell what the seats contributed to it."] * 2


def test_the_shuffle_gives_the_vectors_of_the_documentation() -> None:
    """docs/verifying.md; the number of a card is 13 * suit + rank - 2 here."""
    first = shuffled(range(52), bytes(range(32)), [b""] * 4)
    second = shuffled(range(52), b"\xff" * 32, [b"", b"north", b"", bytes(32)])
    assert first[:8] == [29, 26, 28, 31, 20, 36, 30, 6]
    assert second[:8] == [11, 50, 40, 25, 18, 32, 0, 35]
    assert shuffled(reversed(range(52)), bytes(range(32)), [b""] * 4) == first
    two_packs = [54 * copy + number for copy in (0, 1) for number in range(1, 52)]
    six = shuffled(two_packs, bytes(range(32)), [b""] * 6)
    assert six[:8] == [5, 54 + 48, 54 + 40, 50, 42, 54 + 22, 24, 28]


# Deals that are not


def other_secret(event: Event) -> None:
    """Open another secret than was promised."""
    if event.HasField("hand_ended"):
        event.hand_ended.secrets[-1] = bytes(32)


def no_secret(event: Event) -> None:
    """Open nothing."""
    if event.HasField("hand_ended"):
        del event.hand_ended.secrets[:]


def no_promise(event: Event) -> None:
    """Promise nothing."""
    if event.HasField("hand_started"):
        event.hand_started.commitment = b""


def other_nonces(event: Event) -> None:
    """Say that the seats had contributed something else."""
    if event.HasField("game_started"):
        event.game_started.nonces[0] = b"another"


def long_nonce(event: Event) -> None:
    """Name a nonce that no seat may have."""
    if event.HasField("game_started"):
        event.game_started.nonces[0] = bytes(300)


def swapped_at_the_end(event: Event) -> None:
    """Say that two seats had been dealt two of each other's cards."""
    if event.HasField("hand_ended"):
        one, other = event.hand_ended.dealt[1].cards, event.hand_ended.dealt[2 % len(event.hand_ended.dealt)].cards
        held = one[0].SerializeToString()
        one[0].CopyFrom(other[0])
        other[0].ParseFromString(held)


def nobody_dealt(event: Event) -> None:
    """Say nothing of what was dealt."""
    if event.HasField("hand_ended"):
        del event.hand_ended.dealt[:]


def too_many_deals(event: Event) -> None:
    """Count the deals wrong."""
    if event.HasField("hand_started"):
        event.hand_started.deal = 4_000_000_000


@pytest.mark.parametrize(
    ("change", "finding", "sentence"),
    [
        (other_secret, Finding.OTHER_SECRET, "The secret opened is not the one the server promised."),
        (no_secret, Finding.NOT_OPENED, "The server did not open the secret of every deal."),
        (no_promise, Finding.NO_PROMISE, "The server promised nothing before it that could be verified."),
        (long_nonce, Finding.NO_PROMISE, "The server promised nothing before it that could be verified."),
        (other_nonces, Finding.OTHER_CARDS, "The server's own secret gives seat 1 other cards."),
        (swapped_at_the_end, Finding.OTHER_CARDS, "The server's own secret gives seat 2 other cards."),
        (nobody_dealt, Finding.OTHER_CARDS, "The server's own secret gives seat 1 other cards."),
    ],
)
def test_a_broken_promise_is_told_loudly_in_one_line(change: Change, finding: Finding, sentence: str) -> None:
    heard = told("standard-4", 0).tampered(change)
    assert findings(heard) == {finding}
    assert printed(heard) == [LOUD + sentence] * 2


def test_a_wrong_number_of_deals_is_a_secret_that_was_not_opened() -> None:
    assert findings(told("standard-4", 0).tampered(too_many_deals)) == {Finding.NOT_OPENED}


def test_cards_that_were_another_when_they_were_dealt_are_found_though_the_end_is_in_order() -> None:
    """The server deals a seat all the clubs, and in the end says what it should have dealt."""

    def other_cards(event: Event) -> None:
        if event.HasField("cards_dealt") and event.cards_dealt.cards:
            for rank, card in enumerate(event.cards_dealt.cards, 2):
                card.suit, card.rank = 1, rank  # type: ignore[assignment]  # the number of clubs

    heard = told("sheet-002-4", 0).tampered(other_cards)
    evidence = met(Evidence(), heard.start)
    for batch in heard.batches:
        for event in batch.events:
            evidence = learned(evidence, event, 1)
    assert evidence.deals[-1].own == frozenset(range(13))
    final = list(told("sheet-002-4", 0).snapshots())
    ended = [
        (event.hand_ended, after) for batch, after in final for event in batch.events if event.HasField("hand_ended")
    ]
    assert judge(evidence, ended[-1][1], ended[-1][0]) == Verdict(finding=Finding.OTHER_CARDS, deal=1, seat=1)


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=60)
def test_whatever_a_server_says_the_client_comes_to_a_verdict(seed: int) -> None:
    chance = random.Random(seed)
    heard = told(chance.choice(["standard-4", "redeal-forced", "two-player-2", "sheet-003-3"]), 0)
    evidence = met(Evidence(), heard.start)
    for batch, true in heard.snapshots():
        after = Snapshot()
        after.CopyFrom(true)
        for event in batch.events:
            told_so = Event()
            told_so.CopyFrom(event)
            if event.WhichOneof("kind") in ("game_started", "hand_started", "hand_ended") and chance.random() < 0.5:
                _garble(getattr(told_so, event.WhichOneof("kind") or ""), chance)
            if event.WhichOneof("kind") == "hand_started" and chance.random() < 0.5:
                _garble(after.hand, chance)
            evidence = learned(evidence, told_so, after.your_seat)
            if event.HasField("hand_ended"):
                _garble(after.hand, chance)
                assert isinstance(judge(evidence, after, told_so.hand_ended), Verdict)


def _garble(message: Message, chance: random.Random) -> None:
    """Change a field of *message*, or drop it."""
    fields = message.ListFields()
    field, value = chance.choice(fields)
    if field.is_repeated or chance.random() < 0.3:
        message.ClearField(field.name)
    elif isinstance(value, int):
        setattr(message, field.name, chance.choice([0, 1, 3, 200]))
    elif isinstance(value, bytes):
        setattr(message, field.name, hashlib.sha256(b"").digest())


@pytest.mark.parametrize("name", ["redeal", "redeal-forced"])
def test_the_secret_of_a_deal_that_was_given_up_is_verified_too(name: str) -> None:
    def other_first_secret(event: Event) -> None:
        if event.HasField("hand_ended"):
            event.hand_ended.secrets[0] = bytes(32)

    assert findings(told(name, 0).tampered(other_first_secret)) == {Finding.OTHER_SECRET}


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_draw_is_followed_choice_by_choice(viewer: Viewer) -> None:
    def turned_around(event: Event) -> None:
        if event.HasField("card_drawn"):
            event.card_drawn.kept_offered = not event.card_drawn.kept_offered

    assert findings(told("two-player-2", viewer).tampered(turned_around)) <= {Finding.OTHER_STOCK, Finding.OTHER_CARDS}


def test_a_card_of_the_stock_that_was_another_is_found_by_who_saw_it() -> None:
    def other_offer(event: Event) -> None:
        if event.HasField("card_offered") and event.card_offered.HasField("card"):
            event.card_offered.card.rank = 2 if event.card_offered.card.rank > 2 else 3

    heard = told("two-player-2", 0).tampered(other_offer)
    assert findings(heard) == {Finding.OTHER_STOCK}
    assert printed(heard) == [LOUD + "The server's own secret puts other cards in the stock."] * 2


def test_cards_that_nobody_got_are_verified() -> None:
    def other_undealt(event: Event) -> None:
        if event.HasField("hand_ended"):
            event.hand_ended.undealt[0].CopyFrom(event.hand_ended.dealt[0].cards[0])

    heard = told("sheet-003-3", 0).tampered(other_undealt)
    assert findings(heard) == {Finding.OTHER_UNDEALT}
    assert printed(heard) == [LOUD + "The server's own secret leaves other cards undealt."] * 2


def test_a_leader_by_chance_that_the_secret_does_not_give_is_found() -> None:
    heard = told("sheet-003-4", None)
    evidence = met(Evidence(), heard.start)
    for batch, after in heard.snapshots():
        for event in batch.events:
            evidence = learned(evidence, event, 0)
            if event.HasField("hand_ended") and after.hand.tricks:
                after.hand.tricks[0].leader = after.hand.tricks[0].leader % 4 + 1
                assert judge(evidence, after, event.hand_ended).finding is Finding.OTHER_LEADER
