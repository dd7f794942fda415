"""The texts of the seats before a game: whole sentences with named gaps, so that each can be translated."""

from __future__ import annotations

from spades_client.language import follow

# What is to be seen.
SEAT = "[{seat}] {name}"
SEAT_OF_FOUR = "[{seat}] {compass}  {name}"
HOST = "host"
COMPUTER = "computer, {level}"
NOT_READY = "NOT READY"
STATUS_OF_HOST = "{status}, host"
PARTNERS = "partners: {sides}"
PARTNERS_JOIN = " | "
FRIENDS_TYPE = "Friends type: spades join {invite}"
SEEDED = "The deals of this table follow from a chosen code: nobody can verify them."

# The levels.
LEVELS_TITLE = "A COMPUTER PLAYER FOR SEAT {seat}"
LEVEL = "[{number}] {name}: {explanation}"

# Hints and answers.
HINT_EMPTY = (
    "Seat {seat} is empty: {key.computer} puts a computer player there, {key.move_here} moves you there. "
    "{key.invite}: invite friends."
)
HINT_HOUSE = "Seat {seat}: {key.computer} changes the computer player's level, {key.remove} takes it away."
HINT_OWN = (
    "{key.ready}: ready. {key.fill}: computers on the empty seats. {key.start}: start. You are the host; "
    "{key.seats} choose a seat."
)
HINT_OTHER = "Seat {seat}: {key.remove} removes {name}, {key.move_here} lets you two change places."
HINT_SPECTATOR = (
    "You watch: the game begins when the players are ready. {key.menu} opens the menu, where you can leave."
)
HINT_GUEST = (
    "Press {key.ready} when you are ready; the game begins when everybody is. Only the host moves and fills seats."
)
NO_SEAT = "there is no seat {seat}; there are {seats}"
HOST_ONLY = "only the host may do that; {name} is the host"
NOBODY_HOSTS = "only the host may do that, and nobody is"
IS_OWN = "that is your own seat; {key.menu} opens the menu, where you can leave"
IS_EMPTY = "nobody sits on seat {seat}"
IS_TAKEN = "{name} sits on seat {seat}; choose an empty seat, or a computer player"
REMOVE_SURE = "Remove {name} from the table? The same key again does it, any other does not."
NO_INVITE = "This table is on your own machine, and nobody else can come to it. To play with others: spades host"
INVITE_TITLE = "Friends on this network type one of:"
INVITE_LINE = "  spades join {invite}"
INVITE_CODE = "The table's code is {code}."
NO_SWAP = "partners can be swapped where four play in pairs"
NO_LEVELS = "this server names no levels of computer players"
RULES_SENT = "the rules are changed; nobody is ready any more"

follow(globals())
