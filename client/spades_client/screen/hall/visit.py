"""At one server: its lobby, the form of a new table, a table, and back to the lobby again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import replace

from spades_client import texts as prose
from spades_client.address import parse_address
from spades_client.connection import Connection
from spades_client.errors import LinkLost, Refused
from spades_client.line_tell import end_line
from spades_client.lobby_watch import watch_lobby
from spades_client.saved_seats import SavedSeats
from spades_client.screen.app import ScreenApp
from spades_client.screen.cells import tame
from spades_client.screen.hall import fields, texts
from spades_client.screen.hall import lobby as lobbies
from spades_client.screen.hall.draw_form import present_form
from spades_client.screen.hall.draw_lobby import present_lobby
from spades_client.screen.hall.form import Form, new_table_form, rules_of, seat_of, settings_of, text_of
from spades_client.screen.hall.form_keys import FormWish, press_form
from spades_client.screen.hall.lobby import Lobby, LobbyWish, SitDown, press_lobby
from spades_client.screen.hall.page import Page
from spades_client.seating import Seated, Wish, find_place


class Visit:
    """A player at a server. Mutable: the name may be changed in the lobby."""

    def __init__(
        self,
        app: ScreenApp,
        connection: Connection,
        wish: Wish,
        saved: SavedSeats,
        *,
        keeps_seat: bool = True,
        invites: Sequence[str] = (),
    ) -> None:
        self._app = app
        self._connection = connection
        self._saved = saved
        self._keeps_seat = keeps_seat
        self._invites = invites
        self.wish = wish
        """How the player is called, and whether to watch only."""
        self._server = tame(connection.info.name).strip() or connection.address.place

    async def straight(self) -> str:
        """Sit down where it is clear at which table, then stay in the lobby; return what there is to say at the end.

        Raises:
            Refused: the server does not let the player in.
            LinkLost: it does not answer.
        """
        seated = await find_place(self._connection, self.wish, self._saved)
        return await self.lobby(await self.played(seated) if seated is not None else "")

    async def played(self, seated: Seated, *, begin: str | None = None) -> str:
        """Stay at a table to its end, and return what there is to say about that; *begin*: as ``ScreenApp.watch``."""
        try:
            ended = await self._app.watch(
                self._connection,
                seated.table,
                keeps_seat=self._keeps_seat,
                invites=self._invites_to(seated),
                begin=begin,
            )
        except LinkLost as error:
            self._saved.release(seated.seat)
            return tame(str(error))
        if ended.keeps_seat:
            self._saved.release(seated.seat)
        else:
            self._saved.forget(seated.seat)
        return tame(end_line(ended))

    def _invites_to(self, seated: Seated) -> list[str]:
        """Return the join strings of one's own server, for the table of *seated*; none at other servers."""
        places = (parse_address(invite) for invite in self._invites)
        return [str(replace(place, table=seated.table.table_id)) for place in places]

    async def lobby(self, note: str = "") -> str:
        """Let the player sit down and come back until they leave; return what there is to say then.

        Raises:
            Refused: the server does not let its lobby be watched.
        """
        info = self._connection.info
        state = Lobby(
            server=self._server,
            name=self.wish.name,
            presets=tuple(info.presets),
            options=tuple(info.options),
            note=note,
        )
        page: Page[Lobby, LobbyWish] = Page(
            state, press=press_lobby, present=present_lobby, changed=self._app.invalidate
        )
        following = asyncio.ensure_future(self._follow(page))
        try:
            while (wish := await self._wished(page, following)) is not lobbies.Wish.LEAVE:
                self.wish = replace(self.wish, name=page.state.name)
                if isinstance(wish, SitDown):
                    page.tell(texts.SITTING_DOWN)
                    note = await self._sat_down(wish)
                else:
                    note = await self._opened()
                page.tell(note)
            return ""
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)

    async def _follow(self, page: Page[Lobby, LobbyWish]) -> None:
        async with aclosing(watch_lobby(self._connection)) as updates:
            async for update in updates:
                page.put(page.state.with_tables(update.tables, lost=update.lost))

    async def _wished(self, page: Page[Lobby, LobbyWish], following: asyncio.Future[None]) -> LobbyWish:
        """Show the lobby and return what is wished there."""
        kept = self._saved.of_server(self._connection.server_id, proven=self._connection.proven)
        page.put(replace(page.state, mine=frozenset(seat.table_id for seat in kept), own=self._app.hall_keys))
        self._app.show(page)
        wishing = asyncio.ensure_future(page.wish())
        try:
            await asyncio.wait((following, wishing), return_when=asyncio.FIRST_COMPLETED)
            if following.done():
                following.result()  # it raises: otherwise the lobby is followed for ever
            return wishing.result()
        finally:
            wishing.cancel()

    async def _sat_down(self, sit: SitDown) -> str:
        watching = sit.as_spectator or self.wish.as_spectator
        return await self._placed(
            replace(self.wish, table_id=sit.table_id, passcode=sit.passcode, as_spectator=watching)
        )

    async def _placed(self, wish: Wish, *, begin: str | None = None) -> str:
        """Sit down at the table that *wish* names and stay there; return what there is to say afterwards."""
        try:
            seated = await find_place(self._connection, wish, self._saved)
            assert seated is not None, "the table was named"
        except Refused as refusal:
            return prose.REFUSED.format(reason=tame(refusal.message).strip())
        except LinkLost:
            return texts.NOT_THROUGH
        return await self.played(seated, begin=begin)

    async def _opened(self) -> str:
        """Let the player fill in the form of a new table and sit down there; return what there is to say afterwards."""
        form = Page(
            replace(new_table_form(self._connection.info, server=self._server), own=self._app.hall_keys),
            press=press_form,
            present=present_form,
            changed=self._app.invalidate,
        )
        self._app.show(form)
        while await form.wish() is FormWish.SEND:
            form.tell(texts.SENDING)
            try:
                table_id = await self._created(form.state)
            except Refused as refusal:
                form.put(form.state.refused(refusal.fields, tame(refusal.message).strip()))
                continue
            except LinkLost:
                form.tell(texts.NOT_THROUGH)
                continue
            passcode = text_of(form.state, fields.PASSCODE)
            wish = Wish(table_id=table_id, name=self.wish.name, seat=seat_of(form.state), passcode=passcode)
            return await self._placed(wish, begin="" if form.state.values.get(fields.COMPUTERS) is True else None)
        return ""

    async def _created(self, form: Form) -> str:
        return await self._connection.create_table(
            name=text_of(form, fields.NAME),
            rules=rules_of(form),
            settings=settings_of(form),
            passcode=text_of(form, fields.PASSCODE),
            seed=text_of(form, fields.SEED),
        )
