"""The view hash, line by line as docs/protocol.md says."""

from __future__ import annotations

from hashlib import sha256

from client.messages import table, with_trick
from spades.v1.cards_pb2 import Bid, BlindNil, Nil
from spades.v1.snapshot_pb2 import Snapshot
from spades_client import view_hash, view_text
from spades_client.notation import parse_card


def test_the_text_names_hand_seats_and_sides_in_order() -> None:
    snapshot = with_trick(table("AH 5H 9S"), "2:KH 3:TH", winner=2)
    snapshot.hand.turn = 1
    snapshot.hand.broken = True
    snapshot.hand.seats[0].bid.CopyFrom(Bid(tricks=4))
    snapshot.hand.seats[1].bid.CopyFrom(Bid(nil=Nil()))
    snapshot.hand.seats[2].bid.CopyFrom(Bid(blind_nil=BlindNil()))
    snapshot.hand.seats[3].bid.CopyFrom(Bid(blind_tricks=6))
    snapshot.hand.seats[3].tricks = 2
    snapshot.sides[0].contract = 4
    text = (
        "hand=4\nphase=5\ndealer=1\nturn=1\nbroken=1\nholding=5H 9S AH\ntrick=2:KH 3:TH\ntaken=0\n"
        "seat=1 kind=2 cards=3 bid=4 tricks=0\n"
        "seat=2 kind=4 cards=3 bid=N tricks=0\n"
        "seat=3 kind=2 cards=3 bid=B tricks=0\n"
        "seat=4 kind=4 cards=3 bid=B6 tricks=2\n"
        "side=1 score=63 bags=3 contract=4\n"
        "side=2 score=52 bags=2 contract=0"
    )
    assert view_text(snapshot) == text
    assert view_hash(snapshot) == sha256(text.encode()).hexdigest()[:16]


def test_without_a_hand_every_line_of_it_is_zero_or_empty() -> None:
    snapshot = table()
    snapshot.ClearField("hand")
    assert view_text(snapshot).splitlines()[:9] == [
        "hand=0",
        "phase=0",
        "dealer=0",
        "turn=0",
        "broken=0",
        "holding=",
        "trick=",
        "taken=0",
        "seat=1 kind=2 cards=0 bid=- tricks=0",
    ]


def test_an_empty_snapshot_has_a_hash_too() -> None:
    assert len(view_hash(Snapshot())) == 16


def test_a_card_of_the_second_pack_is_told_apart() -> None:
    snapshot = table("AH")
    before = view_hash(snapshot)
    snapshot.hand.seats[0].cards[0].CopyFrom(parse_card("AH.2"))
    assert "holding=AH.2" in view_text(snapshot)
    assert view_hash(snapshot) != before
