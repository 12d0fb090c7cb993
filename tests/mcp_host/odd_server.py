"""A server that is odd in one way, as its argument says: a row of `tests/data/odd_servers.json`; stdio."""

import json
import sys
from typing import Any

ROW: dict[str, Any] = json.loads(sys.argv[1])
SCHEMA = {"type": "object", "properties": {"x": {"type": "string"}}}
TOOLS = [{"name": "good", "inputSchema": SCHEMA}]
TOOLS += ROW.get("tools", [])


def answer(method: str, params: dict[str, Any]) -> dict[str, Any] | None:
    if method == ROW.get("exits_on") or ROW.get("exits_on") == "*":
        sys.exit(ROW["code"])
    if method == "initialize":
        info = {"name": "s", "version": "1"}
        said = {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": info}
        return {key: value for key, value in {**said, **ROW.get("greeting", {})}.items() if value is not None}
    if method == "tools/list":
        return {"tools": TOOLS, **ROW.get("listing", {})}
    return {"content": [{"type": "text", "text": "done"}]} if method == "tools/call" else ROW.get("discover")


for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        result = answer(message["method"], message.get("params", {}))
        outcome = {"error": {"code": -32601, "message": "no"}} if result is None else {"result": result}
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **outcome}), flush=True)
