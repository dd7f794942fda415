"""What is asked of whom, for how long, and what happens when nobody answers."""

import hashlib
import random

import pytest

from server.desk import asked, at_work, sit_down
from server.tables import FixedChance, Play, gathering, joining, seated
from spades_ai import Choice
from spades_engine import Phase, Rules, decision, pack_of
from spades_engine.cards import each
from spades_engine.events import BidMade, CardPlayed, GameEnded, HandEnded
from spades_server import Settings, house
from spades_server.table import PromptKind, SeatKind, Stage, chance_of
from spades_server.table.commands import Answer, AnswerForHouse, Expire, Fill, LookNow, SetReady
from spades_server.table.events import GameStarted, HandDealt, PromptClosed, PromptOpened, PromptOutcome
from spades_wire import commitment, shuffled

RULES = Rules()
TWO = Rules(players=2, two_player_deal="deal_13")
BOT = SeatKind.BOT


def at_random(play: Play, chance: random.Random) -> None:
    """Answer an open prompt by any legal choice."""
    prompt = chance.choice(play.table.prompts)
    if prompt.kind is PromptKind.CONTINUE:
        play.do(Answer(prompt.seat, prompt.prompt_id, (chance.choice((1, 2) if prompt.may_hold else (1,)),)))
        return
    due = decision(play.table.game)
    assert due is not None
    picks = chance.sample(range(1, len(due.options) + 1), due.picks)
    play.do(Answer(prompt.seat, prompt.prompt_id, tuple(picks)))


def to_the_score(play: Play) -> None:
    """Play until a hand is scored."""
    while play.table.game.hand is None or play.table.game.hand.phase is not Phase.SCORED:
        prompt = play.table.prompts[0]
        play.pick(prompt, *range(prompt.most))


# Between hands


def test_the_next_hand_is_dealt_when_everybody_goes_on() -> None:
    play = seated(RULES, kind=BOT)
    to_the_score(play)
    prompts = play.table.prompts
    assert [(prompt.kind, prompt.seat) for prompt in prompts] == [(PromptKind.CONTINUE, seat) for seat in range(4)]
    for prompt in prompts:
        assert play.table.game.hands_played == 1
        assert play.table.game.hand is not None
        assert play.table.game.hand.phase is Phase.SCORED
        play.do(Answer(prompt.seat, prompt.prompt_id, (1,)))
    assert play.table.game.hand is not None
    assert play.table.game.hand.number == 2


def test_computer_players_are_not_asked_to_go_on() -> None:
    play = Play(gathering(RULES))
    play.do(joining(2, kind=BOT))
    play.do(Fill(2, (), "random"))
    to_the_score(play)
    assert [(prompt.kind, prompt.seat) for prompt in play.table.prompts] == [(PromptKind.CONTINUE, 2)]


def test_the_score_sheet_is_held_once_and_for_two_minutes() -> None:
    play = seated(TWO, kind=BOT)
    to_the_score(play)
    first, other = play.table.prompts
    assert first.deadline == play.now + 12
    play.now += 5
    play.do(Answer(0, first.prompt_id, (2,)))
    play.do(Answer(1, other.prompt_id, (1,)))
    (held,) = play.table.prompts
    assert (held.seat, held.kind, held.may_hold, held.deadline) == (0, PromptKind.CONTINUE, False, play.now + 120)
    assert play.refused(Answer(0, held.prompt_id, (2,))) == "CHOICES_INVALID"
    play.now += 120
    play.do(Expire())
    assert play.table.game.hand is not None
    assert play.table.game.hand.number == 2


def test_who_does_not_answer_goes_on_when_the_time_is_up() -> None:
    play = seated(RULES, kind=BOT, settings=Settings(continue_seconds=3))
    to_the_score(play)
    play.now += 2.9
    assert play.do(Expire()) == []
    play.now += 0.1
    closed = [event for event in play.do(Expire()) if isinstance(event, PromptClosed)]
    assert [event.outcome for event in closed] == [PromptOutcome.TIMED_OUT] * 4
    assert play.table.game.hand is not None
    assert play.table.game.hand.number == 2


def test_the_end_of_a_hand_and_the_beginning_of_the_next_are_never_told_together() -> None:
    play = seated(TWO, kind=BOT)
    chance = random.Random(1)
    while play.table.game.hands_played < 4 and play.table.stage is Stage.PLAYING:
        at_random(play, chance)
    for batch in play.batches:
        kinds = [type(event) for event in batch]
        assert not (HandEnded in kinds and HandDealt in kinds)
        assert not (GameStarted in kinds and HandDealt in kinds)
    assert sum(isinstance(event, HandEnded) for event in play.events) == play.table.game.hands_played


def test_after_the_last_hand_nobody_is_asked_to_go_on() -> None:
    play = seated(Rules(players=2, two_player_deal="deal_13", max_hands=1, target_score=None), kind=BOT)
    to_the_score(play)
    assert play.table.stage is Stage.GAME_OVER
    assert play.table.prompts == ()
    assert [type(event) for event in play.batches[-1]][-2:] == [HandEnded, GameEnded]


# Deadlines


def test_the_default_is_made_for_who_lets_the_time_run_out() -> None:
    """Nobody can stop a game by doing nothing."""
    play = seated(RULES, kind=BOT)
    while play.table.game.hands_played == 0:
        (prompt,) = play.table.prompts
        assert prompt.deadline == play.now + 60
        due = decision(play.table.game)
        assert due is not None
        play.now += 59.9
        assert play.do(Expire()) == []
        play.now += 0.1
        happened = play.do(Expire())
        assert happened[0] == PromptClosed(prompt.prompt_id, PromptOutcome.TIMED_OUT)
        if prompt.kind is PromptKind.PLAY:
            (made,) = (event.card for event in happened if isinstance(event, CardPlayed))
            assert made == due.options[due.default[0]]
        elif prompt.kind is PromptKind.BID:
            (bid,) = (event.bid for event in happened if isinstance(event, BidMade))
            assert bid == due.options[due.default[0]]
            assert not bid.is_nil


@pytest.mark.parametrize(
    "rules",
    [
        Rules(blind_nil_threshold=0, nil_pass=2),
        Rules(players=2),
        Rules(players=2, draw_order="sequential", draw_second_card="unseen"),
        Rules(players=3, hand_hidden_until_bid=True, three_player_card="hidden"),
        Rules(partners=False, total_not_13=True, no_bid_of_one=True),
    ],
)
def test_a_table_that_everybody_has_fallen_asleep_at_reaches_the_end_of_the_hand(rules: Rules) -> None:
    play = seated(rules, kind=BOT, settings=Settings(think_seconds=5))
    steps = 0
    while play.table.game.hands_played == 0:
        play.now += 5
        assert play.do(Expire())
        steps += 1
    assert steps < 120


def test_without_a_limit_no_default_is_ever_made() -> None:
    play = seated(RULES, kind=BOT, settings=Settings(think_seconds=0))
    play.now += 1e6
    assert play.do(Expire()) == []


def test_an_old_deadline_does_not_touch_the_next_prompt() -> None:
    play = seated(RULES, kind=BOT)
    (first,) = play.table.prompts
    play.now += 59
    play.do(Answer(first.seat, first.prompt_id, (1,)))
    play.now += 1
    assert play.do(Expire()) == []


def test_the_answer_of_a_computer_player_that_comes_too_late_is_ignored() -> None:
    play = seated(RULES, kind=BOT)
    (first,) = play.table.prompts
    play.do(Answer(first.seat, first.prompt_id, (1,)))
    assert play.do(AnswerForHouse(first.prompt_id, (0,))) == []


# Prompts


@pytest.mark.parametrize("rules", [RULES, TWO, Rules(players=2), Rules(players=3), Rules(blind_nil_threshold=0)])
def test_no_prompt_id_is_ever_used_twice_and_each_prompt_is_closed_once(rules: Rules) -> None:
    play, chance = seated(rules, kind=BOT), random.Random(8)
    while play.table.game.hands_played < 3 and play.table.stage is Stage.PLAYING:
        hand = play.table.game.hand
        if hand is not None and hand.phase is Phase.BID and not rules.hides_hands and chance.random() < 0.3:
            hidden = [seat for seat, seen in enumerate(hand.seen) if not seen]
            if hidden:
                play.do(LookNow(chance.choice(hidden)))
        at_random(play, chance)
    opened = [event.prompt.prompt_id for event in play.events if isinstance(event, PromptOpened)]
    closed = [event.prompt_id for event in play.events if isinstance(event, PromptClosed)]
    assert opened == list(range(1, len(opened) + 1))
    assert sorted(closed) == sorted(set(opened) - {prompt.prompt_id for prompt in play.table.prompts})


def test_several_prompts_are_open_at_once_and_are_answered_in_any_order() -> None:
    play = seated(RULES, kind=BOT)
    to_the_score(play)
    prompts = play.table.prompts
    assert len(prompts) == 4
    assert play.refused(Answer(0, prompts[2].prompt_id, (1,))) == "NOT_YOUR_TURN"
    for prompt in reversed(prompts):
        play.do(Answer(prompt.seat, prompt.prompt_id, (1,)))
        if prompt.seat:
            assert play.refused(Answer(prompt.seat, prompt.prompt_id, (1,))) == "STALE_PROMPT"


def test_a_look_out_of_turn_leaves_the_prompt_of_the_seat_in_turn_alone() -> None:
    play = seated(Rules(blind_nil_threshold=0), kind=BOT)
    (asked_now,) = play.table.prompts
    assert asked_now.kind is PromptKind.BLIND
    other = (asked_now.seat + 1) % 4
    play.do(LookNow(other))
    assert play.table.prompts == (asked_now,)
    play.do(LookNow(asked_now.seat))
    (bid,) = play.table.prompts
    assert (bid.kind, bid.seat) == (PromptKind.BID, asked_now.seat)
    assert play.refused(LookNow(other)) == "WRONG_PHASE"


# Dealers and decks


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("first", [0, 1])
def test_the_deal_goes_round_and_the_seat_after_the_dealer_is_asked_first(players: int, first: int) -> None:
    rules = Rules(players=players, two_player_deal="deal_13", target_score=5000)
    play = Play(gathering(rules), FixedChance(first=first))
    for seat in range(players):
        play.do(joining(seat, kind=BOT))
    while play.table.game.hands_played < 5:
        prompt = play.table.prompts[0]
        play.pick(prompt, 0)
    dealers = [event.started.dealer for event in play.events if isinstance(event, HandDealt)]
    assert dealers[:5] == [(first + hand) % players for hand in range(5)]
    asked_first = [
        next(event.prompt.seat for event in batch if isinstance(event, PromptOpened))
        for batch in play.batches
        if any(isinstance(event, HandDealt) for event in batch)
    ]
    assert asked_first == [(dealer + 1) % players for dealer in dealers]


def deals(seed: str, *, answers: int, nonce: bytes = b"") -> list[tuple[tuple[int, ...] | None, int]]:
    """Return the dealt decks and the dealers of a seeded table; play is by *answers*."""
    play = Play(gathering(TWO, seed=seed), chance_of(seed))
    for seat in range(2):
        play.do(joining(seat))
    for seat in range(2):
        play.do(SetReady(seat, True, nonce))
    chance = random.Random(answers)
    while play.table.game.hands_played < 3:
        at_random(play, chance)
    return [(event.started.deck, event.started.dealer) for event in play.events if isinstance(event, HandDealt)][:3]


def test_the_same_seed_gives_the_same_deals_whoever_plays_and_whatever_they_do() -> None:
    """design.md 4.5."""
    assert deals("friday", answers=1) == deals("friday", answers=2, nonce=b"mine")
    assert deals("friday", answers=1) != deals("saturday", answers=1)


def test_a_seeded_table_commits_to_nothing_and_opens_nothing() -> None:
    play = Play(gathering(TWO, seed="s"), chance_of("s"))
    for seat in range(2):
        play.do(joining(seat, kind=BOT))
    to_the_score(play)
    assert play.table.is_seeded
    (dealt,) = (event for event in play.events if isinstance(event, HandDealt))
    assert (dealt.secret, dealt.started.commitment, play.table.secrets) == (b"", b"", ())


@pytest.mark.parametrize("rules", [TWO, Rules(players=2), Rules(players=3), RULES])
def test_what_was_committed_to_before_a_fair_deal_is_what_the_deck_follows_from(rules: Rules) -> None:
    """design.md 4.5: secret, nonces and pack give every card again."""
    play = Play(gathering(rules), chance_of(""))
    for seat in range(rules.players):
        play.do(joining(seat))
    for seat in range(rules.players):
        play.do(SetReady(seat, True, bytes([seat]) * seat))
    to_the_score(play)
    (dealt,) = (event for event in play.events if isinstance(event, HandDealt))
    (secret,) = play.table.secrets
    assert len(secret) == 32
    assert dealt.started.commitment == commitment(secret) == hashlib.sha256(secret).digest()
    nonces = [bytes([seat]) * seat for seat in range(rules.players)]
    assert dealt.started.deck == shuffled(list(each(pack_of(rules).cards)), secret, "deck", nonces)


def test_no_two_fair_deals_have_the_same_secret() -> None:
    secrets = {chance_of("").deal(RULES, 1, 1, 1, ()).secret for _ in range(50)}
    assert len(secrets) == 50


# Computer players


@pytest.mark.parametrize("fault", ["illegal", "crash", "nothing"])
async def test_a_computer_player_at_fault_gets_the_default_and_the_table_goes_on(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    picks = {"illegal": (99,), "nothing": ()}

    def wrong(*_: object) -> object:
        if fault == "crash":
            raise RuntimeError("a bug")
        return house_choice(picks[fault])

    monkeypatch.setattr(house, "choose", wrong)
    async with at_work(RULES, chance=FixedChance(seed=2)) as desk:
        await sit_down(desk, [0])
        while desk.table.game.hands_played == 0:
            await asked(desk)
            prompt = next(prompt for prompt in desk.table.prompts if prompt.seat == 0)
            await desk.do(Answer(0, prompt.prompt_id, (1,)))
        assert desk.table.game.hands_played == 1


def house_choice(picks: tuple[int, ...]) -> object:
    """Return a choice with these picks."""
    return Choice(picks)
