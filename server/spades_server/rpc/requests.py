"""Requests of strangers as commands: every field checked before anything is asked of a table."""

import hashlib
import re

from google.protobuf import message as protobuf

from spades.v1 import lobby_service_pb2, rules_pb2, snapshot_pb2
from spades_engine import Rules, RulesError, rules_of
from spades_server.house import DEFAULT_LEVEL, LEVEL_NAMES
from spades_server.joining import JoinAsked
from spades_server.new_table import NewTable
from spades_server.outcomes import Request
from spades_server.table import ChatPolicy, Refused, Settings
from spades_server.table.names import checked_name
from spades_wire import FieldInvalid, rules_from_message

__all__ = [
    "field_invalid",
    "fingerprint",
    "join_asked",
    "level",
    "long_request_id",
    "new_table",
    "request_of",
    "rules_asked",
]

_REQUEST_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_SECRET_LENGTH = 64


def field_invalid(field: str, sentence: str) -> Refused:
    """Return the refusal of *field*; *sentence* says what is wrong and what is allowed."""
    return Refused("FIELD_INVALID", f"{field}: {sentence}", field=field, allowed=sentence)


def fingerprint(message: protobuf.Message) -> bytes:
    """Return what tells one request from another with the same id."""
    # With the name: requests of two calls may have the same fields.
    name = message.DESCRIPTOR.full_name.encode()
    return hashlib.sha256(name + b"\0" + message.SerializeToString(deterministic=True)).digest()


def request_of(message: protobuf.Message, request_id: str, token_hash: bytes) -> Request:
    """Return what makes a seat's command safe to repeat; refuses a missing or malformed request id."""
    if not _REQUEST_ID.fullmatch(request_id):
        raise field_invalid("request_id", "1 to 64 characters of A-Z a-z 0-9 - _ are needed")
    # The token, not the seat: who sits down where somebody left must not get the answers of the one before.
    return Request(
        asker=token_hash.hex(), request_id=request_id, fingerprint=fingerprint(message), token_hash=token_hash
    )


def long_request_id(request_id: str) -> str:
    """Return a request id that is long enough to be a secret; refuses a shorter one."""
    if len(request_id) < 16 or not _REQUEST_ID.fullmatch(request_id):
        raise field_invalid("request_id", "16 to 64 characters of A-Z a-z 0-9 - _ are needed, 128 random bits in them")
    return request_id


def new_table(message: lobby_service_pb2.CreateTableRequest) -> NewTable:
    """Return the table that is asked for; refuses rules that cannot be played and settings out of range."""
    rules, preset = rules_asked(message.rules) if message.HasField("rules") else (rules_of(), "standard")
    for field in ("passcode", "seed"):
        if len(getattr(message, field)) > _SECRET_LENGTH:
            raise field_invalid(field, f"at most {_SECRET_LENGTH} characters are allowed")
    return NewTable(
        name=checked_name(message.name) if message.name else "",
        rules=rules,
        preset=preset,
        settings=_settings(message.settings),
        passcode=message.passcode,
        seed=message.seed,
    )


def rules_asked(message: rules_pb2.Rules) -> tuple[Rules, str]:
    """Return the rules that are asked for, and their preset; refuses those that cannot be played."""
    try:
        return rules_from_message(message)
    except RulesError as error:
        raise Refused("RULES_INVALID", str(error), options=",".join(error.fields)) from error
    except FieldInvalid as error:
        raise field_invalid(error.field, error.sentence) from error


def _settings(message: snapshot_pb2.TableSettings) -> Settings:
    usual = Settings()
    if message.chat not in snapshot_pb2.ChatPolicy.values():
        raise field_invalid("settings.chat", "1 free, 2 phrases or 3 off is allowed")
    return Settings(
        think_seconds=_number(message, "think_seconds", usual.think_seconds, 5, 600, also=0),
        grace_seconds=_number(message, "grace_seconds", usual.grace_seconds, 0, 600),
        house_pace_ms=_number(message, "house_pace_ms", usual.house_pace_ms, 0, 5000),
        continue_seconds=_number(message, "continue_seconds", usual.continue_seconds, 1, 120),
        chat=ChatPolicy(message.chat or usual.chat),
        no_tips=message.no_tips,
        no_spectators=message.no_spectators,
        unlisted=message.unlisted,
    )


def _number(
    message: snapshot_pb2.TableSettings, field: str, usual: int, least: int, most: int, *, also: int | None = None
) -> int:
    if not message.HasField(field):  # type: ignore[arg-type]  # the stub lists the names
        return usual
    value: int = getattr(message, field)
    if not least <= value <= most and value != also:
        allowed = f"{least} to {most} is allowed" + ("" if also is None else f", or {also}")
        raise field_invalid(f"settings.{field}", f"{value}; {allowed}")
    return value


def join_asked(message: lobby_service_pb2.JoinTableRequest) -> JoinAsked:
    """Return who wants to join, and how."""
    return JoinAsked(
        request_id=long_request_id(message.request_id),
        name=checked_name(message.name),
        seat=message.seat - 1 if message.seat else None,
        as_spectator=message.as_spectator,
        is_bot=message.is_bot,
        passcode=message.passcode,
    )


def level(name: str, field: str = "level") -> str:
    """Return a level of computer players, the default one for an empty name; refuses an unknown one."""
    if name and name not in LEVEL_NAMES:
        raise field_invalid(field, f"{name[:20]!r}; {', '.join(LEVEL_NAMES)} is allowed")
    return name or DEFAULT_LEVEL
