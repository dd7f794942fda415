"""The pictures of a deal, one after the other. Mutable: a timer runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from spades_client.screen.deal import Deal


class Dealing:
    """Shows a deal picture by picture, until it is over or skipped."""

    def __init__(self, show: Callable[[Deal | None], None]) -> None:
        self._show = show
        self._deal: Deal | None = None
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, deal: Deal) -> None:
        """Show *deal* from its first picture on."""
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
