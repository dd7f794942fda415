"""What holds for the lines of any hand under any rules. docs/rules.md, invariants of d1."""

from dataclasses import dataclass, replace

from hypothesis import given, settings
from hypothesis import strategies as st

from builders import drawn_rules, each, tricks
from spades_engine import (
    BLIND_NIL,
    NIL,
    Bid,
    Card,
    Rules,
    Score,
    SideResult,
    needed_tricks,
    pack_of,
    score_hand,
)
from spades_engine.options import Value
from spades_engine.scoring import game_result

many = settings(max_examples=500)


@dataclass(frozen=True, slots=True)
class Played:
    """What a hand is scored from."""

    rules: Rules
    bids: tuple[Bid, ...]
    tricks: tuple[int, ...]
    before: tuple[Score, ...]
    winners: tuple[int, ...]
    """Who won each trick, in order."""
    last_card: Card
    """The card that won the last one."""
    revokers: frozenset[int]

    def lines(self) -> tuple[SideResult, ...]:
        """Return the score of the hand."""
        return score_hand(
            self.rules,
            self.before,
            self.bids,
            self.tricks,
            winners=self.winners,
            last_card=self.last_card,
            revokers=self.revokers,
        )

    def moved_up(self) -> "Played":
        """Return the same hand with every seat one place further."""
        seats = self.rules.players
        return replace(
            self,
            bids=(*self.bids[1:], self.bids[0]),
            tricks=(*self.tricks[1:], self.tricks[0]),
            before=(*self.before[1:], self.before[0]),
            winners=tuple((seat - 1) % seats for seat in self.winners),
            revokers=frozenset((seat - 1) % seats for seat in self.revokers),
        )


@st.composite
def hands(draw: st.DrawFn, /, players: int | None = None) -> Played:
    """Draw rules, bids of any kind, tricks that add up, and scores before the hand."""
    rules = draw(drawn_rules(players))
    bid = st.one_of(st.just(NIL), st.just(BLIND_NIL), st.integers(0, rules.hand_size).map(tricks))
    cuts = sorted(
        draw(st.lists(st.integers(0, rules.hand_size), min_size=rules.players - 1, max_size=rules.players - 1))
    )
    taken = tuple(high - low for low, high in zip([0, *cuts], [*cuts, rules.hand_size], strict=True))
    before = st.builds(
        Score,
        points=st.integers(-400, 600),
        bags=st.integers(0, rules.bag_limit - 1 if rules.bags_counted else 0),
        sets=st.integers(0, 3),
    )
    bids = tuple(draw(bid) for _ in range(rules.players))
    winners = draw(st.permutations([seat for seat, number in enumerate(taken) for _ in range(number)]))
    return Played(
        rules,
        bids,
        taken,
        tuple(draw(before) for _ in rules.sides),
        tuple(winners),
        draw(st.sampled_from(list(each(pack_of(rules).cards)))),
        draw(st.frozensets(st.integers(0, rules.players - 1))) if rules.revoke == "allowed" else frozenset(),
    )


@given(hands())
@many
def test_the_lines_add_up_and_bags_stay_below_the_limit(played: Played) -> None:
    """docs/rules.md d1 and decision 28."""
    rules = played.rules
    for before, line in zip(played.before, played.lines(), strict=True):
        assert line.hand == line.contract + line.bag_points + line.nil + line.bag_penalty
        assert line.after.points == before.points + line.hand
        assert line.after.bags >= 0
        assert line.bag_penalty <= 0
        if rules.bag_penalty:
            assert line.after.bags < rules.bag_limit
        if rules.bag_penalty and rules.bag_carry == "carry":
            paid = -line.bag_penalty // rules.bag_penalty_points
            assert before.bags + line.new_bags == paid * rules.bag_limit + line.after.bags


@given(hands())
@many
def test_when_every_seat_moves_up_one_the_sides_change_their_results(played: Played) -> None:
    """docs/rules.md d1: swapping sides swaps results, who wins included."""
    here, there = played.lines(), played.moved_up().lines()
    assert there == (*here[1:], here[0])
    ended, moved = (
        game_result(played.rules, [line.after for line in lines], 3, won_all=[line.won_all for line in lines])
        for lines in (here, there)
    )
    if ended is None or ended.winner is None:
        assert moved == ended
    else:
        assert moved == replace(ended, winner=(ended.winner - 1) % len(here))


@given(hands())
@many
def test_helping_tricks_make_no_difference_when_every_nil_is_made(played: Played) -> None:
    """docs/rules.md d1: failed=help equals failed=bags whenever no nil failed."""
    bids = tuple(tricks(1) if taken else bid for bid, taken in zip(played.bids, played.tricks, strict=True))
    bags, help_, ignore = (
        score_hand(played.rules.adjusted({"failed_nil_tricks": word}), played.before, bids, played.tricks)
        for word in ("bags", "help", "ignore")
    )
    assert bags == help_ == ignore


@given(hands(players=4))
@many
def test_a_contract_is_made_exactly_when_nothing_is_needed_any_more(played: Played) -> None:
    """docs/rules.md B4 of a2, c3, c9."""
    plain: dict[str, Value] = {"set_penalty": "bid", "ten_for_200": "off", "ten_set_points": None}
    rules = played.rules.adjusted({**plain, "thirteen_bonus": None, "bemo": None})
    for seats, line in zip(rules.sides, score_hand(rules, played.before, played.bids, played.tricks), strict=True):
        needed = needed_tricks(rules, played.bids, played.tricks, seats)
        contract = sum(played.bids[seat].tricks for seat in seats)
        assert line.contract == (10 * contract if needed == 0 else -10 * contract)


@given(hands())
@many
def test_every_trick_is_bid_or_a_bag_or_lost_with_a_set_contract(played: Played) -> None:
    """docs/rules.md E2, c1: where bags are counted and failed nils are bags, tricks = contract + bags if it is made."""
    rules = played.rules.adjusted({"failed_nil_tricks": "bags", "bags_counted": True})
    for seats, line in zip(rules.sides, score_hand(rules, played.before, played.bids, played.tricks), strict=True):
        contract = sum(played.bids[seat].tricks for seat in seats)
        taken = sum(played.tricks[seat] for seat in seats)
        by_nils = sum(played.tricks[seat] for seat in seats if played.bids[seat].is_nil)
        made = taken - by_nils >= contract
        assert line.new_bags == (taken - contract if made else by_nils)
