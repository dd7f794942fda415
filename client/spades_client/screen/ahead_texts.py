"""The texts about cards that are played without a key at that moment, in English, as in ``texts``."""

from __future__ import annotations

from spades_client.language import follow

QUEUED = "{card} will be played as soon as it is your turn; {key.lift} or {key.menu} takes that back."
NOT_QUEUED = "no card is chosen ahead any more"
DROPPED = "What you chose ahead is dropped: {reason}"
FORCED = "{card} is the only card that you can play: it is played by itself in a moment. {key.menu} stops that."
NOT_FORCED = "it is not played by itself; {key.enter} lifts it"
HINT_AT_ONCE = "{key.enter} plays a [bracketed] card at once; {key.arrows} move."
HINT_AHEAD = "{key.lift} chooses the card under the cursor ahead of your turn."
MOUSE_ON = "cards can be clicked: once lifts, again plays; hold Shift to select text"
MOUSE_OFF = "the mouse is the terminal's again"
DESKTOP_NOTE = "{table}: it is your turn"

follow(globals())
