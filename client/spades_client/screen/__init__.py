"""The full-screen client: a pure reducer of keys, a pure presenter of lines, and a thin driver around them."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from spades_client.screen.look import Look
from spades_client.screen.own_keys import players_keys
from spades_client.screen.run import ScreenOptions, run_screen
from spades_client.screen.terminal import needs_letters, quiet_stderr

if TYPE_CHECKING:
    from spades_client.screen.hall.evening import Begin, Guest, Hall
    from spades_client.screen.replay_app import run_replay
    from spades_client.screen.replay_state import Tip, Tips

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

_LATE = {
    "Begin": "hall.evening",
    "Guest": "hall.evening",
    "Hall": "hall.evening",
    "Tip": "replay_state",
    "Tips": "replay_state",
    "run_replay": "replay_app",
}


def __getattr__(name: str) -> Any:  # Any: whatever is asked for; type checkers read the imports above
    """Return a name of ``__all__`` whose module is loaded only now: the first paint of a table must not wait for it."""
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATE[name]}"), name)
