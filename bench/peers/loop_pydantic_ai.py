"""pydantic-ai through the same rounds: PORT VAULT ROUNDS RUNS; prints seconds of each run."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

from pydantic_ai import Agent, UsageLimits
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider


async def main(port: str, root: str, rounds: int, runs: int) -> None:
    """Run the same conversation again and again, each time from its beginning."""
    provider = OpenAIProvider(base_url=f"http://127.0.0.1:{port}/v1", api_key="none")
    agent = Agent(OpenAIChatModel("script", provider=provider))

    @agent.tool_plain
    def read_note(path: str) -> str:
        """Read a note."""
        return (Path(root) / path).read_text("utf-8")

    for _ in range(runs):
        start = time.perf_counter()
        result = await agent.run("Read all notes.", usage_limits=UsageLimits(request_limit=rounds + 1))
        if result.output != "All notes are read.":
            sys.exit(f"wrong answer: {result.output}")
        print(time.perf_counter() - start, flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
