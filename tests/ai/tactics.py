"""Positions with one idea each: what a seat holds, what lies on the table, and the cards that show the idea.

Made up from the principles of the game. The seat that acts follows from the trick: seat 0 leads unless ``leader`` says
otherwise, and its partner sits opposite. ``bids`` are by seat; ``won`` are the tricks taken, by seat.
"""

from dataclasses import dataclass, field

from ai.positions import at_play
from builders import rules_with
from spades_engine import View
from spades_engine.options import Value

__all__ = ["TACTICS", "Tactic"]

Finished = tuple[tuple[int, str], ...]
MADE = (2, 1, 2, 1)
"""Tricks with which both sides have made contracts of two and three at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tactic:
    """One position."""

    theme: str
    idea: str
    holding: str
    plays: str
    """The cards that are right."""
    trick: str = ""
    leader: int = 0
    tricks: Finished = ()
    bids: str = "1 1 1 1"
    won: tuple[int, ...] = ()
    rules: dict[str, Value] = field(default_factory=dict)

    def view(self) -> View:
        """Return what the seat sees."""
        return at_play(
            self.holding,
            trick=self.trick,
            leader=self.leader,
            tricks=self.tricks,
            made=self.bids,
            won=self.won,
            rules=rules_with(**self.rules),
        )


def _of(theme: str, *rows: tuple[str, str, str, dict[str, object]]) -> tuple[Tactic, ...]:
    return tuple(
        Tactic(theme=theme, idea=idea, holding=holding, plays=plays, **more)  # type: ignore[arg-type]  # by field name
        for idea, holding, plays, more in rows
    )


REST = "2C 5C 8C 3D 6D 9D JD 4S 7S"
"""Nine cards that go with four hearts to a full holding."""
OVER: dict[str, object] = {"bids": "2 3 2 1", "won": (2, 2, 2, 2)}
"""Both contracts are made: every trick is a bag."""

TACTICS: tuple[Tactic, ...] = (
    *_of(
        "second hand",
        ("low before a partner who is still to play", f"3H 5H TH JH {REST}", "3H", {"trick": "7H"}),
        ("low from king and small", f"3H 5H 8H KH {REST}", "3H", {"trick": "7H"}),
        ("the ace takes a first round", f"3H 5H TH AH {REST}", "AH", {"trick": "KH"}),
        ("a spade led is not covered from low spades", "3S 5S 2C 4C 6C 3D 5D 7D 9D 2H 4H 6H 8H", "3S", {"trick": "AS"}),
        ("the king is not spent on the ace", f"3H 5H TH KH {REST}", "3H", {"trick": "AH"}),
        ("a void seat ruffs an ace that its partner cannot beat", "4S 9S 2C 3C 4D", "4S", {"trick": "AH"}),
        ("a void seat without spades parts with its lowest", "2C 9C 4D JD", "2C 4D", {"trick": "AH"}),
    ),
    *_of(
        "third hand",
        ("high over the partner's low card", f"3H 5H 6H KH {REST}", "KH", {"trick": "4H 7H"}),
        ("the lower of touching honours", f"3H 5H QH KH {REST}", "QH", {"trick": "4H 7H"}),
        ("the lowest of three touching honours", f"3H JH QH KH {REST}", "JH", {"trick": "4H 7H"}),
        ("not over the partner's ace", f"3H 5H QH KH {REST}", "3H", {"trick": "AH 7H"}),
        ("low where the second hand's ace cannot be beaten", f"3H 5H QH KH {REST}", "3H", {"trick": "4H AH"}),
        ("a ruff over the second hand's ace", "4S 9S 2C 3C 4D", "4S", {"trick": "4H AH"}),
        ("no ruff over the partner's ace", "4S 9S 2C 3C 4D", "2C", {"trick": "AH 4H"}),
        ("a ruff over a ruff", "4S 9S 2C 3C 4D", "9S", {"trick": "4H 6S"}),
        ("no spade under a higher ruff", "4S 9S 2C 3C 4D", "2C", {"trick": "4H JS"}),
        (
            "the ace over the partner's queen is saved where she holds",
            f"3H 5H 6H AH {REST}",
            "3H AH",
            {"trick": "QH 7H"},
        ),
    ),
    *_of(
        "fourth hand",
        ("the cheapest card that wins", f"3H 5H JH AH {REST}", "JH", {"trick": "TH 4H 8H"}),
        ("the trick is left to the partner", f"3H 5H JH AH {REST}", "3H", {"trick": "4H QH 8H"}),
        ("a hopeless card is the lowest", f"3H 5H QH KH {REST}", "3H", {"trick": "2H 7H AH"}),
        ("the lowest ruff", "4S 9S KS 2C 3C 4D", "4S", {"trick": "TH 4H 8H"}),
        ("just over the ruff before it", "4S 9S KS 2C 3C 4D", "9S", {"trick": "4H 2H 8S"}),
        ("no ruff of the partner's winner", "4S 9S 2C 3C 4D 5D", "2C", {"trick": "5H AH 8H"}),
        ("the ace of spades takes a king that no other can", "2S 5S AS 3C 4D", "AS", {"trick": "KS 3S 4S"}),
        ("the lowest of several winners with spades", "QS KS AS 3C", "QS", {"trick": "JS 3S 4S"}),
        ("a low spade where the partner's spade wins", "2S 5S AS 3C", "2S", {"trick": "JS KS 4S"}),
    ),
    *_of(
        "lead for tricks",
        ("an ace is cashed while everybody can follow", f"3H 5H QH AH {REST}", "AH", {}),
        (
            "not an ace that an opponent ruffs",
            "QH AH 2C 5C 8C 3D 6D 9D JD 4S 7S 8S",
            "2C 5C 8C 3D 6D 9D JD QH",
            {"tricks": ((3, "2H 3H 4H 5S"),), "leader": 3, "trick": ""},
        ),
        ("the king when the ace has gone", "3H KH 2C 8C 3D 9D JD 4S", "KH", {"tricks": ((0, "4H AH 5H 6H"),)}),
        ("the higher of touching masters is as good as the lower", f"3H 5H KH AH {REST}", "KH AH", {}),
        (
            "the ace of spades draws spades from a long suit",
            "AS KS QS 9S 2C 7D",
            "AS KS QS",
            {"tricks": ((0, "2H 3H 4S 5S"),)},
        ),
        ("a low spade when nothing but spades is held", "3S 8S JS", "3S", {"tricks": ((0, "2H 3H 4S 5S"),)}),
        ("a singleton to ruff the next round", "7D 2C 5C 8C TC JC 3H 6H 9H TH 3S 5S 8S", "7D", {}),
        ("not away from a guarded king", "3H KH 4H 6C 9C TC 2C", "2C 6C 9C TC", {}),
        ("masters before the last trick", "AH 2C", "AH", {"tricks": ((0, "2H 3H 4H 5H"),)}),
    ),
    *_of(
        "discard",
        ("masters and guards are kept", "AC KD 3D 4C 7C", "4C", {"trick": "TH 4H 8H"}),
        ("the guard of a king is kept", "KD 3D 5C 8C 9C", "5C", {"trick": "TH 4H AH"}),
        ("from the short suit, to ruff later", "2C 7D 8D 9D 4S 6S", "2C", {"trick": "TH AH 8H"}),
        ("no spade while a plain card will do", "2C 9D 2S 3S", "2C 9D", {"trick": "KH AH 8H"}),
        ("the lowest spade where only spades are held, and none wins", "3S 6S 8S", "3S", {"trick": "4H TS 9H"}),
    ),
    *_of(
        "duck",
        ("the highest card that loses", "3H 9H AH 2C 4C 5C 6C", "9H", {"trick": "TH 4H 8H", **OVER}),
        ("a dangerous ace is thrown when void", "AC 2C 3C 4D 5D 6D 2S", "AC", {"trick": "TH 4H 8H", **OVER}),
        ("no ruff", "2C 3C 4D 2S 5S", "2C 3C 4D", {"trick": "4H 8H TH", **OVER}),
        ("a low lead", "AC 2C KD QH TS 9S 8S", "2C", OVER),
        ("the highest where the trick cannot be lost", "JH AH 2C 3C 4C", "AH", {"trick": "TH 4H 8H", **OVER}),
        ("the lowest while it may be beaten", "JH QH AH 2C", "JH", {"trick": "TH", **OVER}),
        ("the king goes under the ace", "2H KH 3C 4C", "KH", {"trick": "4H AH", **OVER}),
        ("a high spade goes under a higher one", "2S QS 3C 4C", "QS", {"trick": "4S KS 5S", **OVER}),
        ("a high spade goes under a ruff", "QS 3C 4C 2C", "QS", {"trick": "4H KS 5H", **OVER}),
        (
            "tricks are taken where bags cost nothing",
            "3H 9H AH 2C 4C",
            "AH",
            {"trick": "TH 4H 8H", "rules": {"bag_penalty": False}, **OVER},
        ),
        (
            "tricks are shunned where each bag costs ten",
            "3H 9H AH 2C 4C",
            "9H",
            {"trick": "TH 4H 8H", "rules": {"bag_points": -10, "bags_counted": False}, **OVER},
        ),
        ("not into a suit of which one holds the master alone", "AC 3D 5D KH", "3D 5D", OVER),
    ),
    *_of(
        "set",
        (
            "a trick that the other side needs is taken",
            "3H AH 2C",
            "AH",
            {"trick": "TH 4H 8H", "bids": "5 1 6 1", "won": (4, 1, 4, 1)},
        ),
        ("a ruff that sets", "2S 3C 4C", "2S", {"trick": "TH 4H 8H", "bids": "5 1 6 1", "won": (4, 1, 4, 1)}),
        ("a master is cashed that sets", "AH 2C 3C", "AH", {"bids": "1 5 1 6", "won": (1, 4, 1, 4)}),
        (
            "no need where the other side is safe",
            "3H AH 2C",
            "3H",
            {"trick": "4H KH 8H", "bids": "2 1 2 1", "won": (4, 1, 4, 1)},
        ),
    ),
    *_of(
        "make",
        (
            "the last trick that is needed is taken with the ace",
            "3H AH 2C",
            "AH",
            {"trick": "TH 4H 8H", "bids": "2 3 2 3", "won": (3, 2, 2, 3)},
        ),
        ("a ruff for the contract", "2S 3C 4C", "2S", {"trick": "TH 4H 8H", "bids": "2 3 2 3", "won": (3, 2, 2, 3)}),
        (
            "the high spade when it must hold",
            "3S KS 2C",
            "KS",
            {"trick": "JS 4S QS", "bids": "2 3 2 3", "won": (3, 2, 2, 3)},
        ),
        (
            "every trick counts when all are needed",
            "2S AD 3C",
            "2S",
            {"trick": "TH 4H 8H", "bids": "1 5 1 5", "won": (1, 4, 2, 3)},
        ),
    ),
    *_of(
        "own nil",
        ("the highest loser", "3H 9H AH 2C", "9H", {"trick": "TH 4H 8H", "bids": "3 3 3 N"}),
        ("the most dangerous discard", "AC 2C 3D 2S", "AC", {"trick": "TH 4H 8H", "bids": "3 3 3 N"}),
        ("a spade under a ruff", "AC 2C 3D 9S", "9S", {"trick": "4H TS 8H", "bids": "3 3 3 N"}),
        ("the king under the ace", "2H KH 3C 4C", "KH", {"trick": "4H AH", "bids": "3 3 N 3"}),
        ("the lowest where all would win now", "JH AH 2C", "JH", {"trick": "4H", "bids": "3 N 3 3"}),
        ("a safe lead", "2C AD KH 5H", "2C", {"bids": "N 3 3 3"}),
        ("a spade under the partner's spade", "3S JS 2C", "JS", {"trick": "4S KS", "bids": "3 3 N 3"}),
        ("the king under its partner's ace", "2D KD 7C", "KD", {"trick": "3D AD 4D", "bids": "3 3 3 N"}),
        (
            "a nil that has failed plays for the contract where its tricks help",
            "3H JH AH 2C",
            "JH",
            {"trick": "TH 4H 8H", "bids": "3 3 3 N", "won": (0, 0, 0, 1), "rules": {"failed_nil_tricks": "help"}},
        ),
    ),
    *_of(
        "cover",
        ("the trick is taken from the partner's nil", "3H JH AH 2C", "JH", {"trick": "4H TH 8H", "bids": "4 N 4 3"}),
        ("high before it", "3H JH AH 2C", "AH", {"trick": "6H", "bids": "3 4 3 N"}),
        ("a high lead", "3H AH 5C 9D", "AH", {"bids": "4 3 N 3"}),
        ("a ruff of the trick that the nil would win", "4S 9S 2C", "4S", {"trick": "4H TH 8H", "bids": "4 N 4 3"}),
        ("a suit of which the nil is void", "4H 9C KD", "4H", {"bids": "4 3 N 3", "tricks": ((0, "2H 3H 5C 6H"),)}),
        (
            "no effort where an opponent has beaten the nil",
            "3H JH AH 2C",
            "3H JH AH",
            {"trick": "4H TH QH", "bids": "4 N 4 3"},
        ),
        (
            "nothing to save after the nil failed",
            "3H 5H QH AH 2C",
            "3H",
            {"trick": "TH KH 8H", "bids": "2 N 2 1", "won": (0, 1, 0, 1), "leader": 0},
        ),
        ("a spade over the nil's spade", "3S QS 2C", "QS", {"trick": "4S JS 5S", "bids": "4 N 4 3"}),
        ("a high spade before the nil", "3S AS 2C", "AS", {"trick": "6S", "bids": "3 4 3 N"}),
    ),
    *_of(
        "attack",
        ("a winning nil is left alone", "3H 9H AH 2C", "9H", {"trick": "4H 5H TH", "bids": "1 1 N 1"}),
        ("a low lead into the nil", "2D AD KC QC", "2D", {"bids": "1 N 1 1"}),
        ("under the card that the nil must beat", "3H 9H AH 2C", "3H", {"trick": "5H", "bids": "1 1 N 1", "leader": 0}),
        (
            "not in a suit of which the nil is void",
            "2D AD 4H KC",
            "4H",
            {"bids": "1 N 1 1", "tricks": ((0, "3D 5C 6D 7D"),)},
        ),
        ("the own contract comes first", "AH 2C", "AH", {"trick": "TH 4H 8H", "bids": "4 4 N 4", "won": (4, 3, 0, 3)}),
        (
            "a nil that has failed is not attacked",
            "3H JH AH 2C",
            "JH",
            {"trick": "TH 4H 8H", "bids": "3 3 N 3", "won": (0, 0, 1, 0)},
        ),
    ),
)
"""Every position."""
