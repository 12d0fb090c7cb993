"""A server without the SDK, so that it starts at once and may do what no SDK would; stdio, protocol 2025-11-25.

Run as `crude_server.py MODE [FILE]`. FILE holds JSON: the tools to list instead of the usual ones, read again for
each listing; each tool works as its name says, whatever its description is.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time

TYPE_CHECKING = False  # what `typing` imports costs more than all that a server does
if TYPE_CHECKING:
    from typing import Any

MODE = sys.argv[1] if len(sys.argv) > 1 else "normal"
FILE = sys.argv[2] if len(sys.argv) > 2 else None
OUT = sys.stdout.buffer
LOCK = threading.Lock()
CANCELLED: set[object] = set()
ANSWERS: dict[object, dict[str, Any]] = {}
ANSWERED = threading.Condition()
# a daemon: its parent has gone, it has left the group and the session, and it does not listen
SLEEPER = (
    "import os, signal, time; os.fork() and os._exit(0); os.setsid();"
    " signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
)


def read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def add(path: str, line: str) -> None:
    with open(path, "a", encoding="utf-8") as file:
        file.write(line + "\n")


def send(**message: Any) -> None:
    data = json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"
    with LOCK:
        OUT.write(data)
        OUT.flush()


def tool(name: str, **properties: str) -> dict[str, Any]:
    schema = {
        "type": "object",
        "properties": {key: {"type": kind} for key, kind in properties.items()},
        "required": [*properties],
        "additionalProperties": False,
    }
    return {"name": name, "description": f"Does {name}.", "inputSchema": schema}


TOOLS = [
    tool("echo", text="string"),
    tool("write", path="string", text="string"),
    tool("die", path="string"),
    tool("slow", seconds="number"),
    tool("big", size="integer"),
    tool("many", count="integer"),
    tool("ask"),
    tool("visit"),
    tool("environment"),
    tool("announce", count="integer"),
    tool("structured"),
]


def list_tools(params: dict[str, Any]) -> dict[str, Any]:
    tools = json.loads(read(FILE)) if FILE is not None else TOOLS
    if MODE != "pages":
        return {"tools": tools}
    # three pages; the cursor of the second is the empty string, and the third ends by having none
    pages: dict[Any, tuple[list[Any], str | None]] = {
        None: (tools[:2], ""),
        "": (tools[2:4], "last"),
        "last": (tools[4:], None),
    }
    found, cursor = pages[params.get("cursor")]
    return {"tools": found} if cursor is None else {"tools": found, "nextCursor": cursor}


def text(words: str, **more: Any) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": words}], **more}


def ask(call: object, **params: Any) -> dict[str, Any]:
    key = f"ask-{call}"
    send(id=key, method="elicitation/create", params=params)
    with ANSWERED:
        ANSWERED.wait_for(lambda: key in ANSWERS, timeout=60)
    return ANSWERS[key]


def raw_answer(call: object, words: str) -> bytes:
    """Return the bytes that a test wants to be sent, a character for each, with the call's id where it says ID."""
    return words.replace("ID", json.dumps(call)).encode("latin-1")


def run(call: object, name: str, given: dict[str, Any], meta: dict[str, Any]) -> dict[str, Any]:  # noqa: C901
    match name:
        case "write":
            add(given["path"], given["text"])
            return text("written")
        case "die":
            add(given["path"], "called")
            if read(given["path"]).count("called") == 1:
                os._exit(7)
            return text("alive again")
        case "slow":
            steps = 10
            for step in range(steps):
                if "progressToken" in meta:
                    progress = {"progressToken": meta["progressToken"], "progress": step + 1, "total": steps}
                    send(method="notifications/progress", params={**progress, "message": f"step {step + 1}"})
                time.sleep(given["seconds"] / steps)
                if call in CANCELLED:
                    sys.stderr.write("cancelled\n")
                    sys.stderr.flush()
                    return {}
            return text("slept")
        case "big":
            return text("x" * given["size"])
        case "many":
            return {"content": [{"type": "text", "text": str(number)} for number in range(given["count"])]}
        case "ask":
            schema = {
                "type": "object",
                "properties": {
                    "name": {"type": "string"},
                    "color": {"type": "string", "default": "blue"},
                    "password": {"type": "string"},
                },
                "required": ["name"],
            }
            return text(json.dumps(ask(call, mode="form", message="Who\u200b?", requestedSchema=schema)))
        case "visit":
            url = "https://example.org/sign-in"
            return text(json.dumps(ask(call, mode="url", message="Sign in", url=url, elicitationId="1")))
        case "environment":
            return text(json.dumps(dict(os.environ)))
        case "picture":
            return {"content": [{"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}]}
        case "announce":
            for _ in range(given["count"]):
                send(method="notifications/tools/list_changed")
            return text("announced")
        case "structured":
            return {"content": [], "structuredContent": {"a": 1}}
        case "raw":
            with LOCK:
                OUT.write(raw_answer(call, given["text"]) + b"\n")
                OUT.flush()
            return {}
    return text(str(given.get("text", "")))


def answer(call: object, params: dict[str, Any]) -> None:
    result = run(call, params["name"], params.get("arguments") or {}, params.get("_meta") or {})
    if result:
        send(id=call, result=result)


def be_hostile() -> None:  # noqa: C901
    """Do what the mode says, beside or instead of answering."""
    global FILE
    match MODE:
        case "endless":
            piece = b"x" * 1_000_000
            for _ in range(1000):
                OUT.write(piece)
            OUT.flush()
        case "log":
            for start in range(0, 1_000_000, 1000):
                sys.stderr.write("".join(f"line {start + number} of the log\n" for number in range(1000)))
            sys.stderr.flush()
        case "notices":
            notice = json.dumps({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}).encode() + b"\n"
            for _ in range(250):
                OUT.write(notice * 200)
            OUT.flush()
        case "noise":
            OUT.write(b'Hello, I am a server!\n\xff\xfe\x00 {broken}\n{"jsonrpc": "2.0", "id": \xff}\n[]\n{}\n')
            OUT.flush()
        case "silent":
            time.sleep(600)
        case "half":
            OUT.write(b'{"jsonrpc": "2.0", "id": 1, "resu')
            OUT.flush()
            time.sleep(600)
        case "crash":
            sys.stderr.write("Traceback: no such module\n")
            sys.exit(3)
        case "family":
            import subprocess

            for _ in range(2):
                subprocess.Popen([sys.executable, "-S", "-c", f"{SLEEPER} # {FILE}"])
            FILE = None


def main() -> None:
    be_hostile()
    for line in sys.stdin.buffer:
        message = json.loads(line)
        call, params = message.get("id"), message.get("params") or {}
        match message.get("method"):
            case "initialize":
                info = {"name": "crude", "version": "1"}
                tools = {"tools": {"listChanged": True}}
                version = params["protocolVersion"]
                send(id=call, result={"protocolVersion": version, "capabilities": tools, "serverInfo": info})
            case "tools/list":
                send(id=call, result=list_tools(params))
            case "tools/call":
                threading.Thread(target=answer, args=(call, params), daemon=True).start()
            case "notifications/cancelled":
                CANCELLED.add(params["requestId"])
            case None:
                with ANSWERED:
                    ANSWERS[call] = message.get("result") or message
                    ANSWERED.notify_all()
            case method if call is not None:
                send(id=call, error={"code": -32601, "message": f"no {method}"})
            case _:
                pass
    if MODE == "family":  # one that does not end when it is asked to
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(600)


if __name__ == "__main__":
    main()
