"""The engine's values as messages of ``spades.v1`` and back; the shuffle that anybody can do again."""

from spades_wire.game_events import card_played, event_message, game_result_message, phase_number
from spades_wire.parts import part
from spades_wire.prompts import choices_of, fill_choices, prompt_kind, reason_number
from spades_wire.rules_messages import (
    changed_options,
    option_messages,
    preset_messages,
    rules_from_message,
    rules_message,
)
from spades_wire.shuffle import SECRET_BYTES, commitment, drawn_seat, seeded_secret, shuffled
from spades_wire.snapshots import fill_game, view_from_snapshot
from spades_wire.values import FieldInvalid, bid_from_message, card_from_message, pack_message, side_messages
from spades_wire.view_hash import view_hash

__all__ = [
    "SECRET_BYTES",
    "FieldInvalid",
    "bid_from_message",
    "card_from_message",
    "card_played",
    "changed_options",
    "choices_of",
    "commitment",
    "drawn_seat",
    "event_message",
    "fill_choices",
    "fill_game",
    "game_result_message",
    "option_messages",
    "pack_message",
    "part",
    "phase_number",
    "preset_messages",
    "prompt_kind",
    "reason_number",
    "rules_from_message",
    "rules_message",
    "seeded_secret",
    "shuffled",
    "side_messages",
    "view_from_snapshot",
    "view_hash",
]
