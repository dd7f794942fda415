"""A complete Spades bot that knows no rule: python bot.py HOST:PORT TABLE [--name NAME] [--token TOKEN]."""

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

LOST = ("UNAVAILABLE", "CANCELLED", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED")  # the same may succeed later
LATE = ("ABORTED", "FAILED_PRECONDITION")  # somebody, or the clock, was faster
OPTIONS = [("grpc.enable_http_proxy", 0), ("grpc.max_reconnect_backoff_ms", 2000), ("grpc.keepalive_time_ms", 10000)]


def choose(prompt: Prompt) -> list[int]:
    """Return the ids of what to pick: put your ideas here; `prompt.choices` holds every legal alternative."""
    return list(prompt.default_choice_ids) or [choice.choice_id for choice in prompt.choices[: prompt.min_picks]]


def play(stub: TableServiceStub, join: lobby.JoinTableRequest, token: str, refusals: Counter[str]) -> bool:
    """Answer what is asked until the game is over (True) or the stream ends (False)."""
    seat, paused, prompts, metadata = 0, False, dict[int, Prompt](), (("authorization", f"Bearer {token}"),)
    for item in stub.WatchTable(table.WatchTableRequest(table_id=join.table_id), metadata=metadata):
        if item.HasField("snapshot"):  # all that is known, and what is being asked at this moment
            if item.snapshot.HasField("game_result"):
                return True
            seat, paused = item.snapshot.your_seat, item.snapshot.HasField("pause")
            prompts = {prompt.prompt_id: prompt for prompt in item.snapshot.prompts}
        if item.HasField("goodbye") and not item.goodbye.HasField("retry_after"):
            raise SystemExit(f"the server ends it: {str(item.goodbye).strip()}")
        for event in item.batch.events:  # what happened since then; a batch comes whole
            if event.HasField("prompt_opened"):
                prompts[event.prompt_opened.prompt.prompt_id] = event.prompt_opened.prompt
            elif event.HasField("prompt_closed"):
                prompts.pop(event.prompt_closed.prompt_id, None)
            elif event.HasField("prompt_suspended"):
                prompts[event.prompt_suspended.prompt_id].suspended = True
            elif event.HasField("prompt_resumed"):
                prompts[event.prompt_resumed.prompt.prompt_id].suspended = False
            elif event.HasField("table_paused") or event.HasField("table_resumed"):
                paused = event.HasField("table_paused")
            elif event.HasField("game_ended"):
                return True
        for prompt in [p for p in prompts.values() if p.seat == seat and not p.suspended and not paused]:
            answer = table.AnswerRequest(table_id=join.table_id, prompt_id=prompt.prompt_id, choice_ids=choose(prompt))
            answer.request_id = f"{join.request_id}-{prompt.prompt_id}-{refusals['late']}"
            stub.Answer(answer, timeout=5, metadata=metadata)
            del prompts[prompt.prompt_id], refusals["late"]
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description="A Spades bot that knows no rule of the game.")
    parser.add_argument("address", help="HOST:PORT of the server")
    parser.add_argument("table_id", help="the table to sit down at")
    parser.add_argument("--name", default="Robot")
    parser.add_argument("--token", help="takes the seat with this token back")
    args = parser.parse_args()
    channel = grpc.insecure_channel(args.address, OPTIONS)
    join = lobby.JoinTableRequest(request_id=secrets.token_urlsafe(16), table_id=args.table_id)
    join.name, join.is_bot, token, over, refusals = args.name, True, args.token, False, Counter[str]()
    while not over:
        try:
            token = token or LobbyServiceStub(channel).JoinTable(join, timeout=5).token
            over = play(TableServiceStub(channel), join, token, refusals)
        except grpc.RpcError as error:  # look at the table anew: what is asked comes again
            refusals["late"] += error.code().name in LATE
            if error.code().name not in LOST + LATE or refusals["late"] == 3:
                raise SystemExit(f"refused: {error.details()}") from None
        time.sleep(0 if over else 0.5)


if __name__ == "__main__":
    main()
