"""Whole games and command lines in Portuguese and Spanish, in processes of their own."""

import re
from pathlib import Path

import pytest

from cli.processes import Spades, one_line, type_line, until

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


async def test_an_unknown_language_is_refused_with_those_there_are(tmp_path: Path) -> None:
    status, _, errors = await Spades(tmp_path).run("play", "--lang", "de")
    assert status == 2
    assert "'en', 'pt', 'es'" in one_line(errors) or "en, pt, es" in one_line(errors)
