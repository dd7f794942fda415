"""Settings for all tests: what hypothesis draws is the same in every run, and takes the time it takes."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "spades", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("spades")
