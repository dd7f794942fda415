"""``spades replay --review``: what the search would have done in the place of a seat, and what the difference was
worth.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from spades.v1 import record_pb2, snapshot_pb2
from spades_ai import Verdict, verdict_on
from spades_cli import review_texts as texts
from spades_cli.failure import Failure, complain
from spades_client.clean import clean
from spades_engine import Game, MakeBid, PlayCard, format_card
from spades_engine.commands import Command
from spades_wire.record_verify import verify

__all__ = ["Review", "review"]

_WORST = 3
_NOTICED = 0.05
"""Points from which a difference is shown."""


@dataclass(frozen=True, slots=True)
class Review:
    """What was found out about one seat."""

    seat: int
    """From 1."""
    name: str
    worlds: int
    verdicts: tuple[Verdict, ...]
    """In the order played."""

    @property
    def worst(self) -> tuple[Verdict, ...]:
        """The dearest decisions, dearest first."""
        dear = [verdict for verdict in self.verdicts if verdict.cost >= _NOTICED]
        return tuple(sorted(dear, key=lambda verdict: -verdict.cost)[:_WORST])

    def text(self) -> str:
        """Return it as people read it, the last line ended too."""
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        same = sum(verdict.chosen == verdict.best for verdict in self.verdicts)
        total = sum(verdict.cost for verdict in self.verdicts)
        yield texts.HEAD.format(seat=self.seat, name=self.name, count=len(self.verdicts), worlds=self.worlds)
        yield texts.SAME.format(same=same, points=f"{total:.1f}")
        yield ""
        yield texts.DEAREST if self.worst else texts.NONE_DEAR
        for number, verdict in enumerate(self.worst, 1):
            yield texts.WORST.format(number=number, place=_place(verdict), sentence=_sentence(verdict))
        yield ""
        for verdict in self.verdicts:
            cost = f"-{verdict.cost:.1f}" if verdict.cost >= _NOTICED else ""
            search = f"  {texts.INSTEAD.format(best=_written(verdict.best))}"
            instead = "" if verdict.chosen == verdict.best else search
            yield f"{_place(verdict):<18} {_written(verdict.chosen):<8} {cost:>6}{instead}".rstrip()

    def json(self) -> str:
        """Return it as one JSON document."""
        data = {
            "seat": self.seat,
            "name": self.name,
            "worlds": self.worlds,
            "decisions": list(map(_data, self.verdicts)),
            "worst": list(map(_data, self.worst)),
        }
        return json.dumps(data, indent=2) + "\n"


def review(record: record_pb2.GameRecord, *, seat: int, worlds: int) -> Review:
    """Return the review of *seat* (0: that of the first person, or else the first) in a sound *record*.

    Raises:
        Failure: there is no such seat.
        RecordError: the record is not sound.
    """
    chosen: list[tuple[Game, Command]] = []
    verify(record, told=lambda game, command: chosen.append((game, command)))
    number = seat or _first_person(record)
    if number > len(record.seats):
        raise Failure(texts.NO_SUCH_SEAT.format(seat=number, most=len(record.seats)), 2)
    own = [
        (game, command)
        for game, command in chosen
        if isinstance(command, MakeBid | PlayCard) and command.seat == number - 1
    ]
    verdicts = tuple(_verdicts(own, worlds))
    return Review(number, clean(record.seats[number - 1].name), worlds, verdicts)


def _first_person(record: record_pb2.GameRecord) -> int:
    people = (at for at, seat in enumerate(record.seats, 1) if seat.kind == snapshot_pb2.SEAT_KIND_PERSON)
    return next(people, 1)


def _verdicts(own: Sequence[tuple[Game, Command]], worlds: int) -> Iterator[Verdict]:
    """Yield a verdict on each decision; at a terminal, a line says how far it is."""
    for number, (game, command) in enumerate(own, 1):
        if sys.stderr.isatty():
            told = texts.AT_WORK.format(number=number, all=len(own))
            print(f"\r{told} ", end="", file=sys.stderr, flush=True)
        elif number == 1:
            complain(texts.BEGINS.format(all=len(own)))
        assert isinstance(command, MakeBid | PlayCard)
        option = command.bid if isinstance(command, MakeBid) else command.card
        if (verdict := verdict_on(game, command.seat, option, worlds=worlds)) is not None:
            yield verdict
    if sys.stderr.isatty():
        print("\r" + " " * 60 + "\r", end="", file=sys.stderr, flush=True)


def _place(verdict: Verdict) -> str:
    form = texts.TRICK_OF_HAND if verdict.trick else texts.BID_OF_HAND
    return form.format(hand=verdict.hand, trick=verdict.trick)


def _written(option: object) -> str:
    return format_card(option) if isinstance(option, int) else str(option)


def _sentence(verdict: Verdict) -> str:
    chosen, best = verdict.chosen_figures, verdict.best_figures
    return texts.SENTENCE.format(
        best=_written(verdict.best),
        chosen=_written(verdict.chosen),
        points=f"{verdict.cost:.1f}",
        best_made=f"{best.made:.0%}",
        chosen_made=f"{chosen.made:.0%}",
        best_bags=f"{best.bags:.1f}",
        chosen_bags=f"{chosen.bags:.1f}",
    )


def _data(verdict: Verdict) -> dict[str, object]:
    return {
        "hand": verdict.hand,
        "trick": verdict.trick,
        "kind": "play" if verdict.trick else "bid",
        "chosen": _written(verdict.chosen),
        "best": _written(verdict.best),
        "cost": round(verdict.cost, 3),
        "figures": {"chosen": asdict(verdict.chosen_figures), "best": asdict(verdict.best_figures)},
    }
