"""The texts of the suggested bid, in English: whole phrases with named gaps, as in ``texts``.

Labels stand in 7 cells beside what they are about, which has 17 cells in a line.
"""

from __future__ import annotations

from spades_client.language import follow

TITLE = "SUGGESTED BID  {bid}"
SURE = "sure"
LIKELY = "likely"
PERHAPS = "perhaps"
RUFF = "ruff"
BESIDES = "besides"
MINUS = "minus"
OTHERS = "others"
MADE = "made"
NIL = "nil?"
CARD_WORTH = "{card} {worth}"
RUFF_VOID = "no {suit}"
RUFF_SHORT = "{suit} {count} held"
LEAVE = "about {tricks} left"
MADE_WITH = "{chance} %, {bags} bags"
NIL_YES = "yes: {chance} %"
NIL_NO = "no: {chance} %"
COVER = "{name} bid nil: cover it"
BAGS_NEAR = "bags {bags}/{most}: {left} more: -{points}"
LAST_BIDDER = "you bid last"
LINE = "{label}: {words}"
TAKEN = "{bid} is suggested and typed; {key.enter} bids it. {key.log} tells all the reasons."
HINT = "Type a number ({key.nil} = nil), then {key.enter}; {key.tip} takes the {bid} that is suggested."
NOT_AT_THIS_TABLE = "this table plays without tips"

follow(globals())
