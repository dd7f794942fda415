"""Why a table refuses a command: a reason that programs switch on, and a sentence for people."""

from spades_engine.cards import CardSet

__all__ = ["Refused"]


class Refused(Exception):
    """A command that was refused; nothing has changed."""

    def __init__(self, reason: str, sentence: str, *, because: CardSet = 0, **details: str) -> None:
        super().__init__(sentence)
        self.reason = reason
        """A name of ``spades.v1.ErrorReason`` without its prefix."""
        self.because = because
        """The actor's own cards that oblige it."""
        self.details = details
        """More for programs, by name."""

    def again(self) -> "Refused":
        """Return the same refusal anew: one that was raised keeps alive whatever was being worked on."""
        return Refused(self.reason, str(self), because=self.because, **self.details)
