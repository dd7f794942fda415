"""A user's strategy: what it decides is played; what it does wrong is named, counted, and costs it one default."""

from pathlib import Path

import pytest

from ai.positions import at_play, dealt_from
from bot.strategies import LOWEST, strategy_in
from builders import rules_with
from spades_ai import choose
from spades_bot.strategy import Strategy, StrategyInvalid, read_strategy
from spades_bot.strategy_host import StrategyHost
from spades_engine import View, decision, view

PLAY = at_play("3H 5H JH AH 2C 5C", trick="TH 4H 8H")
"""The default is the lowest card, the three of hearts."""


def playing(body: str) -> str:
    """Return a file whose strategy plays by *body*."""
    return f"class Bot:\n    def play(self, view, due, chance):\n        {body}\n"


def asked(strategy: Strategy, seen: View = PLAY, *, times: int = 1, limit: float = 20) -> tuple[list[int], list[str]]:
    """Return the last answer of *strategy*, asked so many times, and what was told of it."""
    due = decision(seen.game)
    assert due is not None
    told: list[str] = []
    with StrategyHost(strategy, limit=limit, tell=told.append) as host:
        picks = [host.picks("seat", seen, due, 1) for _ in range(times)][-1]
        told += [f"{kind} {count}" for kind, count in host.faults.items()]
    return list(picks), told


def test_what_a_strategy_answers_is_played(tmp_path: Path) -> None:
    assert asked(strategy_in(tmp_path, playing("return due.options[-1]"))) == ([3], [])


def test_several_options_may_be_answered_as_a_list(tmp_path: Path) -> None:
    assert asked(strategy_in(tmp_path, playing("return [due.options[2]]"))) == ([2], [])


def test_what_a_strategy_has_no_method_for_is_decided_by_rules(tmp_path: Path) -> None:
    seen = view(dealt_from(rules_with(), 3, dealer=3), 0)
    assert asked(strategy_in(tmp_path, LOWEST), seen) == (list(choose("rules", seen, 1).picks), [])


def test_a_strategy_may_import_what_lies_beside_it(tmp_path: Path) -> None:
    (tmp_path / "beside_it.py").write_text("LAST = -1\n")
    source = "from beside_it import LAST\n" + playing("return due.options[LAST]")
    assert asked(strategy_in(tmp_path, source)) == ([3], [])


def test_a_strategy_draws_its_chance_from_the_seed(tmp_path: Path) -> None:
    strategy = strategy_in(tmp_path, playing("return chance.choice(due.options)"))
    assert asked(strategy) == asked(strategy, times=3)


FAULTS = [
    ("return 1 / 0", "raises", "ZeroDivisionError: division by zero (line 3 of my_bot.py)"),
    ("raise SystemExit", "raises", "SystemExit"),
    ("return 51", "illegal", "answers 51; the options are 27 (3H), 29 (5H)"),
    ("return None", "illegal", "answers None"),
    ("return True", "illegal", "answers True"),
    ("return due.options", "illegal", "answers 4 options where 1 are due"),
    ("return []", "illegal", "answers 0 options where 1 are due"),
    ("return view.nothing", "raises", "AttributeError"),
    ("import os; os._exit(3)", "ended", "ended its process"),
    ("while True: pass", "too_slow", "takes more than 0.5 s"),
]


@pytest.mark.parametrize(("body", "fault", "sentence"), FAULTS, ids=[body for body, _, _ in FAULTS])
def test_a_fault_is_named_and_the_default_is_played(tmp_path: Path, body: str, fault: str, sentence: str) -> None:
    strategy = strategy_in(tmp_path, playing(body))
    picks, (named, counted) = asked(strategy, limit=0.5 if fault == "too_slow" else 20)
    assert picks == [0]
    assert named.startswith("my_bot.py:Bot ")
    assert sentence in named
    assert named.endswith("the default is played")
    assert "\n" not in named
    assert counted == f"{fault} 1"


def test_the_first_fault_of_a_kind_is_told_and_all_are_counted(tmp_path: Path) -> None:
    _, told = asked(strategy_in(tmp_path, playing("return 51")), times=4)
    assert len(told) == 2
    assert told[1] == "illegal 4"


def test_what_a_strategy_prints_is_told_and_its_answer_played(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    body = "print('hello'); import os; os.write(1, b'past Python'); return due.options[-1]"
    picks, told = asked(strategy_in(tmp_path, playing(body)))
    assert picks == [3]
    assert told == ["my_bot.py:Bot prints 'hello'; what it answers is played", "prints 1"]
    assert capfd.readouterr().out == ""


def test_a_strategy_that_is_always_too_slow_is_asked_three_times_at_a_table(tmp_path: Path) -> None:
    _, told = asked(strategy_in(tmp_path, playing("while True: pass")), times=5, limit=0.2)
    assert told[-2:] == ["too_slow 3", "not_asked 2"]


def test_a_strategy_that_ended_its_process_is_asked_again(tmp_path: Path) -> None:
    body = "import os; os._exit(1) if not os.path.exists('{0}') and not open('{0}', 'w').close() else 0"
    source = playing(body.format(tmp_path / "died") + "; return due.options[-1]")
    picks, told = asked(strategy_in(tmp_path, source), times=2)
    assert picks == [3]
    assert told[-1] == "ended 1"


INVALID = [
    ("", "the file holds no class Bot"),
    ("class Bot:\n    pass", "has none of the methods draw, talk, blind, bid, exchange, play, claim"),
    ("class Bot(:\n    pass", "SyntaxError: invalid syntax (line 1)"),
    ("Bot = 3", "the file holds no class Bot"),
    ("import not_there", "ModuleNotFoundError: No module named 'not_there' (line 1)"),
    ("raise SystemExit", "SystemExit"),
    ("import os; os._exit(1)", "loading ends its process"),
]


@pytest.mark.parametrize(("source", "sentence"), INVALID, ids=[sentence for _, sentence in INVALID])
def test_a_file_that_cannot_be_played_is_refused_in_one_line(tmp_path: Path, source: str, sentence: str) -> None:
    with pytest.raises(StrategyInvalid) as refusal, StrategyHost(strategy_in(tmp_path, source)):
        pass
    assert str(refusal.value).startswith("my_bot.py:Bot: ")
    assert sentence in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("my_bot.py", "write FILE:CLASS"),
        ("my_bot.py:", "write FILE:CLASS"),
        (":Bot", "write FILE:CLASS"),
        ("nowhere/my_bot.py:Bot", "nowhere/my_bot.py: No such file"),
        ("/:Bot", "Is a directory"),
    ],
)
def test_a_strategy_that_is_not_there_is_named(text: str, sentence: str) -> None:
    with pytest.raises(StrategyInvalid, match=sentence):
        read_strategy(text)
