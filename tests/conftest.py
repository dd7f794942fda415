"""Settings for all tests: what hypothesis draws is the same in every run, and takes the time it takes."""

import os
import signal

# What gRPC's core writes to standard error of its own accord would stand between the results.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
# Tests read English, on a machine of any language.
os.environ["LANGUAGE"] = "en"

from hypothesis import HealthCheck, settings

# A shell lets what it runs in the background ignore Ctrl-C, and every process that a test starts would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "spades", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("spades")
