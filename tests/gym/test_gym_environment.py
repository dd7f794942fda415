"""The environment for learning agents, where PettingZoo is installed (the extra ``gym``). Source: docs/bots.md"""

import copy
import random
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from builders import random_rules, rules_with
from spades_bot.other_world import other_world
from spades_engine import NIL, PRESETS, Action, Bid, BidKind, Phase, Rules, Talk, TalkKind, decision, rules_of, view
from spades_engine.bids import of

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'spades-lan[gym]'")

from pettingzoo.test import api_test, seed_test

from spades_gym import SpadesEnv
from spades_gym.actions import NO_EXCHANGE, name_of

GAMES = [(preset.name, players) for preset in PRESETS.values() for players in preset.players]
every_game = pytest.mark.parametrize(("preset", "players"), GAMES)

MANY_WORDS = [
    rules_with(players=2),
    rules_with(bidding_style="partnership"),
    rules_with(blind_bids=5, blind_bids_threshold=0, blind_nil_threshold=0),
    rules_with(partner_talk="numbers", redeal="one_spade", redeal_when="asked"),
]
"""Rules that have between them every kind of option."""

EXCHANGE = rules_with(nil_pass=2, exchange_optional=True)


def choose(env: SpadesEnv, name: str) -> None:
    env.step(env.action_names.index(name))


def legal(observation: Mapping[str, Any]) -> list[int]:
    return [number for number, may in enumerate(observation["action_mask"]) if may]


def part(env: SpadesEnv, agent: str, name: str) -> list[int]:
    numbers: list[int] = env.observe(agent)["observation"][env.layout[name]].tolist()
    return numbers


def steps(env: SpadesEnv, seed: int) -> Iterator[tuple[str, int, bool]]:
    """Play an episode by chance; yield each agent before its step, its reward, and whether it is over for it."""
    chance = random.Random(seed)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        yield agent, reward, terminated or truncated
        env.step(None if terminated or truncated else chance.choice(legal(observation)))


def rewards_of(env: SpadesEnv, seed: int) -> dict[str, int]:
    total = dict.fromkeys(env.possible_agents, 0)
    for agent, reward, _ in steps(env, seed):
        total[agent] += reward
    return total


def at_exchange() -> SpadesEnv:
    """Return a hand in which the first bidder bid nil, and is to give its partner two cards or none."""
    env = SpadesEnv(EXCHANGE)
    env.reset(seed=1)
    choose(env, "bid nil")
    for _ in range(3):
        choose(env, "bid 3")
    return env


# It speaks of what no agent needs: a picture, and what of a dictionary it does not look into.
@pytest.mark.filterwarnings(
    "ignore:Environment has not defined a render:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
)
@every_game
def test_it_passes_pettingzoos_own_tests(preset: str, players: int) -> None:
    rules = rules_of(preset, players=players)
    api_test(SpadesEnv(rules), num_cycles=80)
    seed_test(lambda: SpadesEnv(rules), num_cycles=80)


@every_game
def test_random_play_ends_a_hand_with_its_points_for_each_agent_of_a_side(preset: str, players: int) -> None:
    env = SpadesEnv(rules_of(preset, players=players))
    for seed in range(3):
        total = rewards_of(env, seed)
        lines = env.game.results[0]
        assert env.agents == []
        assert len(env.game.results) == 1
        assert list(total.values()) == [lines[env.rules.side_of(seat)].hand for seat in range(players)]


@pytest.mark.parametrize("preset", ["sheet-002", "royale-solo", "two-player", "cutthroat-3"])
def test_the_rewards_of_a_whole_game_add_up_to_its_score(preset: str) -> None:
    env = SpadesEnv(rules_of(preset, changes={"losing_score": -200}), whole_game=True)
    total = rewards_of(env, 1)
    assert env.game.result is not None
    assert list(total.values()) == [env.game.scores[env.rules.side_of(seat)].points for seat in range(len(total))]


def test_the_end_of_a_whole_game_says_who_won() -> None:
    env = SpadesEnv(rules_of("cutthroat-3", changes={"losing_score": -200}), whole_game=True)
    said = {agent: env.infos[agent] for agent, _, over in steps(env, 2) if over}
    assert env.game.result is not None
    winner = env.game.result.winner
    assert [said[agent]["won"] for agent in env.possible_agents] == [seat == winner for seat in range(3)]


def test_whatever_a_seat_may_be_asked_is_an_action_under_any_rules() -> None:
    chance = random.Random(54)
    asked: set[tuple[type, int]] = set()
    for seed, rules in enumerate([*MANY_WORDS * 8, *(random_rules(chance) for _ in range(25))]):
        env = SpadesEnv(rules)
        assert len(set(env.action_names)) == len(env.action_names)
        for agent, _, over in steps(env, seed):
            due = decision(env.game)
            if over or due is None:
                continue
            words = [one.kind if isinstance(one, Bid | Talk) else one for one in due.options]
            asked |= {(type(word), word) for word in words}  # their numbers alone are the same
            picked = sum(part(env, agent, "picked"))
            may = [env.action_names[number] for number in legal(env.observe(agent))]
            assert len(may) == len(due.options) - picked + (due.may_pass and not picked)
            assert set(may) - {NO_EXCHANGE} <= set(map(name_of, due.options))
    known = (Action.LOOK, Action.KEEP, Action.THROW, Action.REDEAL, *BidKind, *TalkKind)
    assert asked >= {(type(word), word) for word in known}


@every_game
def test_cards_that_an_agent_has_not_seen_change_nothing_that_it_observes(preset: str, players: int) -> None:
    env = SpadesEnv(rules_of(preset, players=players))
    compared = 0
    for step, _ in enumerate(steps(env, 7)):
        if step % 5 or env.game.result or env.game.hands_played:
            continue
        for seat, agent in enumerate(env.possible_agents):
            twin = copy.copy(env)
            twin.game = other_world(env.game, seat, seed=step)
            compared += twin.game != env.game
            for one, other in zip(env.observe(agent).values(), twin.observe(agent).values(), strict=True):
                assert one.tolist() == other.tolist()
    assert compared > 10 * players


def test_cards_about_to_be_given_are_seen_by_their_giver_only() -> None:
    env = at_exchange()
    giver = env.agent_selection
    before = {agent: env.observe(agent)["observation"].tolist() for agent in env.agents}
    card = legal(env.observe(giver))[0]
    env.step(card)
    assert env.agent_selection == giver
    assert [number for number, picked in enumerate(part(env, giver, "picked")) if picked] == [card]
    assert card not in legal(env.observe(giver))
    after = {agent: env.observe(agent)["observation"].tolist() for agent in env.agents}
    assert [agent for agent in env.agents if before[agent] != after[agent]] == [giver]


def test_two_cards_picked_one_after_the_other_go_to_the_partner() -> None:
    env = at_exchange()
    giver = env.possible_agents.index(env.agent_selection)
    given = legal(env.observe(env.agent_selection))[:2]
    for card in given:
        env.step(card)
    partner = env.agent_selection
    assert partner == env.possible_agents[(giver + 2) % 4]
    for agent, name in ((env.possible_agents[giver], "given"), (partner, "received")):
        assert [number for number, there in enumerate(part(env, agent, name)) if there] == given


def test_the_exchange_can_be_done_without_where_the_rules_say_so() -> None:
    env = at_exchange()
    choose(env, NO_EXCHANGE)
    assert env.game.hand is not None
    assert not env.game.hand.exchanges
    assert env.game.hand.phase is Phase.PLAY


def test_the_parts_say_what_the_view_says() -> None:
    env = at_exchange()
    choose(env, NO_EXCHANGE)
    env.step(legal(env.observe(env.agent_selection))[0])
    seat = env.possible_agents.index(env.agent_selection)
    seen = view(env.game, seat)
    card = seen.hand.trick[0][1]
    played = part(env, env.agent_selection, "played")
    assert sum(part(env, env.agent_selection, "holding")) == 13
    assert part(env, env.agent_selection, "turn") == [1, 0, 0, 0]
    assert part(env, env.agent_selection, "counts") == [13, 13, 13, 12]
    assert part(env, env.agent_selection, "asked") == [0, 0, 0, 0, 0, 1]
    assert [at for at, trick in enumerate(played) if trick] == [3 * 52 + card]  # the seat before this one is the last
    bids = part(env, env.agent_selection, "bids")
    assert bids[5::6] == [seen.hand.bids[(seat + step) % 4].tricks for step in range(4)]  # type: ignore[union-attr]
    assert set(seen.hand.bids) == {NIL, of(3)}


def test_a_seed_gives_the_same_deals_again_and_no_seed_the_next_ones() -> None:
    def deals(env: SpadesEnv, *seeds: int | None) -> list[list[int]]:
        found = []
        for seed in seeds:
            env.reset(seed=seed)
            found.append(part(env, "player_0", "holding"))
        return found

    one = deals(SpadesEnv(), 5, None, None)
    assert deals(SpadesEnv(), 5, None, None) == one
    assert len({tuple(deal) for deal in one}) == 3
    assert deals(SpadesEnv(), None) != deals(SpadesEnv(), None)


def test_an_action_that_is_not_allowed_is_refused_and_changes_nothing() -> None:
    env = SpadesEnv()
    env.reset(seed=1)
    before, agent = env.game, env.agent_selection
    for action in (env.action_names.index("AS"), len(env.action_names), None):
        with pytest.raises(ValueError, match=rf"{agent} may not do {action} now; allowed are .*\(bid nil\)"):
            env.step(action)
    assert (env.game, env.agent_selection) == (before, agent)


def test_a_step_outside_of_an_episode_is_refused() -> None:
    env = SpadesEnv()
    with pytest.raises(ValueError, match="call reset"):
        env.step(0)
    rewards_of(env, 1)
    with pytest.raises(ValueError, match="call reset"):
        env.step(None)


def test_blind_nil_is_an_action_before_the_look_and_none_after_it() -> None:
    env = SpadesEnv(rules_of("msn"))
    env.reset(seed=1)
    agent = env.agent_selection
    assert [env.action_names[number] for number in legal(env.observe(agent))] == ["bid blind nil", "look"]
    assert sum(part(env, agent, "holding")) == 0
    choose(env, "look")
    assert sum(part(env, agent, "holding")) == 13
    assert "bid blind nil" not in [env.action_names[number] for number in legal(env.observe(agent))]


def test_a_game_without_an_end_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spades_gym.environment._MOST_HANDS", 2)
    env = SpadesEnv(Rules(target_score=1000), whole_game=True)
    ends = {(env.terminations[agent], env.truncations[agent]) for agent, _, over in steps(env, 1) if over}
    assert ends == {(False, True)}
    assert env.game.hands_played == 2


def test_the_example_of_the_guide_plays_a_hand() -> None:
    guide = (Path(__file__).parents[2] / "docs/bots.md").read_text(encoding="utf-8")
    [example] = [code for code in re.findall(r"```python\n(.*?)```", guide, re.DOTALL) if "spades_gym" in code]
    names: dict[str, Any] = {}
    exec(example, names)
    points, env = names["points"], names["env"]
    assert [points[f"player_{seat}"] for seat in (0, 1)] == [line.hand for line in env.game.results[0]]
    assert len(example.splitlines()) <= 15
