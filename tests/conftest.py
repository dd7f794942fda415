"""Settings for all tests: what hypothesis draws is the same in every run, and takes the time it takes."""

import gc
import os
import signal

# What gRPC's core writes to standard error of its own accord would stand between the results.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
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


def pytest_collection_finish() -> None:
    """Let Python look for garbage seldom, and not among thousands of collected tests: it took a sixth of their time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)
