"""No agent at all: the same requests by httpx, the same files read; the floor under every loop."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any

import httpx


async def main(port: str, root: str, rounds: int, runs: int) -> None:
    """Run the same conversation again and again, each time from its beginning."""
    tools = [{"type": "function", "function": {"name": "read_note", "parameters": {"type": "object"}}}]
    async with httpx.AsyncClient(timeout=60, trust_env=False) as client:
        for _ in range(runs):
            start = time.perf_counter()
            messages: list[dict[str, Any]] = [{"role": "user", "content": "Read all notes."}]
            for _ in range(rounds + 1):
                body = {"model": "script", "messages": messages, "tools": tools}
                reply = await client.post(f"http://127.0.0.1:{port}/v1/chat/completions", json=body)
                message = reply.json()["choices"][0]["message"]
                messages.append(message)
                for call in message.get("tool_calls", []):
                    path = json.loads(call["function"]["arguments"])["path"]
                    text = (Path(root) / path).read_text("utf-8")
                    messages.append({"role": "tool", "tool_call_id": call["id"], "content": text})
            print(time.perf_counter() - start, flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
