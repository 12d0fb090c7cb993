"""openai-agents with Axon's tools by native calls: VAULT BASE_URL MODEL REQUEST; prints the answer."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from agents import Agent, FunctionTool, OpenAIChatCompletionsModel, Runner, set_tracing_disabled
from openai import AsyncOpenAI

from bench.competence.agents.tool_pipe import ROLE, ROUNDS, ToolPipe


async def main(root: str, base_url: str, name: str, request: str) -> None:
    """Run one request."""
    set_tracing_disabled(True)
    pipe = ToolPipe(root)

    def make(definition: dict[str, Any]) -> FunctionTool:
        async def run(_: Any, arguments: str) -> str:
            try:
                params = json.loads(arguments)
            except ValueError as error:
                return f"Error: {error}"
            return pipe.call(definition["name"], params)

        return FunctionTool(
            name=definition["name"],
            description=definition["description"],
            params_json_schema=definition["parameters"],
            on_invoke_tool=run,
            strict_json_schema=False,
        )

    client = AsyncOpenAI(base_url=base_url, api_key="none")
    model = OpenAIChatCompletionsModel(model=name, openai_client=client)
    tools = [make(definition) for definition in pipe.definitions]
    agent = Agent(name="notes", instructions=ROLE, model=model, tools=tools)
    try:
        print((await Runner.run(agent, request, max_turns=ROUNDS)).final_output)
    finally:
        pipe.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
