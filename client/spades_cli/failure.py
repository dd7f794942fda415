"""What ends a command with one line on standard error."""

__all__ = ["Failure"]


class Failure(Exception):
    """A command that cannot be carried out; the text is for people."""

    def __init__(self, sentence: str, status: int = 1) -> None:
        super().__init__(sentence)
        self.status = status
