"""What kind of answer the table wants from the viewer. Pure."""

from __future__ import annotations

from enum import Enum

from spades.v1.prompt_pb2 import PROMPT_KIND_BID, PROMPT_KIND_CONTINUE, Choice
from spades_client.choices import numbered
from spades_client.screen.table_view import TableView


class Asking(Enum):
    """How a prompt is answered on the screen."""

    NOTHING = "nothing"
    PLAY = "play"
    """One of the viewer's cards."""
    GIVE = "give"
    """Several of the viewer's cards."""
    BID = "bid"
    """A number, typed."""
    CHOOSE = "choose"
    """One of a list of alternatives; kinds newer than this client too."""
    CONTINUE = "continue"
    """Going on from the score sheet."""


def asking(view: TableView) -> Asking:
    """Return what is wanted, by the shape of the choices rather than by the kind: a new kind of prompt fits in too."""
    prompt = view.asked
    if prompt is None:
        return Asking.NOTHING
    if prompt.kind == PROMPT_KIND_CONTINUE:
        return Asking.CONTINUE
    if prompt.choices and all(choice.HasField("card") for choice in prompt.choices):
        return Asking.PLAY if prompt.max_picks <= 1 else Asking.GIVE
    return Asking.BID if prompt.kind == PROMPT_KIND_BID else Asking.CHOOSE


def alternatives(view: TableView) -> list[tuple[int, Choice]]:
    """Return the alternatives of a prompt that is answered by a number, with the numbers to type."""
    if view.asked is None or asking(view) not in (Asking.BID, Asking.CHOOSE):
        return []
    return numbered(view.asked)


def alternative(view: TableView, number: str) -> Choice | None:
    """Return the alternative with that number; None if there is none."""
    return next((choice for n, choice in alternatives(view) if str(n) == number), None)
