"""The texts of ``spades score``, in English; the constants follow the language."""

from spades_client.language import follow
from spades_engine import EndReason

# What was mistyped. Words with two hyphens are typed, and the same in all languages.
ALLOWED = "{field} {text}: {least} to {most} is allowed"
MISSING = {
    "seat": "{field} is missing: {wanted} values with commas between them, one for each seat",
    "side": "{field} is missing: {wanted} values with commas between them, one for each side",
}
NOT_AS_MANY = {
    "seat": "{field} {text}: {wanted} values are needed, one for each seat, not {typed}",
    "side": "{field} {text}: {wanted} values are needed, one for each side, not {typed}",
}
BIDS_ITSELF = "--bids: nobody bids in the first hand (first_hand_bids_itself); leave it out"
BIDS_ALLOWED = "--bids {text}: 0 to {most}, N (nil), B (blind nil), B and a number (blind) is allowed"
BIDS_ALLOWED_HINTS = (
    "--bids {text}: 0 to {most}, N (nil), B (blind nil), B and a number (blind), H and a number (a hint) is allowed"
)
TRICKS_DO_NOT_ADD_UP = "--tricks {text}: they add up to {sum}, and a hand has {all} tricks"
SETS_NOT_COUNTED = "--sets counts only where set_limit is on, for example --set set_limit=3"
BEFORE_ALLOWED = "--before {text}: a total, a colon and the bags are allowed, for example 120:3"
BEFORE_BAGS = "--before: bags"
UNSCORABLE = {
    "bemo": "bemo cannot be scored from totals: it asks who won the first tricks; --set bemo=off leaves it out",
    "last_trick_bonus": (
        "last_trick_bonus cannot be scored from totals: it asks which card won the last trick; "
        "--set last_trick_bonus=off leaves it out"
    ),
}
"""Options that need more than totals."""

# What is doubtful.
WARNING = "warning: {sentence}"
REVOKE_REFUSED = "these rules refuse a revoke (revoke=refused); it is scored as revoke=allowed does"
FORBIDDEN_BID = "--bids: seat {seat} may not bid {bid} by these rules ({reason}); it is scored all the same"
BLIND_FROM = "a number is bid blind from {least}"

# The sheet: labels stand in a column that is as wide as the longest.
TITLE = "{preset}, hand {number}"
SIDE = "side {number}"
SEATS = "seats"
BIDS = "bids"
NO_BID = "none"
TRICKS = "tricks"
LINES = {
    "contract": "contract",
    "bag_points": "bag points",
    "nil": "nil",
    "bag_penalty": "bag penalty",
    "hand": "hand",
    "total": "total",
    "bags": "bags",
}
GOES_ON = "The game goes on."
DRAWN = "The game is drawn: {reason}."
WON = "The game is over, and side {side} has won: {reason}."
REASONS: dict[EndReason, str] = {
    EndReason.TARGET: "the target was reached",
    EndReason.FLOOR: "the losing score was reached",
    EndReason.HAND_LIMIT: "that was the last hand",
    EndReason.SET_LIMIT: "a side was set too often",
    EndReason.ALL_TRICKS: "a contract of thirteen was made",
}

follow(globals())
