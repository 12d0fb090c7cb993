"""The wire of one run as a file: small, without names of machines and folders, to be replayed without a model."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from bench.competence.proxy import Exchange

_MODEL_FILE = re.compile(r"(?:/[^/\"\s]+)+/([^/\"\s]+\.gguf)")


class About(Struct):
    """What was run, and what came of it."""

    id: str
    requests: str
    """Name of the file of requests."""
    agent: str
    model: str
    context: int
    """Tokens that the server held for one conversation."""
    solved: bool
    changed: list[str]
    """Paths of the files that were new, gone or different afterwards."""


def save(file: Path, about: About, exchanges: Sequence[Exchange], folders: Sequence[str]) -> None:
    """Write a recording; `folders` are paths of this machine, which become `/vault`."""
    lines: list[dict[str, Any]] = [msgspec.to_builtins(about)]
    sent: list[Any] = []
    for exchange in exchanges:
        messages = exchange.body.get("messages", [])
        known = next((at for at, pair in enumerate(zip(sent, messages, strict=False)) if pair[0] != pair[1]), None)
        kept = min(len(sent), len(messages)) if known is None else known
        lines.append(
            {
                "method": exchange.method,
                "path": exchange.path,
                "kept": kept,
                "messages": messages[kept:],
                "status": exchange.status,
                "kind": exchange.kind,
                "response": exchange.response.decode("utf-8", "surrogateescape"),
            }
        )
        sent = messages
    text = "\n".join(json.dumps(line, ensure_ascii=False) for line in lines) + "\n"
    for folder in folders:
        text = text.replace(folder, "/vault")
    text = _MODEL_FILE.sub(r"\1", text)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(gzip.compress(text.encode("utf-8", "surrogateescape"), mtime=0))


def load(file: Path) -> tuple[About, list[Exchange]]:
    """Return what a recording is about, and its exchanges; bodies hold the messages alone."""
    about, *lines = map(json.loads, gzip.decompress(file.read_bytes()).decode().splitlines())
    exchanges: list[Exchange] = []
    sent: list[Any] = []
    for line in lines:
        sent = sent[: line["kept"]] + line["messages"]
        response = line["response"].encode("utf-8", "surrogateescape")
        exchanges.append(
            Exchange(line["method"], line["path"], {"messages": sent}, line["status"], line["kind"], response)
        )
    return msgspec.convert(about, About), exchanges
