"""The numbers of a running server, in Prometheus's text, without a name or a token."""

import asyncio
import socket
import urllib.request

import pytest
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from server.harness import Listening, failing, listening
from spades_server.metrics import MetricsTaken, metrics_at


def fetched(port: int) -> str:
    """Return what is served."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=20) as answer:
        text: str = answer.read().decode()
        return text


async def numbers(server: Listening) -> tuple[str, dict[tuple[str, tuple[str, ...]], float]]:
    """Return the text, and its numbers by name and labels."""
    async with metrics_at("127.0.0.1", 0, server.server) as port:
        text = await asyncio.to_thread(fetched, port)
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    return text, {(sample.name, labels_of(sample)): sample.value for sample in samples}


def labels_of(sample: Sample) -> tuple[str, ...]:
    """Return the values of the labels, in the order of their names."""
    return tuple(value for _, value in sorted(sample.labels.items()))


async def test_tables_seats_streams_calls_and_refusals_are_counted() -> None:
    async with listening() as server:
        host, other, *_ = await server.table_of(3)
        await host.watch()
        await host.fill()
        await failing(other.start())
        text, found = await numbers(server)
        assert found["spades_tables", ("gathering",)] == 1
        assert found["spades_seats", ("person",)] == 3
        assert found["spades_seats", ("house",)] == 1
        assert found["spades_streams", ()] == 1
        assert found["spades_calls_total", ("OK", "spades.v1.HostService.FillWithBots")] == 1
        assert found["spades_calls_total", ("PERMISSION_DENIED", "spades.v1.HostService.StartGame")] == 1
        assert found["spades_refusals_total", ("NOT_HOST",)] == 1
        assert found["spades_sound", ()] == 1
        assert found["spades_batches_total", ()] >= 4
        assert host.token not in text
        assert host.table_id not in text
        server.server.condition.fails("journal")
        assert (await numbers(server))[1]["spades_sound", ()] == 0


async def test_a_port_for_the_metrics_that_is_taken_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        async with listening() as server:
            with pytest.raises(MetricsTaken, match=f"127.0.0.1:{port}"):
                async with metrics_at("127.0.0.1", port, server.server):
                    pass
