"""pydantic-ai with Axon's tools by native calls: VAULT BASE_URL MODEL REQUEST; prints the answer."""

from __future__ import annotations

import sys
from typing import Any

from pydantic_ai import Agent, Tool, UsageLimits
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

from bench.competence.agents.tool_pipe import ROLE, ROUNDS, ToolPipe


def main(root: str, base_url: str, name: str, request: str) -> None:
    """Run one request."""
    pipe = ToolPipe(root)

    def make(definition: dict[str, Any]) -> Tool[None]:
        def run(**params: Any) -> str:
            return pipe.call(definition["name"], params)

        return Tool.from_schema(
            run,
            name=definition["name"],
            description=definition["description"],
            json_schema=definition["parameters"],
            sequential=True,
        )

    model = OpenAIChatModel(name, provider=OpenAIProvider(base_url=base_url, api_key="none"))
    agent = Agent(model, instructions=ROLE, tools=[make(definition) for definition in pipe.definitions])
    try:
        print(agent.run_sync(request, usage_limits=UsageLimits(request_limit=ROUNDS)).output)
    finally:
        pipe.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
