"""Stores as older versions made them."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

V1 = """
CREATE TABLE conversation (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    vault TEXT NOT NULL,
    title TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
);
CREATE TABLE item (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation INTEGER NOT NULL REFERENCES conversation (number) ON DELETE CASCADE,
    turn TEXT NOT NULL,
    kind TEXT NOT NULL,
    event TEXT NOT NULL,
    message TEXT
);
CREATE INDEX item_conversation ON item (conversation);
CREATE TABLE delta (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation INTEGER NOT NULL REFERENCES conversation (number) ON DELETE CASCADE,
    turn TEXT NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX delta_conversation ON delta (conversation);
CREATE TABLE history (
    conversation INTEGER NOT NULL REFERENCES conversation (number) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    message TEXT NOT NULL,
    PRIMARY KEY (conversation, position)
) WITHOUT ROWID;
PRAGMA user_version = 1;
"""


def make_v1(file: Path, conversations: int = 3) -> None:
    """Write a store of version 1 whose conversations each hold one turn with a tool call."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(file)) as db:
        db.executescript(V1)
        for number in range(1, conversations + 1):
            db.execute(
                "INSERT INTO conversation VALUES (?, ?, 'v', ?, ?, ?)",
                (number, f"c{number}", f"Title {number}", number, number),
            )
            for kind, event, message in _turn(number):
                text = json.dumps(message) if message else None
                db.execute(
                    "INSERT INTO item (conversation, turn, kind, event, message) VALUES (?, 't1', ?, ?, ?)",
                    (number, kind, json.dumps(event), text),
                )
            for position, entry in enumerate(_history(number)):
                db.execute("INSERT INTO history VALUES (?, ?, ?)", (number, position, json.dumps(entry)))
        db.commit()


def _turn(number: int) -> list[tuple[str, dict[str, object], dict[str, object] | None]]:
    def said(role: str, text: str) -> dict[str, object]:
        return {"id": f"{role}{number}", "role": role, "content": text, "timestamp": number}

    result = {"success": True, "output": "里程碑"}
    use = {"name": "read_note", "parameters": {"path": "Home"}, "result": result}
    observation = {
        "round": 1,
        "index": 0,
        "call": {"tool": "read_note", "params": {"path": "Home"}},
        "elapsed": 0.1,
    }
    return [
        ("turn_started", {"text": f"Question {number}", "mode": "react"}, said("user", f"Question {number}")),
        ("thought", {"content": "", "calls": 1}, None),
        ("observation", {**observation, "result": {"success": True}}, {**said("tool", "里程碑"), "toolCall": use}),
        ("thought", {"content": f"答案 {number}"}, said("assistant", f"答案 {number}")),
        ("answer", {"content": f"答案 {number}"}, None),
    ]


def _history(number: int) -> list[dict[str, object]]:
    call = {"tool": "read_note", "params": {"path": "Home"}, "id": "c1"}
    return [
        {"role": "user", "content": f"Question {number}"},
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "content": "里程碑", "tool_call_id": "c1"},
        {"role": "assistant", "content": f"答案 {number}"},
    ]
