"""What a typed decision means to an open prompt; the server judges it."""

from __future__ import annotations

import pytest

from client.messages import bid_prompt, continue_prompt, play_prompt, table
from spades.v1.cards_pb2 import TALK_KIND_ABOUT, TALK_KIND_PASS, Bid, Talk
from spades.v1.prompt_pb2 import (
    ACTION_ACCEPT,
    ACTION_DECLINE,
    ACTION_KEEP,
    ACTION_REDEAL,
    ACTION_THROW,
    PROMPT_KIND_CLAIM,
    PROMPT_KIND_DRAW,
    PROMPT_KIND_EXCHANGE,
    PROMPT_KIND_TALK,
    Choice,
    Prompt,
)
from spades_client.choices import (
    NoSuchChoice,
    Send,
    SendBid,
    SendCard,
    SendChoices,
    answer_to,
    numbered,
    own_prompts,
    prompt_for,
)
from spades_client.commands import Decision, DoAction, GiveCards, MakeBid, Pick, PlayCard
from spades_client.grammar import parse_command
from spades_client.notation import parse_card

CLAIM = Prompt(
    prompt_id=20,
    kind=PROMPT_KIND_CLAIM,
    seat=1,
    choices=[Choice(choice_id=1, action=ACTION_ACCEPT), Choice(choice_id=2, action=ACTION_DECLINE)],
)
DRAW = Prompt(
    kind=PROMPT_KIND_DRAW,
    choices=[Choice(choice_id=1, action=ACTION_KEEP), Choice(choice_id=2, action=ACTION_THROW)],
)
TALK = Prompt(
    kind=PROMPT_KIND_TALK,
    choices=[
        Choice(choice_id=1, talk=Talk(kind=TALK_KIND_ABOUT, tricks=3)),
        Choice(choice_id=2, talk=Talk(kind=TALK_KIND_PASS)),
    ],
)


def exchange(choices: str) -> Prompt:
    """Return a prompt to give two cards."""
    prompt = play_prompt(choices)
    prompt.kind, prompt.min_picks, prompt.max_picks = PROMPT_KIND_EXCHANGE, 2, 2
    return prompt


def typed(line: str) -> Decision:
    """Return the decision written in *line*."""
    command = parse_command(line)
    assert isinstance(command, Pick | PlayCard | MakeBid | GiveCards | DoAction)
    return command


def ids(*numbers: int) -> SendChoices:
    """Return an answer by ids."""
    return SendChoices(choice_ids=numbers)


@pytest.mark.parametrize(
    ("prompt", "line", "send"),
    [
        (play_prompt("AH 5H"), "2", ids(2)),
        (play_prompt("AH 5H"), "play ah", SendCard(card=parse_card("AH"))),
        (play_prompt("AH 5H"), "play 9s", SendCard(card=parse_card("9S"))),
        (play_prompt("AH.2"), "play ah", SendCard(card=parse_card("AH.2"))),
        (play_prompt("AH AH.2"), "play ah", SendCard(card=parse_card("AH"))),
        (play_prompt("AH AH.2"), "play ah.2", SendCard(card=parse_card("AH.2"))),
        (play_prompt("AH"), "play ah.2", SendCard(card=parse_card("AH"))),
        (play_prompt("5D", barred="AH.2"), "play ah", SendCard(card=parse_card("AH.2"))),
        (bid_prompt(), "4", ids(5)),
        (bid_prompt(), "0", ids(1)),
        (bid_prompt(), "bid 99", SendBid(bid=Bid(tricks=99))),
        (exchange("AH 5H 9S"), "3 1", ids(3, 1)),
        (exchange("AH 5H 9S"), "pass 9s ah", ids(3, 1)),
        (exchange("AH AH.2 9S"), "pass ah ah", ids(1, 2)),
        (exchange("AH AH.2 9S"), "pass ah.2 ah", ids(2, 1)),
        (CLAIM, "yes", ids(1)),
        (CLAIM, "no", ids(2)),
        (continue_prompt(), "yes", ids(1)),
        (continue_prompt(), "no", ids(2)),
        (DRAW, "keep", ids(1)),
        (DRAW, "throw", ids(2)),
        (TALK, "pass", ids(2)),
        (TALK, "1", ids(1)),
    ],
)
def test_a_typed_decision_becomes_an_answer(prompt: Prompt, line: str, send: Send) -> None:
    decision = typed(line)
    assert prompt_for([prompt], decision) == prompt
    assert answer_to(prompt, decision) == send


@pytest.mark.parametrize(
    ("prompt", "line"),
    [
        (play_prompt("AH"), "2"),
        (bid_prompt(), "14"),
        (exchange("AH 5H"), "pass 9s ah"),
        (exchange("AH 5H"), "pass ah ah"),
    ],
)
def test_what_is_not_offered_and_cannot_be_said_is_refused_here(prompt: Prompt, line: str) -> None:
    with pytest.raises(NoSuchChoice):
        answer_to(prompt, typed(line))


@pytest.mark.parametrize(
    ("prompt", "line"),
    [
        (play_prompt("AH"), "bid 4"),
        (bid_prompt(), "play AH"),
        (CLAIM, "keep"),
        (DRAW, "yes"),
        (play_prompt("AH"), "pass AH"),
    ],
)
def test_a_decision_of_another_kind_does_not_answer_a_prompt(prompt: Prompt, line: str) -> None:
    assert prompt_for([prompt], typed(line)) is None


def test_a_number_answers_the_last_opened_of_the_prompts_that_do_not_wait() -> None:
    play = play_prompt("AH")
    assert prompt_for([play, CLAIM], typed("1")) == CLAIM
    play.suspended = True
    assert prompt_for([play], typed("1")) is None


def test_nil_gets_the_first_free_number_where_zero_is_a_bid_of_its_own() -> None:
    prompt = bid_prompt(most=3)
    prompt.choices.append(Choice(choice_id=20, bid=Bid(tricks=0)))
    prompt.choices.append(Choice(choice_id=21, action=ACTION_REDEAL))
    assert [(number, choice.choice_id) for number, choice in numbered(prompt)] == [
        (0, 20),
        (1, 2),
        (2, 3),
        (3, 4),
        (4, 1),
        (5, 21),
    ]


def test_a_spectator_has_no_prompts() -> None:
    snapshot = table()
    snapshot.prompts.append(Prompt(prompt_id=1, seat=0))
    snapshot.your_seat = 0
    assert own_prompts(snapshot) == []
