"""Where card order comes from: fair secrets of the system, or a seed that somebody chose."""

import secrets
from dataclasses import dataclass
from typing import Protocol

from spades_engine import Card, Rules, pack_of
from spades_engine.cards import each
from spades_engine.pack import draw_pack
from spades_wire import SECRET_BYTES, commitment, drawn_seat, seeded_secret, shuffled

__all__ = ["Chance", "Deal", "FairChance", "FirstDeal", "SeededChance", "chance_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """Everything random about one deal."""

    deck: tuple[Card, ...]
    leader_draw: int
    secret: bytes
    """What it all follows from; empty if it may never be opened."""
    commitment: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstDeal:
    """Everything random about the beginning of a game."""

    draw_order: tuple[Card, ...]
    random_seat: int
    house_seed: bytes
    game_id: str
    secret: bytes
    """What it all follows from; empty if it may never be opened."""


class Chance(Protocol):
    """The one source of chance of a table."""

    def begin_game(self, rules: Rules, game: int, nonces: tuple[bytes, ...]) -> FirstDeal:
        """Return what game number *game* begins with."""

    def deal(self, rules: Rules, game: int, hand: int, deal: int, nonces: tuple[bytes, ...]) -> Deal:
        """Return deal number *deal* of hand number *hand*."""


def _game_id() -> str:
    return secrets.token_hex(8)


def _begin(rules: Rules, secret: bytes, nonces: tuple[bytes, ...], *, house_seed: bytes, fair: bool) -> FirstDeal:
    return FirstDeal(
        draw_order=shuffled(list(each(draw_pack(rules))), secret, "draw for dealer", nonces),
        random_seat=drawn_seat(rules.players, secret, "first dealer", nonces),
        house_seed=house_seed,
        game_id=_game_id(),
        secret=secret if fair else b"",
    )


def _deal(rules: Rules, secret: bytes, nonces: tuple[bytes, ...], *, fair: bool) -> Deal:
    return Deal(
        deck=shuffled(list(each(pack_of(rules).cards)), secret, "deck", nonces),
        leader_draw=drawn_seat(rules.players, secret, "leader", nonces),
        secret=secret if fair else b"",
        commitment=commitment(secret) if fair else b"",
    )


class FairChance:
    """Every deal from its own secret of the system's generator."""

    def begin_game(self, rules: Rules, game: int, nonces: tuple[bytes, ...]) -> FirstDeal:
        """See ``Chance``."""
        # The players' seed is no part of the secret: that opens with the record, and must not foretell their play.
        house_seed = secrets.token_bytes(SECRET_BYTES)
        return _begin(rules, secrets.token_bytes(SECRET_BYTES), nonces, house_seed=house_seed, fair=True)

    def deal(self, rules: Rules, game: int, hand: int, deal: int, nonces: tuple[bytes, ...]) -> Deal:
        """See ``Chance``."""
        return _deal(rules, secrets.token_bytes(SECRET_BYTES), nonces, fair=True)


@dataclass(frozen=True, slots=True)
class SeededChance:
    """Everything from one seed, whatever the players contribute; nothing is committed to (design 4.5)."""

    seed: str

    def begin_game(self, rules: Rules, game: int, nonces: tuple[bytes, ...]) -> FirstDeal:
        """See ``Chance``."""
        house_seed = seeded_secret(self.seed, f"game {game} house")
        return _begin(rules, seeded_secret(self.seed, f"game {game}"), (), house_seed=house_seed, fair=False)

    def deal(self, rules: Rules, game: int, hand: int, deal: int, nonces: tuple[bytes, ...]) -> Deal:
        """See ``Chance``."""
        secret = seeded_secret(self.seed, f"game {game} hand {hand} deal {deal}")
        return _deal(rules, secret, (), fair=False)


def chance_of(seed: str) -> Chance:
    """Return the chance of a table with *seed*; empty: fair deals."""
    return SeededChance(seed) if seed else FairChance()
