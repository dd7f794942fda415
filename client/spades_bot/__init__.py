"""Computer players over the wire: the same players as the server's, as clients of their own."""

from spades_bot.headless import BotOptions, run_bot

__all__ = ["BotOptions", "run_bot"]
