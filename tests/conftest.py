"""Settings for all tests: what hypothesis draws is the same in every run, and takes the time it takes."""

import gc
import os
import signal
from operator import itemgetter
from pathlib import Path

# What gRPC's core writes to standard error of its own accord would stand between the results.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
# For a program at a pseudo terminal pexpect forks, and closes what the child has open before it becomes that program:
# if gRPC went on in the child, it would now and then find its descriptors closed, and abort.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
# Tests read English, on a machine of any language.
os.environ["LANGUAGE"] = "en"

import pytest
from hypothesis import HealthCheck, settings

# A shell lets what it runs in the background ignore Ctrl-C, and every process that a test starts would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "spades", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("spades")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return half as many workers again as there are cores: many tests wait for programs, links and clocks."""
    return max(2, (os.cpu_count() or 1) * 3 // 2)


WAITING = ("lan", "kit", "cli", "bot")
"""Folders whose tests wait for programs, links and clocks; those first that wait longest at a time."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Spread the tests that wait evenly among those that keep a core busy, where several workers share them."""
    if not hasattr(config, "workerinput"):
        return
    folders = [item.path.relative_to(Path(__file__).parent).parts[0] for item in items]
    busy = [item for item, folder in zip(items, folders, strict=True) if folder not in WAITING]
    waiting = [item for wanted in WAITING for item, folder in zip(items, folders, strict=True) if folder == wanted]
    placed = [(place / len(part), item) for part in (busy, waiting) for place, item in enumerate(part)]
    items[:] = [item for _, item in sorted(placed, key=itemgetter(0))]


def pytest_collection_finish() -> None:
    """Let Python look for garbage seldom, and not among thousands of collected tests: it took a sixth of their time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)
