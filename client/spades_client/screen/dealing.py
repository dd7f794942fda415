"""The pictures of a deal, one after the other. Mutable: a timer runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from spades.v1.event_pb2 import Batch
from spades.v1.snapshot_pb2 import PlayedCard
from spades_client.screen.deal import Deal, deal_in, drawn_in


class Dealing:
    """Shows a deal picture by picture, until it is over or skipped."""

    def __init__(self, show: Callable[[Deal | None], None]) -> None:
        self._show = show
        self._deal: Deal | None = None
        self._draws: tuple[PlayedCard, ...] = ()
        self._timer: asyncio.TimerHandle | None = None

    def take(self, batch: Batch) -> None:
        """Show the deal that *batch* brings, if it does, after the cards that were drawn for it before or in it."""
        self._draws = drawn_in(batch) or self._draws
        deal = deal_in(batch, self._draws)
        if deal is not None:
            self._draws = ()
            self._put(deal)

    def skip(self) -> None:
        """Show no more of it."""
        if self._deal is not None:
            self._put(None)

    def _put(self, deal: Deal | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._deal, self._timer = deal, None
        if deal is not None:
            self._timer = asyncio.get_running_loop().call_later(deal.seconds, self._on)
        self._show(deal)

    def _on(self) -> None:
        deal = self._deal
        if deal is not None:
            self._put(replace(deal, frame=deal.frame + 1) if deal.frame + 1 < deal.frames else None)
