"""Numbers about a running server, for Prometheus; no names, no tokens."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Iterator

from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from spades_server.app import RunningServer
from spades_server.table import Table

__all__ = ["MetricsTaken", "metrics_at"]

_ANSWER_SECONDS = 5.0
"""Time that the server's loop has to count."""
_LAG_SECONDS = 0.5
"""How often the lag of the loop is measured."""


class MetricsTaken(Exception):
    """The port for the metrics cannot be had."""


@contextlib.asynccontextmanager
async def metrics_at(host: str, port: int, server: RunningServer) -> AsyncIterator[int]:
    """Serve the numbers of *server* at ``http://host:port/metrics`` while entered; yield the port (0: any free one).

    Raises:
        MetricsTaken: the port cannot be listened on.
    """
    lag = _Lag()
    registry = CollectorRegistry()
    registry.register(_Numbers(server, lag, asyncio.get_running_loop()))
    try:
        http, thread = start_http_server(port, host, registry)
    except OSError as error:
        raise MetricsTaken(f"cannot serve metrics on {host}:{port}: {error.strerror}") from error
    measuring = asyncio.create_task(lag.measure(), name="loop lag")
    try:
        yield http.server_port
    finally:
        measuring.cancel()
        await asyncio.gather(measuring, return_exceptions=True)
        # In a thread: an answer that is being made waits for this loop.
        await asyncio.to_thread(http.shutdown)
        await asyncio.to_thread(http.server_close)
        await asyncio.to_thread(thread.join)


class _Lag:
    """How late the loop comes to what is due; mutable."""

    def __init__(self) -> None:
        self.worst = 0.0
        """Seconds, since it was last asked for."""

    async def measure(self) -> None:
        """Measure until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + _LAG_SECONDS
            await asyncio.sleep(_LAG_SECONDS)
            self.worst = max(self.worst, loop.time() - due)

    def take(self) -> float:
        """Return the worst since the last time."""
        worst, self.worst = self.worst, 0.0
        return worst


class _Numbers(Collector):
    """Counts when it is asked to, on the loop of the server: nothing else may look at its tables."""

    def __init__(self, server: RunningServer, lag: _Lag, loop: asyncio.AbstractEventLoop) -> None:
        self._server = server
        self._lag = lag
        self._loop = loop

    def describe(self) -> list[Metric]:
        """Return nothing: registering must not wait for the loop, from which it is called."""
        return []

    def collect(self) -> list[Metric]:
        """Return the numbers; called by the thread of whoever asks."""
        return asyncio.run_coroutine_threadsafe(self._count(), self._loop).result(_ANSWER_SECONDS)

    async def _count(self) -> list[Metric]:
        return [*_counters(self._server), *_gauges(self._server, self._lag.take())]


def _counters(server: RunningServer) -> Iterator[Metric]:
    tally = server.tally
    calls = CounterMetricFamily("spades_calls", "Calls that ended.", labels=("method", "code"))
    for (method, code), count in tally.calls.items():
        calls.add_metric((method, code), count)
    refusals = CounterMetricFamily("spades_refusals", "Calls that were refused.", labels=("reason",))
    for reason, count in tally.refusals.items():
        refusals.add_metric((reason,), count)
    yield calls
    yield refusals
    yield CounterMetricFamily("spades_batches", "Batches of events that were told.", value=tally.batches)
    yield CounterMetricFamily("spades_resyncs", "Viewers that were too slow.", value=tally.resyncs)
    yield CounterMetricFamily("spades_cut_off", "Streams whose end nobody read.", value=tally.cut_off)


def _gauges(server: RunningServer, lag: float) -> Iterator[Metric]:
    tables = server.lobby.tables()
    yield _by("spades_tables", "Tables.", "stage", Counter(table.stage.name.lower() for table in tables))
    yield _by("spades_seats", "Seats.", "kind", _seats(tables))
    yield GaugeMetricFamily("spades_streams", "Open streams.", value=server.guard.open_streams)
    yield GaugeMetricFamily("spades_lobby_watchers", "Streams of the lobby.", value=len(server.feed.watchers))
    items, size = 0, 0
    for table in tables:
        for watcher in server.lobby.publisher(table.table_id).watchers:
            waiting = watcher.waiting
            items, size = max(items, waiting[0]), max(size, waiting[1])
    yield GaugeMetricFamily("spades_queue_items", "Most items that wait for one viewer.", value=items)
    yield GaugeMetricFamily("spades_queue_bytes", "Most bytes that wait for one viewer.", value=size)
    yield GaugeMetricFamily("spades_loop_lag_seconds", "Worst lag of the loop since the last time.", value=lag)
    yield GaugeMetricFamily("spades_sound", "1 if the server can do its work.", value=int(server.condition.is_sound))


def _seats(tables: list[Table]) -> Counter[str]:
    return Counter(seat.kind.name.lower() for table in tables for seat in table.seats)


def _by(name: str, help_text: str, label: str, counts: Counter[str]) -> Metric:
    family = GaugeMetricFamily(name, help_text, labels=(label,))
    for value, count in counts.items():
        family.add_metric((value,), count)
    return family
