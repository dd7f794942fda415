"""Play the boards of a match, on as many cores as asked for, and keep each result so that a match can be resumed."""

import asyncio
import json
import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from spades_bot.arena.boards import Board, Match, boards_of, seatings_of
from spades_bot.arena.network import is_network_match, play_network_board
from spades_bot.arena.play import BoardResult, play_board
from spades_bot.contestant import Players
from spades_bot.strategy import StrategyInvalid
from spades_client import Address, ClientError

__all__ = ["ArenaError", "run_match"]

_AT_ONCE = 4
"""Boards that a process is given at a time."""

_GIVEN_UP_IN_A_ROW = 3
"""Boards after which a network bot is taken to be unable to play."""


class ArenaError(Exception):
    """A match that cannot be played; the sentence is for people."""


def run_match(
    match: Match,
    *,
    jobs: int = 1,
    keep: Path | None = None,
    dask: str | None = None,
    server: Address | None = None,
    tell: Callable[[str], None] | None = None,
) -> tuple[BoardResult, ...]:
    """Return the results of all boards of *match* in order; the same, times apart, however they are spread.

    *jobs* processes play, or the workers of the Dask scheduler at *dask*. Results go to the file *keep* as they come,
    and boards that stand there are not played again. *tell* is given the faults of players. A match with
    a network bot is played on *server*, and a board that is given up is not kept.

    Raises:
        ArenaError: the contestants cannot meet, *keep* is of another match, or three boards in a row were given up.
    """
    if is_network_match(match):
        _check_network(match, dask, server)
    try:
        seatings_of(match.rules, len(match.contestants))
        with Players(match.contestants, limit=match.limit):
            pass  # What cannot be loaded is refused before anything is played.
    except (ValueError, StrategyInvalid) as error:
        raise ArenaError(str(error)) from error
    with _kept(match, keep) as (done, write):
        wanted = boards_of(match)
        missing = [board for board in wanted if board not in done]
        given_up = 0
        for result in _results(_played(match, missing, jobs=jobs, dask=dask, server=server), tell):
            done[result.board] = result
            if result.points:
                write(result)
            given_up = 0 if result.points else given_up + 1
            if given_up == _GIVEN_UP_IN_A_ROW:
                raise ArenaError(f"{given_up} boards in a row were given up: the match ends here")
        return tuple(done[board] for board in wanted)


Played = tuple[list[BoardResult], list[str]]
"""Results, and what was told of strategies meanwhile."""


def _check_network(match: Match, dask: str | None, server: Address | None) -> None:
    if match.games:
        raise ArenaError("network bots meet on boards of one hand: leave whole games out")
    if dask is not None:
        raise ArenaError("network bots play on this machine only: leave the cluster out")
    if server is None:
        raise ArenaError("network bots need a server to play on")


def _results(played: Iterator[Played], tell: Callable[[str], None] | None) -> Iterator[BoardResult]:
    """Yield the results in order; what several processes have to tell is told once."""
    told: set[str] = set()
    for results, sentences in played:
        for sentence in sentences:
            if tell is not None and sentence not in told:
                tell(sentence)
            told.add(sentence)
        yield from results


def _played(
    match: Match, boards: Sequence[Board], *, jobs: int, dask: str | None, server: Address | None
) -> Iterator[Played]:
    if server is not None:
        return _on_cores(match, boards, jobs, _play_on_server, server)
    if dask is not None:
        return _on_cluster(match, boards, dask)
    if jobs == 1 or len(boards) <= 1:
        return _here(match, boards)
    return _on_cores(match, boards, jobs, _play_some)


def _here(match: Match, boards: Sequence[Board]) -> Iterator[Played]:
    told: list[str] = []
    with Players(match.contestants, limit=match.limit, tell=told.append) as players:
        for board in boards:
            yield [play_board(match, board, players)], told
            told.clear()


def _chunks(boards: Sequence[Board], size: int) -> Iterator[Sequence[Board]]:
    return (boards[start : start + size] for start in range(0, len(boards), size))


def _play_some(match: Match, boards: Sequence[Board]) -> Played:
    """Play *boards* in the process that this runs in."""
    told: list[str] = []
    with Players(match.contestants, limit=match.limit, tell=told.append) as players:
        return [play_board(match, board, players) for board in boards], told


def _play_on_server(match: Match, boards: Sequence[Board], server: Address) -> Played:
    """Play *boards* on *server*, from the process that this runs in."""
    told: list[str] = []
    with asyncio.Runner() as runner:
        return [play_network_board(match, board, server, runner=runner, tell=told.append) for board in boards], told


def _on_cores(
    match: Match, boards: Sequence[Board], jobs: int, play: Callable[..., Played], *where: Address
) -> Iterator[Played]:
    # Spawned, not forked: a copy of a process with threads may hang.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(
        max_workers=jobs,
        mp_context=context,
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_IGN),
        max_tasks_per_child=1 if where else None,  # One loop of gRPC for each process.
    )
    with pool:
        tasks = [pool.submit(play, match, some, *where) for some in _chunks(boards, _AT_ONCE)]
        try:
            for task in tasks:
                yield task.result()
        except ClientError as error:
            raise ArenaError(str(error)) from error
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _on_cluster(match: Match, boards: Sequence[Board], address: str) -> Iterator[Played]:
    try:
        from distributed import Client
    except ImportError as error:
        raise ArenaError("--dask needs the extra: pip install 'spades-lan[dask]'") from error
    with Client(address) as client:
        tasks = [client.submit(_play_some, match, some, pure=False) for some in _chunks(boards, _AT_ONCE)]
        for task in tasks:
            try:
                yield task.result()
            except StrategyInvalid as error:
                raise ArenaError(str(error)) from error


Write = Callable[[BoardResult], None]


@contextmanager
def _kept(match: Match, keep: Path | None) -> Iterator[tuple[dict[Board, BoardResult], Write]]:
    """Yield the results that stand in *keep*, and what adds one to it."""
    if keep is None:
        yield {}, lambda _: None
        return
    done, sound = _read(match, keep)
    with keep.open("r+" if keep.exists() else "x", encoding="utf-8") as file:
        file.seek(sound)
        file.truncate()  # A line that was being written when the program was ended.

        def write(result: BoardResult) -> None:
            file.write(json.dumps(result.data()) + "\n")
            file.flush()

        if not sound:
            file.write(json.dumps(match.identity()) + "\n")
            file.flush()
        yield done, write


def _read(match: Match, keep: Path) -> tuple[dict[Board, BoardResult], int]:
    """Return the results in *keep* and how many bytes of it are sound.

    Raises:
        ArenaError: it is of another match, or no such file.
    """
    raw = keep.read_bytes() if keep.exists() else b""
    lines = raw.splitlines(keepends=True)
    if lines and not lines[-1].endswith(b"\n"):
        lines.pop()
    if not lines:
        return {}, 0
    try:
        head, *rest = map(json.loads, lines)
        if head != match.identity():
            raise ArenaError(f"{keep}: it keeps another match: {_difference(head, match.identity())}")
        results = [BoardResult.of(line) for line in rest]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ArenaError(f"{keep}: this is no kept match") from error
    return {result.board: result for result in results}, sum(map(len, lines))


def _difference(kept: object, wanted: dict[str, object]) -> str:
    if not isinstance(kept, dict):
        return "it says of none"
    return "; ".join(
        f"{name} {kept.get(name)}, not {value}" for name, value in wanted.items() if kept.get(name) != value
    )
