"""The server of one player: a child process that is started again when it ends before its player goes."""

import asyncio
from collections.abc import Sequence
from typing import NoReturn

from spades_cli import texts
from spades_cli.child import NotReady, place_of, server_child
from spades_cli.failure import Failure
from spades_client import Address
from spades_client.language import tr

__all__ = ["own_server"]

AGAIN_SECONDS = 60.0
"""A server that ends again so soon would end a third time."""


async def own_server(arguments: Sequence[str], place: asyncio.Future[Address], *, is_kept: bool) -> NoReturn:
    """Run a server of this machine only until this is cancelled, and tell *place* once where its table is.

    *is_kept*: its games are in a file, from which one that is started again goes on, at the same port.

    Raises:
        Failure: it did not start, its game is lost with it, or it ended twice within ``AGAIN_SECONDS``.
    """
    loop = asyncio.get_running_loop()
    ended_at = -AGAIN_SECONDS
    same_place: tuple[str, ...] = ()
    while True:
        async with server_child("--private", f"--name={texts.OWN_SERVER}", *arguments, *same_place) as server:
            try:
                address, _ = await place_of(server)
            except NotReady as not_ready:
                raise Failure(str(not_ready)) from not_ready
            if not place.done():
                place.set_result(address)
            await server.wait()
        if not is_kept:
            raise Failure(tr("your own server has ended, and the game with it"))
        if loop.time() - ended_at < AGAIN_SECONDS:
            raise Failure(tr("your own server has ended twice; the game is kept: spades play --resume goes on with it"))
        ended_at = loop.time()
        same_place = (f"--private-port={address.port}", f"--go-on-at={address.table}")
