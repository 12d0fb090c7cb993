"""Markdown of any size for the benches, the same in every run."""

from __future__ import annotations

import random

WORDS = [
    "note",
    "vault",
    "link",
    "folder",
    "heading",
    "list",
    "table",
    "write",
    "read",
    "change",
    "undo",
    "agent",
    "model",
    "tool",
    "round",
    "card",
    "diff",
    "笔记",
    "链接",
    "仓库",
    "修改",
    "撤销",
    "助手",
    "a",
    "the",
    "of",
    "and",
    "to",
    "in",
    "is",
    "it",
    "that",
    "with",
    "for",
    "as",
    "on",
    "by",
]


def markdown(characters: int, seed: int = 1) -> str:
    """Return about so many characters of headings, paragraphs, lists, tables, fences and callouts."""
    pick = random.Random(seed)

    def words(count: int) -> str:
        return " ".join(pick.choice(WORDS) for _ in range(count))

    parts: list[str] = []
    size = 0
    while size < characters:
        kind = pick.random()
        if kind < 0.12:
            part = f"## {words(4)}"
        elif kind < 0.6:
            part = f"{words(30)} **{words(2)}** {words(20)} [[{words(1)}]] `{words(1)}`."
        elif kind < 0.75:
            part = "\n".join(f"- {words(8)}" for _ in range(5))
        elif kind < 0.83:
            part = "| a | b | c |\n| --- | --- | --- |\n" + "\n".join(
                f"| {words(2)} | {words(2)} | {words(2)} |" for _ in range(5)
            )
        elif kind < 0.9:
            part = "```python\n" + "\n".join(f"value_{n} = call({n}, '{words(2)}')" for n in range(6)) + "\n```"
        elif kind < 0.96:
            part = f"> [!note] {words(3)}\n> {words(20)}"
        else:
            part = "\n".join(f"- [ ] {words(6)}" for _ in range(4))
        parts.append(part)
        size += len(part) + 2
    return "\n\n".join(parts)[:characters]
