"""Whole games and command lines in Portuguese and Spanish, in processes of their own."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from builders import rules_with
from cli.processes import Spades, one_line, type_line, until
from recorded import recorded_game
from spades_cli import main
from spades_client import language
from spades_wire.records import record_json

TURN = {"pt": "Sua vez", "es": "Tu turno"}
SEVERAL = {"pt": r"Escolha (\d+)", "es": r"Elige (\d+)"}
OVER = {"pt": "Fim da partida", "es": "Fin de la partida"}
ENGLISH = re.compile(r"\b(the|you|your|trick|tricks|bid|bids|plays|wins|hand|score|seat|seconds|of)\b", re.IGNORECASE)
GAME = ("--ephemeral", "--pace", "0", "--seed", "languages", "--name", "Zoe")


@pytest.mark.parametrize("code", ["pt", "es"])
@pytest.mark.parametrize("rules", [("--players", "4"), ("--players", "2"), ("--players", "3")])
async def test_a_whole_game_is_told_in_plain_lines_of_the_language(
    tmp_path: Path, code: str, rules: tuple[str, ...]
) -> None:
    """For screen readers: no byte below a blank but the line's end, and nothing drawn."""
    lines: list[str] = []
    async with Spades(tmp_path).start("play", "--lang", code, *GAME, *rules, "--set", "max_hands=2") as game:
        for question in ("table", "rules", "score", "bids", "tricks", "last", "tip", "hand", "phrase", "w"):
            type_line(game, question)
        while not any(line.startswith(OVER[code]) for line in lines):
            lines += await until(game, lambda line: line.startswith((">", OVER[code])))
            asked = next(line for line in reversed(lines) if line.startswith((TURN[code], OVER[code])))
            several = re.search(SEVERAL[code], asked)
            type_line(game, " ".join(str(n) for n in range(1, int(several[1]) + 1)) if several else "1")
    assert all(line.isprintable() for line in lines)
    assert not [line for line in lines if re.search("[\u2500-\u259f\u2800-\u28ff]", line)]
    assert [line for line in lines if ENGLISH.search(line)] == []


async def test_the_language_changes_at_the_table_and_the_environment_chooses_it(tmp_path: Path) -> None:
    spades = Spades(tmp_path, {"LANGUAGE": "", "LC_ALL": "es_AR.UTF-8"})
    async with spades.start("play", *GAME) as game:
        lines = await until(game, lambda line: line.startswith("Tu turno"))
        type_line(game, "lang pt")
        lines += await until(game, lambda line: line == "Os textos estão agora em português.")
        type_line(game, "w")
        lines += await until(game, lambda line: line.startswith("Sua vez"))
        type_line(game, "lang fr")
        refused = await until(game, lambda line: "fr" in line or "lang" in line)
        assert refused[-1] == "recusado: lang pede en, pt, es"


@pytest.mark.parametrize(
    ("code", "typed", "sentence"),
    [
        (
            "pt",
            ("join", "local host"),
            "spades: 'local host' não é um endereço; escreva HOST, HOST:PORT ou [IPv6]:PORT",
        ),
        ("es", ("play", "--think", "abc"), "spades play: argumento --think: abc: se permite de 5 a 600, o 0"),
        ("es", ("play", "--nonsense"), "spades: argumentos desconocidos: --nonsense"),
        ("pt", ("export", "--data"), "spades export: argumento --data: falta um argumento"),
    ],
)
async def test_what_was_mistyped_is_said_in_the_language(
    tmp_path: Path, code: str, typed: tuple[str, ...], sentence: str
) -> None:
    status, output, errors = await Spades(tmp_path).run("--lang", code, *typed)
    assert (status, output) == (2, "")
    assert one_line(errors).startswith(sentence)


async def test_help_is_in_the_language_and_its_words_to_type_are_not(tmp_path: Path) -> None:
    status, output, _ = await Spades(tmp_path).run("play", "--help", "--lang", "pt")
    assert status == 0
    assert output.startswith("uso: spades play")
    assert "--players" in output
    assert ENGLISH.search(re.sub(r"--\S+|\b[A-Z]+\b", "", output)) is None


@pytest.fixture
def english_again(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let a command of this process speak another language, and nothing after it."""
    monkeypatch.setenv("LANGUAGE", language.ENGLISH)
    yield
    language.speak(language.ENGLISH)


@pytest.mark.usefixtures("english_again")
@pytest.mark.parametrize("code", ["pt", "es"])
@pytest.mark.parametrize(
    "typed",
    [
        "score --rules sheet-004 --bids 4,N,5,4 --tricks 0,5,4,4 --before 120:3,90:9",
        "score --bids 9,1,5,1 --tricks 7,1,4,1 --rules openspiel --revoke 2",
        "score --bids 7,1,6,1 --tricks 7,0,6,0 --set thirteen_wins=on",
        "score --bids 4,4,4,1 --tricks 4,4,4,1 --before 420:0,450:0 --set tie_break=draw",
        "rules",
        "rules sheet-003",
    ],
)
def test_scores_and_rules_are_told_in_the_language(capsys: pytest.CaptureFixture[str], code: str, typed: str) -> None:
    assert main([*typed.split(), "--lang", code]) == 0
    told = "".join(capsys.readouterr())
    names = re.compile(r"--\S+|\b(Source|Fonte|Fuente): .*|^[ *] \w+ = .*|\b[a-z_]+=\w+|\(sheet.*?\)", re.MULTILINE)
    assert [line for line in names.sub("", told).splitlines() if ENGLISH.search(line)] == []


@pytest.mark.usefixtures("english_again")
@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("score --tricks 4,4,4,1", "--bids falta: 4 valores"),
        ("score --bids 4,4,4,1 --tricks 4,4,4,2", "--tricks 4,4,4,2: somam 14, e uma mão tem 13 vazas"),
        ("rules standard --players 9", "--players 9: permite-se 2, 3, 4 ou 6"),
    ],
)
def test_what_was_mistyped_of_a_score_or_of_rules_is_said_in_the_language(
    capsys: pytest.CaptureFixture[str], typed: str, sentence: str
) -> None:
    assert main([*typed.split(), "--lang", "pt"]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.usefixtures("english_again")
def test_a_review_is_told_in_the_language(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    kept = tmp_path / "game.json"
    kept.write_text(record_json(recorded_game(rules_with(max_hands=1), 11)), encoding="utf-8")
    assert main(["replay", str(kept), "--review", "--worlds", "16", "--seat", "2", "--lang", "es"]) == 0
    told = "".join(capsys.readouterr())
    assert "vale" in told
    assert [line for line in told.splitlines() if ENGLISH.search(line)] == []


async def test_an_unknown_language_is_refused_with_those_there_are(tmp_path: Path) -> None:
    status, _, errors = await Spades(tmp_path).run("play", "--lang", "de")
    assert status == 2
    assert "'en', 'pt', 'es'" in one_line(errors) or "en, pt, es" in one_line(errors)
