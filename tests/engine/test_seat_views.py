"""What a seat may see and what it is told. docs/rules.md, A11, A13, c27, decisions 2, 4, 12, 22, 23."""

import pytest

from builders import after_bids, before_deal, dealt, deck_for, finish, perform, play, rules_with
from spades_engine import (
    BLIND_NIL,
    Event,
    Game,
    Give,
    Hand,
    Look,
    MakeBid,
    StartHand,
    cards,
    decide,
    evolve,
    fold,
    redact,
    view,
)
from spades_engine.events import CardPlayed, CardsDealt, CardsExchanged, CardsSeen, HandEnded, HandStarted, LeaderChosen

STANDARD = rules_with()
SEATS = (0, 1, 2, 3, None)


def hand_of(game: Game) -> Hand:
    assert game.hand is not None
    return game.hand


def told(event: Event, seat: int | None) -> Event:
    return redact(STANDARD, event, seat)


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_seat_sees_its_own_cards_and_nobody_elses(seat: int) -> None:
    """docs/rules.md A13: the others see only their own hand and the table."""
    game = dealt(STANDARD)
    seen = view(game, seat).hand.holdings
    assert seen == tuple(held if owner == seat else 0 for owner, held in enumerate(hand_of(game).holdings))
    assert view(game, seat).holding == hand_of(game).holdings[seat]
    assert view(game, seat).hand.dealt == seen


def test_a_spectator_sees_no_card_that_was_not_played() -> None:
    game = dealt(STANDARD)
    assert view(game, None).hand.holdings == (0, 0, 0, 0)
    assert view(game, None).holding == 0


def test_nobody_sees_the_deck_nor_who_will_lead_by_chance() -> None:
    """docs/rules.md decision 4: the random leader is found after the exchange."""
    game = dealt(rules_with(first_leader="random"), leader_draw=2)
    for seat in SEATS:
        assert view(game, seat).hand.deck == ()
        assert view(game, seat).hand.leader_draw == -1
    assert (hand_of(game).leader_draw, len(hand_of(game).deck)) == (2, 52)


def test_before_the_first_hand_everybody_sees_the_scores() -> None:
    game = before_deal(STANDARD, points=(120, 220))
    for seat in SEATS:
        assert view(game, seat).game == game


def test_cards_face_down_are_hidden_from_their_owner_too() -> None:
    """docs/rules.md decision 2."""
    game = dealt(STANDARD, points=(0, 200))
    assert view(game, 0).holding == 0
    assert view(game, 0).hand.counts == (13, 13, 13, 13)
    assert view(game, 0).hand.seen == (False, True, False, True)
    assert view(perform(game, Look(0)), 0).holding == hand_of(game).holdings[0]


def test_the_start_of_a_hand_is_told_without_its_deck() -> None:
    """docs/rules.md decision 4: the commitment is for all."""
    started = decide(before_deal(), StartHand(deck=deck_for(STANDARD, ()), leader_draw=3, commitment=b"promised"))[0]
    for seat in SEATS:
        said = told(started, seat)
        assert isinstance(said, HandStarted)
        assert (said.deck, said.leader_draw, said.commitment, said.dealer) == (None, None, b"promised", 3)


@pytest.mark.parametrize("seen", [True, False])
def test_cards_that_were_dealt_are_told_to_their_owner_if_they_lie_open(seen: bool) -> None:
    """docs/rules.md decision 2."""
    event = CardsDealt(seat=1, count=13, seen=seen, cards=cards("AS"))
    hidden = CardsDealt(seat=1, count=13, seen=seen, cards=None)
    assert [told(event, seat) for seat in SEATS] == [hidden, event if seen else hidden, hidden, hidden, hidden]


def test_that_a_seat_looked_is_told_to_all_and_what_it_saw_to_itself() -> None:
    """docs/rules.md decision 2: Look is public."""
    event, hidden = CardsSeen(seat=2, cards=cards("AS")), CardsSeen(seat=2, cards=None)
    assert [told(event, seat) for seat in SEATS] == [hidden, hidden, event, hidden, hidden]


def test_exchanged_cards_are_told_to_giver_and_receiver() -> None:
    """docs/rules.md C5: face down."""
    game = after_bids(rules_with(blind_nil_threshold=0), "B 3 4 3", "5S 6S")
    given = decide(game, Give(0, cards("5S 6S")))[0]
    assert isinstance(given, CardsExchanged)
    assert [told(given, seat) is given for seat in SEATS] == [True, False, True, False, False]
    assert {getattr(told(given, seat), "cards", 0) for seat in (1, 3, None)} == {None}


def test_the_giver_does_not_see_the_partners_cards_for_having_given_some() -> None:
    """docs/rules.md decision 12."""
    game = after_bids(rules_with(blind_nil_threshold=0), "B 3 4 3", "5S 6S", "", "2H 3H")
    game = perform(game, Give(0, cards("5S 6S")))
    seen = view(game, 0).hand
    assert seen.holdings[2] == 0
    assert seen.counts == (11, 13, 15, 13)
    assert view(game, 2).holding & cards("5S 6S 2H 3H") == cards("5S 6S 2H 3H")


@pytest.mark.parametrize("event", [CardPlayed(1, 5, 1), LeaderChosen(3)], ids=["a card played", "the leader"])
def test_what_lies_on_the_table_is_told_to_all_as_it_is(event: Event) -> None:
    for seat in SEATS:
        assert told(event, seat) is event


def test_the_trick_and_the_tricks_won_are_seen_by_all() -> None:
    """docs/rules.md A13: tricks are kept visible and counted."""
    game = play(after_bids(STANDARD, "3 3 3 3", "2C", "3C", "4C", "5C"), "2C 3C 4C 5C")
    for seat in SEATS:
        seen = view(game, seat).hand
        assert seen.tricks == hand_of(game).tricks
        assert seen.tricks_won == (0, 0, 0, 1)
        assert seen.bids == hand_of(game).bids


@pytest.mark.parametrize("three_player_card", ["hidden", "remove_2c"])
def test_when_a_hand_has_ended_everybody_sees_all_that_was_dealt(three_player_card: str) -> None:
    """docs/rules.md decision 23: the card that nobody got is shown with the end of the hand."""
    rules = rules_with(players=3, three_player_card=three_player_card)
    playing, hand = after_bids(rules, "5 5 5"), dealt(rules).hand
    assert hand is not None
    ended = finish(playing)
    for seat in (0, 1, 2, None):
        assert view(ended, seat).hand.dealt == hand.dealt
        assert view(playing, seat).hand.dealt != hand.dealt
        assert view(ended, seat).hand.deck == ()


def test_the_end_of_a_hand_is_told_to_all_alike() -> None:
    """docs/rules.md decision 28."""
    event = HandEnded(number=1, results=(), dealt=(1, 2, 4, 8), undealt=16)
    assert all(told(event, seat) is event for seat in SEATS)


def test_folding_what_a_seat_was_told_gives_what_it_sees() -> None:
    """A blind nil and what follows: the smallest table where every seat knows something else."""
    game = dealt(STANDARD, points=(0, 200))
    for event in decide(game, MakeBid(0, BLIND_NIL)):
        after = evolve(game, event)
        for seat in SEATS:
            assert fold(view(game, seat), redact(STANDARD, event, seat)) == view(after, seat)
        game = after


def test_a_view_of_a_view_shows_no_more() -> None:
    """What a seat sees is a state too."""
    game = play(after_bids(STANDARD, "3 3 3 3", "2C"), "2C")
    for seat in SEATS:
        assert view(view(game, seat).game, seat) == view(game, seat)
