"""What the ``spades`` command prints besides its help, in English; the constants follow the language."""

from spades_client.forms import Plural
from spades_client.language import follow

# Servers of this network.
NOBODY_FOUND = (
    "no server answers on this network, where multicast may be blocked; "
    "type the line that the host's screen shows, such as: spades join 192.168.1.20"
)
FOUND = "Found {server}"
SERVER = "{name}: {place}, {tables}, {sign}"
SERVER_TOO_NEW = "{name}: {place}, {tables}, {sign}, needs a newer client"
TABLES = Plural(one="{count} table", many="{count} tables", by="count")
SIGN = "it says its fingerprint is {fingerprint}"
PLAIN_TEXT = "in plain text"
KEPT_SEAT = "Back to seat {seat} at table {table} as {name}: {server}, {place}"
KEPT_SEAT_IN_HAND = "Back to seat {seat} at table {table}, hand {hand}, as {name}: {server}, {place}"
SERVER_MET = "{name}: {place}, {tables}, met before"
WHICH_ONE = "Which one? (1 to {most})"
SEVERAL_SERVERS = "several servers are on this network, name one: {lines}"
NONE_CHOSEN = "no server was chosen"

# A server of one's own.
OWN_SERVER = "your own server"
READY = "Table {table}: {preset}, {players} players. The server is ready; Ctrl-C stops it."
GOES_ON = "Table {table} goes on: {preset}, {players} players. The server is ready; Ctrl-C stops it."
SETTINGS_STAY = "Its time to think, grace and pace stay as they were: people sit there."
SEEDED = "The deals follow from a seed that somebody chose: nobody can verify them."
HERE = "On this machine:"
FRIENDS = "Friends on this network type one of:"
NO_NETWORK = "This machine has no address that friends could use: it is on no network."
LEFT = "You have left the table. The server goes on; Ctrl-C stops it."

# A game that is not finished.
UNFINISHED = "{preset}, {players} players, hand {hand}, {scores}"
GO_ON = "A game is not finished ({game}). Go on with it? [Y/n] "

follow(globals())
