"""A bad client in a process of its own: ``flooder.py PORT TABLE TOKEN`` calls as fast as it can until its input ends.

It sends answers to prompts that are not its own, tokens that nobody has, and bytes that are no request. Each line of
its input makes it print how many calls have been answered, all of them with a refusal.
"""

import asyncio
import os
import sys

os.environ.setdefault("GRPC_VERBOSITY", "NONE")

import grpc

from spades.v1.table_service_pb2 import AnswerRequest

AT_ONCE = 32
METHOD = "/spades.v1.TableService/Answer"


async def main(port: str, table: str, token: str) -> None:
    """Call until standard input ends."""
    channel = grpc.aio.insecure_channel(f"127.0.0.1:{port}")
    call: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(METHOD)
    refused = 0

    async def flood(number: int) -> None:
        nonlocal refused
        bad = AnswerRequest(table_id=table, prompt_id=999_999, choice_ids=[number])
        tokens = (token, "nobody has this token", token)
        while True:
            bad.request_id = f"flood-{number}-{refused}-abcdefghijklmnop"
            what = b"\xff\xff\xff" if number % 3 == 2 else bad.SerializeToString()
            try:
                await call(what, metadata=(("authorization", f"Bearer {tokens[number % 3]}"),))
            except grpc.aio.AioRpcError as refusal:
                if refusal.code() is grpc.StatusCode.INTERNAL:
                    raise
                refused += 1
            else:
                raise AssertionError("a bad call was carried out")

    loop = asyncio.get_running_loop()
    async with asyncio.TaskGroup() as group:
        flooding = [group.create_task(flood(number)) for number in range(AT_ONCE)]
        while await loop.run_in_executor(None, sys.stdin.readline):
            print(refused, flush=True)
        for task in flooding:
            task.cancel()
    await channel.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
