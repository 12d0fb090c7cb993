"""A real MCP server over stdio that writes down every call; run with the path of its log."""

import sys
from pathlib import Path

from mcp.server import MCPServer

server = MCPServer("diary")


@server.tool()
def write_entry(text: str) -> str:
    """Write a line into the diary."""
    with Path(sys.argv[1]).open("a", encoding="utf-8") as log:
        log.write(f"{text}\n")
    return "Written."


if __name__ == "__main__":
    server.run("stdio")
