"""A complete Spades bot that knows no rule of the game. It needs grpcio and the stubs, nothing else.

python bot.py HOST:PORT TABLE [--name NAME] [--token TOKEN]
"""

import argparse
import secrets
import time
from collections import Counter

import grpc

from spades.v1 import lobby_service_pb2 as lobby
from spades.v1 import table_service_pb2 as table
from spades.v1.lobby_service_pb2_grpc import LobbyServiceStub
from spades.v1.prompt_pb2 import Prompt
from spades.v1.table_service_pb2_grpc import TableServiceStub

LOST = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED, grpc.StatusCode.DEADLINE_EXCEEDED)
LATE = (grpc.StatusCode.ABORTED, grpc.StatusCode.FAILED_PRECONDITION)  # somebody, or the clock, was faster


def choose(prompt: Prompt) -> list[int]:
    """Return the ids of what to pick: put your ideas here; `prompt.choices` holds every legal alternative."""
    return list(prompt.default_choice_ids)


def play(stub: TableServiceStub, table_id: str, token: str, tries: Counter[int]) -> bool:
    """Answer what is asked until the game is over (True) or the stream ends (False)."""
    seat, prompts, metadata = 0, dict[int, Prompt](), (("authorization", f"Bearer {token}"),)
    for item in stub.WatchTable(table.WatchTableRequest(table_id=table_id), metadata=metadata):
        if item.HasField("snapshot"):  # all that is known, and what is being asked at this moment
            if item.snapshot.HasField("game_result"):
                return True
            seat, prompts = item.snapshot.your_seat, {p.prompt_id: p for p in item.snapshot.prompts}
        if item.HasField("goodbye") and item.goodbye.reason != table.GOODBYE_REASON_SERVER_STOPPING:
            raise SystemExit(f"the server ends it: {table.GoodbyeReason.Name(item.goodbye.reason)}")
        for event in item.batch.events:  # what happened since then; a batch comes whole
            if event.HasField("prompt_opened"):
                prompts[event.prompt_opened.prompt.prompt_id] = event.prompt_opened.prompt
            elif event.HasField("prompt_closed"):
                prompts.pop(event.prompt_closed.prompt_id, None)
            elif event.HasField("prompt_suspended"):
                prompts[event.prompt_suspended.prompt_id].suspended = True
            elif event.HasField("prompt_resumed"):
                prompts[event.prompt_resumed.prompt.prompt_id].suspended = False
            elif event.HasField("game_ended"):
                return True
        for prompt in [p for p in prompts.values() if p.seat == seat and not p.suspended]:
            tries[prompt.prompt_id] += 1
            answer = table.AnswerRequest(table_id=table_id, request_id=secrets.token_urlsafe(16))
            answer.prompt_id = prompts.pop(prompt.prompt_id).prompt_id
            answer.choice_ids.extend(choose(prompt))
            stub.Answer(answer, timeout=5, metadata=metadata)
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description="A Spades bot that knows no rule of the game.")
    parser.add_argument("address", help="HOST:PORT of the server")
    parser.add_argument("table_id", help="the table to sit down at")
    parser.add_argument("--name", default="Robot")
    parser.add_argument("--token", help="takes the seat with this token back")
    args = parser.parse_args()
    options = [("grpc.enable_http_proxy", 0), ("grpc.max_reconnect_backoff_ms", 2000)]
    channel = grpc.insecure_channel(args.address, options=options)
    join = lobby.JoinTableRequest(request_id=secrets.token_urlsafe(16), table_id=args.table_id)
    join.name, join.is_bot, token, over, tries = args.name, True, args.token, False, Counter[int]()
    while not over:
        try:
            token = token or LobbyServiceStub(channel).JoinTable(join, timeout=5).token
            over = play(TableServiceStub(channel), args.table_id, token, tries)
        except grpc.RpcError as error:  # lost, or refused: look at the table anew, what is asked comes again
            if error.code() not in LOST and (error.code() not in LATE or max(tries.values(), default=3) >= 3):
                raise SystemExit(f"refused: {error.details()}") from None
            time.sleep(0.5)


if __name__ == "__main__":
    main()
