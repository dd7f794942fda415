"""Every text that line mode prints, in English: whole sentences with named gaps, so that each can be translated.

A ``Voice`` holds the sentence about the reader and the one about somebody else; no sentence is put together from
parts of sentences. The constants follow the language, so they are read as ``texts.NAME`` when they are shown, and
never imported by name or kept.
"""

from __future__ import annotations

from spades.v1.cards_pb2 import (
    SUIT_CLUBS,
    SUIT_DIAMONDS,
    SUIT_HEARTS,
    SUIT_JOKER,
    SUIT_SPADES,
    TALK_KIND_ABOUT,
    TALK_KIND_MAYBE_ONE_MORE,
    TALK_KIND_PASS,
    TALK_KIND_THINKING_OF_NIL,
    Suit,
    TalkKind,
)
from spades.v1.event_pb2 import (
    LEAVE_REASON_KICKED,
    LEAVE_REASON_LEFT,
    LEAVE_REASON_LOST,
    LEAVE_REASON_REPLACED,
    LeaveReason,
)
from spades.v1.prompt_pb2 import (
    ACTION_ACCEPT,
    ACTION_CONTINUE,
    ACTION_DECLINE,
    ACTION_HOLD,
    ACTION_KEEP,
    ACTION_LOOK,
    ACTION_REDEAL,
    ACTION_THROW,
    PROMPT_KIND_BID,
    PROMPT_KIND_BLIND,
    PROMPT_KIND_CLAIM,
    PROMPT_KIND_CONTINUE,
    PROMPT_KIND_DRAW,
    PROMPT_KIND_EXCHANGE,
    PROMPT_KIND_PLAY,
    PROMPT_KIND_REMATCH,
    PROMPT_KIND_TALK,
    Action,
    PromptKind,
)
from spades.v1.snapshot_pb2 import (
    GAME_END_REASON_ABANDONED,
    GAME_END_REASON_ALL_TRICKS,
    GAME_END_REASON_FLOOR,
    GAME_END_REASON_HAND_LIMIT,
    GAME_END_REASON_SET_LIMIT,
    GAME_END_REASON_TARGET,
    PRESENCE_AWAY,
    PRESENCE_ONLINE,
    PRESENCE_UNRESPONSIVE,
    GameEndReason,
    Presence,
)
from spades.v1.table_service_pb2 import (
    GOODBYE_REASON_KICKED,
    GOODBYE_REASON_LEFT,
    GOODBYE_REASON_REISSUED,
    GOODBYE_REASON_SUPERSEDED,
    GOODBYE_REASON_TABLE_CLOSED,
    GoodbyeReason,
)
from spades_client.forms import Plural, Voice
from spades_client.language import follow
from spades_client.verify_deal import Finding

# Cards, bids and numbers.
TRICKS = Plural(one="{number} trick", many="{number} tricks", by="number")
CARDS = Plural(one="{number} card", many="{number} cards", by="number")
RANKS = {
    2: "two",
    3: "three",
    4: "four",
    5: "five",
    6: "six",
    7: "seven",
    8: "eight",
    9: "nine",
    10: "ten",
    11: "jack",
    12: "queen",
    13: "king",
    14: "ace",
}
RANKS_IN_A_ROW = {**{rank: str(rank) for rank in range(2, 11)}, 11: "jack", 12: "queen", 13: "king", 14: "ace"}
SUITS: dict[Suit.ValueType, str] = {
    SUIT_CLUBS: "clubs",
    SUIT_DIAMONDS: "diamonds",
    SUIT_HEARTS: "hearts",
    SUIT_SPADES: "spades",
    SUIT_JOKER: "jokers",
}
JOKERS = {15: "little joker", 16: "big joker"}
CARD = "{rank} of {suit}"
CARD_OF_SECOND_PACK = "second {rank} of {suit}"
CARD_UNKNOWN = "unknown card"
NIL = "nil"
BLIND_NIL = "blind nil"
BLIND_TRICKS = "blind {tricks}"
HINT_TRICKS = "hint {tricks}"
TALKS: dict[TalkKind.ValueType, str] = {
    TALK_KIND_PASS: "nothing to say",
    TALK_KIND_ABOUT: "about {tricks}",
    TALK_KIND_MAYBE_ONE_MORE: "{tricks}, maybe one more",
    TALK_KIND_THINKING_OF_NIL: "thinking of nil",
}
ACTIONS: dict[Action.ValueType, str] = {
    ACTION_LOOK: "look at the cards",
    ACTION_KEEP: "keep it",
    ACTION_THROW: "throw it and take the next",
    ACTION_REDEAL: "redeal",
    ACTION_ACCEPT: "accept",
    ACTION_DECLINE: "refuse",
    ACTION_CONTINUE: "go on",
    ACTION_HOLD: "wait a while",
}
SEAT_NAME = "seat {seat}"
COMPASS = ("North", "East", "South", "West")
"""How players call the seats where four play, from seat 1 on."""
SEAT_OF_FOUR = "{number} ({compass})"
"""The number of a seat, for commands, and how players call it; fills the gap ``seat`` of a sentence."""
PAIR = "{one} and {other}"
LIST_JOIN = ", "
ANOTHER_GAME = "Another game: {answers}."
WANTS_IT = {True: "{name} yes", False: "{name} no", None: "{name} ..."}
"""What a person has answered to another game; None: nothing yet."""
YOU = "You"
YOUR_SIDE = "You and {partner}"
YOUR_SIDE_OF_MORE = "You, {partners} and {last}"
NUMBER_RANGE = "{first} to {last}"

# The link and the program.
WELCOME = "Table {table} on {server}. You are {name} on seat {seat}."
WELCOME_NEXT_HAND = "Table {table} on {server}. You are {name} and watch this hand; seat {seat} is yours from the next."
WELCOME_SPECTATOR = "Table {table} on {server}. You watch."
SEAT_FOUND = "Taking your seat {seat} at table {table} back."
LINK_LOST = "connection lost, retrying"
LINK_BACK = "back at the table"
NOT_YOUR_PLAY = "a claim is made when you are to play a card"
LINK_NOT_THERE = "the command did not come through; try it again"
FIRST_MEETING = "{place} shows the fingerprint {shown}. Compare it with the one on the host's screen."
NOT_TRUSTED = "{place} was told nothing: its fingerprint is not the right one"
FINGERPRINT_DIFFERS = "{place} is another server: its fingerprint is {shown}, and {told} was asked for"
SERVER_CHANGED = "{place} was the server {last} the last time, and is the server {shown} now."
SERVER_REPLACED = (
    "{place} is the server {shown} now, and your seat is at the server {seat}. It was shown nothing of yours: "
    "join again to play there."
)
NAME_THE_SERVER = " If that is right, join with +{shown} after the address."
TRUST_IT = "Join it all the same? (yes/no)"
NO_FREE_SEAT = "no table on {place} has a free seat"
SEVERAL_TABLES = "several tables have room: name one, as in {place}/{table}"
WHICH_TABLE = "Which table? Type its number."
TABLE_LISTED = "{number} {table}: {facts}"
TABLE_PLAYERS = Plural(one="{count} player", many="{count} players", by="count")
TABLE_FREE = Plural(one="{count} free", many="{count} free", by="count")
TABLE_PLAYING = "hand {number}"
TABLE_PASSCODE = "passcode"
TABLE_SEEDED = "seeded"
REFUSED = "refused: {reason}"
REFUSED_BECAUSE = "refused: {reason} You hold {cards}."
NOT_SERVED = "not offered: this server does not serve {word}"
NOT_BUILT = "not offered: {word} is not part of this version"
ALREADY_LINES = "these are lines of text; full fills the screen"
ALREADY_FULL = "the screen is full; plain goes on by lines of text"
PLAIN_WOULD_LOSE_SEAT = "not offered: this server ends with the screen; --plain starts with lines of text"
FULL_WANTS_TERMINAL = "not offered: a full screen needs a terminal"
NO_UNDO = "not offered: a card laid is a card played"
GOODBYES: dict[GoodbyeReason.ValueType, str] = {
    GOODBYE_REASON_SUPERSEDED: "Another client has taken this seat over.",
    GOODBYE_REASON_KICKED: "The host has removed you from the table.",
    GOODBYE_REASON_LEFT: "You have left the table.",
    GOODBYE_REASON_TABLE_CLOSED: "The table is closed.",
    GOODBYE_REASON_REISSUED: "The seat has a new owner's code; this client's no longer holds.",
}
GOODBYE_REFUSED = "The server does not let this seat go on: {reason}"
GOODBYE_UNKNOWN = "The server has ended the connection."

# The turn.
KINDS: dict[PromptKind.ValueType, Voice] = {
    PROMPT_KIND_DRAW: Voice(you="Your turn: keep or throw {card}.", other="Waiting for {name} to draw."),
    PROMPT_KIND_TALK: Voice(you="Your turn: tell your side a number.", other="Waiting for {name} to talk."),
    PROMPT_KIND_BLIND: Voice(you="Your turn: look, or bid blind.", other="Waiting for {name} to look or bid blind."),
    PROMPT_KIND_BID: Voice(you="Your turn: bid.", other="Waiting for {name} to bid."),
    PROMPT_KIND_EXCHANGE: Voice(you="Your turn: give {picks}.", other="Waiting for {name} to give cards."),
    PROMPT_KIND_PLAY: Voice(you="Your turn: you lead.", other="Waiting for {name} to play."),
    PROMPT_KIND_CLAIM: Voice(
        you="All the remaining tricks are claimed: do you accept?", other="Waiting for {name} to answer the claim."
    ),
    PROMPT_KIND_CONTINUE: Voice(you="The hand is over: go on?", other="Waiting for {name} to go on."),
    PROMPT_KIND_REMATCH: Voice(you="The game is over: another?", other="Waiting for {name} to answer about a rematch."),
}
KIND_UNKNOWN = Voice(you="Your turn.", other="Waiting for {name}.")
FOLLOW = "Your turn: {suit} were led."
OFFERED_UNKNOWN = "the card"
CHOICES = "Choices: {choices}."
CHOICES_MANY = "Choose {picks}: {choices}."
PICKS_RANGE = "{least} to {most}"
SECONDS = Plural(one="{seconds} second.", many="{seconds} seconds.", by="seconds")
NO_LIMIT = "No time limit."
SECONDS_LEFT = Plural(one="{seconds} second left.", many="{seconds} seconds left.", by="seconds")
WAITS = "Your decision waits until a claim is settled."
NOTHING_ASKED = "nothing is asked of you now"
NOT_THAT = "that is not what is asked of you now"
NO_SUCH_CHOICE = "there is no choice {number}"
NOT_AMONG_CHOICES = "{card} is not among the choices"
BARRED = "Not now: {choices}; {reason}"

# Seats.
SEAT_TAKEN = Voice(you="You sit on seat {seat}.", other="{name} sits down on seat {seat}.")
SEAT_TAKEN_HOUSE = "{name}, a computer player, sits down on seat {seat}."
SEAT_TAKEN_BOT = "{name}, a bot, sits down on seat {seat}."
SEAT_LEFT: dict[LeaveReason.ValueType, Voice] = {
    LEAVE_REASON_LEFT: Voice(you="You leave seat {seat}.", other="{name} leaves seat {seat}."),
    LEAVE_REASON_KICKED: Voice(
        you="The host removes you from seat {seat}.", other="{name} is removed from seat {seat} by the host."
    ),
    LEAVE_REASON_LOST: Voice(you="You lose seat {seat}.", other="{name} was away too long and loses seat {seat}."),
    LEAVE_REASON_REPLACED: Voice(you="You leave seat {seat}.", other="{name} makes room for a person on seat {seat}."),
}
PRESENCES: dict[Presence.ValueType, str] = {
    PRESENCE_ONLINE: "{name} is here.",
    PRESENCE_UNRESPONSIVE: "{name} does not answer.",
    PRESENCE_AWAY: "{name} is away.",
}
STOOD_IN = Voice(you="A computer player plays for you.", other="A computer player plays for {name}.")
RECLAIMED = Voice(you="You play yourself again.", other="{name} is back and plays.")
HOST = Voice(you="You are the host now.", other="{name} is the host now.")
HOST_NONE = "Nobody is the host now."
READY = Voice(you="You are ready.", other="{name} is ready.")
NOT_READY = Voice(you="You are not ready.", other="{name} is not ready.")
NEWCOMER = "{name} takes over seat {seat} when this hand is over."
NEWCOMER_GONE = "{name} does not take over seat {seat}."
SWAPPED = "Seats {seat} and {other} change places."

# The table.
RULES_CHANGED = "The rules are now {preset}."
RULES_LATER = "The next game will be played by the rules {preset}."
RULES_KEPT = "The next game will be played by the same rules."
PAUSED = "The table is paused."
PAUSED_BY = Voice(you="You pause the table.", other="{name} pauses the table.")
PAUSED_FOR_NOBODY = "The table is paused until a person is back."
RESUMED_BY = Voice(you="You resume the game.", other="{name} resumes the game.")
SEAT_CODE = "The code for seat {seat} is {code}; it is good once. Tell it to the player only."
RESUMED = "The table goes on."
SAYS = "{name} says: {text}"
SPECTATOR = "{name} (watching)"
CLOSING = Plural(
    one="The table will close in {seconds} second unless somebody comes.",
    many="The table will close in {seconds} seconds unless somebody comes.",
    by="seconds",
)
CLOSED = "The table is closed."
TIMED_OUT = Voice(
    you="Your time is up; the default is made for you.", other="The time of {name} is up; the default is made."
)
STAND_IN_ANSWERED = "A computer player answers for you."

# A game and its hands.
GAME_STARTED = "Game {number} begins: {players} players, rules {preset}."
SEEDED = "The deals of this table follow from a chosen code."
DRAWS = Voice(you="You draw {card}.", other="{name} draws {card}.")
HAND_STARTED = Voice(you="Hand {number}. You deal.", other="Hand {number}. {name} deals.")
YOUR_PLACE = "You are seat {seat}, your partner is {partner}."
YOUR_PLACE_OF_MORE = "You are seat {seat}, your partners are {partners}."
YOUR_PLACE_ALONE = "You are seat {seat}."
YOUR_CARDS = "Your cards: {cards}"
SUIT_ROW = "{suit} {ranks}."
NO_CARDS = "You hold no cards."
FACE_DOWN = "Your cards lie face down; look, or bid blind in your turn."
LOOKS = "{name} looks at the cards."
OFFERED = "{name} is offered {card}."
KEEPS = Voice(you="You keep {card}.", other="{name} keeps the card offered.")
KEEPS_AND_THROWS = "You keep {card} and throw {thrown}."
THROWS = "{name} throws the card offered."
THROWS_CARD = "{name} throws {card}."
KEEPS_AND_THROWS_CARD = "{name} keeps the card offered and throws {card}."
TALKED = Voice(you="You tell: {talk}.", other="{name} tells: {talk}.")
TALKED_UNHEARD = "{name} tells the own side a number."
BIDS = Voice(you="You bid {bid}.", other="{name} bids {bid}.")
CONTRACT = "{side}: contract {contract}."
REDEAL = Voice(you="You call a redeal.", other="{name} calls a redeal.")
REDEAL_BY_RULES = "The cards are dealt again, as the rules say."
GIVES = Voice(you="You give {to} {cards}.", other="{name} gives {cards} to {to}.")
GETS = "{name} gives you {cards}."
LEADS_FIRST = Voice(you="You lead to the first trick.", other="{name} leads to the first trick.")
LEADS = Voice(you="You lead {card}.", other="{name} leads {card}.")
PLAYS = Voice(you="You play {card}.", other="{name} plays {card}.")
BROKEN = "Spades are broken."
WINS = Voice(you="You win trick {number} with {card}.", other="{name} wins trick {number} with {card}.")
NEEDS = Plural(one="{side}: {need} more to make {contract}.", many="{side}: {need} more to make {contract}.", by="need")
HAS = "{side}: {tricks}, contract {contract}."
REVOKED = Voice(you="You revoked in trick {trick} with {card}.", other="{name} revoked in trick {trick} with {card}.")
CLAIMS = Voice(
    you="You claim all the remaining tricks and show {cards}.",
    other="{name} claims all the remaining tricks and shows {cards}.",
)
CLAIM_ACCEPTED = Voice(you="You accept the claim.", other="{name} accepts the claim.")
CLAIM_DECLINED = Voice(you="You refuse the claim.", other="{name} refuses the claim.")
CLAIM_WON = "The claim stands: {name} gets {tricks}."
CLAIM_LOST = "The claim is refused; play goes on."
HAND_SCORED = "Hand {number} is scored."
SCORE_LINES = (
    "{side}: contract {contract}.",
    "{side}: bags {bag_points}, new bags {new_bags}.",
    "{side}: nil {nil}.",
    "{side}: bag penalty {bag_penalty}.",
    "{side}: this hand {hand}.",
    "{side}: total {total}, bags kept {bags}.",
)
FINDINGS: dict[Finding, str] = {
    Finding.VERIFIED: "The deal is verified.",
    Finding.SEEDED: "The deal cannot be verified: it follows from a chosen code.",
    Finding.CAME_LATE: "The deal is not verified: the server did not tell what the seats contributed to it.",
    Finding.NO_PROMISE: (
        "WARNING: DEAL {deal} WAS NOT FAIR! The server promised nothing before it that could be verified."
    ),
    Finding.NOT_OPENED: "WARNING: DEAL {deal} WAS NOT FAIR! The server did not open the secret of every deal.",
    Finding.OTHER_SECRET: "WARNING: DEAL {deal} WAS NOT FAIR! The secret opened is not the one the server promised.",
    Finding.OTHER_CARDS: "WARNING: DEAL {deal} WAS NOT FAIR! The server's own secret gives seat {seat} other cards.",
    Finding.OTHER_UNDEALT: "WARNING: DEAL {deal} WAS NOT FAIR! The server's own secret leaves other cards undealt.",
    Finding.OTHER_STOCK: "WARNING: DEAL {deal} WAS NOT FAIR! The server's own secret puts other cards in the stock.",
    Finding.OTHER_LEADER: "WARNING: DEAL {deal} WAS NOT FAIR! The server's own secret lets another seat lead.",
}
GAME_WON = "Game over. {side} won."
GAME_WON_YOU = "Game over. You won."
GAME_DRAWN = "Game over. It is a draw."
GAME_ABANDONED = "Game over. Nobody won."
GAME_REASONS: dict[GameEndReason.ValueType, str] = {
    GAME_END_REASON_TARGET: "The target was reached.",
    GAME_END_REASON_FLOOR: "A side fell to the losing score.",
    GAME_END_REASON_HAND_LIMIT: "The agreed number of hands was played.",
    GAME_END_REASON_SET_LIMIT: "A side was set too often.",
    GAME_END_REASON_ALL_TRICKS: "Every trick was bid and taken.",
    GAME_END_REASON_ABANDONED: "Everybody has left.",
}
SEED = "The code of this game was {seed}."

# Answers to questions.
SHOW_SEAT = "Seat {seat}: {name}, {kind}, side {side}."
SEAT_EMPTY = "Seat {seat}: empty, side {side}."
KIND_PERSON = "person"
KIND_BOT = "bot"
KIND_HOUSE = "computer player {level}"
KIND_AWAY = "away"
SHOW_SCORE = "{side}: score {score}, bags {bags}."
SHOW_SIDE = "{side}: bid {contract}, {tricks}."
SHOW_BID = Voice(you="You bid {bid}.", other="{name} bid {bid}.")
NO_BID_YET = Voice(you="You have not bid.", other="{name} has not bid.")
SHOW_TRICKS = Voice(you="You have {tricks}.", other="{name} has {tricks}.")
SHOW_PLAY = Voice(you="You: {card}.", other="{name}: {card}.")
SHOW_TRICK = "Trick {number}."
SHOW_TRICK_WON = Voice(you="Trick {number}. You won it.", other="Trick {number}. {name} won it.")
NO_LAST_TRICK = "No trick is finished."
NO_HAND = "No hand is being played."
SHOW_HAND = "Hand {number}, game {game}."
SHOW_RULES = "Rules {preset}, {players} players, {think} seconds for a decision."
SHOW_RULES_UNTIMED = "Rules {preset}, {players} players, no time limit."
SHOW_OPTION = "{name} = {value}."
NOTHING_ELSE = "All other options are as in standard."
YES = "yes"
NO = "no"
STAGE_GATHERING = Plural(
    one="No game has started: {taken} of {seats} seats is taken. Say ready when you are.",
    many="No game has started: {taken} of {seats} seats are taken. Say ready when you are.",
    by="taken",
)
STAGE_OVER = "The game is over."
NOBODY_ACTS = "Nobody has to act now."
SORTED_BY_SUIT = "Your cards are sorted by suit."
SORTED_BY_RANK = "Your cards are sorted by rank."
CARDS_IN_WORDS = "Cards are written as words."
CARDS_SHORT = "Cards are written short."
PHRASE = "{number} {text}"
NO_PHRASES = "This server has no phrases."
NO_SUCH_PHRASE = "there is no phrase {number}"
TIP = "Tip: {choices}."
TIP_REASON = "  {reason}"
MUTED = "You do not hear {name} any more."
UNMUTED = "You hear {name} again."
SPEAKS = "The texts are in English now."
AGAIN_TO_GO = "Press Ctrl-C again to go; your seat is kept for a while."

# The grammar.
UNKNOWN_WORD = "{word} is no command; say help"
AMBIGUOUS_WORD = "{word} could be {words}"
WANTS_NUMBER = "{word} wants a number"
WANTS_CARD = "{word} wants a card, such as KH or 10s"
WANTS_TWO_SEATS = "{word} wants two seats, such as 2 4"
WANTS_SEAT_AND_LEVEL = "{word} wants a seat and a level, such as 2 rules, or 2 none"
WANTS_BID = "bid wants a number, nil, blind nil or blind and a number"
WANTS_TEXT = "{word} wants a text"
WANTS_NAME = "{word} wants a name"
WANTS_SETTING = "set wants the name of a setting and a value, such as: set bell off"
WANTS_NOTHING = "{word} stands alone"
WANTS_ONE_OF = "{word} wants {words}"
HELP = (
    "Numbers answer what is asked: the number of a choice, several with spaces between.",
    "To act: play KH, bid 4, nil, blind nil, look, keep, throw, pass 5S 2H 3D, redeal, claim, yes, no.",
    "To see: w for whose turn it is, hand, table, last, tricks, bids, score, rules, tip.",
    "To talk: say TEXT, phrase NUMBER; among spectators: aside TEXT. Not to hear somebody: mute NAME, unmute NAME.",
    "Before a game: ready, ready no. At any time in it: pause, resume.",
    "The host: fill for computer players on empty seats, house 2 rules, house 2 none, start, move 2 4, host 2, kick 2,",
    "preset NAME for other rules, from the next game on while one is played, preset same to take that back, close,",
    "and code 2, which gives a code with which the player of seat 2 joins from another machine as with a passcode.",
    "Your settings: settings lists them, set NAME tells one, set NAME VALUE changes it.",
    "Else: sort, cards short, cards words, lang pt, help, full for a full screen, quit.",
    "The beginning of a word is enough where only one begins so.",
)

follow(globals())
