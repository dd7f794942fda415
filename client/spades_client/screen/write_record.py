"""Writing the record of a game to a file, as a server exports it."""

from __future__ import annotations

import re
from pathlib import Path

from google.protobuf.json_format import MessageToJson

from spades_client.connection import Connection
from spades_client.errors import LinkLost, Refused
from spades_client.screen import texts
from spades_client.screen.cells import tame
from spades_client.whole_file import write_whole


async def write_record(connection: Connection, game_id: str, folder: Path) -> str:
    """Write the record of a game into *folder*, and return what there is to say about that."""
    if not connection.serves("history") or not game_id:
        return texts.NO_RECORD
    try:
        record = await connection.record(game_id)
    except Refused as refusal:
        return texts.REFUSED.format(reason=tame(refusal.message).strip())
    except LinkLost:
        return texts.NOT_THROUGH
    # The id comes from the server: what is not a letter or digit could point out of the folder.
    file = folder / f"spades-{re.sub('[^A-Za-z0-9]', '', game_id)[:40]}.json"
    try:
        write_whole(file, MessageToJson(record, indent=None) + "\n")
    except OSError as error:
        return texts.NOT_WRITTEN.format(file=file, reason=error.strerror)
    return texts.WRITTEN.format(file=file.name)
