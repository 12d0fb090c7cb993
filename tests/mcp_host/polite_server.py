"""A server made with the SDK, of the newest protocol; run with `stdio`, or with the port of its address."""

import asyncio
import sys
from typing import Annotated

from mcp.server import MCPServer
from mcp.server.mcpserver import Context, Image
from mcp.server.mcpserver.resolve import Elicit, Resolve
from mcp_types import ToolAnnotations
from pydantic import BaseModel

server = MCPServer("polite", instructions="Be polite.")


class Name(BaseModel):
    name: str
    color: str = "blue"


async def ask_name() -> Elicit[Name]:
    return Elicit("Who are you?", Name)


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


@server.tool()
async def slow(seconds: float, context: Context) -> str:
    """Sleep, and say how far it is."""
    try:
        for step in range(10):
            await context.report_progress(step + 1, 10, f"step {step + 1}")
            await asyncio.sleep(seconds / 10)
    except asyncio.CancelledError:
        sys.stderr.write("cancelled\n")
        sys.stderr.flush()
        raise
    return "slept"


@server.tool()
def greet(name: Annotated[Name, Resolve(ask_name)]) -> str:
    """Greet the user by name."""
    return f"Hello {name.name} in {name.color}"


@server.tool()
def picture() -> Image:
    """Return a picture."""
    return Image(data=b"\x89PNG not really", format="png")


@server.tool()
async def grow(context: Context) -> str:
    """Add a tool."""
    server.add_tool(add, "add_again", description="Add two numbers again.")
    await context.notify_tools_changed()
    return "grown"


if __name__ == "__main__":
    if sys.argv[1] == "stdio":
        server.run("stdio")
    else:
        server.run("streamable-http", host="127.0.0.1", port=int(sys.argv[1]))
