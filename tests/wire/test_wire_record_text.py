"""Records as people read them."""

import pytest

from builders import rules_with
from recorded import copied, recorded_game
from server.variants import VARIANTS
from spades_wire.record_text import record_text
from spades_wire.record_verify import verify

SHORT = rules_with(players=2, two_player_deal="short_pack", max_hands=1, nil=False)

GOLDEN = """\
Game game 4, began 2027-01-15 08:00:00 UTC, ended 2027-01-15 08:16:40 UTC
Rules: standard, 2 players
  max_hands = 1
  nil = false
  two_player_deal = short_pack
Deals: fair; each follows from a secret committed to before it and from the seats' nonces
Seat 1: Ana, person, side 1
Seat 2: Bruno, computer player rules, side 2
Draw for dealer: seat 1 6S, seat 2 5S; seat 1 deals

Hand 1
  deal 1, by seat 1
  seat 2: KS QS 8S   AH KH QH 7H   KD JD 8D 7D   KC JC
  seat 1: AS 7S   TH 9H   AD QD 9D   AC QC TC 9C 8C 7C
  seat 2 bids 5
  seat 1 bids 3
  seat 2 leads
            seat 1  seat 2   (> leads, * wins)
  trick  1  9D*    >7D
  trick  2 >7C      JC*
  trick  3  9H*    >7H
  trick  4 >8C      KC*
  trick  5  QD*    >8D
  trick  6 >9C*     JD
  trick  7 >TC*     QH
  trick  8 >TH      KH*
  trick  9  AD*    >KD
  trick 10 >QC*     AH
  trick 11 >AC      8S*    spades broken
  trick 12  7S     >QS*
  trick 13  AS*    >KS
  dealt to nobody: JS TS 9S   JH 8H   TD
                     side 1      side 2
  contract               30          50
  bag points              5           0
  nil                     0           0
  bag penalty             0           0
  hand                   35          50
  total (bags)       35 (5)      50 (0)

Result: side 2 won; the agreed number of hands was played.
"""


def lines_of(name: str, seed: int = 5, hands: int = 2) -> list[str]:
    """Return the text of a random game under the rules of that name, line by line."""
    return record_text(recorded_game(VARIANTS[name], seed, hands=hands)).splitlines()


def test_a_small_game_reads_so() -> None:
    record = recorded_game(SHORT, 4, at_random=False)
    verify(record)
    assert record_text(record) == GOLDEN


def shown(name: str, words: str) -> bool:
    """Return whether some game under the rules of that name has a line with *words*."""
    return any(words in line for seed in range(80) for line in lines_of(name, seed))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("talk-side", "says: about "),
        ("talk-side", ", maybe one more"),
        ("sheet-004-4", "(face down)"),
        ("hidden", "sees its cards"),
        ("redeal", "calls a redeal"),
        ("redeal-forced", "the cards are dealt again, as the rules say"),
        ("gifts-unseen", " gives seat "),
        ("gifts-unseen", "does without the exchange"),
        ("two-player-2", ", throws "),
        ("claims", " revoked in trick "),
        ("claims", "claims the rest with "),
        ("claims", " tricks go to seat "),
        ("claims", "play goes on"),
        ("claims-3", "open to all: "),
    ],
)
def test_every_kind_of_event_has_its_words(name: str, words: str) -> None:
    assert shown(name, words)


def test_every_trick_stands_in_a_row_with_its_leader_and_its_winner() -> None:
    rows = [line for line in lines_of("standard-4", hands=1) if line.startswith("  trick")]
    assert len(rows) == 13
    assert all(row.count(">") == 1 and row.count("*") == 1 for row in rows)


def test_the_cards_drawn_and_chosen_stand_below_the_draw() -> None:
    lines = lines_of("two-player-2", hands=1)
    last = max(number for number, line in enumerate(lines) if " keeps " in line)
    chosen = [line.split(": ")[1].split() for line in lines[last + 1 : last + 3]]
    assert [len(cards) for cards in chosen] == [13, 13]


def test_a_name_cannot_move_the_cursor_of_who_reads_it() -> None:
    record = copied(recorded_game(SHORT, 4))
    record.seats[0].name = "An\x1b[2Ja\u202e\n"
    verify(record)
    assert "Seat 1: An?[2Ja??, person, side 1" in record_text(record).splitlines()


def test_a_seeded_game_says_that_it_cannot_be_verified_and_gives_its_code() -> None:
    record = copied(recorded_game(SHORT, 4))
    record.seeded, record.dealer_secret, record.result.seed = True, b"", "friday"
    lines = record_text(record).splitlines()
    assert "Deals: from a code that somebody chose; what was dealt cannot be verified" in lines
    assert lines[-1].endswith("The code of this game was friday.")


def test_a_game_that_goes_on_says_so() -> None:
    record = copied(recorded_game(SHORT, 4))
    record.ClearField("result")
    del record.hands[:]
    assert record_text(record).splitlines()[-1] == "The game goes on."
