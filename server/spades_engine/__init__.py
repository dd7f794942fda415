"""The game of Spades: pure values and functions; no input or output, clock, chance or protocol.

``decide`` turns a command into events, ``evolve`` applies an event, ``decision`` says what is owed,
``view`` and ``redact`` say what a seat may see and be told.
"""

from spades_engine.bids import BLIND_NIL, NIL, Bid, BidKind
from spades_engine.cards import Card, CardSet, NotationError, Suit, cards, format_card, format_cards, parse_card
from spades_engine.commands import Choose, Command, Give, Look, MakeBid, PlayCard, StartGame, StartHand
from spades_engine.decide import behind, decide
from spades_engine.decisions import Action, Barred, Decision, DecisionKind, Option, decision, owed
from spades_engine.errors import IllegalAction
from spades_engine.events import Event
from spades_engine.evolve import evolve
from spades_engine.hand import Draw, Exchange, Game, Hand, Phase, Trick, new_game
from spades_engine.pack import Pack, pack_of
from spades_engine.play import legal_plays, trick_winner
from spades_engine.presets import PRESETS, STANDARD, Preset, rules_of
from spades_engine.rules import OPTIONS, Rules, RulesError
from spades_engine.scoring import EndReason, GameResult, Score, SideResult, needed_tricks, score_hand
from spades_engine.view import View, fold, redact, view

__all__ = [
    "BLIND_NIL",
    "NIL",
    "OPTIONS",
    "PRESETS",
    "STANDARD",
    "Action",
    "Barred",
    "Bid",
    "BidKind",
    "Card",
    "CardSet",
    "Choose",
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
    "Look",
    "MakeBid",
    "NotationError",
    "Option",
    "Pack",
    "Phase",
    "PlayCard",
    "Preset",
    "Rules",
    "RulesError",
    "Score",
    "SideResult",
    "StartGame",
    "StartHand",
    "Suit",
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
