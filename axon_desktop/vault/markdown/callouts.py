"""Callouts, task boxes and list depth: what block tokens need before inline text is parsed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

MAX_QUOTES = 6
"""Quotes in quotes that are drawn as such; deeper ones would only eat the width."""
MAX_LISTS = 10
"""The same for lists."""

_CALLOUT = re.compile(r"\[!([^\]|\n]{1,60})(?:\|[^\]\n]*)?\]([+-]?)[ \t]*([^\n]*)\n?")
_TASK = re.compile(r"\[([^\]\n])\](?:[ \t]+|$)")
_MANY_MARKS = re.compile(r"^((?: {0,3}>){24})[ \t>]+", re.MULTILINE)

_TYPES: dict[str, tuple[str, str]] = {
    "note": ("note", "ⓘ"),
    "abstract": ("cyan", "☰"),
    "summary": ("cyan", "☰"),
    "tldr": ("cyan", "☰"),
    "info": ("blue", "ⓘ"),
    "todo": ("blue", "☑"),
    "tip": ("cyan", "✦"),
    "hint": ("cyan", "✦"),
    "important": ("cyan", "✦"),
    "success": ("green", "✓"),
    "check": ("green", "✓"),
    "done": ("green", "✓"),
    "question": ("yellow", "?"),
    "help": ("yellow", "?"),
    "faq": ("yellow", "?"),
    "warning": ("orange", "⚠"),
    "caution": ("orange", "⚠"),
    "attention": ("orange", "⚠"),
    "failure": ("red", "✗"),
    "fail": ("red", "✗"),
    "missing": ("red", "✗"),
    "danger": ("red", "⚡"),
    "error": ("red", "⚡"),
    "bug": ("red", "✱"),
    "example": ("purple", "☰"),
    "quote": ("grey", "❞"),
    "cite": ("grey", "❞"),
}


@dataclass(frozen=True, slots=True)
class Callout:
    """The first line of a callout."""

    hue: str
    icon: str
    title: str
    """Markdown; the type's name where the note gives none."""
    fold: str
    """`+` or `-` where the callout can be folded, else empty."""


def parse_callout(text: str) -> tuple[Callout, str] | None:
    """Read the callout marker that a quote's text begins with; also return the text after that line."""
    match = _CALLOUT.match(text)
    if match is None:
        return None
    name = match.group(1).strip().lower()
    hue, icon = _TYPES.get(name, _TYPES["note"])
    title = match.group(3).strip() or match.group(1).strip().replace("-", " ").capitalize()
    return Callout(hue, icon, title, match.group(2)), text[match.end() :]


def callout_of(head: str) -> Callout | None:
    """Return the callout that the first line of a quote block begins, if it does."""
    parsed = parse_callout(head.lstrip(" \t>"))
    return parsed[0] if parsed else None


def tame_marks(source: str) -> str:
    """Take away quote marks beyond what is drawn; the parser drops text that is nested too deep."""
    return _MANY_MARKS.sub(r"\1 ", source)


def shape(state: StateCore) -> None:
    """Rewrite block tokens: quotes into callouts, items into tasks, depth of lists and quotes into `meta`."""
    tokens: list[Token] = []
    lists = [state.env.get("depth", 0)]
    for index, token in enumerate(state.tokens):
        if token.type == "blockquote_open":
            lists.append(0)
            token.meta["level"] = len(lists) - 1
            tokens.append(token)
            tokens += _open_callout(state, index)
            continue
        if token.type == "blockquote_close":
            token.meta["level"] = len(lists) - 1
            lists.pop()
        elif token.type.endswith("_list_open"):
            lists[-1] += 1
            token.meta["depth"] = min(lists[-1], MAX_LISTS)
        elif token.type.endswith("_list_close"):
            lists[-1] -= 1
        elif token.type in ("fence", "code_block"):
            token.meta["depth"] = min(lists[-1], MAX_LISTS)
        elif token.type == "list_item_open":
            _mark_task(state.tokens, index)
        tokens.append(token)
    _mark_task_lists(tokens)
    state.tokens = tokens


def _open_callout(state: StateCore, index: int) -> Iterator[Token]:
    """Turn the quote that begins at `index` into a callout if its first line says so; yield its title."""
    quote = state.tokens[index]
    following = state.tokens[index + 1 : index + 3]
    parsed = None
    if len(following) == 2 and following[0].type == "paragraph_open":
        parsed = parse_callout(following[1].content)
    if parsed is None:
        if quote.level == 0 and (callout := state.env.get("callout")):
            quote.meta["callout"] = callout
        return
    callout, following[1].content = parsed
    quote.meta["callout"] = callout
    if not following[1].content.strip():
        for token in state.tokens[index + 1 : index + 4]:
            token.hidden = True
    from markdown_it.token import Token

    yield Token("title_open", "p", 1, meta={"icon": callout.icon}, block=True)
    yield Token("inline", "", 0, content=callout.title, children=[], block=True)
    yield Token("title_close", "p", -1, block=True)


def _mark_task(tokens: list[Token], index: int) -> None:
    """Take the box off the text of a task and remember its sign."""
    if index + 2 >= len(tokens) or tokens[index + 1].type != "paragraph_open":
        return
    inline = tokens[index + 2]
    if match := _TASK.match(inline.content):
        tokens[index].meta["task"] = match.group(1)
        inline.content = inline.content[match.end() :]


def _mark_task_lists(tokens: list[Token]) -> None:
    """Tell lists that hold tasks, and their other items, so that bullets and boxes do not meet."""
    lists: list[tuple[Token, list[Token]]] = []
    for token in tokens:
        if token.type.endswith("_list_open"):
            lists.append((token, []))
        elif token.type == "list_item_open" and lists:
            lists[-1][1].append(token)
        elif token.type.endswith("_list_close") and lists:
            opener, items = lists.pop()
            if token.type == "bullet_list_close" and any("task" in item.meta for item in items):
                opener.meta["tasks"] = True
                for item in items:
                    item.meta.setdefault("task", "")
