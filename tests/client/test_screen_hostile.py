"""Whatever a server sends is shown as far as it makes sense: no fault, no row too wide, nothing raw."""

from __future__ import annotations

import random
import unicodedata
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from hypothesis import given
from hypothesis import strategies as st

from client import scenes
from client.screens import seen
from spades_client.screen.canvas import plain
from spades_client.screen.cells import cells
from spades_client.screen.keymap import BINDINGS
from spades_client.screen.present import present
from spades_client.screen.reduce import adopt, press
from spades_client.screen.ui_state import Key, UiState

KEYS = sorted({key for binding in BINDINGS for key in binding.keys if key != "paste"})
TEXTS = (
    "",
    "a" * 500,
    "\x1b[2J\x07\r\n",
    "\u202egnirts\u2066",
    "e" + "\u0301" * 60,
    "👨\u200d👩\u200d👧🇧🇷♥\ufe0f",
    "{x} {0}",
)
NUMBERS = (0, 1, 2, 7, 77, 2**31 - 1)


def spoil(message: Message, chance: random.Random, share: float) -> None:
    """Clear, double or replace some fields of *message*, at any depth."""
    for field in message.DESCRIPTOR.fields:
        spoiled = chance.random() < share
        repeated = field.is_repeated
        if spoiled and chance.random() < 0.4:
            message.ClearField(field.name)
        elif field.type == FieldDescriptor.TYPE_MESSAGE:
            parts = list(getattr(message, field.name)) if repeated else [getattr(message, field.name)]
            if repeated or message.HasField(field.name):
                for part in parts:
                    spoil(part, chance, share)
            if spoiled and repeated and parts:
                getattr(message, field.name).add().CopyFrom(chance.choice(parts))
        elif spoiled and not repeated:
            _replace(message, field, chance)


def _replace(message: Message, field: Any, chance: random.Random) -> None:  # Any: the descriptors have two types
    match field.cpp_type:
        case FieldDescriptor.CPPTYPE_STRING if field.type == FieldDescriptor.TYPE_STRING:
            setattr(message, field.name, chance.choice(TEXTS))
        case FieldDescriptor.CPPTYPE_BOOL:
            setattr(message, field.name, chance.random() < 0.5)
        case FieldDescriptor.CPPTYPE_ENUM | FieldDescriptor.CPPTYPE_UINT32 | FieldDescriptor.CPPTYPE_INT32:
            setattr(message, field.name, chance.choice(NUMBERS))


@given(st.integers(0, 10**9), st.sampled_from(scenes.SCENES), st.sampled_from((0.02, 0.1, 0.5)))
def test_a_table_that_makes_no_sense_is_shown_and_can_be_left(seed: int, scene: scenes.Scene, share: float) -> None:
    chance = random.Random(seed)
    snapshot = scene().snapshot
    spoil(snapshot, chance, share)
    view = seen(snapshot)
    ui = adopt(UiState(), view)[0]
    for at in range(6):
        width, height = chance.choice(((80, 24), (60, 20), (40, 12), (120, 40), (20, 6), (3, 2)))
        screen = present(view, ui, width, height)
        assert len(screen.lines) == height
        for line in plain(screen.lines):
            assert cells(line) == width
            assert not any(unicodedata.category(sign) in ("Cc", "Cf") for sign in line)
        ui, _ = press(ui, view, Key(name=chance.choice(KEYS), at=100.0 + at))
