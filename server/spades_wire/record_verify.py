"""Verifying a record: it is played again card by card, and every event must be what the rules make of it.

What a record cannot prove is left open: names, ids and times; at a seeded table, the order of cards that nobody ever
saw; who the host was, where the first dealer follows from that.
"""

from google.protobuf.message import Message

from spades.v1 import record_pb2, snapshot_pb2
from spades_engine import Game, Rules, RulesError, StartGame, decide, evolve, new_game
from spades_engine.cards import each
from spades_engine.events import DealerDrawn
from spades_engine.pack import draw_pack
from spades_wire.game_events import game_result_message
from spades_wire.record_faults import RecordError, first_difference
from spades_wire.record_hands import DRAWN, record_head
from spades_wire.record_replay import Source, Told, replay_hand
from spades_wire.records import check_format
from spades_wire.rules_messages import rules_from_message
from spades_wire.shuffle import SECRET_BYTES, drawn_seat, shuffled
from spades_wire.values import FieldInvalid

__all__ = ["dealer_draw", "verify"]

_NONCE_BYTES = 32


def verify(record: record_pb2.GameRecord, *, told: Told | None = None) -> Game:
    """Play *record* again and return the game as it stands at its end; *told* hears every command on the way.

    Raises:
        RecordError: it is not sound; the text names the hand, the trick, the card or the field.
    """
    check_format(record.format)
    rules, preset = _rules(record)
    _check_head(record, rules, preset)
    game = _begun(record, rules)
    source = Source(seeded=record.seeded, nonces=tuple(record.nonces))
    for hand in record.hands:
        game = replay_hand(game, hand, source, told)
    _check_end(record, game)
    return game


def _rules(record: record_pb2.GameRecord) -> tuple[Rules, str]:
    try:
        return rules_from_message(record.rules)
    except (FieldInvalid, RulesError) as error:
        raise RecordError("rules", str(error)) from error


def _check_head(record: record_pb2.GameRecord, rules: Rules, preset: str) -> None:
    wanted = record_head(rules, preset, game_id=record.game_id)
    found = record_pb2.GameRecord(rules=record.rules, pack=record.pack, sides=record.sides)
    wanted = record_pb2.GameRecord(rules=wanted.rules, pack=wanted.pack, sides=wanted.sides)
    _check_same(wanted, found)
    _check_seats(record, rules)
    if len(record.nonces) != rules.players:
        raise RecordError("nonces", f"there are {len(record.nonces)}, one for each of {rules.players} seats is needed")
    if any(len(nonce) > _NONCE_BYTES for nonce in record.nonces):
        raise RecordError("nonces", f"one has more than {_NONCE_BYTES} bytes")


def _check_same(wanted: Message, found: Message, field: str = "") -> None:
    if difference := first_difference(wanted, found, field):
        place, right, wrong = difference
        raise RecordError(place, f"{wrong}; by the rules it is {right}")


def _check_seats(record: record_pb2.GameRecord, rules: Rules) -> None:
    if len(record.seats) != rules.players:
        raise RecordError("seats", f"there are {len(record.seats)}, the rules are for {rules.players}")
    for number, seat in enumerate(record.seats, 1):
        if seat.seat != number:
            raise RecordError(f"seats[{number}].seat", f"{seat.seat}; it is {number}")
        if seat.side != (side := rules.side_of(number - 1) + 1):
            raise RecordError(f"seats[{number}].side", f"{seat.side}; by the rules it is {side}")


def dealer_draw(record: record_pb2.GameRecord, rules: Rules) -> DealerDrawn | None:
    """Return how the first dealer of a fair game was drawn; None where nothing was drawn, or a seed decided."""
    if not record.dealer_secret or rules.first_dealer not in DRAWN:
        return None
    secret, nonces = record.dealer_secret, tuple(record.nonces)
    start = StartGame(
        draw_order=shuffled(list(each(draw_pack(rules))), secret, "draw for dealer", nonces),
        random_seat=drawn_seat(rules.players, secret, "first dealer", nonces),
    )
    (drawn,) = decide(new_game(rules), start)
    assert isinstance(drawn, DealerDrawn), "a game begins with its first dealer"
    return drawn


def _begun(record: record_pb2.GameRecord, rules: Rules) -> Game:
    """Return the game with its first dealer: as drawn, as the rules fix it, or else as the first hand says."""
    drawn = not record.seeded and rules.first_dealer in DRAWN
    if drawn and len(record.dealer_secret) != SECRET_BYTES:
        raise RecordError("dealer_secret", f"{len(record.dealer_secret)} bytes; the draw for dealer has {SECRET_BYTES}")
    if record.dealer_secret and not drawn:
        raise RecordError("dealer_secret", "it is set, and nothing was drawn from it")
    found = dealer_draw(record, rules)
    if found is None and rules.first_dealer == "last_seat_always":
        found = DealerDrawn(draws=(), dealer=rules.players - 1)
    if found is None:
        found = DealerDrawn(draws=(), dealer=_recorded_dealer(record, rules))
    return evolve(new_game(rules), found)


def _recorded_dealer(record: record_pb2.GameRecord, rules: Rules) -> int:
    if not record.hands:
        return 0
    number = record.hands[0].events[0].hand_started.dealer if record.hands[0].events else 0
    if not 1 <= number <= rules.players:
        raise RecordError("hand 1, deal 1", f"hand_started.dealer: {number}; 1 to {rules.players} are allowed")
    return number - 1


def _check_end(record: record_pb2.GameRecord, game: Game) -> None:
    result, ended = record.result, record.HasField("result")
    last = f"after hand {game.hands_played}"
    if record.HasField("ended") != ended:
        raise RecordError("ended", "it is set where there is a result, and only there")
    if game.result is None:
        if ended and result.reason != snapshot_pb2.GAME_END_REASON_ABANDONED:
            raise RecordError("result", f"the game has ended, the record says; by the rules it goes on {last}")
        wanted = snapshot_pb2.GameResult(reason=snapshot_pb2.GAME_END_REASON_ABANDONED)
    elif not ended:
        raise RecordError("result", f"it is missing; by the rules the game ended {last}")
    else:
        if bool(result.seed) != record.seeded:
            raise RecordError("result.seed", "it is set at a seeded table, and only there")
        wanted = game_result_message(game.result, result.seed)
    if ended:
        _check_same(wanted, result, "result")
