"""``spades score``: scores a hand that was played with real cards."""

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spades_cli import score_texts as texts
from spades_cli.failure import Failure
from spades_cli.options import Commands
from spades_cli.rules import add_table_options, chosen_rules, show
from spades_client.language import speaks_english
from spades_client.reasons import why
from spades_client.words import bid_words
from spades_engine import BLIND_NIL, NIL, PRESETS, Bid, GameResult, Rules, Score, SideResult, score_hand
from spades_engine.bidding import bid_refusal, blind_refusal, legal_bids, open_bid_refusal
from spades_engine.bids import BidKind, blind, hint, of
from spades_engine.errors import IllegalAction
from spades_engine.scoring import game_result
from spades_wire.prompts import reason_number
from spades_wire.values import bid_message

__all__ = ["add_score"]

_LINES = ("contract", "bag_points", "nil", "bag_penalty", "hand", "total", "bags")
_COLUMN = 16
"""Characters of a side's column at least: three blind nils beside each other need more."""


def add_score(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "score",
        help="score a hand played with real cards",
        description=__doc__,
        epilog="For example: spades score --rules sheet-004 --bids 4,N,5,4 --tricks 4,0,5,4 --before 120:3,90:9",
    )
    parser.add_argument("--rules", metavar="PRESET", default="standard", help=f"one of {', '.join(PRESETS)}")
    add_table_options(parser)
    parser.add_argument(
        "--bids",
        metavar="BID,...",
        help="by seat, clockwise: a number, N (nil), B (blind nil), B6 (a blind number), H3 (a hint to the partner)",
    )
    parser.add_argument("--tricks", metavar="N,...", help="tricks won, by seat")
    parser.add_argument("--before", metavar="TOTAL:BAGS,...", help="by side, before the hand (default: 0:0)")
    parser.add_argument("--sets", metavar="N,...", help="contracts set before, by side, where set_limit counts them")
    parser.add_argument("--hand-number", metavar="N", default="1", help="the number of this hand (default: 1)")
    parser.add_argument(
        "--revoke", metavar="SEAT", action="append", default=[], help="a seat, from 1, that revoked; may be repeated"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    # A value may begin with a minus: argparse takes "-50:2,0:0" for an option unless it looks like a number.
    parser._negative_number_matcher = re.compile("-[0-9]")
    parser.set_defaults(run=_run)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sheet:
    """What was typed, checked."""

    rules: Rules
    bids: tuple[Bid | None, ...]
    tricks: tuple[int, ...]
    before: tuple[Score, ...]
    hand_number: int
    revokers: frozenset[int]


async def _run(chosen: argparse.Namespace) -> int:
    sheet = _sheet(chosen)
    for sentence in _warnings(sheet):
        print(f"spades: {texts.WARNING.format(sentence=sentence)}", file=sys.stderr)
    results = score_hand(sheet.rules, sheet.before, sheet.bids, sheet.tricks, revokers=sheet.revokers)
    after, won_all = [result.after for result in results], [result.won_all for result in results]
    ended = game_result(sheet.rules, after, sheet.hand_number, won_all=won_all)
    if chosen.json:
        show(json.dumps(_as_json(results, ended)))
    else:
        show("\n".join(_as_text(chosen.rules, sheet, results, ended)))
    return 0


def _sheet(chosen: argparse.Namespace) -> _Sheet:
    rules = chosen_rules(chosen.rules, chosen)
    for name, sentence in texts.UNSCORABLE.items():
        if getattr(rules, name):
            raise Failure(sentence, 2)
    hand_number = _number("--hand-number", chosen.hand_number, 1, 1000)
    return _Sheet(
        rules=rules,
        bids=_bids(rules, chosen.bids, hand_number),
        tricks=_tricks(rules, chosen.tricks),
        before=_before(rules, chosen.before, _sets(rules, chosen.sets)),
        hand_number=hand_number,
        revokers=frozenset(_number("--revoke", seat, 1, rules.players) - 1 for seat in chosen.revoke),
    )


def _number(field: str, text: str, least: int, most: int) -> int:
    """Return the number written as *text* after *field*."""
    value = int(text) if re.fullmatch("[+-]?[0-9]{1,6}", text.strip()) else None
    if value is None or not least <= value <= most:
        raise Failure(texts.ALLOWED.format(field=field, text=text, least=least, most=most), 2)
    return value


def _parts(field: str, text: str | None, wanted: int, each: str) -> list[str]:
    """Return the *wanted* parts of *text* that stand between commas; *each* names what has one."""
    if text is None:
        raise Failure(texts.MISSING[each].format(field=field, wanted=wanted), 2)
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != wanted:
        raise Failure(texts.NOT_AS_MANY[each].format(field=field, text=text, wanted=wanted, typed=len(parts)), 2)
    return parts


def _bids(rules: Rules, text: str | None, hand_number: int) -> tuple[Bid | None, ...]:
    if rules.first_hand_bids_itself and hand_number == 1:
        if text is not None:
            raise Failure(texts.BIDS_ITSELF, 2)
        return (None,) * rules.players
    return tuple(_bid(rules, part) for part in _parts("--bids", text, rules.players, "seat"))


def _bid(rules: Rules, text: str) -> Bid:
    """Return the bid written as *text*, also one that the rules forbid."""
    letter, number = text[:1].upper(), text[1:]
    if text.upper() in ("N", "B"):
        return NIL if letter == "N" else BLIND_NIL
    if re.fullmatch("[0-9]{1,2}", text):
        return NIL if int(text) == 0 and rules.nil and rules.zero_is_nil else of(int(text))
    if letter in ("B", "H") and re.fullmatch("[0-9]{1,2}", number) and (letter == "B" or rules.bids_for_both):
        return blind(int(number)) if letter == "B" else hint(int(number))
    allowed = texts.BIDS_ALLOWED_HINTS if rules.bids_for_both else texts.BIDS_ALLOWED
    raise Failure(allowed.format(text=text, most=rules.hand_size), 2)


def _tricks(rules: Rules, text: str | None) -> tuple[int, ...]:
    parts = _parts("--tricks", text, rules.players, "seat")
    tricks = tuple(_number("--tricks", part, 0, rules.hand_size) for part in parts)
    if sum(tricks) != rules.hand_size:
        raise Failure(texts.TRICKS_DO_NOT_ADD_UP.format(text=text, sum=sum(tricks), all=rules.hand_size), 2)
    return tricks


def _sets(rules: Rules, text: str | None) -> tuple[int, ...]:
    sides = len(rules.sides)
    if text is None:
        return (0,) * sides
    if rules.set_limit is None:
        raise Failure(texts.SETS_NOT_COUNTED, 2)
    parts = _parts("--sets", text, sides, "side")
    return tuple(_number("--sets", part, 0, rules.set_limit - 1) for part in parts)


def _before(rules: Rules, text: str | None, sets: Sequence[int]) -> tuple[Score, ...]:
    if text is None:
        return tuple(Score(points=0 if side else rules.handicap, sets=count) for side, count in enumerate(sets))
    parts = _parts("--before", text, len(sets), "side")
    return tuple(_score(rules, part, count) for part, count in zip(parts, sets, strict=True))


def _score(rules: Rules, text: str, sets: int) -> Score:
    """Return the score written as *text*; bags that a penalty has taken are no longer there."""
    total, colon, bags = text.partition(":")
    if not re.fullmatch("[+-]?[0-9]{1,6}", total) or not re.fullmatch("[+-]?[0-9]{1,6}", bags if colon else "0"):
        raise Failure(texts.BEFORE_ALLOWED.format(text=text), 2)
    most = rules.bag_limit - 1 if rules.bag_penalty else 999_999
    return Score(points=int(total), bags=_number(texts.BEFORE_BAGS, bags if colon else "0", 0, most), sets=sets)


def _warnings(sheet: _Sheet) -> Iterator[str]:
    if sheet.revokers and sheet.rules.revoke == "refused":
        yield texts.REVOKE_REFUSED
    if None in sheet.bids:
        return
    # Who bid first is not told: a bid is wrong if it is in whatever order, so the kindest order counts.
    seats = range(sheet.rules.players)
    yield from min((list(_forbidden(sheet, eldest)) for eldest in seats), key=len)


def _forbidden(sheet: _Sheet, eldest: int) -> Iterator[str]:
    """Yield a sentence for each bid that the rules forbid when *eldest* bids first."""
    made: list[Bid | None] = [None] * sheet.rules.players
    for step in range(sheet.rules.players):
        seat = (eldest + step) % sheet.rules.players
        bid = sheet.bids[seat]
        if bid is not None and (reason := _reason_against(sheet, made, seat, bid)):
            yield texts.FORBIDDEN_BID.format(seat=seat + 1, bid=_words(bid), reason=reason)
        made[seat] = bid


def _reason_against(sheet: _Sheet, made: Sequence[Bid | None], seat: int, bid: Bid) -> str:
    rules = sheet.rules
    if not bid.is_blind:
        spades = bid.tricks  # Nobody knows the cards: where they make the bid, it is believed.
        refusal = bid_refusal(rules, made, seat, bid, spades)
        return _why(refusal) if refusal and bid not in legal_bids(rules, made, seat, spades) else ""
    if bid.kind is BidKind.BLIND_TRICKS and rules.blind_bids is not None and bid.tricks < rules.blind_bids:
        return texts.BLIND_FROM.format(least=rules.blind_bids)
    side = rules.side_of(seat)
    behind = max(score.points for other, score in enumerate(sheet.before) if other != side) - sheet.before[side].points
    refused = blind_refusal(rules, bid, seen=False, behind=behind, hand_number=sheet.hand_number)
    refused = refused or open_bid_refusal(rules, made, seat, bid)
    return _why(refused) if refused else ""


def _why(refusal: IllegalAction) -> str:
    """Return why the rules forbid a bid: in the engine's English, which tells more, or in the reader's language."""
    if speaks_english():
        return str(refusal)
    return why(reason_number(refusal.code)).rstrip(".")


def _words(bid: Bid) -> str:
    return bid_words(bid_message(bid))


def _lines(result: SideResult) -> dict[str, int]:
    values = (result.contract, result.bag_points, result.nil, result.bag_penalty, result.hand)
    return dict(zip(_LINES, (*values, result.after.points, result.after.bags), strict=True))


def _as_json(results: Sequence[SideResult], ended: GameResult | None) -> dict[str, object]:
    winner: int | str | None = None
    if ended is not None:
        winner = "draw" if ended.winner is None else ended.winner + 1
    return {"sides": [_lines(result) for result in results], "game_over": ended is not None, "winner": winner}


def _as_text(preset: str, sheet: _Sheet, results: Sequence[SideResult], ended: GameResult | None) -> Iterator[str]:
    sides = sheet.rules.sides
    rows = [("", [texts.SIDE.format(number=number) for number in range(1, len(sides) + 1)])]
    if len(sides) < sheet.rules.players:
        rows.append((texts.SEATS, [", ".join(str(seat + 1) for seat in seats) for seats in sides]))
    bids = [texts.NO_BID if bid is None else _words(bid) for bid in sheet.bids]
    rows.append((texts.BIDS, [", ".join(bids[seat] for seat in seats) for seats in sides]))
    rows.append((texts.TRICKS, [", ".join(str(sheet.tricks[seat]) for seat in seats) for seats in sides]))
    rows += [(texts.LINES[line], [str(_lines(result)[line]) for result in results]) for line in _LINES]
    labels = max(12, *(len(label) + 1 for label, _ in rows))
    width = max(_COLUMN, *(len(cell) + 2 for _, cells in rows for cell in cells))
    yield texts.TITLE.format(preset=preset, number=sheet.hand_number)
    for label, cells in rows:
        yield f"{label:<{labels}}" + "".join(f"{cell:>{width}}" for cell in cells)
    yield _ending(ended)


def _ending(ended: GameResult | None) -> str:
    if ended is None:
        return texts.GOES_ON
    reason = texts.REASONS[ended.reason]
    if ended.winner is None:
        return texts.DRAWN.format(reason=reason)
    return texts.WON.format(side=ended.winner + 1, reason=reason)
