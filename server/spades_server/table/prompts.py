"""Which prompts a table owes after something happened, and what answers to them mean."""

from collections.abc import Iterator

from spades_engine import Action, Bid, Decision, DecisionKind, Game, MakeBid, Owed, Phase, decide, decision, format_card
from spades_engine import owed as decisions_owed
from spades_engine.errors import IllegalAction
from spades_server.table.events import (
    PromptClosed,
    PromptOpened,
    PromptOutcome,
    PromptResumed,
    PromptSuspended,
    TableEvent,
)
from spades_server.table.presence import wanted_deadline
from spades_server.table.refusal import Refused
from spades_server.table.state import OpenPrompt, PromptKind, SeatKind, Table

__all__ = [
    "ACCEPT",
    "CONTINUE",
    "DECLINE",
    "HOLD",
    "HOLD_SECONDS",
    "REMATCH_SECONDS",
    "choices_beside_the_game",
    "open_prompt",
    "picked",
    "reconciled",
]

CONTINUE, HOLD = 0, 1
"""The choices of a CONTINUE prompt, by index."""
HOLD_SECONDS = 120
"""Time that holding the score sheet gives."""
ACCEPT, DECLINE = 0, 1
"""The choices of a REMATCH prompt, by index."""
REMATCH_SECONDS = 120
"""Time to say whether another game is wanted."""
_KINDS = {kind: PromptKind(kind) for kind in DecisionKind}


def reconciled(table: Table, game: Game, open_now: tuple[OpenPrompt, ...], now: float) -> Iterator[TableEvent]:
    """Yield what turns the prompts that are *open_now* into those that *game* calls for."""
    due = {(owed.seat, _KINDS[owed.kind]): owed for owed in decisions_owed(game)}
    claimed = game.hand is not None and game.hand.claim is not None
    for prompt in open_now:
        wanted = (prompt.seat, prompt.kind) in due
        if not prompt.kind.is_of_the_game:
            continue
        if wanted and prompt.suspended:
            yield PromptResumed(prompt.prompt_id, None if prompt.left is None else now + prompt.left)
        elif not wanted and claimed and prompt.kind is PromptKind.PLAY:
            left = None if prompt.deadline is None else max(prompt.deadline - now, 0.0)
            yield PromptSuspended(prompt.prompt_id, left)
        elif not wanted:
            yield PromptClosed(prompt.prompt_id, PromptOutcome.WITHDRAWN)
        due.pop((prompt.seat, prompt.kind), None)
    yield from _opened(table, game, list(due.values()), now)


def _opened(table: Table, game: Game, due: list[Owed], now: float) -> Iterator[PromptOpened]:
    prompt_id = table.last_prompt_id
    think = table.settings.think_seconds
    for owed in due:
        prompt_id += 1
        deadline = wanted_deadline(now + think, table.seats[owed.seat].until) if think else None
        kind = _KINDS[owed.kind]
        yield PromptOpened(OpenPrompt(prompt_id, kind, owed.seat, owed.least, owed.most, deadline))
    if game.hand is not None and game.hand.phase is Phase.SCORED and game.result is None:
        deadline = now + table.settings.continue_seconds
        for seat, taken in enumerate(table.seats):
            if taken.is_owned and not taken.stood_in:
                prompt_id += 1
                yield PromptOpened(OpenPrompt(prompt_id, PromptKind.CONTINUE, seat, 1, 1, deadline, may_hold=True))
    if game.result is not None:
        deadline = now + REMATCH_SECONDS
        for seat, taken in enumerate(table.seats):
            # Bots are ready for every game, and computer players want one whenever the others do.
            if taken.kind is SeatKind.PERSON and not taken.stood_in:
                prompt_id += 1
                yield PromptOpened(OpenPrompt(prompt_id, PromptKind.REMATCH, seat, 1, 1, deadline))


def open_prompt(table: Table, seat: int, prompt_id: int) -> OpenPrompt:
    """Return the open prompt of *seat* with this id; refuses one that is gone or another's."""
    for prompt in table.prompts:
        if prompt.prompt_id == prompt_id:
            if prompt.seat != seat:
                whose = str(prompt.seat + 1)
                raise Refused("NOT_YOUR_TURN", f"prompt {prompt_id} is not yours but seat {whose}'s", seat=whose)
            if prompt.suspended:
                raise Refused("PROMPT_SUSPENDED", f"prompt {prompt_id} waits until the claim is settled")
            return prompt
    if not 0 < prompt_id <= table.last_prompt_id:
        raise Refused("STALE_PROMPT", f"there never was a prompt {prompt_id}")
    raise Refused("STALE_PROMPT", f"prompt {prompt_id} has been answered or has run out")


def choices_beside_the_game(prompt: OpenPrompt) -> int:
    """Return how many choices a CONTINUE or REMATCH prompt has."""
    return 2 if prompt.may_hold or prompt.kind is PromptKind.REMATCH else 1


def picked(prompt: OpenPrompt, choice_ids: tuple[int, ...], choices: int) -> tuple[int, ...]:
    """Return the indices that *choice_ids* of a prompt with so many *choices* mean; refuses a wrong pick."""
    if len(set(choice_ids)) != len(choice_ids):
        raise Refused("CHOICES_INVALID", "a choice id stands twice")
    if len(choice_ids) not in (prompt.least, prompt.most):
        wanted = f"{prompt.most} are to be" + ("" if prompt.least == prompt.most else f", or {prompt.least}")
        raise Refused("CHOICES_INVALID", f"{len(choice_ids)} choices were picked, {wanted}")
    wrong = [choice for choice in choice_ids if not 1 <= choice <= choices]
    if wrong:
        raise Refused("CHOICES_INVALID", f"there is no choice {wrong[0]}; 1 to {choices} are offered")
    return tuple(choice - 1 for choice in choice_ids)


def decision_of(table: Table, prompt: OpenPrompt) -> Decision:
    """Return the decision of the game that *prompt* asks for."""
    game = table.game
    if prompt.suspended and game.hand is not None:
        # It waits for a claim, and is shown all the while as it will be again if the claim is refused.
        game = game._replace(hand=game.hand._replace(claim=None))
    due = decision(game, prompt.seat)
    assert due is not None, "a prompt of the game is open only while the game owes its decision"
    return due


def index_of_bid(table: Table, prompt: OpenPrompt, bid: Bid) -> int:
    """Return the index of *bid* among the options of *prompt*; refuses it with the rule that it breaks."""
    if prompt.kind not in (PromptKind.BID, PromptKind.BLIND):
        raise Refused("WRONG_PHASE", f"prompt {prompt.prompt_id} asks for {prompt.kind.name}, not for a bid")
    due = decision_of(table, prompt)
    for index, option in enumerate(due.options):
        if option == bid:
            return index
    for barred in due.barred:
        if bid in barred.bids:
            raise as_refusal(barred.refusal)
    decide(table.game, MakeBid(prompt.seat, bid))
    raise AssertionError("what is not offered is refused")


def index_of_card(table: Table, prompt: OpenPrompt, card: int) -> int:
    """Return the index of *card* among the options of *prompt*; refuses it with the rule that it breaks."""
    if prompt.kind is not PromptKind.PLAY:
        raise Refused("WRONG_PHASE", f"prompt {prompt.prompt_id} asks for {prompt.kind.name}, not for a card")
    due = decision_of(table, prompt)
    for index, option in enumerate(due.options):
        if isinstance(option, int) and not isinstance(option, Action) and option == card:
            return index
    for barred in due.barred:
        if barred.cards >> card & 1:
            raise as_refusal(barred.refusal)
    raise Refused("CARD_NOT_HELD", f"you do not hold {format_card(card)}")


def as_refusal(error: IllegalAction) -> Refused:
    """Return the refusal of a table for one of the game."""
    return Refused(error.code.upper(), str(error), because=error.because)
