"""Which prompts a table owes after something happened, and what answers to them mean."""

from collections.abc import Iterator

from spades_engine import Action, Bid, BidKind, Decision, Game, Phase, decision, format_card, owed
from spades_engine.bidding import bid_refusal
from spades_engine.errors import IllegalAction, NotYourTurn
from spades_server.table.events import PromptOpened
from spades_server.table.refusal import Refused
from spades_server.table.state import OpenPrompt, PromptKind, SeatKind, Table

__all__ = ["CONTINUE", "HOLD", "HOLD_SECONDS", "continue_picks", "new_prompts", "open_prompt", "picked"]

CONTINUE, HOLD = 0, 1
"""The choices of a CONTINUE prompt, by index."""
HOLD_SECONDS = 120
"""Time that holding the score sheet gives."""


def new_prompts(table: Table, game: Game, open_now: tuple[OpenPrompt, ...], now: float) -> Iterator[PromptOpened]:
    """Yield the prompts that *game* calls for and that are not among *open_now*."""
    prompt_id = table.last_prompt_id
    due = owed(game)
    if due is not None:
        seat, kind, picks = due
        if any(prompt.seat == seat and prompt.kind is PromptKind(kind) for prompt in open_now):
            return
        think = table.settings.think_seconds
        deadline = now + think if think else None
        yield PromptOpened(OpenPrompt(prompt_id + 1, PromptKind(kind), seat, picks, deadline))
    elif game.hand is not None and game.hand.phase is Phase.SCORED and game.result is None:
        deadline = now + table.settings.continue_seconds
        for seat, taken in enumerate(table.seats):
            if taken.kind is not SeatKind.HOUSE:
                prompt_id += 1
                yield PromptOpened(OpenPrompt(prompt_id, PromptKind.CONTINUE, seat, 1, deadline, may_hold=True))


def open_prompt(table: Table, seat: int, prompt_id: int) -> OpenPrompt:
    """Return the open prompt of *seat* with this id; refuses one that is gone or another's."""
    for prompt in table.prompts:
        if prompt.prompt_id == prompt_id:
            if prompt.seat != seat:
                raise Refused("NOT_YOUR_TURN", f"prompt {prompt_id} is not yours: another seat is to act")
            return prompt
    if not 0 < prompt_id <= table.last_prompt_id:
        raise Refused("STALE_PROMPT", f"there never was a prompt {prompt_id}")
    raise Refused("STALE_PROMPT", f"prompt {prompt_id} has been answered or has run out")


def continue_picks(prompt: OpenPrompt) -> int:
    """Return how many choices a CONTINUE prompt has."""
    return 2 if prompt.may_hold else 1


def picked(prompt: OpenPrompt, choice_ids: tuple[int, ...], choices: int) -> tuple[int, ...]:
    """Return the indices that *choice_ids* of a prompt with so many *choices* mean; refuses a wrong pick."""
    if len(set(choice_ids)) != len(choice_ids):
        raise Refused("CHOICES_INVALID", "a choice id stands twice")
    if len(choice_ids) != prompt.picks:
        raise Refused("CHOICES_INVALID", f"{len(choice_ids)} choices were picked, {prompt.picks} are to be")
    wrong = [choice for choice in choice_ids if not 1 <= choice <= choices]
    if wrong:
        raise Refused("CHOICES_INVALID", f"there is no choice {wrong[0]}; 1 to {choices} are offered")
    return tuple(choice - 1 for choice in choice_ids)


def decision_of(table: Table, prompt: OpenPrompt) -> Decision:
    """Return the decision of the game that *prompt* asks for."""
    due = decision(table.game)
    assert due is not None, "a prompt of the game is open only while the game owes a decision"
    assert due.seat == prompt.seat, "the prompt and the decision are of one seat"
    return due


def index_of_bid(table: Table, prompt: OpenPrompt, bid: Bid | None) -> int:
    """Return the index of *bid* among the options of *prompt*; refuses it with the rule that it breaks."""
    if prompt.kind not in (PromptKind.BID, PromptKind.BLIND):
        raise Refused("WRONG_PHASE", f"prompt {prompt.prompt_id} asks for {prompt.kind.name}, not for a bid")
    due = decision_of(table, prompt)
    for index, option in enumerate(due.options):
        if option == bid:
            return index
    if bid is None:
        raise Refused("BLIND_NOT_ALLOWED", "no blind number may be bid at this table")
    if prompt.kind is PromptKind.BLIND and bid.kind is not BidKind.BLIND_NIL:
        raise Refused("WRONG_PHASE", "look at your cards first, or bid blind")
    if due.barred and prompt.kind is PromptKind.BLIND:
        raise due.barred[0].refusal
    assert table.game.hand is not None, "bids belong to a hand"
    refusal = bid_refusal(table.game.rules, table.game.hand.bids, prompt.seat, bid)
    raise refusal or NotYourTurn


def index_of_card(table: Table, prompt: OpenPrompt, card: int) -> int:
    """Return the index of *card* among the options of *prompt*; refuses it with the rule that it breaks."""
    if prompt.kind is not PromptKind.PLAY:
        raise Refused("WRONG_PHASE", f"prompt {prompt.prompt_id} asks for {prompt.kind.name}, not for a card")
    due = decision_of(table, prompt)
    for index, option in enumerate(due.options):
        if not isinstance(option, Action | Bid) and option == card:
            return index
    for barred in due.barred:
        if barred.cards >> card & 1:
            raise barred.refusal
    raise Refused("CARD_NOT_HELD", f"you do not hold {format_card(card)}")


def as_refusal(error: IllegalAction) -> Refused:
    """Return the refusal of a table for one of the game."""
    return Refused(error.code.upper(), str(error), because=error.because)
