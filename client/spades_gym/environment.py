"""The environment: one agent for each seat, each asked in turn for what its seat owes."""

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from spades_engine import (
    STANDARD,
    Command,
    Decision,
    Game,
    Rules,
    StartGame,
    StartHand,
    decide,
    decision,
    evolve,
    new_game,
    pack_of,
    view,
)
from spades_engine.cards import each, mask
from spades_engine.pack import draw_pack
from spades_gym.actions import action_names, allowed
from spades_gym.observation import features, layout_of
from spades_wire import drawn_seat, seeded_secret, shuffled

__all__ = ["SpadesEnv"]

_MOST_HANDS = 500
"""Hands after which a game that has no end is cut off."""


class SpadesEnv(AECEnv):  # type: ignore[misc]  # PettingZoo is optional and has no types: its classes are Any.
    """A hand of Spades, or a whole game, for agents ``player_0`` … in the order of the seats.

    An observation is ``{"observation": int32 of layout, "action_mask": int8}``; the mask is zero for whoever is not
    asked. The reward is what the hand scored for the agent's side, given to each of its agents when the hand ends, and
    zero before. ``infos`` then hold ``bags``, the bags of the side in this hand, and after a whole game ``won``.
    Mutable, as PettingZoo asks.
    """

    metadata: Mapping[str, Any] = {"name": "spades_v1", "render_modes": [], "is_parallelizable": False}  # as theirs

    def __init__(self, rules: Rules = STANDARD, *, whole_game: bool = False) -> None:
        """Play by *rules*; an episode is one hand, or with *whole_game* one game, cut off after 500 hands."""
        super().__init__()
        self.rules = rules
        self.whole_game = whole_game
        self.render_mode = None
        self.action_names = action_names(rules)
        """What each action is called, by its number."""
        self.layout = layout_of(rules)
        """Where the parts of an observation stand; ``observation.features`` says what they mean."""
        self.possible_agents = [f"player_{seat}" for seat in range(rules.players)]
        self.agents: list[str] = []
        self.game: Game = new_game(rules)
        """All that there is, hidden cards too: for a critic, never for an agent."""
        self._numbers = {name: number for number, name in enumerate(self.action_names)}
        self._picked: tuple[int, ...] = ()
        self._seed, self._episode = secrets.randbits(64), 0
        bounds, size = np.iinfo(np.int32), max(part.stop for part in self.layout.values())
        self.action_spaces = {agent: spaces.Discrete(len(self.action_names)) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(bounds.min, bounds.max, (size,), np.int32),
                    "action_mask": spaces.Box(0, 1, (len(self.action_names),), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space:
        """Return the space of observations, the same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """Return the space of actions, the same for every agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin the first episode of *seed*; None: the next one of the seed before, or of one drawn by chance.

        *options* are PettingZoo's; none is known, and none changes anything.
        """
        self._seed, self._episode = (self._seed, self._episode + 1) if seed is None else (seed, 0)
        secret, order = self._secret("start"), tuple(each(draw_pack(self.rules)))
        self.game, self._picked = new_game(self.rules), ()
        self._perform(
            StartGame(
                draw_order=shuffled(order, secret, "draw for dealer"),
                random_seat=drawn_seat(self.rules.players, secret, "first dealer"),
            )
        )
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._next().seat]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Return what *agent* may know now, and what it may do."""
        seat = self.possible_agents.index(agent)
        seen = view(self.game, seat)
        due = decision(seen.game, seat)
        may: np.ndarray = np.zeros(len(self.action_names), np.int8)
        picked = 0
        if due:
            may[list(allowed(due, self._picked, self._numbers))] = 1
            picked = mask(card for index in self._picked if isinstance(card := due.options[index], int))
        numbers = [number for part in features(seen, picked).values() for number in part]
        return {"observation": np.array(numbers, np.int32), "action_mask": may}

    def step(self, action: int | None) -> None:
        """Do *action* for the agent in turn; None for one whose episode is over.

        Raises:
            ValueError: the action is not allowed now, or no episode has begun; nothing has changed.
        """
        if not self.agents:
            raise ValueError("no episode is going on: call reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        due = decision(self.game)
        assert due is not None, "an agent in turn owes a decision"
        legal = allowed(due, self._picked, self._numbers)
        if action not in legal:
            names = ", ".join(f"{number} ({self.action_names[number]})" for number in sorted(legal))
            raise ValueError(f"{agent} may not do {action} now; allowed are {names}")
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.infos = {other: {} for other in self.agents}
        self._pick(due, legal[int(action)])
        self._accumulate_rewards()

    def _pick(self, due: Decision, index: int | None) -> None:
        """Pick one more option; what was asked for is done when all are picked."""
        self._picked = () if index is None else (*self._picked, index)
        if index is not None and len(self._picked) < due.picks:
            return
        hands = self.game.hands_played
        command, self._picked = due.command(tuple(sorted(self._picked))), ()
        self._perform(command)
        if self.game.hands_played > hands:
            self._score()
        if not any(self.terminations.values()) and not any(self.truncations.values()):
            self.agent_selection = self.possible_agents[self._next().seat]

    def _score(self) -> None:
        """Give the rewards of the hand that has ended, and end the episode if it was the last."""
        result = self.game.result
        for seat, agent in enumerate(self.possible_agents):
            side = self.rules.side_of(seat)
            line = self.game.results[-1][side]
            self.rewards[agent], self.infos[agent] = line.hand, {"bags": line.new_bags}
            if self.whole_game and result is not None:
                self.infos[agent]["won"] = result.winner == side
        over = result is not None or not self.whole_game
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, not over and self.game.hands_played >= _MOST_HANDS)

    def _next(self) -> Decision:
        """Return what is owed next, having dealt where that was to be done: a hand, or one again."""
        while (due := decision(self.game)) is None:
            hand = self.game.hand
            deal = hand.deal + 1 if hand is not None and hand.redealt else 1
            secret = self._secret(f"hand {self.game.hands_played + 1} deal {deal}")
            deck = shuffled(tuple(each(pack_of(self.rules).cards)), secret, "deck")
            self._perform(StartHand(deck=deck, leader_draw=drawn_seat(self.rules.players, secret, "leader")))
        return due

    def _secret(self, label: str) -> bytes:
        return seeded_secret(f"{self._seed}", f"episode {self._episode} {label}")

    def _perform(self, command: Command) -> None:
        for event in decide(self.game, command):
            self.game = evolve(self.game, event)
