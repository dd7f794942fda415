"""A complete Spades bot that knows no rule: python bot.py HOST:PORT/TABLE[+FINGERPRINT] [--name NAME]."""

import argparse
import secrets
import time

import grpc
from connect import Server

from spades.v1.lobby_service_pb2 import JoinTableRequest
from spades.v1.lobby_service_pb2_grpc import LobbyServiceStub
from spades.v1.prompt_pb2 import Prompt
from spades.v1.table_service_pb2 import AnswerRequest, WatchTableRequest
from spades.v1.table_service_pb2_grpc import TableServiceStub

LOST = ("UNAVAILABLE", "CANCELLED", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED")  # the same may succeed later
LATE = ("ABORTED", "FAILED_PRECONDITION")  # somebody, or the clock, was faster


def choose(prompt: Prompt) -> list[int]:
    """Return the ids of what to pick: put your ideas here; `prompt.choices` holds every legal alternative."""
    return list(prompt.default_choice_ids) or [choice.choice_id for choice in prompt.choices[: prompt.min_picks]]


def play(stub: TableServiceStub, join: JoinTableRequest, token: str, known: argparse.Namespace) -> None:
    """Go on from what is *known*, and answer what is asked, until the game is over or the stream ends."""
    live, metadata = False, (("authorization", f"Bearer {token}"),)
    start = WatchTableRequest(table_id=join.table_id, after_sequence=known.sequence, epoch=known.epoch)
    for item in stub.WatchTable(start, metadata=metadata):
        if item.HasField("snapshot"):  # all that is known, and what is being asked at this moment
            known.epoch, known.sequence, known.seat = item.epoch, item.snapshot.sequence, item.snapshot.your_seat
            known.paused, known.over = item.snapshot.HasField("pause"), item.snapshot.HasField("game_result")
            known.prompts = {prompt.prompt_id: prompt for prompt in item.snapshot.prompts}
        if item.HasField("goodbye") and not item.goodbye.HasField("retry_after"):
            raise SystemExit(f"the server ends it: {str(item.goodbye).strip()}")
        if item.HasField("resync") or max(item.heartbeat.sequence, item.batch.first_sequence - 1) > known.sequence:
            known.sequence = 0  # what is known cannot be continued: begin anew, with a snapshot
            return
        for event in item.batch.events:  # what happened since then; a batch comes whole
            known.sequence += 1  # for every event, also one that is newer than this program
            if event.HasField("prompt_opened"):
                known.prompts[event.prompt_opened.prompt.prompt_id] = event.prompt_opened.prompt
            elif event.HasField("prompt_closed"):
                known.prompts.pop(event.prompt_closed.prompt_id, None)
            elif event.HasField("prompt_suspended") or event.HasField("prompt_resumed"):
                prompt_id = event.prompt_suspended.prompt_id or event.prompt_resumed.prompt.prompt_id
                known.prompts.get(prompt_id, Prompt()).suspended = event.HasField("prompt_suspended")
            elif event.HasField("table_paused") or event.HasField("table_resumed"):
                known.paused = event.HasField("table_paused")
            known.over |= event.HasField("game_ended")
        live |= item.HasField("caught_up")  # nothing is missing: what is asked, is asked now
        mine = [p for p in known.prompts.values() if p.seat == known.seat and not p.suspended]
        for prompt in mine if live and not known.paused and not known.over else []:
            answer = AnswerRequest(table_id=join.table_id, prompt_id=prompt.prompt_id, choice_ids=choose(prompt))
            answer.request_id = f"{join.request_id}-{prompt.prompt_id}-{known.late}"  # the same until it is refused
            stub.Answer(answer, timeout=5, metadata=metadata)
            del known.prompts[prompt.prompt_id]
            known.late = 0  # refusals since an answer was taken
        if known.over:
            return


parser = argparse.ArgumentParser(description="A Spades bot that knows no rule of the game.")
parser.add_argument("server", type=Server, help="HOST:PORT/TABLE, or with TLS HOST:PORT/TABLE+FINGERPRINT")
parser.add_argument("--name", default="Robot")
parser.add_argument("--token", help="takes the seat with this token back")
args = parser.parse_args()
join = JoinTableRequest(request_id=secrets.token_hex(16), table_id=args.server.table_id, name=args.name, is_bot=True)
known = argparse.Namespace(epoch="", sequence=0, seat=0, paused=False, over=False, prompts={}, late=0)
while not known.over:
    try:
        with args.server.channel() as channel:
            args.token = args.token or LobbyServiceStub(channel).JoinTable(join, timeout=5).token
            play(TableServiceStub(channel), join, args.token, known)
    except grpc.RpcError as error:
        if error.code().name in LATE:  # look at the table anew: what is asked comes again
            known.late, known.sequence = known.late + 1, 0
        if error.code().name not in LOST + LATE or known.late == 3:
            raise SystemExit(f"refused: {error.details()}") from None
    time.sleep(0 if known.over else 0.5)
