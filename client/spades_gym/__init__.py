"""An environment for learning agents: PettingZoo's AEC interface over the engine (the extra ``gym``)."""

from spades_gym.environment import SpadesEnv

__all__ = ["SpadesEnv"]
