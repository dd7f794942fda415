"""The first lines: which table, hand and trick; what each side has promised, won and scored. Pure."""

from __future__ import annotations

from spades.v1.snapshot_pb2 import PHASE_DRAW, PHASE_EXCHANGE, PHASE_PLAY, TABLE_STAGE_GATHERING, Side
from spades_client.screen import texts
from spades_client.screen.canvas import Canvas
from spades_client.screen.cells import cells, cut, pad, tame
from spades_client.screen.table_view import TableView

WIDE = 76
"""Columns for the whole sentence of a side."""


def draw_title(canvas: Canvas, row: int, view: TableView, help_key: str) -> None:
    """Draw the title line, which tells the key that helps."""
    canvas.put(row, 1, texts.TITLE, "class:title")
    canvas.put(row, 2 + cells(texts.TITLE) + 1, _title(view, canvas.width - 18))
    canvas.put_right(row, canvas.width - 1, texts.HELP_KEY.format(key=texts.key_name(help_key)))


def _title(view: TableView, room: int) -> str:
    """Return where the reader is: as many parts as have room, the first one in any case."""
    snapshot = view.snapshot
    if not view.known:
        return ""
    table = view.table_name
    if not snapshot.your_seat:
        table = f"{texts.WATCHING} {table}"
    if not snapshot.HasField("hand"):
        return cut(texts.TITLE_GATHERING.format(table=table, server=view.server), max(0, room))
    parts = [texts.TITLE_HAND.format(table=table, hand=_hand(view), where=where(view), rules=_rules(view))]
    if snapshot.HasField("next_rules"):
        parts.append(texts.TITLE_NEXT.format(preset=tame(snapshot.next_rules.preset)))
    if snapshot.hand.dealer and not (view.deal is not None and view.deal.drawing and not view.deal.dealer_known):
        parts.append(texts.DEALER.format(name=view.name(snapshot.hand.dealer)))
    while len(parts) > 1 and cells(" | ".join(parts)) > room:
        parts.pop()
    return cut(" | ".join(parts), max(0, room))


def where(view: TableView) -> str:
    """Return how far the hand is: the trick, the draw, or the phase."""
    hand = view.snapshot.hand
    if view.held is not None:
        return texts.TRICK_OF.format(number=view.held.number, all=hand.hand_size)
    if hand.phase == PHASE_PLAY:
        number = hand.trick.number if hand.HasField("trick") else min(len(hand.tricks) + 1, hand.hand_size)
        return texts.TRICK_OF.format(number=number, all=hand.hand_size)
    if hand.phase == PHASE_DRAW:
        seats = [part.seat for part in hand.seats]
        done = dict(zip(seats, hand.draw.turns, strict=False)).get(
            view.snapshot.your_seat, max(hand.draw.turns, default=0)
        )
        return texts.DRAW_OF.format(number=min(done + 1, hand.hand_size), all=hand.hand_size)
    return texts.PHASES.get(hand.phase, "")


def _hand(view: TableView) -> str:
    """Return the number of the hand, and of how many where the rules end the game by that."""
    number, most = view.snapshot.hand.number, view.option("max_hands")
    return f"{number}/{most}" if number <= most else str(number)  # a tie may need more hands than that


def _rules(view: TableView) -> str:
    target = view.option("target_score")
    preset = tame(view.snapshot.rules.preset)
    return texts.TO_TARGET.format(target=target) if target else preset


def side_rows(view: TableView) -> int:
    """Return how many lines the sides take."""
    return len(view.snapshot.sides)


def draw_sides(canvas: Canvas, row: int, view: TableView) -> None:
    """Draw one line for each side, the viewer's first."""
    own = view.own_side()
    order = sorted(view.snapshot.sides, key=lambda side: (own is not None and side.side != own.side, side.side))
    labels = [_label(view, side, own) for side in order]
    figures = [_figures(view, side, wide=canvas.width >= WIDE) for side in order]
    longest = max((cells(label) for label in labels), default=0)
    room = min(longest, max(8, canvas.width - 3 - max(map(cells, figures), default=0)))
    for down, (side, label, text) in enumerate(zip(order, labels, figures, strict=True)):
        style = "class:side.own" if own is not None and side.side == own.side else ""
        canvas.put(row + down, 0, f" {pad(label, room)}  {text}", style)


def _label(view: TableView, side: Side, own: Side | None) -> str:
    name = view.side_name(side)
    if own is None or len(view.snapshot.sides) != 2 or len(side.seats) < 2:
        return name
    room = max(cells(texts.US), cells(texts.THEM)) + 1
    return pad(texts.US if side.side == own.side else texts.THEM, room) + name


def _figures(view: TableView, side: Side, *, wide: bool) -> str:
    score = texts.SCORE.format(score=side.score)
    if not view.snapshot.HasField("hand"):
        return f"{bags(view, side)} | {score}"
    form = texts.CONTRACT if wide else texts.CONTRACT_SHORT
    contract = form.format(contract=side.contract, won=side.tricks, need=side.need)
    if view.snapshot.hand.phase < PHASE_EXCHANGE:
        so_far = texts.CONTRACT_SO_FAR.format(contract=side.contract)
        contract = pad(so_far, max(cells(so_far), cells(contract)))
    return f"{contract} | {bags(view, side)} | {score}"


def bags(view: TableView, side: Side) -> str:
    """Return a side's bags, with the number that costs points where there is one."""
    most = view.option("bag_limit") if view.option("bag_penalty") else 0
    return (texts.BAGS if most else texts.BAGS_UNCOUNTED).format(bags=side.bags, most=most)


def draw_compact(canvas: Canvas, row: int, view: TableView) -> None:
    """Draw title and sides in two lines of forty columns."""
    snapshot = view.snapshot
    if snapshot.stage == TABLE_STAGE_GATHERING or not snapshot.HasField("hand"):
        canvas.put(row, 0, f"{texts.TITLE} {_title(view, canvas.width - 7)}")
    else:
        canvas.put(row, 0, texts.TITLE_SHORT.format(hand=_hand(view), where=where(view), rules=_rules(view)))
    own = view.own_side()
    column = 0
    for side in view.snapshot.sides:
        name = view.side_name(side)
        if own is not None and len(view.snapshot.sides) == 2 and len(side.seats) > 1:
            name = texts.US if side.side == own.side else texts.THEM
        text = texts.SIDE_SHORT.format(
            side=cut(name, 6), won=side.tricks, contract=side.contract, bags=side.bags, score=side.score
        )
        column = canvas.put(row + 1, column, text) + 2
