"""A complete Spades bot that knows no rule: python bot.py HOST:PORT/TABLE[+FINGERPRINT] [--name N] [--token T]."""

import argparse
import secrets
import threading

import grpc
from connect import Server
from table import Table

from spades.v1 import lobby_service_pb2 as lobby
from spades.v1 import table_service_pb2 as service
from spades.v1.lobby_service_pb2_grpc import LobbyServiceStub
from spades.v1.prompt_pb2 import Prompt
from spades.v1.table_service_pb2_grpc import TableServiceStub

SILENCE = 25  # seconds after which a stream is dead, whatever the connection says


def choose(prompt: Prompt) -> list[int]:
    """Return the ids of what to pick: put your ideas here; `prompt.choices` holds every legal alternative."""
    return list(prompt.default_choice_ids) or [choice.choice_id for choice in prompt.choices[: prompt.min_picks]]


def play(stub: TableServiceStub, join: lobby.JoinTableRequest, token: str, known: Table) -> None:
    """Go on from what is known and answer what is asked, until the game is over or the stream ends."""
    metadata, known.live = (("authorization", f"Bearer {token}"),), False
    start = service.WatchTableRequest(table_id=join.table_id, after_sequence=known.sequence, epoch=known.epoch)
    stream = stub.WatchTable(start, metadata=metadata)
    silence = threading.Timer(SILENCE, stream.cancel)
    try:
        for item in stream:
            silence.cancel()
            silence = threading.Timer(SILENCE, stream.cancel)
            silence.start()
            if not known.take(item) or known.over:
                return
            for prompt in known.asked():
                answer = service.AnswerRequest(table_id=join.table_id, prompt_id=prompt.prompt_id)
                answer.choice_ids.extend(choose(prompt))
                answer.request_id = f"{join.request_id}-{prompt.prompt_id}-{known.refusals}"  # until it is refused
                stub.Answer(answer, timeout=5, metadata=metadata)
                known.answered.add(prompt.prompt_id)
                known.refusals = 0
    finally:
        silence.cancel()
        stream.cancel()


def main() -> None:
    parser = argparse.ArgumentParser(description="A Spades bot that knows no rule of the game.")
    parser.add_argument("server", type=Server, help="HOST:PORT/TABLE, or with TLS HOST:PORT/TABLE+FINGERPRINT")
    parser.add_argument("--name", default="Robot")
    parser.add_argument("--token", help="takes the seat with this token back")
    args = parser.parse_args()
    join = lobby.JoinTableRequest(request_id=secrets.token_urlsafe(16), table_id=args.server.table_id)
    join.name, join.is_bot, token, known = args.name, True, args.token, Table()
    while not known.over:
        try:
            with args.server.channel() as channel:
                token = token or LobbyServiceStub(channel).JoinTable(join, timeout=5).token
                play(TableServiceStub(channel), join, token, known)
        except grpc.RpcError as error:
            if not known.survives(error):
                raise SystemExit(f"refused: {error.details()}") from None
        known.rest()


if __name__ == "__main__":
    main()
