"""Programs that are right but for one rule of the kit, by the rule's id."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Program = TypeVar("Program")


class Broken(dict[str, type[Program]], Generic[Program]):
    """The programs of a module, by the rule that each breaks. Mutable: classes enter themselves."""

    def enter(self, rule: str) -> Callable[[type[Program]], type[Program]]:
        """Name the rule that the class below breaks."""

        def note(program: type[Program]) -> type[Program]:
            assert rule not in self, f"{rule} is broken already"
            self[rule] = program
            return program

        return note
