"""smolagents with Axon's tools by native calls: VAULT BASE_URL MODEL REQUEST; prints the answer."""

from __future__ import annotations

import sys
from typing import Any

from smolagents import LogLevel, OpenAIServerModel, Tool, ToolCallingAgent

from bench.competence.agents.tool_pipe import ROLE, ROUNDS, ToolPipe


class PipedTool(Tool):
    """One of Axon's tools; this library wants types of its own in place of a JSON Schema."""

    skip_forward_signature_validation = True
    output_type = "string"

    def __init__(self, pipe: ToolPipe, definition: dict[str, Any]) -> None:
        self.name, self.description = definition["name"], definition["description"]
        schema = definition["parameters"]
        self.inputs = {
            name: {
                **value,
                "type": value["type"] if isinstance(value["type"], str) else "array",
                **({} if name in schema["required"] else {"nullable": True}),
            }
            for name, value in schema["properties"].items()
        }
        self._pipe = pipe
        super().__init__()

    def forward(self, **params: Any) -> str:
        """Run a call."""
        return self._pipe.call(self.name, {name: value for name, value in params.items() if value is not None})


def main(root: str, base_url: str, name: str, request: str) -> None:
    """Run one request."""
    pipe = ToolPipe(root)
    model = OpenAIServerModel(name, api_base=base_url, api_key="none")
    tools = [PipedTool(pipe, definition) for definition in pipe.definitions]
    agent = ToolCallingAgent(
        tools, model, instructions=ROLE, max_steps=ROUNDS, max_tool_threads=1, verbosity_level=LogLevel.OFF
    )
    try:
        print(agent.run(request))
    finally:
        pipe.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
