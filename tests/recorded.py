"""Records of random games for the tests, made from the engine alone, and records that somebody has tampered with."""

import random
from collections.abc import Iterator
from typing import Any

from google.protobuf.message import Message

from builders import next_command
from spades.v1 import record_pb2, snapshot_pb2
from spades_engine import (
    Command,
    Event,
    Game,
    Phase,
    Rules,
    StartGame,
    StartHand,
    decide,
    decision,
    evolve,
    new_game,
    pack_of,
)
from spades_engine.cards import each
from spades_engine.pack import draw_pack
from spades_wire import commitment, drawn_seat, game_result_message, shuffled
from spades_wire.record_hands import record_head, recorded_hand

__all__ = ["Path", "changed", "copied", "field_names", "leaves", "recorded_game"]

NAMES = ("Ana", "Bruno", "Clara", "Dora", "Emil", "Fay")

Path = tuple[tuple[str, int | None], ...]
"""The way to a value in a message: (field, place in it or None)."""


class _Fair:
    """Secrets drawn from a seed, so that the tests repeat; mutable."""

    def __init__(self, rules: Rules, chance: random.Random) -> None:
        self.rules = rules
        self.chance = chance
        self.nonces = [chance.randbytes(chance.choice([0, 16, 32])) for _ in range(rules.players)]
        self.dealer_secret = chance.randbytes(32)
        self.secrets: list[bytes] = []

    def fill(self, command: Command) -> Command:
        """Return *command* with its chance taken from secrets."""
        seats = self.rules.players
        if isinstance(command, StartGame):
            order = shuffled(list(each(draw_pack(self.rules))), self.dealer_secret, "draw for dealer", self.nonces)
            dealer = drawn_seat(seats, self.dealer_secret, "first dealer", self.nonces)
            return StartGame(draw_order=order, random_seat=dealer, host=command.host)
        if isinstance(command, StartHand):
            secret = self.chance.randbytes(32)
            self.secrets.append(secret)
            return StartHand(
                deck=shuffled(list(each(pack_of(self.rules).cards)), secret, "deck", self.nonces),
                leader_draw=drawn_seat(seats, secret, "leader", self.nonces),
                commitment=commitment(secret),
            )
        return command


def _default(game: Game) -> Command:
    """Return what happens if nobody ever chooses."""
    due = decision(game)
    if due is not None:
        return due.command(due.default)
    return StartHand(deck=()) if game.dealer is not None else StartGame()


def recorded_game(
    rules: Rules, seed: int, *, preset: str = "standard", hands: int = 2, at_random: bool = True
) -> record_pb2.GameRecord:
    """Return the record of a fair game with at most that many hands, of random legal choices or of the defaults."""
    chance = random.Random(seed)
    fair = _Fair(rules, chance)
    record = record_head(
        rules,
        preset,
        game_id=f"game {seed}",
        server_id="server",
        seats=[_seat(rules, seat) for seat in range(rules.players)],
        nonces=fair.nonces,
        dealer_secret=fair.dealer_secret,
    )
    record.started.FromSeconds(1_800_000_000)
    game, happened = new_game(rules), list[tuple[Game, Event]]()
    while game.result is None and game.hands_played < hands:
        command = next_command(game, chance) if at_random else _default(game)
        for event in decide(game, fair.fill(command)):
            game = evolve(game, event)
            if game.hand is not None:
                happened.append((game, event))
        if game.hand is not None and game.hand.phase is Phase.SCORED:
            hand = recorded_hand(happened, fair.secrets)
            assert hand is not None
            record.hands.append(hand)
            happened.clear()
            fair.secrets.clear()
    if game.result is not None:
        record.result.CopyFrom(game_result_message(game.result))
        record.ended.FromSeconds(1_800_001_000)
    return record


def _seat(rules: Rules, seat: int) -> snapshot_pb2.Seat:
    kind = snapshot_pb2.SEAT_KIND_HOUSE if seat else snapshot_pb2.SEAT_KIND_PERSON
    level = "rules" if seat else ""
    return snapshot_pb2.Seat(seat=seat + 1, side=rules.side_of(seat) + 1, kind=kind, name=NAMES[seat], level=level)


def copied(record: record_pb2.GameRecord) -> record_pb2.GameRecord:
    """Return a copy."""
    other = record_pb2.GameRecord()
    other.CopyFrom(record)
    return other


# Tampering


def leaves(message: Message, path: Path = ()) -> Iterator[Path]:
    """Yield the way to every value that is set somewhere in *message*."""
    for field, value in message.ListFields():
        for place, one in enumerate(value) if field.is_repeated else [(None, value)]:
            here = (*path, (field.name, place))
            if isinstance(one, Message):
                yield from leaves(one, here)
            else:
                yield here


def field_names(path: Path) -> str:
    """Return the fields on the way, whatever the places."""
    return ".".join(name for name, _ in path)


def changed(record: record_pb2.GameRecord, path: Path, chance: random.Random) -> record_pb2.GameRecord:
    """Return *record* with another value at the end of *path*."""
    other = copied(record)
    inner: Any = other  # Any: whatever message the path leads to
    for name, place in path[:-1]:
        inner = getattr(inner, name) if place is None else getattr(inner, name)[place]
    name, place = path[-1]
    value = getattr(inner, name) if place is None else getattr(inner, name)[place]
    enum = inner.DESCRIPTOR.fields_by_name[name].enum_type
    new = _other_value(value, chance) if enum is None else chance.choice(sorted({*enum.values_by_number} - {value}))
    if place is None:
        setattr(inner, name, new)
    else:
        getattr(inner, name)[place] = new
    return other


def _other_value(value: object, chance: random.Random) -> object:
    match value:
        case bool():
            return not value
        case int():
            return value + chance.choice([1, -1]) if value > 0 else value + 1
        case str():
            return f"{value}x"
        case bytes():
            return bytes([value[0] ^ 1]) + value[1:]
    raise AssertionError(f"a value of another type: {value!r}")
