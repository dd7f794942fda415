"""Records: they come back from text as they were, and what is wrong with one is found and named."""

import json
import random
import re
from collections import defaultdict
from functools import cache
from pathlib import Path as FilePath

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders import drawn_rules, rules_with, seeds
from recorded import Path, changed, copied, field_names, leaves, recorded_game
from server.variants import DRAWS, VARIANTS
from spades.v1 import record_pb2, snapshot_pb2
from spades_engine import Rules, format_card, rules_of
from spades_wire import commitment, drawn_seat, shuffled
from spades_wire.record_faults import RecordError
from spades_wire.record_verify import verify
from spades_wire.records import FORMAT, read_record, record_json, record_lines

EVERYTHING = {**VARIANTS, **DRAWS}

FREE = {
    "game_id": "names and ids are nobody's to prove",
    "server_id": "as game_id",
    "seats.name": "as game_id",
    "seats.level": "as game_id",
    "seats.kind": "as game_id",
    "started.seconds": "the record's clock was the server's alone",
    "ended.seconds": "as started",
    "rules.preset": "another name for the same options",
    "rules.options.value.flag": "an option that changed nothing in these hands",
    "rules.options.value.number": "as the flags",
    "rules.options.value.word": "as the flags",
    "dealer_secret": "another secret may draw the same dealer",
    "hands.events.talked.talk.tricks": "another number could have been said as well",
    "hands.events.talked.talk.kind": "another sentence could have been said as well",
    "hands.events.claim_answered.seat": "another seat could have refused as well",
}
"""What may differ without the record being unsound, and why."""


@cache
def recorded(name: str = "standard-4", seed: int = 5) -> record_pb2.GameRecord:
    """Return the record of a game under the rules of that name; not to be changed."""
    return recorded_game(EVERYTHING[name], seed)


def wrong(record: record_pb2.GameRecord) -> str:
    """Return what is wrong with *record*; the test fails if nothing is."""
    with pytest.raises(RecordError) as refusal:
        verify(record)
    assert "\n" not in str(refusal.value)
    return str(refusal.value)


# Whole games


@pytest.mark.parametrize("name", EVERYTHING)
def test_a_record_of_any_rules_is_sound_and_comes_back_from_text_as_it_was(name: str) -> None:
    record = recorded(name)
    game = verify(record)
    assert game.hands_played == len(record.hands) > 0
    assert read_record(record_json(record)) == record
    assert read_record("\n".join(record_lines(record))) == record


@given(drawn_rules(), seeds)
@settings(max_examples=60)
def test_a_record_of_rules_that_nobody_thought_of_is_sound(rules: Rules, seed: int) -> None:
    record = recorded_game(rules, seed, hands=3)
    verify(read_record(record_json(record)))


def test_a_record_is_sound_at_any_moment_between_two_hands() -> None:
    record = recorded_game(rules_of("sheet-003"), 2, hands=3)
    while record.hands:
        verify(record)
        del record.hands[-1]
    verify(record)


def test_the_scores_are_those_of_the_last_hand() -> None:
    record = recorded("hoyle-4")
    totals = [side.total for side in record.hands[-1].events[-1].hand_ended.result.sides]
    assert [score.points for score in verify(record).scores] == totals


# Text


def test_equal_records_give_equal_json_on_one_line_of_ascii_with_sorted_keys() -> None:
    record = copied(recorded())
    record.seats[0].name = "Zoë\u2028"
    text = record_json(record)
    assert text.isascii()
    assert "\n" not in text
    assert record_json(read_record(text)) == text
    assert json.dumps(json.loads(text), sort_keys=True, separators=(",", ":")) == text


def test_json_that_a_person_has_laid_out_is_read_too() -> None:
    assert read_record(json.dumps(json.loads(record_json(recorded())), indent=2)) == recorded()


def test_json_lines_have_one_line_for_each_hand_and_each_is_a_record() -> None:
    lines = record_lines(recorded("sheet-004-4"))
    assert [len(read_record(line).hands) for line in lines] == [1] * len(recorded("sheet-004-4").hands)
    assert len(record_lines(record_pb2.GameRecord(format=FORMAT))) == 1


def test_lines_of_two_games_are_not_mixed() -> None:
    first, second = record_lines(recorded()), record_lines(recorded(seed=6))
    with pytest.raises(RecordError, match=r"line 2: game_id"):
        read_record("\n".join([first[0], second[1]]))
    with pytest.raises(RecordError, match=r"line 2: one hand is to stand here"):
        read_record("\n".join([first[0], first[0]]))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "the text is empty"),
        ("spades", "this is not JSON"),
        ("[]", "a JSON object is to stand here"),
        ("{}", "format: missing; 1 is allowed"),
        ('{"format":true}', "format: True; 1 is allowed"),
        ('{"format":"1"}', "format: 1; 1 is allowed"),
        ('{"format":2,"news":[]}', "format 2 is newer than this program, which reads up to 1"),
        ('{"format":1,"news":[]}', 'no field named "news"'),
        ('{"format":1,"hands":7}', "this is no record"),
        ('{"format":1,"nonces":[7]}', "this is no record"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_what_is_no_record_is_refused_with_one_line(text: str, complaint: str) -> None:
    with pytest.raises(RecordError, match=re.escape(complaint)) as refusal:
        read_record(text)
    assert "\n" not in str(refusal.value)


@given(st.text(max_size=60) | st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists))
def test_any_other_text_is_refused(value: object) -> None:
    for text in (str(value), json.dumps({"format": 1, "hands": value}), json.dumps({"format": 1, "rules": value})):
        try:
            record = read_record(text)
        except RecordError:
            continue
        with pytest.raises(RecordError):
            verify(record)


@given(st.integers(min_value=0, max_value=2**32))
@settings(max_examples=40)
def test_a_text_that_was_cut_anywhere_is_refused(place: int) -> None:
    for text in (record_json(recorded()), "\n".join(record_lines(recorded()))):
        cut = text[: place % len(text)]
        if cut != record_lines(recorded())[0]:
            with pytest.raises(RecordError):
                verify(read_record(cut))


# Tampering


def kinds_of_fields(record: record_pb2.GameRecord) -> dict[str, list[Path]]:
    """Return the ways to all values, by the fields they lead through."""
    kinds: dict[str, list[Path]] = defaultdict(list)
    for path in leaves(record):
        kinds[field_names(path)].append(path)
    return kinds


@pytest.mark.parametrize(
    "name", ["standard-4", "gifts-unseen", "talk-side", "redeal", "claims", "jjdd-4", "cutthroat-3-3", "two-player-2"]
)
def test_another_value_in_any_kind_of_field_is_found(name: str) -> None:
    record, chance = recorded(name), random.Random(3)
    for kind, paths in kinds_of_fields(record).items():
        for path in chance.sample(paths, k=min(4, len(paths))):
            try:
                verify(changed(record, path, chance))
            except RecordError:
                continue
            assert kind in FREE, f"another {kind} was not found"


@pytest.mark.parametrize("name", ["standard-4", "sheet-003-2"])
def test_another_card_anywhere_is_found_and_named_by_its_hand(name: str) -> None:
    record, chance = recorded(name), random.Random(4)
    cards = [path for path in leaves(record) if path[-1][0] in ("rank", "suit") and path[0][0] == "hands"]
    for path in chance.sample(cards, k=150):
        assert wrong(changed(record, path, chance)).startswith("hand ")


@given(seeds)
@settings(max_examples=150)
def test_events_left_out_doubled_or_exchanged_are_found(seed: int) -> None:
    chance = random.Random(seed)
    name = chance.choice(["standard-4", "redeal-forced", "claims", "sheet-000-4", "sheet-003-2"])
    record = copied(recorded(name))
    events = record.hands[chance.randrange(len(record.hands))].events
    one, other = sorted(chance.sample(range(len(events)), k=2))
    match chance.randrange(3):
        case 0:
            del events[one]
        case 1:
            events.insert(one, events[other])
        case _:
            kept = list(events)
            kept[one], kept[other] = kept[other], kept[one]
            del events[:]
            events.extend(kept)
    if record != recorded(name):
        wrong(record)


def test_a_card_that_could_not_be_played_is_named_with_its_trick_and_the_rule() -> None:
    record = copied(recorded())
    played = [event.card_played for event in record.hands[0].events if event.HasField("card_played")]
    played[9].card.CopyFrom(played[0].card)
    card = format_card(13 * (played[0].card.suit - 1) + played[0].card.rank - 2)
    start = f"hand 1, trick 3: seat {played[9].seat} cannot play {card} (card_not_held: "
    assert wrong(record).startswith(start)


def test_a_hand_that_breaks_off_is_named() -> None:
    record = copied(recorded())
    del record.hands[1].events[-3:]
    assert wrong(record) == "hand 2: it breaks off after card_played"
    del record.hands[1].events[:]
    assert wrong(record) == "hand 2: it breaks off after nothing"


def test_a_hand_that_is_missing_is_found() -> None:
    record = recorded_game(rules_with(max_hands=3), 1, hands=9)
    assert record.HasField("result")
    last, first = copied(record), copied(record)
    del last.hands[-1]
    assert wrong(last).startswith("result: the game has ended, the record says; by the rules it goes on after hand 2")
    del first.hands[0]
    assert wrong(first) == "hand 2: hand 1 was to stand here"


def test_a_result_that_the_hands_do_not_give_is_found() -> None:
    record = recorded_game(rules_with(max_hands=1), 1)
    other, none = copied(record), copied(record)
    other.result.winner_side = 3 - record.result.winner_side
    assert wrong(other).startswith("result.winner_side: ")
    none.ClearField("result")
    assert wrong(none) == "ended: it is set where there is a result, and only there"
    none.ClearField("ended")
    assert wrong(none) == "result: it is missing; by the rules the game ended after hand 1"
    more = copied(record)
    more.hands.append(record.hands[0])
    more.hands[1].number = 2
    assert wrong(more) == "hand 2: by the rules the game ended after hand 1"


def test_a_game_that_was_given_up_may_end_after_any_hand_with_nobody_as_its_winner() -> None:
    record = copied(recorded())
    record.result.reason = snapshot_pb2.GAME_END_REASON_ABANDONED
    record.ended.FromSeconds(1_800_001_000)
    verify(record)
    record.result.winner_side = 1
    assert wrong(record) == "result.winner_side: 1; by the rules it is 0"


# Fair dealing


def test_another_secret_is_not_the_one_that_was_promised() -> None:
    record = copied(recorded())
    record.hands[1].events[-1].hand_ended.secrets[0] = bytes(32)
    assert wrong(record) == "hand 2, deal 1: hand_started.commitment is not the SHA-256 of the secret that was opened"


def test_a_deck_that_does_not_follow_from_the_secret_is_found_though_every_promise_fits_it() -> None:
    """Somebody deals as they like and promises a secret that has nothing to do with it."""
    record = copied(recorded())
    ended, started = record.hands[0].events[-1].hand_ended, record.hands[0].events[0].hand_started
    ended.secrets[0] = bytes(32)
    started.commitment = commitment(bytes(32))
    assert re.match(r"hand 1, deal 1: card 1 of the deck is \w\w; the secret and the nonces give \w\w$", wrong(record))


def test_another_nonce_gives_other_decks() -> None:
    record = copied(recorded())
    record.nonces[0] = b"mine"
    assert "the secret and the nonces give" in wrong(record) or "hand_started.dealer" in wrong(record)
    record.nonces[0] = bytes(33)
    assert wrong(record) == "nonces: one has more than 32 bytes"


def test_every_deal_of_a_hand_that_was_dealt_again_has_its_secret() -> None:
    games = (copied(recorded("redeal-forced", seed)) for seed in range(40))
    record, hand = next((game, hand) for game in games for hand in game.hands if len(hand.decks) > 1)
    assert len(hand.events[-1].hand_ended.secrets) == len(hand.decks)
    del hand.events[-1].hand_ended.secrets[0]
    assert f"hand {hand.number}: hand_ended.secrets: there are" in wrong(record)


def seeded(name: str = "standard-4") -> record_pb2.GameRecord:
    """Return a record as a seeded table would have made it."""
    record = copied(recorded(name))
    record.seeded = True
    record.dealer_secret = b""
    for hand in record.hands:
        del hand.events[-1].hand_ended.secrets[:]
        for event in hand.events:
            if event.HasField("hand_started"):
                event.hand_started.commitment = b""
    return record


@pytest.mark.parametrize("name", ["standard-4", "sheet-003-3", "redeal", "two-player-2"])
def test_a_seeded_record_is_consistent_in_itself_and_claims_no_more(name: str) -> None:
    verify(seeded(name))
    promising = seeded(name)
    promising.hands[0].events[0].hand_started.commitment = bytes(32)
    assert wrong(promising) == "hand 1, deal 1: hand_started.commitment: a seeded table commits to nothing"
    other = seeded(name)
    cards = other.hands[0].decks[0].cards
    cards[0].CopyFrom(cards[5])
    assert re.match(r"hand 1, deal 1: card 6 of the deck, \w\w, stands twice$", wrong(other))


def test_a_seeded_record_cannot_pass_as_a_fair_one() -> None:
    record = seeded()
    record.seeded = False
    assert wrong(record) == "dealer_secret: 0 bytes; the draw for dealer has 32"


# The documentation


def test_the_vectors_of_the_documentation_are_what_the_shuffle_gives() -> None:
    page = (FilePath(__file__).parents[2] / "docs" / "verifying.md").read_text(encoding="utf-8")
    rows = {
        cells[1]: cells[2:4] for line in page.splitlines() if len(cells := [c.strip() for c in line.split("|")]) > 3
    }
    for column in (0, 1):
        row = {name: cells[column].strip("`") for name, cells in rows.items()}
        nonces = [bytes.fromhex(row[f"nonce of seat {seat}"].replace("empty", "")) for seat in range(1, 5)]
        secret = bytes.fromhex(row["secret"])
        deck = " ".join(map(format_card, shuffled(range(52), secret, row["label"], nonces)))
        assert commitment(secret).hex() == row["commitment"]
        assert deck.startswith(row["first cards"])
        assert deck.endswith(row["last cards"])
        assert drawn_seat(4, secret, "leader", nonces) + 1 == int(row["leader, if random"])
