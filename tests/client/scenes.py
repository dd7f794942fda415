"""Moments of a game, one for each screen: made of messages only, as a server would send them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from client.messages import NAMES, bid_prompt, cards, continue_prompt, pack, play_prompt, table, timed, with_trick
from client.screens import seen
from spades.v1.cards_pb2 import (
    SUIT_JOKER,
    SUIT_SPADES,
    TALK_KIND_ABOUT,
    TALK_KIND_PASS,
    Bid,
    BlindNil,
    Card,
    Nil,
    PackCard,
    Talk,
)
from spades.v1.error_pb2 import ERROR_REASON_MUST_FOLLOW_SUIT, ERROR_REASON_TEAM_BID_TOO_HIGH
from spades.v1.prompt_pb2 import (
    ACTION_ACCEPT,
    ACTION_DECLINE,
    ACTION_KEEP,
    ACTION_LOOK,
    ACTION_REDEAL,
    ACTION_THROW,
    PROMPT_KIND_BLIND,
    PROMPT_KIND_CLAIM,
    PROMPT_KIND_DRAW,
    PROMPT_KIND_EXCHANGE,
    PROMPT_KIND_REMATCH,
    PROMPT_KIND_TALK,
    Barred,
    Choice,
    Prompt,
    PromptKind,
)
from spades.v1.rules_pb2 import OptionValue, RuleOption, Rules
from spades.v1.snapshot_pb2 import (
    GAME_END_REASON_TARGET,
    PAUSE_REASON_NOBODY_HERE,
    PHASE_BID,
    PHASE_DRAW,
    PHASE_EXCHANGE,
    PHASE_PLAY,
    PHASE_SCORED,
    PHASE_TALK,
    PRESENCE_AWAY,
    PRESENCE_ONLINE,
    SEAT_KIND_EMPTY,
    SEAT_KIND_HOUSE,
    SEAT_KIND_PERSON,
    TABLE_STAGE_GAME_OVER,
    TABLE_STAGE_GATHERING,
    Claim,
    Draw,
    GameResult,
    HandResult,
    Pause,
    PlayedCard,
    Seat,
    SeatHand,
    Side,
    SideResult,
    Snapshot,
    Trick,
)
from spades_client.screen.deal import Deal
from spades_client.screen.table_view import LogLine, TableView

OPTIONS = (
    RuleOption(name="target_score", value=OptionValue(number=500)),
    RuleOption(name="bag_limit", value=OptionValue(number=10)),
    RuleOption(name="bag_penalty", value=OptionValue(flag=True)),
)
HOLDING = "AS 9S 4S AH 5H JD 8C"
LOG = tuple(
    LogLine(text=text, kind=kind)
    for text, kind in (
        ("Bruno wins trick 6 with 7♠. You and Ana: 3 more to make 7.", "trick_won"),
        ("Spades are broken.", "spades_broken"),
        ("Ana says: boa!", "said"),
        ("Clara is here.", "presence_changed"),
    )
)


def _bids(snapshot: Snapshot, bids: str, tricks: str) -> Snapshot:
    """Put bids and tricks on the seats, written "4 3 nil 2"; the sides' sums are the server's, so they are told too."""
    for part, bid, won in zip(snapshot.hand.seats, bids.split(), tricks.split(), strict=True):
        part.tricks = int(won)
        if bid == "nil":
            part.bid.CopyFrom(Bid(nil=Nil()))
        elif bid == "blind":
            part.bid.CopyFrom(Bid(blind_nil=BlindNil()))
        elif bid != "-":
            part.bid.CopyFrom(Bid(tricks=int(bid)))
    for side in snapshot.sides:
        parts = [part for part in snapshot.hand.seats if part.seat in side.seats]
        side.contract = sum(part.bid.tricks for part in parts)
        side.tricks = sum(part.tricks for part in parts)
        side.need = max(0, side.contract - side.tricks)
        side.bid_complete = all(part.HasField("bid") for part in parts)
    return snapshot


def _rules(snapshot: Snapshot, **changes: int) -> Snapshot:
    snapshot.rules.options.extend(OPTIONS)
    for option in snapshot.rules.options:
        if option.name in changes:
            option.value.number = changes[option.name]
    return snapshot


def _seen(snapshot: Snapshot, **changes: object) -> TableView:
    return replace(seen(snapshot), log=LOG, **changes)  # type: ignore[arg-type]  # the scenes name real fields


def _playing(holding: str = HOLDING, **changes: int) -> Snapshot:
    snapshot = _rules(_bids(table(holding, **changes), "4 4 3 2", "2 1 2 1"))
    snapshot.hand.tricks.append(
        Trick(
            number=6,
            leader=3,
            winner=2,
            plays=[
                PlayedCard(seat=seat, card=card) for seat, card in zip((3, 4, 1, 2), cards("AD 4D 2D 7S"), strict=True)
            ],
        )
    )
    return snapshot


def following() -> TableView:
    """Hearts were led and must be followed."""
    snapshot = with_trick(_playing(), "2:KH 3:9H 4:6H", winner=2)
    snapshot.hand.trick.number = 7
    prompt = play_prompt("AH 5H")
    prompt.barred.append(
        Barred(cards=cards("AS 9S 4S JD 8C"), reason=ERROR_REASON_MUST_FOLLOW_SUIT, because_cards=cards("AH 5H"))
    )
    snapshot.prompts.append(prompt)
    return _seen(snapshot)


def waiting() -> TableView:
    """Clara is to play; the reader cannot."""
    snapshot = with_trick(_playing(), "2:KH 3:9H", winner=2)
    snapshot.hand.trick.number = 7
    snapshot.prompts.append(play_prompt("", seat=4))
    return _seen(snapshot)


def trick_held() -> TableView:
    """A finished trick stays on the table while the next one has begun."""
    snapshot = with_trick(_playing(), "2:2C", winner=2)
    snapshot.hand.trick.number = 7
    return _seen(snapshot, held=snapshot.hand.tricks[-1])


def bidding() -> TableView:
    """The reader bids last; nil and high bids are barred or not."""
    snapshot = _rules(_bids(table("AS KS 8S 5S KH 9H 6H 2H QD TD 9D 7D 3D", phase=PHASE_BID), "- 4 3 3", "0 0 0 0"))
    prompt = bid_prompt(most=10)
    prompt.barred.append(Barred(bids=[Bid(tricks=n) for n in (11, 12, 13)], reason=ERROR_REASON_TEAM_BID_TOO_HIGH))
    prompt.choices.append(Choice(choice_id=20, action=ACTION_REDEAL))
    snapshot.prompts.append(prompt)
    return _seen(snapshot)


def bidding_of_six() -> TableView:
    """Seventeen tricks can be bid, in two rows."""
    snapshot = _bids(
        _alone(6, "QS QS 8S 6S 6S 3S AH QH 9H 7H 4H 3H AD TD 9C 8C 5C", phase=PHASE_BID), "- " * 6, "0 " * 6
    )
    snapshot.hand.hand_size = 17
    snapshot.prompts.append(bid_prompt(most=17))
    return _seen(snapshot)


def others_bid() -> TableView:
    """Ana is to bid."""
    snapshot = _rules(_bids(table("AS KS 8S 5S KH 9H 6H 2H QD TD 9D 7D 3D", phase=PHASE_BID), "- 4 - -", "0 0 0 0"))
    snapshot.prompts.append(bid_prompt(seat=3))
    return _seen(snapshot)


def _chooses(snapshot: Snapshot, kind: PromptKind.ValueType, choices: list[Choice]) -> TableView:
    for number, choice in enumerate(choices, start=1):
        choice.choice_id = number
    prompt = Prompt(prompt_id=7, kind=kind, seat=1, min_picks=1, max_picks=1, choices=choices)
    snapshot.prompts.append(timed(prompt, 60))
    return _seen(snapshot)


def blind() -> TableView:
    """Thirteen cards lie face down; blind nil may be bid."""
    snapshot = _rules(_bids(table("", phase=PHASE_BID), "- 4 - -", "0 0 0 0"))
    snapshot.hand.seats[0].card_count = 13
    return _chooses(snapshot, PROMPT_KIND_BLIND, [Choice(action=ACTION_LOOK), Choice(bid=Bid(blind_nil=BlindNil()))])


def talking() -> TableView:
    """Partners tell each other numbers: a long list."""
    snapshot = _rules(table("AS KS 8S 5S KH 9H 6H 2H QD TD 9D 7D 3D", phase=PHASE_TALK))
    snapshot.hand.seats[2].talk.CopyFrom(Talk(kind=TALK_KIND_ABOUT, tricks=3))
    talks = [Talk(kind=TALK_KIND_PASS), *(Talk(kind=TALK_KIND_ABOUT, tricks=n) for n in range(14))]
    return _chooses(snapshot, PROMPT_KIND_TALK, [Choice(talk=talk) for talk in talks])


def exchanging() -> TableView:
    """Ana bid blind nil and gets three cards."""
    snapshot = _rules(_bids(table("AS KS 5S KH 9H 2H QD 3D 8C 4C", phase=PHASE_EXCHANGE), "4 4 blind 2", "0 0 0 0"))
    own = snapshot.hand.seats[0].cards
    choices = [Choice(choice_id=n, card=card) for n, card in enumerate(own, start=1)]
    prompt = Prompt(prompt_id=7, kind=PROMPT_KIND_EXCHANGE, seat=1, min_picks=3, max_picks=3, choices=choices)
    snapshot.prompts.append(timed(prompt, 60))
    return _seen(snapshot)


def claimed() -> TableView:
    """Bruno claims all the remaining tricks and shows his cards."""
    snapshot = _playing("9S 4S")
    snapshot.claim.CopyFrom(Claim(seat=2, cards=cards("AS KS")))
    waits = play_prompt("9S 4S", prompt_id=6)
    waits.suspended = True
    snapshot.prompts.append(waits)
    return _chooses(snapshot, PROMPT_KIND_CLAIM, [Choice(action=ACTION_ACCEPT), Choice(action=ACTION_DECLINE)])


def claim_suspends() -> TableView:
    """The reader's own turn waits until a claim is settled."""
    snapshot = _playing("9S 4S")
    waits = play_prompt("9S 4S", prompt_id=6)
    waits.suspended = True
    snapshot.prompts.append(waits)
    return _seen(snapshot)


def _alone(seats: int, holding: str, phase: int = PHASE_PLAY) -> Snapshot:
    """Return a table where each plays for himself."""
    snapshot = table(holding, phase=phase)
    names = (*NAMES, "Davi", "Eva")
    del snapshot.seats[:]
    del snapshot.sides[:]
    del snapshot.hand.seats[1:]
    for n in range(1, seats + 1):
        kind = SEAT_KIND_PERSON if n == 1 else SEAT_KIND_HOUSE
        snapshot.seats.append(Seat(seat=n, side=n, kind=kind, name=names[n - 1], presence=PRESENCE_ONLINE))
        snapshot.sides.append(Side(side=n, seats=[n], score=61 * (n % 3) - 40, bags=n))
        if n > 1:
            snapshot.hand.seats.append(SeatHand(seat=n, card_count=len(holding.split())))
    snapshot.rules.CopyFrom(Rules(preset="standard", players=seats))
    return _rules(snapshot, target_score=300)


def three_players() -> TableView:
    """Three players, seventeen cards each, one out of play."""
    holding = "AS QS TS 6S KH 9H 7H KD 3D AC JC 5C"
    snapshot = _bids(_alone(3, holding), "6 5 nil", "2 3 0")
    snapshot.hand.undealt = 1
    snapshot.hand.hand_size = 17
    with_trick(snapshot, "2:TD 3:8D", winner=2)
    snapshot.hand.trick.number = 6
    snapshot.prompts.append(play_prompt("KD 3D"))
    return _seen(snapshot)


def two_players() -> TableView:
    """Two players in trick play."""
    snapshot = _bids(_alone(2, "QS 8S 3S AH JD TC"), "4 3", "2 1")
    with_trick(snapshot, "2:TD", winner=2)
    snapshot.prompts.append(play_prompt("JD"))
    return _seen(snapshot)


def drawing() -> TableView:
    """Two players draw: keep the king or throw it."""
    snapshot = _alone(2, "QS 8S 3S AH JD TC", phase=PHASE_DRAW)
    snapshot.hand.draw.CopyFrom(Draw(stock=28, offered=cards("KH")[0], turns=[6, 6], thrown=cards("4C 7D 2H 9C")))
    return _chooses(snapshot, PROMPT_KIND_DRAW, [Choice(action=ACTION_KEEP), Choice(action=ACTION_THROW)])


def six_players() -> TableView:
    """Six seats in two sides of three do not fit around a table: they stand in a list."""
    snapshot = _bids(_alone(6, "QS 8S 3S AH JD TC"), "4 3 2 nil 1 2", "2 1 0 0 1 0")
    with_trick(snapshot, "4:TD 5:2D", winner=4)
    snapshot.prompts.append(play_prompt("", seat=6))
    return _seen(snapshot)


def _result(hand: int, *sides: tuple[int, int, int, int, int, int]) -> HandResult:
    """Return a hand's lines: contract, bags, nil, penalty, total, bags kept, for each side."""
    return HandResult(
        hand_number=hand,
        sides=[
            SideResult(
                side=number,
                contract=contract,
                bag_points=bag_points,
                nil=nil,
                bag_penalty=penalty,
                hand=contract + bag_points + nil + penalty,
                total=total,
                bags=bags,
                new_bags=max(0, bag_points),
            )
            for number, (contract, bag_points, nil, penalty, total, bags) in enumerate(sides, start=1)
        ],
    )


RESULTS = (
    _result(1, (50, 2, 0, 0, 52, 2), (60, 1, 0, 0, 61, 1)),
    _result(2, (-40, 0, 0, 0, 12, 2), (40, 0, 0, 0, 101, 1)),
    _result(3, (70, 0, 100, 0, 182, 2), (50, 0, 0, 0, 151, 1)),
    _result(4, (70, 1, 0, 0, 253, 3), (-50, 0, 0, 0, 101, 1)),
)


def _scored() -> Snapshot:
    snapshot = _rules(_bids(table("", phase=PHASE_SCORED), "4 2 3 3", "5 2 3 3"))
    snapshot.results.extend(RESULTS)
    return snapshot


def score_sheet() -> TableView:
    """The hand is scored and the reader may go on."""
    snapshot = _scored()
    snapshot.prompts.append(continue_prompt())
    return _seen(snapshot)


def game_over() -> TableView:
    """The game is won."""
    snapshot = _scored()
    snapshot.stage = TABLE_STAGE_GAME_OVER
    snapshot.game_result.CopyFrom(GameResult(winner_side=1, reason=GAME_END_REASON_TARGET))
    return _seen(snapshot)


def rematch() -> TableView:
    """The game is lost and another is offered."""
    snapshot = _scored()
    snapshot.stage = TABLE_STAGE_GAME_OVER
    snapshot.game_result.CopyFrom(GameResult(winner_side=2, reason=GAME_END_REASON_TARGET))
    return _chooses(snapshot, PROMPT_KIND_REMATCH, [Choice(action=ACTION_ACCEPT), Choice(action=ACTION_DECLINE)])


def gathering() -> TableView:
    """Two seats of four are taken and no game has begun."""
    snapshot = _rules(table())
    snapshot.ClearField("hand")
    snapshot.stage = TABLE_STAGE_GATHERING
    snapshot.seats[1].CopyFrom(Seat(seat=2, side=2, kind=SEAT_KIND_EMPTY))
    snapshot.seats[3].CopyFrom(Seat(seat=4, side=2, kind=SEAT_KIND_EMPTY))
    snapshot.seats[2].ready = True
    return _seen(snapshot)


def gathering_with_all() -> TableView:
    """A guest at a full table: a person who is away, a computer player, and a host."""
    snapshot = gathering().snapshot
    snapshot.host_seat = 3
    snapshot.seats[1].CopyFrom(Seat(seat=2, side=2, kind=SEAT_KIND_HOUSE, name="Ada", level="rules", ready=True))
    snapshot.seats[3].CopyFrom(Seat(seat=4, side=2, kind=SEAT_KIND_PERSON, name="Clara", presence=PRESENCE_AWAY))
    snapshot.seeded = True
    return _seen(snapshot)


def gathering_of_three() -> TableView:
    """Three seats, each for itself; the viewer is the host and sits last."""
    snapshot = three_players().snapshot
    snapshot.ClearField("hand")
    snapshot.ClearField("prompts")
    snapshot.stage = TABLE_STAGE_GATHERING
    snapshot.your_seat = snapshot.host_seat = 3
    return _seen(snapshot)


DRAWS = tuple(
    PlayedCard(seat=seat, card=card) for seat, card in zip((1, 2, 3, 4, 2, 3), cards("9S AH AD 4C 7D KS"), strict=True)
)


def draw_for_dealer() -> TableView:
    """Two drew an ace and have drawn again; Ana deals."""
    return _seen(others_bid().snapshot, deal=Deal(hand=1, dealer=3, draws=DRAWS, frame=3))


def dealing() -> TableView:
    """Half of the cards are dealt."""
    return _seen(others_bid().snapshot, deal=Deal(hand=5, dealer=3, frame=1))


def somebody_away() -> TableView:
    """A player has gone, a computer plays for another, and the table waits for nobody."""
    snapshot = with_trick(_playing(), "2:KH", winner=2)
    snapshot.hand.trick.number = 7
    snapshot.seats[2].presence = PRESENCE_AWAY
    snapshot.seats[3].stood_in = True
    snapshot.prompts.append(play_prompt("", seat=3))
    return _seen(snapshot)


def paused() -> TableView:
    """The table stands still."""
    snapshot = with_trick(_playing(), "2:KH", winner=2)
    snapshot.pause.CopyFrom(Pause(reason=PAUSE_REASON_NOBODY_HERE))
    return _seen(snapshot)


def spectating() -> TableView:
    """Somebody without a seat looks on."""
    snapshot = with_trick(_playing(), "2:KH 3:9H", winner=2)
    snapshot.your_seat = 0
    del snapshot.hand.seats[0].cards[:]
    snapshot.prompts.append(play_prompt("", seat=4))
    return _seen(snapshot)


def jokers_and_a_long_suit() -> TableView:
    """Jokers stand among the spades, of which the reader holds twelve."""
    snapshot = _playing()
    jokers = [Card(suit=SUIT_JOKER, rank=rank, copy=1) for rank in (15, 16)]
    long = [*jokers, *cards("AS KS QS JS TS 9S 8S 7S 6S 5S 2C")]
    snapshot.hand.seats[0].cards.extend(long)
    del snapshot.hand.seats[0].cards[: len(HOLDING.split())]
    snapshot.pack.CopyFrom(pack())
    for joker in jokers:
        snapshot.pack.cards.append(PackCard(card=joker, plays_as=SUIT_SPADES, strength=joker.rank))
    snapshot.prompts.append(play_prompt("2C"))
    return _seen(snapshot)


def wide_names() -> TableView:
    """Names in other scripts are measured in cells."""
    snapshot = with_trick(_playing(), "2:KH 3:9H", winner=2)
    for seat, name in zip(snapshot.seats, ("José", "李小龙", "Ngọc Ánh", "한국"), strict=True):
        seat.name = name
    snapshot.prompts.append(play_prompt("", seat=4))
    return _seen(snapshot)


def newer_prompt() -> TableView:
    """A kind of prompt that this client does not know: the server's labels are shown."""
    snapshot = _playing("9S 4S")
    choices = [Choice(label="Swap seats"), Choice(label="Stay")]
    return _chooses(snapshot, 77, choices)  # type: ignore[arg-type]  # as a newer server might send it


Scene = Callable[[], TableView]

SCENES: tuple[Scene, ...] = (
    following,
    waiting,
    trick_held,
    bidding,
    bidding_of_six,
    others_bid,
    blind,
    talking,
    exchanging,
    claimed,
    claim_suspends,
    three_players,
    two_players,
    drawing,
    six_players,
    score_sheet,
    game_over,
    rematch,
    gathering,
    gathering_with_all,
    gathering_of_three,
    draw_for_dealer,
    dealing,
    somebody_away,
    paused,
    spectating,
    jokers_and_a_long_suit,
    wide_names,
    newer_prompt,
)
