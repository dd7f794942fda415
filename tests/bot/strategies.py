"""Strategies that users might write, as the text of their files."""

from pathlib import Path

from spades_bot.strategy import Strategy, read_strategy

__all__ = ["LOWEST", "strategy_in"]

LOWEST = """
class Bot:
    def play(self, view, due, chance):
        return due.options[0]
"""


def strategy_in(folder: Path, source: str, class_name: str = "Bot") -> Strategy:
    """Return the strategy of a file in *folder* that holds *source*."""
    file = folder / "my_bot.py"
    file.write_text(source)
    return read_strategy(f"{file}:{class_name}")
