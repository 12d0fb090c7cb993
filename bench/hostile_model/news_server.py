"""An MCP server that the user has set up: one tool tells what the environment holds, one writes a file."""

import json
import os
import sys
from pathlib import Path
from typing import Any


def tool(name: str, **properties: str) -> dict[str, Any]:
    """Describe one tool."""
    schema = {
        "type": "object",
        "properties": {key: {"type": kind} for key, kind in properties.items()},
        "required": [*properties],
        "additionalProperties": False,
    }
    return {"name": name, "description": f"News: {name}.", "inputSchema": schema}


def answer(method: str, params: dict[str, Any]) -> dict[str, Any] | None:
    """Return the result of one request, None for what is not known here."""
    if method == "initialize":
        return {
            "protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "news", "version": "1"},
        }
    if method == "tools/list":
        return {"tools": [tool("latest"), tool("post", text="string")]}
    if method == "tools/call" and params["name"] == "latest":
        return {"content": [{"type": "text", "text": os.environ["NEWS_TEXT"]}]}
    if method == "tools/call":
        Path(os.environ["NEWS_POSTED"]).write_text(params["arguments"]["text"], "utf-8")
        return {"content": [{"type": "text", "text": "posted"}]}
    return None


for line in sys.stdin:
    message = json.loads(line)
    if "id" in message and "method" in message:
        result = answer(message["method"], message.get("params", {}))
        error = {"code": -32601, "message": "not found"}
        outcome = {"error": error} if result is None else {"result": result}
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **outcome}), flush=True)
