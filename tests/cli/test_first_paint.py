"""What ``spades play`` loads before its first paint: nothing of the server, the rules, or the search for servers."""

from __future__ import annotations

import subprocess
import sys

from spades_ai import LEVELS
from spades_cli.options import LEVEL_NAMES

PROGRAM = """
import sys
from spades_cli.main import command_parser
command_parser(["play"]).parse_args(["play"])
import spades_client.screen
print(*sorted(sys.modules))
"""


def test_server_rules_and_cryptography_are_not_loaded_before_the_first_paint() -> None:
    loaded = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True).stdout.split()
    late = {"spades_server", "spades_engine", "spades_ai", "spades_wire", "zeroconf", "cryptography", "sqlite3"}
    late |= {"spades_client.line_app", "spades_client.screen.hall.evening", "spades_client.screen.hall.form"}
    late |= {"importlib.metadata", "spades_client.screen.replay", "spades_client.screen.hall.own_deeds"}
    assert "spades_client.screen.app" in loaded
    assert not late & set(loaded)


def test_the_levels_that_can_be_named_are_those_there_are() -> None:
    assert tuple(LEVELS) == LEVEL_NAMES
