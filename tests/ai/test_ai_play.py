"""Which card the player ``rules`` plays; each position is what one seat holds and sees. Source: docs/bots.md"""

from ai.positions import at_play, chosen
from builders import rules_with
from spades_ai import choose

REST = "2C 5C 8C 3D 6D 9D JD 4S 7S"
"""Nine cards that go with four hearts to a full holding."""

# Tricks are wanted.


def test_fourth_hand_wins_with_the_cheapest_card_that_does() -> None:
    assert chosen(at_play(f"3H 5H JH AH {REST}", trick="TH 4H 8H")) == "JH"


def test_fourth_hand_leaves_the_trick_to_its_partner() -> None:
    assert chosen(at_play(f"3H 5H JH AH {REST}", trick="4H QH 8H")) == "3H"


def test_second_hand_plays_low_when_the_partner_is_still_to_play() -> None:
    assert chosen(at_play(f"3H 5H TH JH {REST}", trick="7H")) == "3H"


def test_second_hand_takes_a_trick_that_its_ace_is_likely_to_hold() -> None:
    assert chosen(at_play(f"3H 5H TH AH {REST}", trick="7H")) == "AH"


def test_third_hand_plays_high_over_a_low_lead_of_the_partner() -> None:
    assert chosen(at_play(f"3H 5H 6H KH {REST}", trick="4H 7H")) == "KH"


def test_third_hand_plays_the_lower_of_touching_honours() -> None:
    assert chosen(at_play(f"3H 5H QH KH {REST}", trick="4H 7H")) == "QH"


def test_third_hand_does_not_beat_the_partners_ace() -> None:
    assert chosen(at_play(f"3H 5H QH KH {REST}", trick="AH 7H")) == "3H"


def test_a_hopeless_card_is_the_lowest() -> None:
    assert chosen(at_play(f"3H 5H QH KH {REST}", trick="2H AH 4H")) == "3H"


def test_a_void_seat_ruffs_with_its_lowest_spade() -> None:
    assert chosen(at_play("4S 9S KS 2C 3C 4D", trick="TH 4H 8H")) == "4S"


def test_a_ruff_goes_over_the_ruff_before_it() -> None:
    assert chosen(at_play("4S 9S KS 2C 3C 4D", trick="4H 2H 8S")) == "9S"


def test_a_winner_of_the_partner_is_not_ruffed() -> None:
    assert chosen(at_play("4S 9S 2C 3C 4D 5D", trick="5H AH 8H")) == "2C"


def test_a_master_that_is_likely_to_hold_is_cashed() -> None:
    assert chosen(at_play(f"3H 5H QH AH {REST}")) == "AH"


def test_a_master_in_a_suit_that_an_opponent_ruffs_is_kept() -> None:
    void = (3, "2H 3H 4H 5S")
    assert chosen(at_play("QH AH 2C 5C 8C 3D 6D 9D JD 4S 7S 8S", tricks=[void], leader=2)) == "AH"
    assert chosen(at_play("QH AH 2C 5C 8C 3D 6D 9D JD 4S 7S 8S", tricks=[void], leader=3)) != "AH"


def test_a_discard_keeps_masters_and_guarded_honours() -> None:
    assert chosen(at_play("AC KD 3D 4C 7C", trick="TH 4H 8H")) == "4C"


# The contract is made: tricks are bags.


def test_a_made_side_ducks_with_the_highest_card_that_loses() -> None:
    assert chosen(at_play("3H 9H AH 2C 4C 5C 6C", trick="TH 4H 8H", made="4 2 4 1", won=(1, 2, 2, 1))) == "9H"


def test_a_made_side_throws_its_dangerous_cards() -> None:
    assert chosen(at_play("AC 2C 3C 4D 5D 6D 2S", trick="TH 4H 8H", made="4 2 4 1", won=(1, 2, 2, 1))) == "AC"


def test_a_made_side_does_not_ruff_its_partners_winner() -> None:
    picked = chosen(at_play("AC 2C 3C 4D 5D 6D 2S", trick="4H AH 8H", made="4 2 4 1", won=(1, 2, 2, 1)))
    assert not picked.endswith("S")


def test_a_made_side_leads_what_is_likely_to_lose() -> None:
    assert chosen(at_play("AC 2C KD QH TS 9S 8S", made="2 4 1 4", won=(2, 1, 1, 2))) == "2C"


def test_a_trick_that_cannot_be_lost_costs_the_highest_card() -> None:
    assert chosen(at_play("JH AH 2C 3C 4C 5C 6C", trick="TH 4H 8H", made="4 2 4 1", won=(1, 2, 2, 1))) == "AH"


def test_where_bags_cost_nothing_tricks_are_taken() -> None:
    free = rules_with(bag_penalty=False)
    seen = at_play("3H 9H AH 2C 4C 5C 6C", trick="TH 4H 8H", made="4 2 4 1", won=(1, 2, 2, 1), rules=free)
    assert chosen(seen) == "AH"


def test_a_made_side_takes_a_trick_that_sets_the_opponents() -> None:
    seen = at_play("3H AH 2C", trick="TH 4H 8H", made="5 1 6 1", won=(4, 1, 4, 1))
    assert chosen(seen) == "AH"
    assert "set" in [reason.code for reason in choose("rules", seen, 1).reasons]


# Nil.


def test_a_nil_bidder_ducks_with_its_highest_loser() -> None:
    assert chosen(at_play("3H 9H AH 2C", trick="TH 4H 8H", made="3 3 3 N")) == "9H"


def test_a_nil_bidder_discards_what_is_most_likely_to_win() -> None:
    assert chosen(at_play("AC 2C 3D 2S", trick="TH 4H 8H", made="3 3 3 N")) == "AC"


def test_a_nil_bidder_parts_with_a_spade_under_a_ruff() -> None:
    assert chosen(at_play("AC 2C 3D 9S", trick="4H TS 8H", made="3 3 3 N")) == "9S"


def test_a_nil_bidder_who_must_beat_the_card_plays_its_lowest_and_hopes() -> None:
    assert chosen(at_play("JH AH 2C", trick="4H", made="3 N 3 3")) == "JH"


def test_a_nil_bidder_leads_its_safest_card() -> None:
    assert chosen(at_play("2C AD KH 5H", made="N 3 3 3")) == "2C"


def test_the_partner_of_a_nil_takes_the_trick_from_it() -> None:
    assert chosen(at_play("3H JH AH 2C", trick="4H TH 8H", made="4 N 4 3")) == "JH"


def test_the_partner_of_a_nil_plays_high_before_it() -> None:
    assert chosen(at_play("3H JH AH 2C", trick="6H", made="3 4 3 N")) == "AH"


def test_the_partner_of_a_nil_leads_high() -> None:
    assert chosen(at_play("3H AH 5C 9D", made="4 3 N 3")) == "AH"


def test_the_partner_of_a_nil_ruffs_a_trick_that_it_would_win() -> None:
    assert chosen(at_play("4S 9S 2C", trick="4H TH 8H", made="4 N 4 3")) == "4S"


def test_a_winning_nil_of_an_opponent_is_left_alone() -> None:
    assert chosen(at_play("3H 9H AH 2C", trick="4H 5H TH", made="1 1 N 1")) == "9H"


def test_an_opponents_nil_is_attacked_with_a_low_lead() -> None:
    assert chosen(at_play("2D AD KC QC", made="1 N 1 1")) == "2D"


def test_a_nil_that_has_failed_is_protected_no_more() -> None:
    seen = at_play("3H JH AH 2C", trick="4H TH 8H", made="4 N 4 1", won=(0, 1, 0, 0))
    assert "cover" not in [reason.code for reason in choose("rules", seen, 1).reasons]
