"""Decisions as prompts: what may be chosen, what happens by default, and what is barred and why."""

import pytest

from builders import play_out
from spades.v1 import error_pb2, prompt_pb2
from spades_engine import Action, Bid, DecisionKind, IllegalAction, Rules, decision, format_card
from spades_wire import bid_from_message, card_from_message, fill_choices, prompt_kind, reason_number

ACTIONS = {Action.LOOK: "ACTION_LOOK", Action.KEEP: "ACTION_KEEP", Action.THROW: "ACTION_THROW"}

RULES = {
    "pairs": Rules(blind_nil_threshold=0, nil_pass=2),
    "three": Rules(players=3, total_not_13=True),
    "two": Rules(players=2),
}


@pytest.mark.parametrize("name", RULES)
def test_a_prompt_offers_exactly_the_options_in_their_order(name: str) -> None:
    kinds = set()
    for step in play_out(RULES[name], seed=4, hands=2):
        due = decision(step.after)
        if due is None:
            continue
        message = prompt_pb2.Prompt()
        fill_choices(message, due)
        kinds.add(due.kind)
        assert [choice.choice_id for choice in message.choices] == list(range(1, len(due.options) + 1))
        assert [index - 1 for index in message.default_choice_ids] == list(due.default)
        for choice, option in zip(message.choices, due.options, strict=True):
            assert choice.label
            if isinstance(option, Action):
                assert prompt_pb2.Action.Name(choice.action) == ACTIONS[option]
            elif isinstance(option, Bid):
                assert bid_from_message(choice.bid) == option
            else:
                assert card_from_message(choice.card) == option
                assert choice.label == format_card(option)
        for shown, barred in zip(message.barred, due.barred, strict=True):
            assert shown.reason == reason_number(barred.refusal.code)
            assert len(shown.cards) == barred.cards.bit_count()
            assert len(shown.bids) == len(barred.bids)
            assert len(shown.because_cards) == barred.refusal.because.bit_count()
    assert kinds >= {DecisionKind.BID, DecisionKind.PLAY}


def test_every_kind_of_decision_has_the_number_of_its_prompt() -> None:
    for kind in DecisionKind:
        assert prompt_pb2.PromptKind.Name(prompt_kind(kind)) == f"PROMPT_KIND_{kind.name}"


def test_every_code_of_a_refusal_is_the_same_word_on_the_wire() -> None:
    for refusal in IllegalAction.__subclasses__():
        name = error_pb2.ErrorReason.Name(reason_number(refusal.code))
        assert name == f"ERROR_REASON_{refusal.code.upper()}"
