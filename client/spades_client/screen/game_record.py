"""The record of a game that is over, as a server exports it: looked at on the screen, or written to a file."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

from google.protobuf.json_format import MessageToJson

from spades.v1.record_pb2 import GameRecord
from spades_client import texts as prose
from spades_client.connection import Connection
from spades_client.errors import ClientError, LinkLost, Refused
from spades_client.screen import texts
from spades_client.screen.cells import tame
from spades_client.screen.front import Front
from spades_client.screen.replay import frames
from spades_client.screen.replay_front import ReplayFront, title_of
from spades_client.screen.replay_state import ReplayState, Tips
from spades_client.screen.ui_state import UiState
from spades_client.whole_file import write_whole


async def look_back(
    connection: Connection,
    game_id: str,
    ui: UiState,
    *,
    show: Callable[[Front | None], None],
    changed: Callable[[], None],
    advise: Callable[[GameRecord], Tips],
) -> str:
    """Show a game again until the reader has seen enough, and return what there is to say then.

    *advise*: gives the tips for the decisions of a record.
    """
    record = await _fetched(connection, game_id)
    if isinstance(record, str):
        return record
    try:
        # A long game is some thousand moments: the screen must not stand still for them.
        story = await asyncio.to_thread(frames, record, ui.look)
        tips = await asyncio.to_thread(advise, record)
    except ClientError as error:
        return prose.REFUSED.format(reason=tame(str(error)).strip())
    enough = asyncio.Event()
    state = ReplayState(story=story, title=title_of(record), look=ui.look, bindings=ui.bindings, tips=tips, alone=False)
    front = ReplayFront(state, changed=changed, left=enough.set)
    show(front)
    try:
        await enough.wait()
    finally:
        front.stop()
        show(None)
    return ""


async def write_record(connection: Connection, game_id: str, folder: Path) -> str:
    """Write the record of a game into *folder*, and return what there is to say about that."""
    record = await _fetched(connection, game_id)
    if isinstance(record, str):
        return record
    # The id comes from the server: what is not a letter or digit could point out of the folder.
    file = folder / f"spades-{re.sub('[^A-Za-z0-9]', '', game_id)[:40]}.json"
    try:
        write_whole(file, MessageToJson(record, indent=None) + "\n")
    except OSError as error:
        return texts.NOT_WRITTEN.format(file=file, reason=error.strerror)
    return texts.WRITTEN.format(file=file.name)


async def _fetched(connection: Connection, game_id: str) -> GameRecord | str:
    """Return the record of a game, or why it cannot be had."""
    if not connection.serves("history") or not game_id:
        return texts.NO_RECORD
    try:
        return await connection.record(game_id)
    except Refused as refusal:
        return prose.REFUSED.format(reason=tame(refusal.message).strip())
    except LinkLost:
        return texts.NOT_THROUGH
