"""The games that were played here."""

from spades.v1 import history_service_pb2
from spades_server.rpc.handlers import Context
from spades_server.rpc.history import History

__all__ = ["HistoryService"]


class HistoryService:
    """Serves ``spades.v1.HistoryService``."""

    service = history_service_pb2.DESCRIPTOR.services_by_name["HistoryService"]

    def __init__(self, history: History) -> None:
        self._history = history

    async def list_games(
        self, request: history_service_pb2.ListGamesRequest, _: Context
    ) -> history_service_pb2.ListGamesResponse:
        """List games, newest first."""
        return await self._history.games(request.page_token, page_size=request.page_size, table_id=request.table_id)

    async def export_game(
        self, request: history_service_pb2.ExportGameRequest, _: Context
    ) -> history_service_pb2.ExportGameResponse:
        """Return the record of a game."""
        return history_service_pb2.ExportGameResponse(record=await self._history.record(request.game_id))
