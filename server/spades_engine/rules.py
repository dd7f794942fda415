"""The options of a game as one value; every variant is a field here, never a subclass."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from spades_engine.conflicts import conflicts
from spades_engine.options import Option, Value, flag, number, options_of, word

__all__ = ["OPTIONS", "Rules", "RulesError"]


class RulesError(ValueError):
    """Options that do not exist, are out of range, or cannot be played together; ``fields`` names them."""

    def __init__(self, message: str, *names: str) -> None:
        super().__init__(message)
        self.fields = names


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The options of one game, validated.

    Raises:
        RulesError: an option is out of range, or options contradict each other; it names them.
    """

    players: int = number(4, 2, 6, "people at the table: 2, 3, 4 or 6", source="all sheets; six: sheet 000, pagat")
    partners: bool = flag(
        True, "four players or six have partners; otherwise each plays alone", source="all sheets; Royale solo: no"
    )
    six_sides: str = word(
        "pairs",
        ("pairs", "threes"),
        "the partners of six: three pairs who sit opposite, or two threes, every other seat",
        source="pagat: both",
    )

    target_score: int | None = number(
        500, 50, 5000, "points that end the game", source="sheets 000, 004, pagat", off=True
    )
    losing_score: int | None = number(
        None, -5000, -10, "points at which a side loses the game", source="sheet 002, MSN: -200", off=True
    )
    max_hands: int | None = number(
        None, 1, 1000, "hands after which the higher score wins", source="sheet 003: 1; sheet 002: 30", off=True
    )
    tie_break: str = word(
        "extra_hands",
        ("extra_hands", "draw", "fewest_bags"),
        "what equal scores at the target or the losing score mean",
        source="sheet 004, pagat, Bicycle: extra hands",
    )
    tie_at_hand_limit: str = word(
        "draw", ("draw", "extra_hand"), "what equal scores after the last hand mean", source="sheet 002"
    )
    set_limit: int | None = number(None, 1, 20, "contracts set that lose the game", source="Jokers Wild: 3", off=True)

    set_limit_in_row: bool = flag(
        False, "only contracts set one after the other count towards set_limit", source="contest sheet: two in a row"
    )
    handicap: int = number(0, -500, 500, "points that side 1 starts with", source="desktop Game Rules")

    first_dealer: str = word(
        "high_card",
        ("high_card", "random", "host", "host_leads", "first_diamond", "first_spade", "last_seat_always"),
        "who deals first; host_leads: the seat at the host's right, so that the host leads",
        source="sheet 000: high card; sheet 002: host leads; RTA3, Cookout: first diamond",
    )
    hand_hidden_until_bid: bool = flag(
        False, "three players or more see their cards only at their turn to bid", source="sheet 003"
    )

    redeal: str = word(
        "off",
        ("off", "no_spades", "no_face_cards", "either", "both", "one_spade"),
        "a hand without spades, without face cards, either, both, or with one spade at most may be dealt again",
        source="sheet 003: either; U. Alabama: either",
    )
    redeal_when: str = word(
        "asked",
        ("asked", "forced"),
        "its seat may ask at its turn to bid, or it is dealt again before anybody looks",
        source="sheet 003: asked",
    )
    redeal_ace_is_face: bool = flag(False, "an ace counts as a face card", source="U. Alabama; sheet 003: no")
    low_total_redeal: int | None = number(
        None,
        2,
        13,
        "bids that add up to less are dealt again, four times at most",
        source="U. Alabama, Jokers Wild: 11",
        off=True,
    )
    jokers: str = word(
        "none",
        ("none", "big_little", "one", "jjda", "jjdd", "high_two", "four_twos"),
        "cards above the ace of spades: jokers, jokers with the two of spades (jjda) and of diamonds (jjdd), or twos",
        source="Bicycle, VIP, Royale; Trickster; Wikipedia: four twos",
    )
    removed_deuces: str = word(
        "hearts_clubs",
        ("hearts_clubs", "clubs_diamonds", "diamonds_hearts"),
        "the twos that make room for two jokers",
        source="Jokers Wild, Royale; Bicycle: clubs and diamonds",
    )

    partner_talk: str = word(
        "off", ("off", "numbers"), "partners tell each other numbers before the bidding", source="sheet 000, FSU"
    )
    partner_talk_heard_by: str = word(
        "table", ("table", "side"), "who hears partner talk", source="sheet 000: said aloud"
    )
    bidding_style: str = word(
        "individual",
        ("individual", "partnership"),
        "every seat bids, or the first partner hints and the second bids for both",
        source="pagat, sheet 004; playsite, vpchat: partnership",
    )
    variation: str = word(
        "normal",
        ("normal", "suicide", "mirror", "whiz", "reflection", "uno", "thrill", "swamp"),
        "suicide: one nil in each pair; mirror: the spades held; whiz: those or nil; reflection: as the partner; "
        "uno: one; thrill: three or nil; swamp: three, four or nil",
        source="sheet 000, MSN, Royale; host sheets",
    )
    suicide_min: int = number(
        1, 1, 6, "least bid of the partner of a nil in suicide", source="sheet 000: unsaid; Royale: 4"
    )
    first_hand_bids_itself: bool = flag(
        False, "nobody bids in the first hand; every trick is worth 10 points", source="Trickster, RTA3"
    )

    min_player_bid: int = number(0, 0, 4, "least bid of a seat; nil is exempt", source="Bicycle, Jokers Wild: 1")
    cap_bid_13: bool = flag(False, "nobody may bid more than 13, with 17 cards either", source="sheet 003")
    min_team_bid: int | None = number(
        None, 1, 8, "least contract of a partnership (board)", source="sheet 002, FSU: 4", off=True
    )
    nil_partner_min: int | None = number(
        None, 1, 6, "least bid of the partner of a nil", source="FSU, RTA3: 4; thebearknowsbest: 3", off=True
    )
    max_team_bid: int | None = number(
        None, 4, 26, "greatest contract of a partnership", source="OpenSpiel, Royale: 13", off=True
    )
    total_not_13: bool = flag(
        False, "the bids may not add up to the number of tricks", source="pagat; three players: 17"
    )
    no_bid_of_one: bool = flag(False, "nobody may bid one", source="pagat")

    nil: bool = flag(True, "a seat may promise to win no trick", source="all sheets")
    nil_points: int = number(100, 0, 500, "points of a nil, made or failed", source="all sheets; Royale solo: 50")
    zero_is_nil: bool = flag(True, "a bid of 0 is nil; otherwise 0 is a plain bid too", source="sheets 002, 004")
    nil_needs_contract: bool = flag(
        False, "a nil that is made counts only if the partner's contract is made too", source="thebearknowsbest"
    )
    nil_pass: int = number(0, 0, 4, "cards exchanged with the partner of a nil", source="Hoyle: 3")
    blind_nil: bool = flag(True, "nil may be bid before looking, for more points", source="sheets 000, 004, pagat")
    blind_nil_points: int = number(200, 0, 1000, "points of a blind nil, made or failed", source="sheets 000, 002, 004")
    blind_nil_threshold: int = number(
        100, 0, 1000, "points a side must be behind to bid blind; 0: any time", source="sheets 000, 002, pagat"
    )
    blind_in_first_hand: bool = flag(True, "blind bids are possible in the first hand too", source="Royale: no")
    blind_nil_pass: int = number(
        2, 0, 4, "cards exchanged with the partner of a blind nil", source="pagat 2; sheet 004: 3"
    )
    blind_pass_needs: int | None = number(
        None, 0, 1000, "points behind that the exchange after a blind nil needs", source="sheet 000: 200", off=True
    )
    exchange_order: str = word(
        "partner_sees",
        ("partner_sees", "unseen"),
        "the partner sees the cards given before returning some, or gives before taking them up",
        source="pagat; Hoyle: unseen",
    )
    exchange_optional: bool = flag(False, "the bidder may do without the exchange", source="sheet 000")
    both_blind: str = word(
        "allowed", ("allowed", "forbidden"), "whether both partners may bid blind", source="sheet 004: allowed"
    )
    blind_bids: int | None = number(
        None, 4, 7, "least number that may be bid blind, for double points", source="Jokers Wild: 6", off=True
    )
    blind_bids_threshold: int = number(
        100, 0, 1000, "points a side must be behind to bid a number blind", source="Jokers Wild: 100"
    )
    exchange_if_partner_nil: bool = flag(
        True, "the exchange takes place though the partner bid nil too", source="pagat; Hoyle: no"
    )
    double_nil: str = word(
        "sum",
        ("sum", "500", "zero", "minus200", "forbidden"),
        "nil by both partners: each counts, 500/0/-500, or nothing or -200 if one fails",
        source="sheet 004: sum; sheet 003: 500; Hoyle: zero",
    )
    failed_nil_tricks: str = word(
        "bags",
        ("bags", "help", "ignore"),
        "the tricks of a failed nil are bags, help the partner's contract, or count nothing",
        source="sheets 002, 004, pagat: bags; sheet 000: help",
    )
    failed_nil_points: int = number(
        1, 0, 1, "points of each trick of a failed nil, times bag_points", source="sheet 002: 1; MSN, sheet 003: 0"
    )

    ten_for_200: str = word(
        "off",
        ("off", "ten", "ten_to_thirteen"),
        "a contract of 10, or of 10 to 13, is worth ten_points instead",
        source="Trickster, Jokers Wild; U. Alabama: 10 to 13",
    )
    ten_points: int = number(200, 100, 500, "points of such a contract when made", source="Trickster; Cookout: 150")
    ten_set_points: int | None = number(
        None, 0, 500, "points it costs when set; off: as any other", source="Wikipedia: 200; Cookout: 150", off=True
    )
    thirteen_bonus: int | None = number(
        None, 100, 1000, "points of a contract of 13 when made", source="rmwinslow: 200; spadesgame.net", off=True
    )
    thirteen_wins: bool = flag(False, "a contract of 13 when made wins the game", source="Jokers Wild")
    bemo: int | None = number(
        None, 6, 9, "first tricks that a side must all win for a bonus", source="spadesgame.net: 6, 9", off=True
    )
    bemo_points: int = number(60, 10, 200, "points of that bonus", source="spadesgame.net: 60, 90")
    last_trick_bonus: bool = flag(
        False,
        "an exact contract that takes the last trick with the nine of spades or higher earns 10",
        source="spadesgame.net, Wikipedia",
    )

    set_penalty: str = word(
        "bid",
        ("bid", "double", "missing", "taken", "zero"),
        "a contract that is set costs 10 (or 20) for each trick bid, 10 for each missing or taken, or nothing",
        source="all sheets: bid; Bicycle: zero",
    )
    bag_points: int = number(1, -10, 1, "points of each bag", source="all sheets; cutthroat: -10")
    bags_counted: bool = flag(True, "bags are counted towards a penalty", source="all sheets; cutthroat: no")
    bag_penalty: bool = flag(True, "too many bags cost points", source="all sheets; sheet 002 lets it be switched off")
    bag_limit: int = number(10, 2, 20, "bags that cost a penalty", source="all sheets; SpadesBlitz: 5")
    bag_penalty_points: int = number(100, 10, 500, "points that a penalty costs", source="all sheets")
    bag_carry: str = word(
        "carry", ("carry", "reset"), "bags above the limit are kept, or all are dropped", source="sheets; MSN: reset"
    )

    first_leader: str = word(
        "eldest",
        ("eldest", "random", "lowest_club", "highest_bidder"),
        "who leads to the first trick",
        source="sheets 000, 002, 004: eldest; sheet 003: random",
    )
    first_trick: str = word(
        "no_spade_lead",
        ("normal", "no_spade_lead", "no_spades", "lowest_club"),
        "what may be played to the first trick",
        source="sheet 000, pagat; playsite: no spades",
    )
    lead_spades: str = word(
        "broken", ("broken", "anytime"), "when spades may be led", source="all sheets; Cookout: any time"
    )
    big_joker_calls_spades: bool = flag(
        False, "the big joker, led, calls for everybody's highest spade", source="hifue"
    )
    must_trump: bool = flag(False, "who cannot follow suit must ruff", source="Wikipedia")
    must_overtake: bool = flag(False, "who can beat the trick must", source="Wikipedia")
    revoke: str = word(
        "refused",
        ("refused", "allowed"),
        "a card that does not follow suit is refused, or played and found at the score",
        source="most; sheet 000: allowed",
    )
    claim: str = word("off", ("off", "on"), "a seat may claim all the remaining tricks", source="Wikipedia")
    reveal_tricks: str = word("last", ("last", "all"), "which finished tricks clients show", source="most: last")
    forced_lead_breaks: bool = flag(
        True, "a spade led because nothing else is held breaks spades", source="sheet 004; sheets 000, 002: no"
    )

    two_player_deal: str = word(
        "draw_and_choose",
        ("draw_and_choose", "deal_13", "short_pack"),
        "how two players get their cards; short_pack: 13 each of the 32 from seven to ace",
        source="pagat, sheet 003; rarepike; Royale Spades Up: short pack",
    )
    draw_order: str = word(
        "alternate",
        ("alternate", "sequential"),
        "the players draw in turn, or one after the other",
        source="pagat, dkm; sheet 003: sequential",
    )
    draw_first_card: str = word(
        "private", ("private", "public"), "who sees the card offered in the draw", source="pagat; sheet 003: public"
    )
    draw_second_card: str = word(
        "seen",
        ("seen", "unseen"),
        "whether the card after a kept one is shown before it is thrown",
        source="pagat, dkm; sheet 003: unseen",
    )
    draw_discards: str = word(
        "private", ("private", "public"), "who sees the cards thrown", source="dkm, rubl; gamerules: public"
    )
    three_player_card: str = word(
        "remove_2c",
        ("remove_2c", "remove_2d", "remove_2h", "hidden", "shown"),
        "the fifty-second card: a two is taken out, or one card stays hidden or lies open; with jokers 18 cards each",
        source="skullwink, rarepike; sheets 000, 003: hidden",
    )

    def __post_init__(self) -> None:
        for option in OPTIONS:
            value = getattr(self, option.name)
            if not option.accepts(value):
                raise RulesError(f"{option.name}={_written(value)}: {option.allowed()} is allowed", option.name)
        for conflict in conflicts(self):
            raise RulesError(conflict.sentence, *conflict.options)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Kept: every play looks up the pack of the rules, and seventy options take longer than the rest of it."""
        return hash(tuple(getattr(self, option.name) for option in OPTIONS))

    def __getstate__(self) -> dict[str, Value]:
        """Without what is kept: the hash of a word differs from process to process."""
        return {option.name: getattr(self, option.name) for option in OPTIONS}

    def adjusted(self, changes: Mapping[str, Value]) -> "Rules":
        """Return these rules with *changes* by option name; raises ``RulesError`` like creation does."""
        unknown = sorted(changes.keys() - {option.name for option in OPTIONS})
        if unknown:
            raise RulesError(f"no option is called {unknown[0]}", *unknown)
        return replace(self, **changes)  # type: ignore[arg-type]  # __post_init__ checks the types

    def differences(self, other: "Rules") -> dict[str, Value]:
        """Return the options of these rules that differ from *other*, by name."""
        return {
            option.name: getattr(self, option.name)
            for option in OPTIONS
            if getattr(self, option.name) != getattr(other, option.name)
        }

    @cached_property
    def number_of_sides(self) -> int:
        """How many sides score: two or three of partners, or one for each seat."""
        if not self.partners or self.players < 4:
            return self.players
        return 3 if self.players == 6 and self.six_sides == "pairs" else 2

    @cached_property
    def side_size(self) -> int:
        """Seats of each side: 1 where everyone plays alone, 2 in pairs, 3 in threes."""
        return self.players // self.number_of_sides

    @cached_property
    def in_pairs(self) -> bool:
        """Whether sides are pairs."""
        return self.side_size == 2

    @cached_property
    def has_partners(self) -> bool:
        """Whether sides have more than one seat; with two or three players everyone plays alone."""
        return self.side_size > 1

    @cached_property
    def draws(self) -> bool:
        """Whether the cards are drawn and chosen instead of dealt."""
        return self.players == 2 and self.two_player_deal == "draw_and_choose"

    @cached_property
    def hand_size(self) -> int:
        """Cards of each seat after the deal: 17 for three players (18 with jokers) and for six, else 13."""
        if self.players in (2, 4):
            return 13
        return 18 if self.jokers in ("big_little", "jjda", "jjdd") else 17

    @cached_property
    def hides_hands(self) -> bool:
        """Whether cards stay face down to their owner until the turn to bid (sheet 003: three players or more)."""
        return self.hand_hidden_until_bid and self.players > 2

    @cached_property
    def talks(self) -> bool:
        """Whether partners tell each other numbers before the bidding."""
        return self.partner_talk == "numbers" and self.has_partners

    @cached_property
    def bids_for_both(self) -> bool:
        """Whether the first partner hints and the second bids for both."""
        return self.bidding_style == "partnership" and self.in_pairs

    @cached_property
    def offers_blind_nil(self) -> bool:
        """Whether a blind nil is possible at all: nobody is blind to cards that were chosen (rules.md c29)."""
        return self.nil and self.blind_nil and not self.draws

    @cached_property
    def only_following(self) -> bool:
        """Whether following suit is all that the suit led asks for, after the first trick."""
        more = self.must_trump or self.must_overtake or self.big_joker_calls_spades
        return not more and self.revoke == "refused"

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, lowest first; sides take turns around the table."""
        return tuple(tuple(range(side, self.players, self.number_of_sides)) for side in range(self.number_of_sides))

    def side_of(self, seat: int) -> int:
        """Return the side that *seat* scores for."""
        return seat % self.number_of_sides

    def partners_of(self, seat: int) -> tuple[int, ...]:
        """Return the other seats of its side, clockwise from *seat*; empty where everyone plays alone."""
        step = self.number_of_sides
        return tuple((seat + distance) % self.players for distance in range(step, self.players, step))


def _written(value: object) -> str:
    return "off" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


_GROUPS = {
    "players": "the game",
    "first_dealer": "the deal and the pack",
    "partner_talk": "bids",
    "nil": "nil and blind bids",
    "ten_for_200": "contracts with a bonus",
    "set_penalty": "sets and bags",
    "first_leader": "the play",
    "two_player_deal": "two and three players",
}
"""The headings under which options stand, each by its first option."""

OPTIONS: tuple[Option, ...] = options_of(Rules, _GROUPS)
"""Every option in the order to show it."""


@lru_cache
def option_named(name: str) -> Option:
    """Return the option called *name*; ``RulesError`` if there is none."""
    for option in OPTIONS:
        if option.name == name:
            return option
    raise RulesError(f"no option is called {name}", name)
