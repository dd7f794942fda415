"""Cards, bids and rules as messages and back."""

import pytest
from hypothesis import given

from builders import drawn_rules
from spades.v1 import cards_pb2, rules_pb2
from spades_engine import (
    BLIND_NIL,
    NIL,
    OPTIONS,
    PRESETS,
    Bid,
    Rules,
    RulesError,
    cards,
    format_card,
    new_game,
    pack_of,
    parse_card,
    rules_of,
)
from spades_engine.bids import of
from spades_engine.cards import each
from spades_wire import (
    FieldInvalid,
    bid_from_message,
    card_from_message,
    option_messages,
    pack_message,
    preset_messages,
    rules_from_message,
    rules_message,
    side_messages,
)
from spades_wire.values import bid_message, card_message, card_messages

CLUBS, SPADES, JOKER = cards_pb2.SUIT_CLUBS, cards_pb2.SUIT_SPADES, cards_pb2.SUIT_JOKER


@pytest.mark.parametrize(
    ("text", "suit", "rank", "copy"),
    [
        ("2C", CLUBS, 2, 1),
        ("TH", cards_pb2.SUIT_HEARTS, 10, 1),
        ("AS", SPADES, 14, 1),
        ("JD", cards_pb2.SUIT_DIAMONDS, 11, 1),
        ("LJ", JOKER, 15, 1),
        ("BJ", JOKER, 16, 1),
        ("QS.2", SPADES, 12, 2),
        ("BJ.2", JOKER, 16, 2),
    ],
)
def test_a_card_is_written_with_suit_rank_and_copy_none_of_which_is_zero(
    text: str, suit: cards_pb2.Suit.ValueType, rank: int, copy: int
) -> None:
    message = cards_pb2.Card(suit=suit, rank=rank, copy=copy)
    assert card_message(parse_card(text)) == message
    assert card_from_message(message) == parse_card(text)


def test_every_card_of_two_packs_comes_back_as_it_was() -> None:
    assert [card_from_message(card_message(card)) for card in range(108)] == list(range(108))


def test_a_set_of_cards_is_listed_lowest_card_number_first() -> None:
    messages = card_messages(cards("AS 2C KH"))
    assert [format_card(card_from_message(message)) for message in messages] == ["2C", "KH", "AS"]


@pytest.mark.parametrize(
    ("suit", "rank", "copy", "field"),
    [
        (0, 2, 1, "suit"),
        (6, 2, 1, "suit"),
        (77, 2, 1, "suit"),
        (1, 0, 1, "rank"),
        (1, 1, 1, "rank"),
        (1, 15, 1, "rank"),
        (5, 14, 1, "rank"),
        (5, 17, 1, "rank"),
        (4, 2**32 - 1, 1, "rank"),
        (1, 2, 0, "copy"),
        (1, 2, 3, "copy"),
    ],
)
def test_what_is_no_card_is_refused_by_the_part_that_is_wrong(
    suit: cards_pb2.Suit.ValueType, rank: int, copy: int, field: str
) -> None:
    """An unset field is never a first card."""
    with pytest.raises(FieldInvalid) as refusal:
        card_from_message(cards_pb2.Card(suit=suit, rank=rank, copy=copy), "claim.cards[0]")
    assert refusal.value.field == f"claim.cards[0].{field}"
    assert refusal.value.sentence


@pytest.mark.parametrize(
    ("bid", "message"),
    [
        (of(0), cards_pb2.Bid(tricks=0)),
        (of(13), cards_pb2.Bid(tricks=13)),
        (NIL, cards_pb2.Bid(nil=cards_pb2.Nil())),
        (BLIND_NIL, cards_pb2.Bid(blind_nil=cards_pb2.BlindNil())),
    ],
)
def test_a_bid_says_which_kind_it_is_and_zero_is_a_number(bid: Bid, message: cards_pb2.Bid) -> None:
    assert bid_message(bid) == message
    assert bid_message(bid).WhichOneof("kind")
    assert bid_from_message(cards_pb2.Bid.FromString(message.SerializeToString())) == bid


def test_a_bid_of_no_kind_is_refused() -> None:
    with pytest.raises(FieldInvalid, match=r"bid: missing; one of tricks"):
        bid_from_message(cards_pb2.Bid())


def test_the_pack_says_what_each_card_counts_as() -> None:
    for rules in (Rules(), Rules(players=3)):
        message = pack_message(rules)
        assert [card_from_message(each.card) for each in message.cards] == list(each(pack_of(rules).cards))
        assert len({(each.plays_as, each.strength) for each in message.cards}) == len(message.cards)
        assert min(each.strength for each in message.cards) >= 1


def test_the_sides_count_from_one() -> None:
    pairs = side_messages(new_game(Rules()))
    assert [(side.side, list(side.seats)) for side in pairs] == [(1, [1, 3]), (2, [2, 4])]
    alone = side_messages(new_game(Rules(players=3)))
    assert [(side.side, list(side.seats)) for side in alone] == [(1, [1]), (2, [2]), (3, [3])]


# Rules


@given(drawn_rules())
def test_any_rules_come_back_from_their_message_as_they_were(rules: Rules) -> None:
    message = rules_message(rules, "two-player" if rules.players == 2 else "standard")
    again = rules_pb2.Rules.FromString(message.SerializeToString())
    assert rules_from_message(again) == (rules, message.preset)
    assert [option.name for option in message.options] == [each.name for each in OPTIONS if each.name != "players"]


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_named_and_its_number_of_players_is_its_own(name: str) -> None:
    assert rules_from_message(rules_pb2.Rules(preset=name)) == (rules_of(name), name)
    for players in PRESETS[name].players:
        rules, _ = rules_from_message(rules_pb2.Rules(preset=name, players=players))
        assert rules == rules_of(name, players=players)


def test_no_preset_means_standard() -> None:
    assert rules_from_message(rules_pb2.Rules()) == (rules_of(), "standard")


def option(name: str, **value: object) -> rules_pb2.Rules:
    """Return rules with one option."""
    given = rules_pb2.RuleOption(name=name, value=rules_pb2.OptionValue(**value))  # type: ignore[arg-type]
    return rules_pb2.Rules(options=[given])


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        (rules_pb2.Rules(preset="nosuch"), ("preset",)),
        (rules_pb2.Rules(players=7), ("preset", "players")),
        (option("nosuch", flag=True), ("nosuch",)),
        (option("nil", word="yes"), ("nil",)),
        (option("nil", number=1), ("nil",)),
        (option("nil_points", number=501), ("nil_points",)),
        (option("nil_points", number=-1), ("nil_points",)),
        (option("nil_points", word="off"), ("nil_points",)),
        (option("nil_points", flag=True), ("nil_points",)),
        (option("tie_break", word="off"), ("tie_break",)),
        (option("target_score", word="off"), ("target_score", "max_hands")),
    ],
)
def test_rules_that_cannot_be_played_name_the_options(rules: rules_pb2.Rules, names: tuple[str, ...]) -> None:
    with pytest.raises(RulesError) as refusal:
        rules_from_message(rules)
    assert refusal.value.fields == names


@pytest.mark.parametrize(
    "rules",
    [
        rules_pb2.Rules(options=[rules_pb2.RuleOption(name="nil")]),
        option("players", number=3),
        rules_pb2.Rules(options=[*option("nil", flag=True).options, *option("nil", flag=False).options]),
    ],
)
def test_an_option_without_a_value_or_twice_is_malformed(rules: rules_pb2.Rules) -> None:
    with pytest.raises(FieldInvalid):
        rules_from_message(rules)


def test_a_number_that_is_switched_off_is_the_word_off() -> None:
    rules, _ = rules_from_message(option("losing_score", word="off"))
    assert rules.losing_score is None
    shown = {each.name: each.value for each in rules_message(rules, "standard").options}
    assert shown["losing_score"].word == "off"


def refused_alone(rules: rules_pb2.Rules) -> bool:
    """Return whether the one option of *rules* is refused for itself, not together with another."""
    try:
        rules_from_message(rules)
    except RulesError as error:
        return error.fields == (rules.options[0].name,)
    return False


def test_a_form_made_from_the_descriptions_offers_only_what_is_accepted() -> None:
    for described in option_messages():
        values = [described.default_value]
        values += [rules_pb2.OptionValue(word=word) for word in described.words]
        if described.can_be_off:
            values.append(rules_pb2.OptionValue(word="off"))
        if described.type == rules_pb2.OPTION_TYPE_FLAG:
            values += [rules_pb2.OptionValue(flag=True), rules_pb2.OptionValue(flag=False)]
        if described.type == rules_pb2.OPTION_TYPE_NUMBER:
            values += [rules_pb2.OptionValue(number=edge) for edge in (described.minimum, described.maximum)]
        for value in values:
            one = rules_pb2.Rules(options=[rules_pb2.RuleOption(name=described.name, value=value)])
            assert not refused_alone(one), described.name


def test_a_preset_is_described_by_what_differs_from_standard() -> None:
    for message in preset_messages():
        rules, _ = rules_from_message(rules_pb2.Rules(players=message.players[0], options=message.options))
        assert rules == rules_of(message.name)
