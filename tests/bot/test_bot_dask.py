"""The arena on a Dask cluster plays the same boards with the same result."""

import json

import pytest

from spades_bot.arena import Match, report_json, run_match
from spades_engine import Rules

distributed = pytest.importorskip("distributed", reason="Dask is not installed: pip install 'spades-lan[dask]'")


@pytest.mark.filterwarnings("ignore")  # Its own servers warn of ports and of time.
def test_a_cluster_plays_the_same_match() -> None:
    match = Match(contestants=("rules", "random"), rules=Rules(), suite="tune", boards=9, limit=20)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        there = json.loads(report_json(match, run_match(match, dask=cluster.scheduler_address)))
    here = json.loads(report_json(match, run_match(match)))
    assert there | {"times": None} == here | {"times": None}
