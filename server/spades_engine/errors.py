"""What a player can be refused for: one class for each rule that can be broken.

IllegalAction
├── NotYourTurn, WrongPhase
├── CardNotHeld, WrongCardCount
├── MustFollowSuit, SpadesNotBroken, NoSpadeOnFirstTrick, MustPlayLowestClub
└── BidOutOfRange, ZeroIsNil, NilNotAllowed, BlindNotAllowed, BlindWindowClosed, NotFarEnoughBehind,
    TeamBidTooLow, TeamBidTooHigh, TotalNotAllowed, NoBidOfOne
"""

from typing import ClassVar

from spades_engine.cards import Card, CardSet, Suit, each, format_card, suit_of

__all__ = [
    "BidIsForced",
    "BidOutOfRange",
    "BlindNotAllowed",
    "BlindWindowClosed",
    "CardNotHeld",
    "ClaimNotAllowed",
    "IllegalAction",
    "MustFollowSuit",
    "MustOvertake",
    "MustPlayHighestSpade",
    "MustPlayLowestClub",
    "MustTrump",
    "NilNotAllowed",
    "NoBidOfOne",
    "NoSpadeOnFirstTrick",
    "NotFarEnoughBehind",
    "NotYourTurn",
    "PartnerMustBidNil",
    "RedealNotAllowed",
    "SpadesNotBroken",
    "TeamBidTooHigh",
    "TeamBidTooLow",
    "TotalNotAllowed",
    "WrongCardCount",
    "WrongPhase",
    "ZeroIsNil",
]


class IllegalAction(Exception):
    """A command that the rules refuse; nothing has changed."""

    code: ClassVar[str] = "illegal_action"
    """The stable name of the rule that was broken."""

    def __init__(self, sentence: str = "", *, because: CardSet = 0) -> None:
        super().__init__(sentence)
        self.because = because
        """The actor's own cards that oblige it."""


class NotYourTurn(IllegalAction):
    """Another seat is to act."""

    code = "not_your_turn"

    def __init__(self) -> None:
        super().__init__("another seat is to act")


class WrongPhase(IllegalAction):
    """The hand is in a phase that does not know this command."""

    code = "wrong_phase"


class CardNotHeld(IllegalAction):
    """The card is not in the actor's holding."""

    code = "card_not_held"

    def __init__(self, card: Card) -> None:
        super().__init__(f"you do not hold {format_card(card)}")


class WrongCardCount(IllegalAction):
    """Too few or too many cards were given."""

    code = "wrong_card_count"

    def __init__(self, given: int, wanted: int) -> None:
        super().__init__(f"{given} cards were picked, {wanted} are to be given")


class MustFollowSuit(IllegalAction):
    """A card of another suit was played while the suit led could be followed."""

    code = "must_follow_suit"

    def __init__(self, led: Suit, because: CardSet) -> None:
        super().__init__(because=because)
        self._led = led

    def __str__(self) -> str:
        # Put together when it is read: most prompts bar cards for this reason, and hardly any of them is refused.
        return f"{self._led.name.lower()} were led and you hold {_named(self.because)}"


class SpadesNotBroken(IllegalAction):
    """A spade was led before spades were broken, with another suit in hand."""

    code = "spades_not_broken"

    def __init__(self, because: CardSet) -> None:
        super().__init__(f"spades are not broken and you still hold {_suits(because)}", because=because)


class NoSpadeOnFirstTrick(IllegalAction):
    """A spade was played to the first trick while another card could be."""

    code = "no_spade_on_first_trick"

    def __init__(self, because: CardSet) -> None:
        super().__init__(f"no spade on the first trick, and you hold {_suits(because)}", because=because)


class MustPlayLowestClub(IllegalAction):
    """The first trick takes the lowest club."""

    code = "must_play_lowest_club"

    def __init__(self, because: CardSet) -> None:
        super().__init__(f"the first trick takes your lowest club, {_named(because)}", because=because)


class MustTrump(IllegalAction):
    """A card was discarded where the rules make whoever cannot follow ruff."""

    code = "must_trump"

    def __init__(self, because: CardSet) -> None:
        super().__init__(f"you cannot follow suit and must ruff with {_named(because)}", because=because)


class MustOvertake(IllegalAction):
    """A card that does not beat the trick was played where the rules make it be beaten."""

    code = "must_overtake"

    def __init__(self, because: CardSet) -> None:
        super().__init__(f"the trick must be beaten, and {_named(because)} beats it", because=because)


class MustPlayHighestSpade(IllegalAction):
    """The big joker was led and calls for the highest spade."""

    code = "must_play_highest_spade"

    def __init__(self, because: CardSet) -> None:
        super().__init__(f"the big joker calls for your highest spade, {_named(because)}", because=because)


class BidOutOfRange(IllegalAction):
    """The number is outside the legal range."""

    code = "bid_out_of_range"

    def __init__(self, least: int, most: int) -> None:
        super().__init__(f"bid {least} to {most}")


class ZeroIsNil(IllegalAction):
    """A plain 0 was bid where 0 is nil."""

    code = "zero_is_nil"

    def __init__(self) -> None:
        super().__init__("a bid of 0 is written as nil")


class NilNotAllowed(IllegalAction):
    """Nil may not be bid."""

    code = "nil_not_allowed"


class BlindNotAllowed(IllegalAction):
    """The rules know no blind bid."""

    code = "blind_not_allowed"


class BlindWindowClosed(IllegalAction):
    """The cards have been seen."""

    code = "blind_window_closed"

    def __init__(self) -> None:
        super().__init__("you have seen your cards")


class NotFarEnoughBehind(IllegalAction):
    """The side is not far enough behind to bid blind."""

    code = "not_far_enough_behind"

    def __init__(self, behind: int, needed: int) -> None:
        super().__init__(f"a blind bid needs {needed} points behind, your side is {max(behind, 0)} behind")


class TeamBidTooLow(IllegalAction):
    """The partners' bids would not reach the least contract."""

    code = "team_bid_too_low"

    def __init__(self, least: int) -> None:
        super().__init__(f"the partners' bids must reach {least}")


class TeamBidTooHigh(IllegalAction):
    """The partners' bids would exceed the greatest contract."""

    code = "team_bid_too_high"

    def __init__(self, most: int) -> None:
        super().__init__(f"the partners' bids may not exceed {most}")


class TotalNotAllowed(IllegalAction):
    """The bids would add up to the number of tricks."""

    code = "total_not_allowed"

    def __init__(self, total: int) -> None:
        super().__init__(f"the bids may not add up to {total}")


class NoBidOfOne(IllegalAction):
    """One was bid where that is not allowed."""

    code = "no_bid_of_one"

    def __init__(self) -> None:
        super().__init__("nobody may bid one at this table")


class PartnerMustBidNil(IllegalAction):
    """A number was bid where the partner's number leaves only nil."""

    code = "partner_must_bid_nil"


class BidIsForced(IllegalAction):
    """Another bid was made than the variation prescribes."""

    code = "bid_is_forced"

    def __init__(self, tricks: int, *, nil: bool) -> None:
        number = str(tricks) if tricks else "nil"
        super().__init__(f"the variation leaves you {number}{' or nil' if nil and tricks else ''}")


class RedealNotAllowed(IllegalAction):
    """The hand may not be dealt again."""

    code = "redeal_not_allowed"


class ClaimNotAllowed(IllegalAction):
    """The remaining tricks may not be claimed."""

    code = "claim_not_allowed"


def _named(held: CardSet) -> str:
    return " ".join(format_card(card) for card in reversed(list(each(held))))


def _suits(held: CardSet) -> str:
    suits = {suit_of(card) for card in each(held)}
    return " and ".join(suit.name.lower() for suit in sorted(suits, reverse=True))
