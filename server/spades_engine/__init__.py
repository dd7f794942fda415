"""The game of Spades: pure values and functions; no input or output, clock, chance or protocol.

``decide`` turns a command into events, ``evolve`` applies an event, ``decision`` says what is owed,
``view`` and ``redact`` say what a seat may see and be told.
"""

from spades_engine.bids import BLIND_NIL, NIL, Bid, BidKind, Talk, TalkKind
from spades_engine.cards import Card, CardSet, NotationError, Suit, cards, format_card, format_cards, parse_card
from spades_engine.commands import (
    AnswerClaim,
    CallRedeal,
    Choose,
    ClaimRest,
    Command,
    Give,
    Look,
    MakeBid,
    PlayCard,
    SayNumber,
    StartGame,
    StartHand,
)
from spades_engine.decide import decide
from spades_engine.decisions import Action, Barred, Decision, DecisionKind, Option, Owed, decision, owed
from spades_engine.errors import IllegalAction
from spades_engine.events import Event
from spades_engine.evolve import evolve
from spades_engine.hand import Claim, Draw, Exchange, Game, Hand, Phase, Trick, new_game
from spades_engine.kernel import Kernel, NotInPlay
from spades_engine.pack import Pack, pack_of
from spades_engine.play import legal_plays, trick_winner
from spades_engine.presets import PRESETS, STANDARD, Preset, rules_of
from spades_engine.rules import OPTIONS, Rules, RulesError
from spades_engine.scoring import EndReason, GameResult, Score, SideResult, needed_tricks, score_hand
from spades_engine.standing import behind
from spades_engine.view import View, fold, redact, view

__all__ = [
    "BLIND_NIL",
    "NIL",
    "OPTIONS",
    "PRESETS",
    "STANDARD",
    "Action",
    "AnswerClaim",
    "Barred",
    "Bid",
    "BidKind",
    "CallRedeal",
    "Card",
    "CardSet",
    "Choose",
    "Claim",
    "ClaimRest",
    "Command",
    "Decision",
    "DecisionKind",
    "Draw",
    "EndReason",
    "Event",
    "Exchange",
    "Game",
    "GameResult",
    "Give",
    "Hand",
    "IllegalAction",
    "Kernel",
    "Look",
    "MakeBid",
    "NotInPlay",
    "NotationError",
    "Option",
    "Owed",
    "Pack",
    "Phase",
    "PlayCard",
    "Preset",
    "Rules",
    "RulesError",
    "SayNumber",
    "Score",
    "SideResult",
    "StartGame",
    "StartHand",
    "Suit",
    "Talk",
    "TalkKind",
    "Trick",
    "View",
    "behind",
    "cards",
    "decide",
    "decision",
    "evolve",
    "fold",
    "format_card",
    "format_cards",
    "legal_plays",
    "needed_tricks",
    "new_game",
    "owed",
    "pack_of",
    "parse_card",
    "redact",
    "rules_of",
    "score_hand",
    "trick_winner",
    "view",
]
