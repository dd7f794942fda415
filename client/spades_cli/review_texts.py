"""The texts of ``spades replay --review``, in English; the constants follow the language. Cards are as typed."""

from spades_client.language import follow

HEAD = "Seat {seat} ({name}): {count} decisions, each looked at in {worlds} deals"
SAME = "{same} as the search would have decided; {points} points were given away on average, all together"
DEAREST = "The dearest:"
NONE_DEAR = "None was clearly worse than what the search would have done."
WORST = "{number}. {place}: {sentence}"
SENTENCE = (
    "{best} instead of {chosen} is worth {points} points more (made {best_made} instead of {chosen_made}, "
    "bags {best_bags} instead of {chosen_bags})"
)
BID_OF_HAND = "hand {hand}, bid"
TRICK_OF_HAND = "hand {hand}, trick {trick}"
INSTEAD = "search: {best}"
NO_SUCH_SEAT = "--seat {seat}: the game has the seats 1 to {most}"
AT_WORK = "reviewing decision {number} of {all}"
BEGINS = "reviewing {all} decisions"

follow(globals())
