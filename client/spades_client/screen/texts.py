"""Every text that the screen shows, in English: whole sentences with named gaps, so that each can be translated.

Widths are the translator's care: what stands in a box has its room named beside it, and is cut where it is longer.
The constants follow the language, as those of ``spades_client.texts`` do.
"""

from __future__ import annotations

from spades.v1.prompt_pb2 import (
    PROMPT_KIND_BID,
    PROMPT_KIND_BLIND,
    PROMPT_KIND_CLAIM,
    PROMPT_KIND_CONTINUE,
    PROMPT_KIND_DRAW,
    PROMPT_KIND_EXCHANGE,
    PROMPT_KIND_PLAY,
    PROMPT_KIND_REMATCH,
    PROMPT_KIND_TALK,
    PromptKind,
)
from spades.v1.snapshot_pb2 import (
    PHASE_BID,
    PHASE_DRAW,
    PHASE_EXCHANGE,
    PHASE_SCORED,
    PHASE_TALK,
    PRESENCE_AWAY,
    PRESENCE_UNRESPONSIVE,
    Phase,
    Presence,
)
from spades_client.forms import Form, Plural
from spades_client.language import follow
from spades_client.screen.keymap import Action
from spades_client.screen.menu import MenuLine
from spades_client.settings import Bell, SortOrder

YOU = "You"
SEAT = "seat {seat}"

# The first lines.
TITLE = "SPADES"
TITLE_HAND = "{table} | hand {hand}  {where} | {rules}"
TITLE_SHORT = "H{hand} {where} {rules}"
"""In forty columns."""
TITLE_NEXT = "next game: {preset}"
TITLE_GATHERING = "{table} | {server}"
DEALER = "dealer {name}"
TRICK_OF = "trick {number}/{all}"
DRAW_OF = "DRAW {number}/{all}"
PHASES: dict[Phase.ValueType, str] = {
    PHASE_DRAW: "DRAW",
    PHASE_TALK: "TALK",
    PHASE_BID: "BIDDING",
    PHASE_EXCHANGE: "EXCHANGE",
    PHASE_SCORED: "RESULT",
}
TO_TARGET = "to {target}"
HELP_KEY = "{key}=help"
US = "US"
THEM = "THEM"
"""The two sides of partners, at most 6 wide."""
CONTRACT = "contract {contract:>2}  won {won:>2}  need {need:>2}"
CONTRACT_SHORT = "won {won:>2} of {contract:>2}"
CONTRACT_SO_FAR = "contract {contract:>2}+?"
BAGS = "bags {bags}/{most}"
BAGS_UNCOUNTED = "bags {bags}"
SCORE = "score {score:>4}"
SIDE_SHORT = "{side} {won}/{contract} b{bags} {score}"
"""In forty columns: tricks won of the contract, bags, score."""

# Seats.
PARTNER = "partner"
BID = "bid {bid}"
WON = "won {won}"
NO_BID = "bid ..."
LED = "led"
WAITS = "?"
SEAT_EMPTY = "(empty)"
READY = "ready"
NOT_READY = "not ready"
COMPUTER = "computer"
BOT = "bot"
STOOD_IN = "a computer plays"
PRESENCES: dict[Presence.ValueType, str] = {PRESENCE_UNRESPONSIVE: "no answer", PRESENCE_AWAY: "away"}
EACH_FOR_HIMSELF = "each for himself"
HIDDEN_CARDS = Plural(one="out of play: {count} hidden", many="out of play: {count} hidden", by="count")

# The panel at the side, 26 columns.
LAST_TRICK = "LAST TRICK {number}/{all}"
WON_TRICK = "WON"
LOG = "LOG + CHAT"

# The turn, one line.
YOUR_TURN = ">>> YOUR TURN - {what}"
YOUR: dict[PromptKind.ValueType, Form] = {
    PROMPT_KIND_DRAW: "keep {card} or throw it",
    PROMPT_KIND_TALK: "tell your partner a number",
    PROMPT_KIND_BLIND: "look at your cards, or bid blind",
    PROMPT_KIND_BID: "bid the tricks you will take",
    PROMPT_KIND_EXCHANGE: "give {cards} to your partner ({lifted} lifted)",
    PROMPT_KIND_PLAY: "you lead",
    PROMPT_KIND_CLAIM: "all the rest is claimed: do you agree?",
    PROMPT_KIND_CONTINUE: "the hand is over",
    PROMPT_KIND_REMATCH: "another game?",
}
YOUR_SHORT: dict[PromptKind.ValueType, str] = {
    PROMPT_KIND_DRAW: "keep {card}?",
    PROMPT_KIND_TALK: "tell a number",
    PROMPT_KIND_BLIND: "look, or blind?",
    PROMPT_KIND_BID: "your bid",
    PROMPT_KIND_EXCHANGE: "give {picks}, lifted {lifted}",
    PROMPT_KIND_CLAIM: "agree to claim?",
}
"""The same where there are few columns, at most 16 wide."""
YOUR_UNKNOWN = "choose"
THE_CARD = "the card"
LEAD = "you lead ({legal} can be played, {barred} not)"
LEAD_ANY = "you lead any card"
LEAD_SHORT = "you lead"
FOLLOW_SHORT = "follow {suit}"
VOID_SHORT = "no {suit}: any card"
FOLLOW = "follow {suit} ({legal} can be played, {barred} not)"
VOID = "you have no {suit}: play any card"
WAITING = "... waiting for {names} ({what})"
WAITS_FOR: dict[PromptKind.ValueType, str] = {
    PROMPT_KIND_DRAW: "draw",
    PROMPT_KIND_TALK: "talk",
    PROMPT_KIND_BLIND: "look or bid blind",
    PROMPT_KIND_BID: "bid",
    PROMPT_KIND_EXCHANGE: "give cards",
    PROMPT_KIND_PLAY: "play",
    PROMPT_KIND_CLAIM: "answer the claim",
    PROMPT_KIND_CONTINUE: "go on",
    PROMPT_KIND_REMATCH: "another game?",
}
WAITS_FOR_UNKNOWN = "choose"
SUSPENDED = "... your turn waits until the claim is settled"
SENT = "... sent, waiting for the table"
TRICK_TO = "... {name} took the trick"
TIME = "time {time}"
LINK_LOST = "!!! CONNECTION LOST {time} - trying again by itself; your seat is kept"
LINK_LOST_SHORT = "!!! CONNECTION LOST {time} - trying again by itself"
CONNECTING = "... connecting to {place}"
PAUSED = "--- PAUSED, the clocks stand still; {key.command}resume goes on"
PAUSED_NOBODY = "--- PAUSED: nobody is connected"
GAME_OVER = "--- GAME OVER. {outcome}"
GATHERING = Plural(
    one="--- no game has begun; {taken} of {all} seats is taken",
    many="--- no game has begun; {taken} of {all} seats are taken",
    by="taken",
)
GATHERING_WAIT = "--- waiting for the others"
CLOSED = "--- the table is closed"
NOBODY_ACTS = "..."
WATCHING = "WATCHING"

# The bids.
YOUR_BID = "your bid: {bid}"
UNCHOSEN = "_"
BID_OF = "{name} {bid}"
BIDS_OPEN = "Bid so far: {taken} of {all} tricks; left: {left}."
BIDS_OVER = "{taken} tricks are bid so far, of {all} in the hand."
BARRED = "not: {what} ({reason})"
NIL_KEY = "NIL"
OPTION = "[{number}] {words}"
STOCK = "stock {count}"
OFFERED = "offered to you"
FACE_DOWN = "your cards lie face down ({count})"
THROWN = "you saw thrown:"
CLAIM_SHOWS = "{name} claims all the rest and shows:"

# The line under the cards, where nothing else stands there.
HINT_PLAY = "{key.enter} lifts a [bracketed] card, {key.enter} again plays it; {key.arrows} move."
HINT_LIFTED = "{card} is lifted: {key.enter} plays it, {key.menu} puts it back."
HINT_GIVE = Plural(
    one="{key.lift} lifts a card or puts it back; {key.enter} gives it when {picks} is lifted.",
    many="{key.lift} lifts a card or puts it back; {key.enter} gives them when {picks} are lifted.",
    by="picks",
)
HINT_BID = "Type a number ({key.nil} = nil), then {key.enter}. Nothing is bid before {key.enter}."
HINT_BID_CHOSEN = "{key.enter} bids {bid}. It cannot be changed afterwards."
HINT_CHOOSE = "Type the number of an alternative, then {key.enter}."
HINT_CHOSEN = "{key.enter}: {choice}."
HINT_SCORE = "{key.go_on} goes on to the next hand; {key.hold} holds the sheet a while."
HINT_OVER = (
    "{key.ready}: another game. {key.look_back}: see this one. {key.swap}: swap partners. "
    "{key.change_rules}: rules. {key.write}: record."
)
HINT_WATCHING = (
    "You watch: {key.view_before} and {key.view_next} choose whose seat is at the bottom; {key.say} "
    "talks to the other spectators."
)

# Answers to keys.
NOT_YOUR_TURN = "not your turn: waiting for {names}"
NOT_NOW = "{card} not now: {reason}."
NOT_NOW_BECAUSE = "{card} not now: {reason}. You hold {cards}."
NOT_NOW_FOLLOW = "{card} not now: {suit} were led and you hold {cards}."
NOT_OFFERED = "{card} is not among the cards that can be chosen now"
NO_CARDS = "you hold no cards now"
NONE_OF_SUIT = {
    "s": "you have no spades",
    "h": "you have no hearts",
    "d": "you have no diamonds",
    "c": "you have no clubs",
}
NO_RANK = "you have no {rank} of {suit}"
ENOUGH_LIFTED = "{cards}: that is enough; {key.lift} puts one back, {key.enter} gives what is lifted"
LIFT_MORE = "{cards} to be given, {lifted} lifted; {key.lift} lifts a card"
ON_ITS_WAY = "it is on its way to the server"
OWN_SEAT_BELOW = "your own seat is always at the bottom"
NO_SUCH_KEY = "{pressed} does nothing here; {key.help} lists the keys"
NO_SUCH_KEY_OVER = "{pressed} does nothing here; {key.close} closes this"
NO_SUCH_NUMBER = "{number} cannot be chosen; there are {offered}"
NO_NIL = "nil is not among the bids here"
CHOOSE_FIRST = "choose first: type a number, or use {key.numbers}"
NO_HOLD = "the sheet cannot be held again"
AGAIN_TO_END = "Ctrl-C again ends the client"
AGAIN_TO_GO = "Ctrl-C again ends the client; {key.menu} opens the menu"
LEAVING = "leaving the table; Ctrl-C twice if that takes too long"
BELLS: dict[Bell, str] = {
    Bell.OFF: "the bell is off",
    Bell.TURN: "the bell rings when it is your turn",
    Bell.ALL: "the bell rings when it is your turn, when somebody speaks and when the game stops",
}
SORTED: dict[SortOrder, str] = {
    SortOrder.HIGH_FIRST: "sorted: spades hearts diamonds clubs, high cards first",
    SortOrder.LOW_FIRST: "sorted: spades hearts diamonds clubs, low cards first",
    SortOrder.COLOURS_HIGH_FIRST: "sorted: black and red in turn, high cards first",
    SortOrder.COLOURS_LOW_FIRST: "sorted: black and red in turn, low cards first",
}
NO_CLAIM_NOW = "the rest can be claimed when it is your turn to play a card"
NO_CLAIMS_HERE = "claims are not offered by this server"
CLAIM_SURE = "Claim all the remaining tricks? Your cards are shown to all. {key.enter} claims, {key.menu} does not."
NO_TIPS = "tips are not offered by this server"
CARDS_ARE_SIGNS = "on the screen cards are always written as signs"
NOT_THROUGH = "that did not come through; try it again"
BACK_AGAIN = "the connection is back; the table is as shown"
SEAT_KEPT = "Your seat is kept for a while; the same command takes you back to it."
TIP = "TIP {choices}. {reason}"

# The deal.
DRAW_TITLE = "DRAW FOR DEALER: the highest card deals"
DRAWN_DEALER = "First dealer: {name}"
DEAL_TITLE = "HAND {hand}, dealer {name}"
DEAL_SKIP = "any key skips this"

# Over the table.
MENU = "MENU"
MENU_LINES: dict[MenuLine, str] = {
    MenuLine.BACK: "back to the table",
    MenuLine.HELP: "help",
    MenuLine.SETTINGS: "settings",
    MenuLine.GO: "go for now; the seat is kept for you",
    MenuLine.LEAVE: "leave the table for good",
}
HELP_TITLE = "KEYS"
LOG_TITLE = "WHAT HAPPENED"
PHRASES_TITLE = "SAY WITH ONE KEY"
LAST_TITLE = "TRICK {number} of {all}    led by {leader}    won by {winner}"
NO_TRICK_YET = "No trick of this hand is finished."
ANSWER_TITLE = "ANSWER"
CLOSE_HINT = "Esc closes"
MORE_BELOW = "more below"

# The score sheet.
SHEET_TITLE = "HAND {number}"
SHEET_NONE = "No hand has been scored in this game."
SHEET_BID = "bid"
SHEET_WON = "won"
SHEET_LINES = ("1 contract", "2 bags", "3 nil", "4 bag penalty", "5 this hand", "6 total")
SHEET_BAGS = "  bags kept"
CHART = "SCORE BY HAND"
OVER_SIDE = "{side}: contracts made {made} of {contracts}, nils {nils_made} of {nils}, bag penalties {penalties}"
OVER_BEST = "best hand: {hand}, {side} {points}"
WRITTEN = "the record is written to {file}; spades replay shows it"
NOT_WRITTEN = "{file} cannot be written: {reason}"
NO_RECORD = "this server keeps no records"
OUTCOME_WON = "{side} won."
OUTCOME_DRAWN = "It is a draw."
OUTCOME_NOBODY = "Nobody won."

# Too small.
TOO_SMALL = "enlarge to 40x12, or use --line"

# Keys, for the footer and the help.
KEYS = {
    "left": "left",
    "right": "right",
    "up": "up",
    "down": "down",
    "enter": "Enter",
    "space": "Space",
    "escape": "Esc",
    "tab": "Tab",
    "s-tab": "Shift-Tab",
    "home": "Home",
    "end": "End",
    "backspace": "Backspace",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "paste": "pasted text",
}
CONTROL = "Ctrl-{letter}"
ARROWS = "the arrows"
SEATS_BY = "{numbers} or {arrows}"
EITHER = "{one} and {other}"
"""The last of several keys, and those before it."""
SHORT_LABELS: dict[Action, str] = {
    Action.ENTER: "confirm",
    Action.GO_ON: "go on",
    Action.HOLD: "hold",
    Action.LIFT: "lift",
    Action.TO_SUIT: "suit",
    Action.NEXT_LEGAL: "next",
    Action.DIGIT: "choose",
    Action.NIL: "nil",
    Action.READY: "ready",
    Action.WRITE: "record",
    Action.LOOK_BACK: "replay",
    Action.SWAP: "swap",
    Action.COMPUTER: "computer",
    Action.REMOVE: "remove",
    Action.INVITE: "invite",
    Action.CHANGE_RULES: "rules form",
    Action.FILL: "fill",
    Action.START: "start",
    Action.LAST_TRICK: "last",
    Action.SCORE: "score",
    Action.SAY: "chat",
    Action.HELP: "help",
    Action.MENU: "menu",
    Action.CLOSE: "close",
    Action.SCROLL_DOWN: "on",
    Action.SCROLL_UP: "back",
    Action.LINE_DOWN: "next",
    Action.VALUE_ON: "change",
    Action.VALUE_BACK: "back",
    Action.REPLAY_ON: "card",
    Action.REPLAY_TRICK_ON: "trick",
    Action.REPLAY_HAND_ON: "hand",
    Action.REPLAY_PLAY: "play",
    Action.REPLAY_FASTER: "faster",
    Action.REPLAY_OPEN: "hands",
    Action.REPLAY_END: "leave",
    Action.SEND: "send",
    Action.TO_CARDS: "back",
}
LABELS: dict[Action, str] = {  # at most 22 wide
    Action.CARD_LEFT: "card at the left",
    Action.CARD_RIGHT: "card at the right",
    Action.SUIT_UP: "suit above",
    Action.SUIT_DOWN: "suit below",
    Action.TO_SUIT: "go to a suit",
    Action.TO_RANK: "go to a rank",
    Action.FIRST: "first of the suit",
    Action.LAST: "last of the suit",
    Action.NEXT_LEGAL: "next playable card",
    Action.ENTER: "choose, confirm",
    Action.LIFT: "lift, or put back",
    Action.DIGIT: "choose a number",
    Action.ERASE: "take a digit back",
    Action.MORE: "the next one",
    Action.LESS: "the one before",
    Action.NIL: "choose nil",
    Action.GO_ON: "go on to the next hand",
    Action.HOLD: "hold the score sheet",
    Action.READY: "ready, or no longer",
    Action.WRITE: "write the record",
    Action.LOOK_BACK: "look at the game again",
    Action.VIEW_NEXT: "the next seat below",
    Action.VIEW_BEFORE: "the seat before below",
    Action.TO_SEAT: "choose a seat",
    Action.SEAT_NEXT: "the next seat",
    Action.SEAT_BEFORE: "the seat before",
    Action.MOVE_HERE: "move to that seat",
    Action.COMPUTER: "a computer there",
    Action.REMOVE: "remove who sits there",
    Action.INVITE: "what friends type",
    Action.CHANGE_RULES: "change the rules",
    Action.SWAP: "swap partners",
    Action.FILL: "add computers",
    Action.START: "start (the host)",
    Action.TIP: "a tip with its reasons",
    Action.LAST_TRICK: "the last trick",
    Action.SCORE: "score sheet and chart",
    Action.BIDS: "bids and tricks won",
    Action.WHERE: "whose turn it is",
    Action.RULES: "rules of the table",
    Action.LOG: "what happened; chat",
    Action.SAY: "say something",
    Action.PHRASES: "say a set phrase",
    Action.SORT: "sort your cards",
    Action.PANEL: "side panel on or off",
    Action.BELL: "when the bell rings",
    Action.MOUSE: "mouse on or off",
    Action.CLAIM: "claim all the rest",
    Action.COMMAND: "a typed command",
    Action.HELP: "these keys",
    Action.MENU: "step back; menu",
    Action.CLOSE: "close",
    Action.SCROLL_UP: "up",
    Action.SCROLL_DOWN: "down",
    Action.PAGE_UP: "a page up",
    Action.PAGE_DOWN: "a page down",
    Action.LINE_UP: "setting above",
    Action.LINE_DOWN: "setting below",
    Action.VALUE_ON: "next value; type a text",
    Action.VALUE_BACK: "value before",
    Action.REPLAY_ON: "next card",
    Action.REPLAY_BACK: "card before",
    Action.REPLAY_TRICK_ON: "next trick",
    Action.REPLAY_TRICK_BACK: "trick before",
    Action.REPLAY_HAND_ON: "next hand",
    Action.REPLAY_HAND_BACK: "hand before",
    Action.REPLAY_FIRST: "to the beginning",
    Action.REPLAY_LAST: "to the end",
    Action.REPLAY_OPEN: "show or hide hands",
    Action.REPLAY_PLAY: "play, or stop",
    Action.REPLAY_FASTER: "faster",
    Action.REPLAY_SLOWER: "slower",
    Action.REPLAY_END: "close; leave",
    Action.SEND: "send",
    Action.TO_CARDS: "back; text is kept",
    Action.REDRAW: "paint the screen again",
    Action.SUSPEND: "to the shell",
    Action.INTERRUPT: "twice: end the client",
}
SAY_PROMPT = "say> "
SAY_ASIDE_PROMPT = "say to spectators> "
COMMAND_PROMPT = ":"

follow(globals())


def key_name(key: str) -> str:
    """Return how a key is called."""
    if key in KEYS:
        return KEYS[key]
    if key.startswith("c-") and len(key) == 3:
        return CONTROL.format(letter=key[2:].upper())
    return key.upper() if key.startswith("f") and key[1:].isdigit() else key
