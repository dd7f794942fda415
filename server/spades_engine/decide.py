"""From a command to events: every rule is checked here, and nothing changes here.

(no hand) --StartHand--> DRAW --Choose x 26--> BID --MakeBid x seats--> EXCHANGE --Give--> PLAY --PlayCard--> SCORED
                 \\---------- dealt ----------^          \\----- nobody exchanges ------^
"""

from typing import assert_never

from spades_engine.bidding import bid_refusal, blind_refusal, legal_bids, team_refusal_of_blind
from spades_engine.bids import Bid, BidKind
from spades_engine.cards import Card, CardSet, Suit, count, each, mask
from spades_engine.commands import Choose, Command, Give, Look, MakeBid, PlayCard, StartGame, StartHand
from spades_engine.errors import CardNotHeld, NotYourTurn, WrongCardCount, WrongPhase
from spades_engine.events import (
    BidMade,
    CardDrawn,
    CardOffered,
    CardPlayed,
    CardsDealt,
    CardsExchanged,
    CardsSeen,
    DealerDrawn,
    Event,
    GameEnded,
    HandEnded,
    HandStarted,
    LeaderChosen,
    SpadesBroken,
    TrickWon,
)
from spades_engine.exchange import planned_exchanges
from spades_engine.hand import Game, Hand, Phase
from spades_engine.pack import Pack, pack_of
from spades_engine.play import legal_plays, play_refusal, trick_winner
from spades_engine.rules import Rules
from spades_engine.scoring import game_result, score_hand

__all__ = ["behind", "decide", "may_bid_blind"]


def decide(game: Game, command: Command) -> tuple[Event, ...]:
    """Return what *command* brings about.

    Raises:
        IllegalAction: the rules refuse it.
    """
    match command:
        case PlayCard():
            return _play(game, _hand_in(game, Phase.PLAY), command)
        case MakeBid():
            return _bid(game, _hand_in(game, Phase.BID), command)
        case Choose():
            return _choose(game, _hand_in(game, Phase.DRAW), command)
        case Give():
            return _give(game, _hand_in(game, Phase.EXCHANGE), command)
        case Look():
            return _look(game, command)
        case StartHand():
            return _start_hand(game, command)
        case StartGame():
            return (_first_dealer(game, command),)
        case _:
            assert_never(command)


def _hand_in(game: Game, phase: Phase) -> Hand:
    hand = game.hand
    if hand is None or hand.phase is not phase:
        now = "no hand is being played" if hand is None else f"the hand is in phase {hand.phase.name}"
        raise WrongPhase(f"{now}, not {phase.name}")
    return hand


def _first_dealer(game: Game, command: StartGame) -> DealerDrawn:
    """Source: docs/rules.md c36 and decision 21: the highest card deals, suits C<D<H<S break ties."""
    if game.dealer is not None:
        raise WrongPhase("the game has begun")
    seats = game.rules.players
    match game.rules.first_dealer:
        case "high_card":
            draws = tuple(enumerate(command.draw_order[:seats]))
            dealer = max(draws, key=lambda drawn: (drawn[1] % 13, drawn[1]))[0]
            return DealerDrawn(draws=draws, dealer=dealer)
        case "random":
            return DealerDrawn(draws=(), dealer=command.random_seat)
        case "host":
            return DealerDrawn(draws=(), dealer=command.host)
        case "host_leads":
            return DealerDrawn(draws=(), dealer=(command.host - 1) % seats)
        case _:
            return DealerDrawn(draws=(), dealer=seats - 1)


def _start_hand(game: Game, command: StartHand) -> tuple[Event, ...]:
    rules = game.rules
    if game.dealer is None or game.result is not None:
        raise WrongPhase("the game is over" if game.result else "the first dealer is not known")
    if game.hand is not None and game.hand.phase is not Phase.SCORED:
        raise WrongPhase("a hand is being played")
    assert mask(command.deck) == pack_of(rules).cards, "the deck is not the pack of the rules"
    number = game.hands_played + 1
    dealt = 0 if rules.draws else rules.hand_size * rules.players
    started = HandStarted(
        number=number,
        deal=1,
        dealer=game.dealer,
        commitment=command.commitment,
        phase=Phase.DRAW if rules.draws else Phase.BID,
        undealt=0 if rules.draws else len(command.deck) - dealt,
        stock=len(command.deck) if rules.draws else 0,
        deck=command.deck,
        leader_draw=command.leader_draw,
    )
    eldest = (game.dealer + 1) % rules.players
    if rules.draws:
        return started, CardOffered(seat=eldest, card=command.deck[0])
    holdings = _dealt(rules, command.deck, eldest)
    deals = (
        CardsDealt(seat=seat, count=rules.hand_size, seen=not _dealt_face_down(game, seat), cards=holdings[seat])
        for seat in _clockwise(rules, eldest)
    )
    return started, *deals, *_seen_at_turn(game, holdings, eldest)


def _dealt(rules: Rules, deck: tuple[Card, ...], eldest: int) -> tuple[CardSet, ...]:
    """Deal one card at a time, eldest hand first."""
    seats, size = rules.players, rules.hand_size
    return tuple(mask(deck[(seat - eldest) % seats : seats * size : seats]) for seat in range(seats))


def _dealt_face_down(game: Game, seat: int) -> bool:
    return game.rules.hides_hands or may_bid_blind(game, seat)


def _seen_at_turn(game: Game, holdings: tuple[CardSet, ...], seat: int) -> tuple[Event, ...]:
    """Where hands are hidden until the turn to bid, the turn shows them, unless the seat may still bid blind."""
    if game.rules.hides_hands and not may_bid_blind(game, seat):
        return (CardsSeen(seat=seat, cards=holdings[seat]),)
    return ()


def behind(game: Game, seat: int) -> int:
    """Return how many points the side of *seat* is behind the best other side before this hand (c4)."""
    mine = game.rules.side_of(seat)
    others = (score.points for side, score in enumerate(game.scores) if side != mine)
    return max(others) - game.scores[mine].points


def may_bid_blind(game: Game, seat: int) -> bool:
    """Return whether *seat*, not having looked, is far enough behind to bid blind; public, known before the deal."""
    return blind_refusal(game.rules, seen=False, behind=behind(game, seat)) is None


def _clockwise(rules: Rules, first: int) -> tuple[int, ...]:
    return tuple((first + step) % rules.players for step in range(rules.players))


def _look(game: Game, command: Look) -> tuple[Event, ...]:
    hand, seat = game.hand, command.seat
    if hand is None or hand.phase is not Phase.BID or hand.seen[seat]:
        raise WrongPhase("you have no cards face down")
    if game.rules.hides_hands and hand.turn != seat:
        raise WrongPhase("your cards are shown at your turn to bid")
    return (CardsSeen(seat=seat, cards=hand.holdings[seat]),)


def _choose(game: Game, hand: Hand, command: Choose) -> tuple[Event, ...]:
    """Source: docs/rules.md d4 and decision 22."""
    if hand.turn != command.seat:
        raise NotYourTurn
    taken = 2 * len(hand.draw.thrown if hand.draw else ())
    offered, following = hand.deck[taken : taken + 2]
    kept, thrown = (offered, following) if command.keep else (following, offered)
    drawn = CardDrawn(seat=command.seat, kept_offered=command.keep, kept=kept, thrown=thrown)
    if taken + 2 == len(hand.deck):
        return (drawn,)
    return drawn, CardOffered(seat=_next_chooser(game.rules, hand, taken // 2 + 1), card=hand.deck[taken + 2])


def _next_chooser(rules: Rules, hand: Hand, choices: int) -> int:
    """Return who makes the choice after *choices* of them: in turn, or eldest 13 times and then the dealer."""
    eldest = (hand.dealer + 1) % 2
    turn = choices if rules.draw_order == "alternate" else choices // rules.hand_size
    return (eldest + turn) % 2


def _bid(game: Game, hand: Hand, command: MakeBid) -> tuple[Event, ...]:
    seat, bid = command.seat, command.bid
    if hand.turn != seat:
        raise NotYourTurn
    if hand.bids[seat] is not None:
        raise WrongPhase("you have bid")
    _check_bid(game, hand, seat, bid)
    bids = (*hand.bids[:seat], bid, *hand.bids[seat + 1 :])
    following = (seat + 1) % game.rules.players
    phase = Phase.BID
    if None not in bids:
        phase = Phase.EXCHANGE if planned_exchanges(game, bids) else Phase.PLAY
    made: list[Event] = [BidMade(seat=seat, bid=bid, phase=phase)]
    if bid.is_blind:
        made.append(CardsSeen(seat=seat, cards=hand.holdings[seat]))
    if phase is Phase.BID:
        made += _seen_at_turn(game, hand.holdings, following)
    if phase is Phase.PLAY:
        made.append(LeaderChosen(first_leader(game.rules, hand, bids)))
    return tuple(made)


def _check_bid(game: Game, hand: Hand, seat: int, bid: Bid) -> None:
    if bid.kind is BidKind.BLIND_NIL:
        refusal = blind_refusal(game.rules, seen=hand.seen[seat], behind=behind(game, seat))
        refusal = refusal or team_refusal_of_blind(game.rules, hand.bids, seat)
    elif not hand.seen[seat]:
        raise WrongPhase("look at your cards first, or bid blind")
    elif bid in legal_bids(game.rules, hand.bids, seat):
        return
    else:
        refusal = bid_refusal(game.rules, hand.bids, seat, bid)
    if refusal is not None:
        raise refusal


def first_leader(rules: Rules, hand: Hand, bids: tuple[Bid | None, ...]) -> int:
    """Return who leads to the first trick. Source: docs/rules.md c23, c33 and decision 19."""
    eldest = (hand.dealer + 1) % rules.players
    order = _clockwise(rules, eldest)
    match rules.first_leader:
        case "random":
            return hand.leader_draw
        case "lowest_club":
            clubs = pack_of(rules).suits[Suit.CLUBS]
            held = mask(card for holding in hand.holdings for card in each(holding & clubs))
            lowest = held & -held
            return next((seat for seat in order if hand.holdings[seat] & lowest), eldest)
        case "highest_bidder":
            return max(order, key=lambda seat: bid.tricks if (bid := bids[seat]) else 0)
        case _:
            return eldest


def _give(game: Game, hand: Hand, command: Give) -> tuple[Event, ...]:
    """The bidder gives, the partner sees them and returns as many. Source: docs/rules.md c5, decisions 11 to 13."""
    planned = hand.planned[0]
    if planned.giver != command.seat:
        raise NotYourTurn
    if missing := command.cards & ~hand.holdings[command.seat]:
        raise CardNotHeld(next(each(missing)))
    if count(command.cards) != planned.count:
        raise WrongCardCount(count(command.cards), planned.count)
    phase = Phase.EXCHANGE if len(hand.planned) > 1 else Phase.PLAY
    given = CardsExchanged(
        giver=planned.giver, receiver=planned.receiver, count=planned.count, cards=command.cards, phase=phase
    )
    if phase is Phase.EXCHANGE:
        return (given,)
    holdings = list(hand.holdings)
    holdings[planned.giver] &= ~command.cards
    holdings[planned.receiver] |= command.cards
    return given, LeaderChosen(first_leader(game.rules, hand._replace(holdings=tuple(holdings)), hand.bids))


def _play(game: Game, hand: Hand, command: PlayCard) -> tuple[Event, ...]:
    seat, card = command.seat, command.card
    if hand.turn != seat:
        raise NotYourTurn
    rules = game.rules
    pack = pack_of(rules)
    holding = hand.holdings[seat]
    led = pack.plays_as[hand.trick[0][1]] if hand.trick else None
    first = not hand.tricks
    legal = legal_plays(rules, pack, holding, led, broken=hand.broken, first_trick=first)
    if not legal >> card & 1:
        raise play_refusal(rules, pack, holding, led, card, broken=hand.broken, first_trick=first)
    plays = (*hand.trick, (seat, card))
    winner = trick_winner(pack, plays)
    events: list[Event] = [CardPlayed(seat, card, winner)]
    if not hand.broken and _breaks(rules, pack, holding, led, card):
        events.append(SpadesBroken(seat))
    if len(plays) == rules.players:
        events.append(TrickWon(winner, len(hand.tricks) + 1))
        if hand.counts[seat] == 1:
            events += _end_hand(game, hand, winner)
    return tuple(events)


def _breaks(rules: Rules, pack: Pack, holding: CardSet, led: Suit | None, card: Card) -> bool:
    """Return whether *card* breaks spades. Source: docs/rules.md c25 and decision 16 (a forced lead)."""
    if pack.plays_as[card] is not Suit.SPADES or led is Suit.SPADES:
        return False
    return led is not None or rules.forced_lead_breaks or bool(holding & ~pack.spades)


def _end_hand(game: Game, hand: Hand, last_winner: int) -> list[Event]:
    tricks = list(hand.tricks_won)
    tricks[last_winner] += 1
    bids = tuple(bid for bid in hand.bids if bid is not None)
    results = score_hand(game.rules, game.scores, bids, tricks)
    undealt = 0 if hand.draw else mask(hand.deck) & ~mask(card for held in hand.dealt for card in each(held))
    events: list[Event] = [HandEnded(number=hand.number, results=results, dealt=hand.dealt, undealt=undealt)]
    ended = game_result(game.rules, [result.after for result in results], game.hands_played + 1)
    if ended is not None:
        events.append(GameEnded(ended))
    return events
