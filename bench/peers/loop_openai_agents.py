"""openai-agents through the same rounds: PORT VAULT ROUNDS RUNS; prints seconds of each run."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

from agents import Agent, OpenAIChatCompletionsModel, Runner, function_tool, set_tracing_disabled
from openai import AsyncOpenAI


async def main(port: str, root: str, rounds: int, runs: int) -> None:
    """Run the same conversation again and again, each time from its beginning."""
    set_tracing_disabled(True)
    client = AsyncOpenAI(base_url=f"http://127.0.0.1:{port}/v1", api_key="none")

    @function_tool
    def read_note(path: str) -> str:
        """Read a note."""
        return (Path(root) / path).read_text("utf-8")

    model = OpenAIChatCompletionsModel(model="script", openai_client=client)
    agent = Agent(name="bench", model=model, tools=[read_note])
    for _ in range(runs):
        start = time.perf_counter()
        result = await Runner.run(agent, "Read all notes.", max_turns=rounds + 1)
        if result.final_output != "All notes are read.":
            sys.exit(f"wrong answer: {result.final_output}")
        print(time.perf_counter() - start, flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
