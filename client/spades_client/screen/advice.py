"""The suggested bid with its reasons, item by item, so that each can be checked against the cards. Pure.

The server computes it by the table's rules; here its reasons, which are data, are sorted into lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from spades.v1.cards_pb2 import Card
from spades.v1.prompt_pb2 import PROMPT_KIND_BID, Choice, Prompt
from spades.v1.table_service_pb2 import GetTipResponse, TipAlternative, TipReason
from spades_client.choices import numbered
from spades_client.screen import advice_texts as texts
from spades_client.screen.canvas import Canvas
from spades_client.screen.cells import pad, tame, wrap
from spades_client.screen.key_words import KeyWords
from spades_client.screen.look import Look
from spades_client.screen.table_view import TableView
from spades_client.screen.ui_state import UiState
from spades_client.words import choice_words

SURE, LIKELY = 0.75, 0.4
"""What a card is worth at least, in tricks, to be called so."""

NOTHING = 0.05
"""Worths nearer to zero than this are not named."""

LABEL = 8
"""Cells for a label and the gap behind it."""

BAGS_NEAR = 2
"""Bags are warned of when so many more bring the penalty."""


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the advice."""

    label: str
    words: str


def wants_advice(view: TableView) -> Prompt | None:
    """Return the prompt to ask for advice on: a bid, where tips are served and the table allows them; else None."""
    prompt = view.asked
    if prompt is None or prompt.kind != PROMPT_KIND_BID or prompt.prompt_id == view.tip_for:
        return None
    return prompt if "tips" in view.capabilities and not view.snapshot.settings.no_tips else None


def advised(view: TableView) -> Choice | None:
    """Return the choice that is suggested for the bid asked; None where nothing is."""
    prompt, tip = view.asked, view.tip
    if prompt is None or tip is None or view.tip_for != prompt.prompt_id or prompt.kind != PROMPT_KIND_BID:
        return None
    return next((choice for choice in prompt.choices if [choice.choice_id] == list(tip.choice_ids)), None)


def advised_number(view: TableView) -> str:
    """Return the number to type for what is suggested; empty where nothing is."""
    choice, prompt = advised(view), view.asked
    if choice is None or prompt is None:
        return ""
    return next(str(number) for number, one in numbered(prompt) if one.choice_id == choice.choice_id)


def advice(view: TableView, look: Look) -> list[Item]:
    """Return why, a line for each kind of reason; kinds newer than this client in the server's own words."""
    if view.tip is None:
        return []
    tip = view.tip
    return [
        *_cards(tip, look),
        *_ruffs(view, tip, look),
        *_rest(tip),
        *_made(tip),
        *_nil(view, tip, look),
        *(Item("", tame(reason.text)) for reason in tip.reasons if reason.code not in _KNOWN),
    ]


_KNOWN = frozenset(
    {"side_honour", "spade_honour", "long_spade", "small_spade", "ruff", "rest", "outlook", "table_total", "nil_odds"}
)


def _cards(tip: GetTipResponse, look: Look) -> Iterator[Item]:
    """Yield the cards that take tricks by themselves: what is likely with what it is worth."""
    honours = [reason for reason in tip.reasons if reason.code in ("side_honour", "spade_honour", "long_spade")]
    sure = [r for r in honours if r.value >= SURE]
    likely = [r for r in honours if LIKELY <= r.value < SURE]
    perhaps = [r for r in honours if NOTHING <= r.value < LIKELY]
    for label, group in ((texts.SURE, sure), (texts.LIKELY, likely), (texts.PERHAPS, perhaps)):
        if group:
            yield Item(label, " ".join(_worth(reason, look, whole=group is sure) for reason in group))


def _worth(reason: TipReason, look: Look, *, whole: bool) -> str:
    faces = " ".join(look.card(card) for card in reason.cards)
    return faces if whole else texts.CARD_WORTH.format(card=faces, worth=f"{reason.value:.1f}")


def _ruffs(view: TableView, tip: GetTipResponse, look: Look) -> Iterator[Item]:
    """Yield short suits that small spades may ruff, and those spades."""
    words = []
    for reason in tip.reasons:
        if reason.code == "ruff":
            held = sum(view.plays_as(card) == reason.suit for card in _own(view))
            form = texts.RUFF_SHORT if held else texts.RUFF_VOID
            words.append(form.format(suit=look.suit(reason.suit), count=held))
    spades = [card for r in tip.reasons if r.code == "small_spade" for card in r.cards]
    if words:
        yield Item(texts.RUFF, ", ".join((*words, " ".join(look.card(card) for card in spades))).rstrip(", "))


def _own(view: TableView) -> Iterable[Card]:
    return view.own.cards if view.own else ()


def _rest(tip: GetTipResponse) -> Iterator[Item]:
    """Yield what is added or taken off for what no single card shows."""
    for reason in tip.reasons:
        if reason.code == "rest" and abs(reason.value) >= NOTHING:
            yield Item(texts.BESIDES if reason.value > 0 else texts.MINUS, f"{abs(reason.value):.1f}")
        if reason.code == "table_total":
            yield Item(texts.OTHERS, texts.LEAVE.format(tricks=f"{reason.value:.1f}"))


def _made(tip: GetTipResponse) -> Iterator[Item]:
    best = _alternative(tip, list(tip.choice_ids))
    if best is not None:
        words = texts.MADE_WITH.format(chance=f"{best.made:.0%}".rstrip("%"), bags=f"{best.bags:.1f}")
        yield Item(texts.MADE, words)


def _alternative(tip: GetTipResponse, choice_ids: list[int]) -> TipAlternative | None:
    return next((one for one in tip.alternatives if list(one.choice_ids) == choice_ids), None)


def _nil(view: TableView, tip: GetTipResponse, look: Look) -> Iterator[Item]:
    """Yield what is thought of a nil, where it may be bid."""
    choices = view.asked.choices if view.asked else ()
    nil = next((choice for choice in choices if choice.bid.HasField("nil")), None)
    seen = _alternative(tip, [nil.choice_id]) if nil is not None else None
    if nil is None or seen is None:
        return
    chance = f"{seen.made:.0%}".rstrip("%")
    dangers = [card for reason in tip.reasons if reason.code == "nil_odds" for card in reason.cards]
    if list(tip.choice_ids) == [nil.choice_id]:
        yield Item(texts.NIL, texts.NIL_YES.format(chance=chance))
        if dangers:
            yield Item(texts.MINUS, " ".join(look.card(card) for card in dangers))
        return
    yield Item(texts.NIL, texts.NIL_NO.format(chance=chance))


def warnings(view: TableView) -> list[str]:
    """Return what to bear in mind beside one's cards, each only where it is so."""
    found = [
        texts.COVER.format(name=view.name(part.seat))
        for part in view.snapshot.hand.seats
        if view.is_partner(part.seat) and part.bid.WhichOneof("kind") in ("nil", "blind_nil")
    ]
    side = view.own_side()
    most = view.option("bag_limit") if view.option("bag_penalty") else 0
    if side is not None and most and 0 < most - side.bags <= BAGS_NEAR:
        points = view.option("bag_penalty_points")
        found.append(texts.BAGS_NEAR.format(bags=side.bags, most=most, left=most - side.bags, points=points))
    others = [part for part in view.snapshot.hand.seats if part.seat != view.snapshot.your_seat]
    if others and all(part.HasField("bid") for part in others):
        found.append(texts.LAST_BIDDER)
    return found


def draw_advice(canvas: Canvas, view: TableView, look: Look, *, height: int) -> int:
    """Draw the suggestion and what to bear in mind into the first *height* rows; return the row behind.

    What does not fit is in the log; the first thing to bear in mind always fits. They stand apart where there is room.
    """
    choice = advised(view)
    if choice is None:
        return 0
    canvas.put(0, 1, texts.TITLE.format(bid=choice_words(choice)), "class:title")
    bear = [line for text in warnings(view) for line in wrap(text, canvas.width - 2, indent=" ")]
    rows = list(_rows(advice(view, look), canvas.width))[: height - 1 - len(bear[:1])]
    left = height - 1 - len(rows)
    for row, line in enumerate(rows, start=1):
        canvas.put(row, 1, line)
    row = 1 + len(rows)
    if bear and len(bear) < left:
        canvas.rule(row)
        row += 1
    for line in bear[:left]:
        canvas.put(row, 1, line)
        row += 1
    return row


def _rows(items: Iterable[Item], width: int) -> Iterator[str]:
    """Yield the items as rows of *width* cells at most: those with labels in two columns."""
    for item in items:
        if item.label:
            for at, line in enumerate(wrap(item.words, width - LABEL - 2)):
                yield pad("" if at else item.label, LABEL) + line
        else:
            yield from wrap(item.words, width - 2, indent=" ")


def advice_lines(view: TableView, look: Look) -> list[str]:
    """Return the same as lines for the log."""
    choice = advised(view)
    if choice is None:
        return []
    items = (texts.LINE.format(label=i.label, words=i.words) if i.label else i.words for i in advice(view, look))
    return [texts.TITLE.format(bid=choice_words(choice)), *items]


def advice_hint(view: TableView, ui: UiState) -> str:
    """Return what is suggested and the key that takes it over; empty where nothing is."""
    choice = advised(view)
    if choice is None:
        return ""
    return texts.HINT.format(bid=choice_words(choice), key=KeyWords(ui.bindings))
