"""The texts of the replay, in English: whole sentences with named gaps, as in ``texts``."""

from __future__ import annotations

from spades_client.language import follow

TITLE = "REPLAY"
TITLE_GAME = "{date} {game}"
NO_DATE = "without a date"
HAND = "hand {hand}/{hands}  trick {trick}/{tricks}"
HAND_BIDDING = "hand {hand}/{hands}"
OPEN = "all hands open ({key} hides)"
HIDDEN = "hands hidden ({key} shows)"
PLACE = "{at}/{all}"
PLAYING = "playing, {seconds} s a card  {at}/{all}"
TIP = "tip: {choice}"
TIP_TAKEN = "tip: the same"
CARDS = "{count} cards"
LEAVING = "leaving"
END = "end the client"

follow(globals())
