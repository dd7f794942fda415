"""The game part of a snapshot from a view, and the view again from a snapshot."""

from collections.abc import Iterable

from spades.v1 import cards_pb2, snapshot_pb2
from spades_engine import (
    Bid,
    CardSet,
    Claim,
    Draw,
    EndReason,
    Exchange,
    Game,
    GameResult,
    Hand,
    Phase,
    Score,
    SideResult,
    Trick,
    View,
    pack_of,
    trick_winner,
)
from spades_engine.cards import mask
from spades_engine.evolve import next_dealer
from spades_engine.exchange import planned_exchanges
from spades_wire.game_events import hand_result_message, holding_messages, phase_number
from spades_wire.rules_messages import rules_from_message
from spades_wire.values import (
    bid_from_message,
    bid_message,
    card_from_message,
    card_message,
    card_messages,
    side_messages,
    talk_from_message,
    talk_message,
)

__all__ = ["fill_game", "view_from_snapshot"]


def fill_game(message: snapshot_pb2.Snapshot, view: View) -> None:
    """Add to *message* what the viewer sees of the game: sides, hand, results."""
    game = view.game
    message.sides.extend(side_messages(game))
    if game.hand is not None and game.hand.claim is not None:
        claim = game.hand.claim
        message.claim.seat = claim.seat + 1
        message.claim.cards.extend(card_messages(game.hand.holdings[claim.seat]))
        message.claim.accepted_seats.extend(seat + 1 for seat in claim.accepted)
    message.results.extend(hand_result_message(number, lines) for number, lines in enumerate(game.results, 1))
    if game.hand is not None:
        message.hand.CopyFrom(_hand_message(game, game.hand))


def _hand_message(game: Game, hand: Hand) -> snapshot_pb2.Hand:
    message = snapshot_pb2.Hand(
        number=hand.number,
        deal=hand.deal,
        dealer=hand.dealer + 1,
        phase=phase_number(hand.phase),
        commitment=hand.commitment,
        seats=[_seat_hand(hand, seat) for seat in range(len(hand.counts))],
        tricks=[_trick(number, trick.leader, trick.plays, trick.winner) for number, trick in enumerate(hand.tricks, 1)],
        turn=0 if hand.turn is None else hand.turn + 1,
        broken=hand.broken,
        undealt=hand.undealt,
        exchanges=[_exchange_message(exchange) for exchange in hand.exchanges],
        hand_size=game.rules.hand_size,
        shown=card_messages(hand.shown),
    )
    if hand.trick:
        winning = trick_winner(pack_of(game.rules), hand.trick)
        message.trick.CopyFrom(_trick(len(hand.tricks) + 1, hand.trick[0][0], hand.trick, winning))
    if hand.draw is not None:
        message.draw.CopyFrom(_draw_message(hand.draw))
    if hand.phase is Phase.SCORED:
        message.dealt.extend(holding_messages(hand.dealt))
    return message


def _seat_hand(hand: Hand, seat: int) -> snapshot_pb2.SeatHand:
    bid, talk = hand.bids[seat], hand.talks[seat]
    return snapshot_pb2.SeatHand(
        seat=seat + 1,
        card_count=hand.counts[seat],
        cards=card_messages(hand.holdings[seat]),
        seen=hand.seen[seat],
        bid=None if bid is None else bid_message(bid),
        tricks=hand.tricks_won[seat],
        talk=None if talk is None else talk_message(talk),
        exposed=hand.exposed[seat],
    )


def _trick(number: int, leader: int, plays: tuple[tuple[int, int], ...], winner: int) -> snapshot_pb2.Trick:
    return snapshot_pb2.Trick(
        number=number,
        leader=leader + 1,
        plays=[snapshot_pb2.PlayedCard(seat=seat + 1, card=card_message(card)) for seat, card in plays],
        winner=winner + 1,
    )


def _exchange_message(exchange: Exchange) -> snapshot_pb2.Exchange:
    return snapshot_pb2.Exchange(
        from_seat=exchange.giver + 1,
        to_seat=exchange.receiver + 1,
        count=exchange.count,
        cards=card_messages(exchange.cards),
        unseen=exchange.unseen,
    )


def _draw_message(draw: Draw) -> snapshot_pb2.Draw:
    return snapshot_pb2.Draw(
        stock=draw.stock,
        offered=None if draw.offered is None else card_message(draw.offered),
        turns=draw.turns,
        thrown=[card_message(card) for card in draw.thrown],
    )


def view_from_snapshot(message: snapshot_pb2.Snapshot) -> View:
    """Return the view of the seat that *message* was made for, as the computer players read it.

    Raises:
        FieldInvalid, RulesError: the snapshot is not one that the engine could have made.
    """
    rules, _ = rules_from_message(message.rules)
    game = Game(
        rules=rules,
        scores=tuple(Score(points=side.score, bags=side.bags, sets=side.sets) for side in message.sides),
        hands_played=len(message.results),
        dealer=None,
        hand=None,
        results=_results(message),
        result=_game_result(message),
    )
    seat = message.your_seat - 1 if message.your_seat else None
    if not message.HasField("hand"):
        return View(seat, game)
    dealer = message.hand.dealer - 1
    scored = message.hand.phase == snapshot_pb2.PHASE_SCORED
    game = game._replace(dealer=next_dealer(rules, dealer) if scored else dealer)
    hand = _hand(game, message.hand, seat)
    if message.HasField("claim"):
        accepted = tuple(accepting - 1 for accepting in message.claim.accepted_seats)
        hand = hand._replace(claim=Claim(message.claim.seat - 1, accepted))
    return View(seat, game._replace(hand=hand))


def _hand(game: Game, message: snapshot_pb2.Hand, seat: int | None) -> Hand:
    bids = tuple(_bid(held) for held in message.seats)
    phase = Phase(message.phase)
    exchanges = tuple(_exchange(made) for made in message.exchanges)
    tricks = tuple(Trick(trick.leader - 1, _plays(trick), trick.winner - 1) for trick in message.tricks)
    holdings = tuple(_cards(held.cards) for held in message.seats)
    hand = Hand(
        number=message.number,
        deal=message.deal,
        dealer=message.dealer - 1,
        phase=phase,
        commitment=message.commitment,
        counts=tuple(held.card_count for held in message.seats),
        bids=bids,
        tricks_won=tuple(held.tricks for held in message.seats),
        turn=message.turn - 1 if message.turn else None,
        trick=_plays(message.trick),
        leader=None,
        tricks=tricks,
        broken=message.broken,
        draw=_draw(message),
        planned=planned_exchanges(game, bids)[len(exchanges) :] if phase is Phase.EXCHANGE else (),
        exchanges=exchanges,
        undealt=message.undealt,
        aside=_aside(message, seat),
        talks=tuple(talk_from_message(held.talk) if held.HasField("talk") else None for held in message.seats),
        shown=_cards(message.shown),
        exposed=tuple(held.exposed for held in message.seats),
        seen=tuple(held.seen for held in message.seats),
        holdings=holdings,
    )
    dealt = tuple(_cards(held.cards) for held in message.dealt)
    return hand._replace(leader=_leader(hand), dealt=dealt or _dealt(hand, seat))


def _aside(message: snapshot_pb2.Hand, seat: int | None) -> CardSet:
    """Return what *seat* gave and its partner has not taken up yet."""
    last = message.exchanges[-1] if message.exchanges else snapshot_pb2.Exchange()
    mine = last.unseen and seat is not None and last.from_seat == seat + 1
    return _cards(last.cards) if mine else 0


def _leader(hand: Hand) -> int | None:
    if hand.trick:
        return hand.trick[0][0]
    if hand.tricks:
        return hand.tricks[-1].winner
    return hand.turn if hand.phase is Phase.PLAY else None


def _dealt(hand: Hand, owner: int | None) -> tuple[CardSet, ...]:
    """Return what *owner* was dealt, and nothing of the others: undo the plays, then the exchanges."""
    if owner is None:
        return (0,) * len(hand.counts)
    plays = [play for trick in hand.tricks for play in trick.plays] + list(hand.trick)
    dealt = hand.holdings[owner] | mask(card for seat, card in plays if seat == owner)
    for made in reversed(hand.exchanges):
        if made.receiver == owner:
            dealt &= ~made.cards
        if made.giver == owner:
            dealt |= made.cards
    return tuple(dealt if seat == owner else 0 for seat in range(len(hand.counts)))


def _bid(held: snapshot_pb2.SeatHand) -> Bid | None:
    return bid_from_message(held.bid) if held.HasField("bid") else None


def _cards(messages: Iterable[cards_pb2.Card]) -> CardSet:
    return mask(card_from_message(message) for message in messages)


def _plays(trick: snapshot_pb2.Trick) -> tuple[tuple[int, int], ...]:
    return tuple((play.seat - 1, card_from_message(play.card)) for play in trick.plays)


def _exchange(made: snapshot_pb2.Exchange) -> Exchange:
    return Exchange(made.from_seat - 1, made.to_seat - 1, made.count, _cards(made.cards), made.unseen)


def _draw(message: snapshot_pb2.Hand) -> Draw | None:
    if not message.HasField("draw"):
        return None
    draw = message.draw
    return Draw(
        stock=draw.stock,
        offered=card_from_message(draw.offered) if draw.HasField("offered") else None,
        turns=tuple(draw.turns),
        thrown=tuple(card_from_message(card) for card in draw.thrown),
    )


def _results(message: snapshot_pb2.Snapshot) -> tuple[tuple[SideResult, ...], ...]:
    results: list[tuple[SideResult, ...]] = []
    sets = [0] * len(message.sides)
    for result in message.results:
        sets = [before + (line.contract < 0) for before, line in zip(sets, result.sides, strict=True)]
        results.append(tuple(_side_result(line, fallen) for line, fallen in zip(result.sides, sets, strict=True)))
    return tuple(results)


def _side_result(line: snapshot_pb2.SideResult, sets: int) -> SideResult:
    return SideResult(
        contract=line.contract,
        bag_points=line.bag_points,
        nil=line.nil,
        bag_penalty=line.bag_penalty,
        new_bags=line.new_bags,
        after=Score(points=line.total, bags=line.bags, sets=sets),
    )


def _game_result(message: snapshot_pb2.Snapshot) -> GameResult | None:
    if not message.HasField("game_result"):
        return None
    winner = message.game_result.winner_side
    return GameResult(winner=winner - 1 if winner else None, reason=EndReason(message.game_result.reason))
