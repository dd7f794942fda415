"""The full-screen client: a pure reducer of keys, a pure presenter of lines, and a thin driver around them."""

from spades_client.screen.hall.evening import Begin, Guest, Hall
from spades_client.screen.look import Look
from spades_client.screen.own_keys import players_keys
from spades_client.screen.replay_app import run_replay
from spades_client.screen.replay_state import Tip, Tips
from spades_client.screen.run import ScreenOptions, run_screen
from spades_client.screen.terminal import needs_letters, quiet_stderr

__all__ = [
    "Begin",
    "Guest",
    "Hall",
    "Look",
    "ScreenOptions",
    "Tip",
    "Tips",
    "needs_letters",
    "players_keys",
    "quiet_stderr",
    "run_replay",
    "run_screen",
]
