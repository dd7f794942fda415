"""Why something is refused or barred, in a sentence for every reason of the contract."""

from __future__ import annotations

from spades.v1 import error_pb2 as error
from spades_client.clean import clean
from spades_client.errors import Refused
from spades_client.language import follow, speaks_english

REASONS: dict[error.ErrorReason.ValueType, str] = {
    error.ERROR_REASON_FIELD_INVALID: "something in it is not allowed.",
    error.ERROR_REASON_REQUEST_ID_REUSED: "the same request was made before with another content.",
    error.ERROR_REASON_SEAT_TOKEN_MISSING: "that takes a seat at the table.",
    error.ERROR_REASON_SEAT_TOKEN_INVALID: "the seat is not yours any more.",
    error.ERROR_REASON_NOT_YOUR_SEAT: "that is for another seat to do.",
    error.ERROR_REASON_NOT_HOST: "only the host may do that.",
    error.ERROR_REASON_WRONG_PASSCODE: "that is not the table's passcode.",
    error.ERROR_REASON_KICKED: "the host has removed you from this table.",
    error.ERROR_REASON_TABLE_NOT_FOUND: "there is no such table.",
    error.ERROR_REASON_GAME_NOT_FOUND: "there is no such game, or it is not kept any more.",
    error.ERROR_REASON_SEAT_NOT_FOUND: "there is no such seat.",
    error.ERROR_REASON_TABLE_FULL: "every seat is taken.",
    error.ERROR_REASON_SEAT_TAKEN: "that seat is taken.",
    error.ERROR_REASON_NAME_TAKEN: "somebody at the table has that name, or one that looks like it.",
    error.ERROR_REASON_ALREADY_STARTED: "the game has started.",
    error.ERROR_REASON_NOT_STARTED: "no game is going on.",
    error.ERROR_REASON_SEATS_EMPTY: "a game cannot start while seats are empty.",
    error.ERROR_REASON_TABLE_PAUSED: "the table is paused.",
    error.ERROR_REASON_TABLE_CLOSED: "the table is closed.",
    error.ERROR_REASON_RULES_INVALID: "these rules cannot be played together.",
    error.ERROR_REASON_CLIENT_TOO_OLD: "this program is older than the server can serve.",
    error.ERROR_REASON_SERVER_TOO_OLD: "the server is too old for that.",
    error.ERROR_REASON_RATE_LIMITED: "that was too much at once; try again in a moment.",
    error.ERROR_REASON_LIMIT_REACHED: "the server takes no more of these.",
    error.ERROR_REASON_CHAT_NOT_ALLOWED: "that may not be said at this table.",
    error.ERROR_REASON_TIPS_NOT_ALLOWED: "this table allows no tips.",
    error.ERROR_REASON_NOT_SERVED: "this server does not offer that.",
    error.ERROR_REASON_STOPPING: "the server is stopping.",
    error.ERROR_REASON_JOURNAL_UNAVAILABLE: "the server cannot write its journal; nothing was done.",
    error.ERROR_REASON_INTERNAL: "the server made a mistake.",
    error.ERROR_REASON_SUPERSEDED: "another client has taken this seat over.",
    error.ERROR_REASON_SPECTATORS_NOT_ALLOWED: "this table lets nobody watch.",
    error.ERROR_REASON_NOT_PAUSED: "the table is not paused.",
    error.ERROR_REASON_NOT_YOUR_TURN: "it is not your turn.",
    error.ERROR_REASON_STALE_PROMPT: "that has been decided already.",
    error.ERROR_REASON_PROMPT_SUSPENDED: "that waits until a claim is settled.",
    error.ERROR_REASON_CHOICES_INVALID: "that is not among the choices, or not as many as were asked for.",
    error.ERROR_REASON_WRONG_PHASE: "not in this part of the hand.",
    error.ERROR_REASON_CARD_NOT_HELD: "you do not hold that card.",
    error.ERROR_REASON_MUST_FOLLOW_SUIT: "the suit led can be followed and must be.",
    error.ERROR_REASON_SPADES_NOT_BROKEN: "spades are not broken.",
    error.ERROR_REASON_NO_SPADE_ON_FIRST_TRICK: "no spade may be played to the first trick.",
    error.ERROR_REASON_MUST_PLAY_LOWEST_CLUB: "the first trick asks for the lowest club.",
    error.ERROR_REASON_MUST_TRUMP: "the suit led must be ruffed.",
    error.ERROR_REASON_MUST_OVERTAKE: "the trick must be beaten.",
    error.ERROR_REASON_MUST_PLAY_HIGHEST_SPADE: "the big joker calls for the highest spade.",
    error.ERROR_REASON_WRONG_CARD_COUNT: "that is not the number of cards asked for.",
    error.ERROR_REASON_BID_OUT_OF_RANGE: "the bid is out of range.",
    error.ERROR_REASON_ZERO_IS_NIL: "0 is called nil here.",
    error.ERROR_REASON_NIL_NOT_ALLOWED: "nil is not allowed.",
    error.ERROR_REASON_BLIND_NOT_ALLOWED: "blind bids are not allowed.",
    error.ERROR_REASON_BLIND_WINDOW_CLOSED: "the cards have been seen.",
    error.ERROR_REASON_NOT_FAR_ENOUGH_BEHIND: "your side is not far enough behind.",
    error.ERROR_REASON_TEAM_BID_TOO_LOW: "your side's bids would be too low.",
    error.ERROR_REASON_TEAM_BID_TOO_HIGH: "your side's bids would be too high.",
    error.ERROR_REASON_TOTAL_NOT_ALLOWED: "the bids may not add up to the number of tricks.",
    error.ERROR_REASON_NO_BID_OF_ONE: "a bid of one is not allowed.",
    error.ERROR_REASON_PARTNER_MUST_BID_NIL: "one partner must bid nil.",
    error.ERROR_REASON_BID_IS_FORCED: "the bid follows from the spades held.",
    error.ERROR_REASON_REDEAL_NOT_ALLOWED: "the cards may not be dealt again now.",
    error.ERROR_REASON_CLAIM_NOT_ALLOWED: "the rest may not be claimed now.",
}
REASON_UNKNOWN = "the rules do not allow it."


def why(reason: error.ErrorReason.ValueType) -> str:
    """Return why a choice is barred."""
    return REASONS.get(reason, REASON_UNKNOWN)


def why_refused(refusal: Refused) -> str:
    """Return why the server refused: in its own English words, which tell more, or else in the reader's language."""
    said = clean(refusal.message).strip()
    return said if speaks_english() else REASONS.get(refusal.reason, said)


follow(globals())
