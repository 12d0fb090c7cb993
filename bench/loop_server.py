"""A model without latency: chat completions that ask for one note after another, then answer.

    python -m bench.loop_server ROUNDS

Prints its port, serves until its standard input closes, then prints how many requests it answered. The number of
replies in a request says which round it is.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

ANSWER = "All notes are read."


def _call(number: int, tool: str, **arguments: str) -> dict[str, Any]:
    function = {"name": tool, "arguments": json.dumps(arguments)}
    return {"id": f"call_{number}", "type": "function", "function": function}


def _reply(body: dict[str, Any], rounds: int) -> bytes:
    done = sum(message["role"] == "assistant" for message in body["messages"])
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    head = {"id": f"r{done}", "created": 1, "model": body["model"]}
    message: dict[str, Any] = {"role": "assistant", "content": None}
    if done < rounds:
        message["tool_calls"] = [_call(done, "read_note", path=f"Note {done}.md")]
    elif any(tool["function"]["name"] == "final_answer" for tool in body["tools"]):  # smolagents ends with a call
        message["tool_calls"] = [_call(done, "final_answer", answer=ANSWER)]
    else:
        message["content"] = ANSWER
    finish = "tool_calls" if "tool_calls" in message else "stop"
    if not body.get("stream"):
        choice = {"index": 0, "message": message, "finish_reason": finish}
        whole = {**head, "object": "chat.completion", "choices": [choice], "usage": usage}
        return _http(json.dumps(whole).encode(), "application/json")
    for index, call in enumerate(message.get("tool_calls", [])):
        call["index"] = index
    choices: list[list[dict[str, Any]]] = [
        [{"index": 0, "delta": message, "finish_reason": None}],
        [{"index": 0, "delta": {}, "finish_reason": finish}],
        [],
    ]
    chunks = [{**head, "object": "chat.completion.chunk", "choices": choice} for choice in choices]
    chunks[-1]["usage"] = usage
    events = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"
    return _http(events.encode(), "text/event-stream")


def _http(body: bytes, kind: str) -> bytes:
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


async def _serve(rounds: int) -> None:
    answered = 0

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal answered
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                lines = head.decode().lower().split("\r\n")
                size = next(int(line.partition(":")[2]) for line in lines if line.startswith("content-length:"))
                writer.write(_reply(json.loads(await reader.readexactly(size)), rounds))
                await writer.drain()
                answered += 1
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.to_thread(sys.stdin.read)
    server.close()
    print(answered, flush=True)


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1])))
